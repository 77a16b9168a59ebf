#include "tune.h"

/* splitmix64 (Steele, Lea, Flood 2014): two floats from each 64 bits, uniform in [-1, 1). */
void fill_random(float *data, size_t count, uint64_t seed) {
  for (size_t i = 0; i < count; i += 2) {
    uint64_t z = (seed += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    data[i] = (float)((int32_t)(uint32_t)z >> 7) * 0x1p-24f;
    if (i + 1 < count) data[i + 1] = (float)((int32_t)(uint32_t)(z >> 32) >> 7) * 0x1p-24f;
  }
}
