#include "tune.h"

#include <math.h>
#include <string.h>

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

double root_mean_square(const float *data, size_t count) {
  double sum = 0;
  for (size_t i = 0; i < count; i++) sum += (double)data[i] * data[i];
  return count > 0 ? sqrt(sum / (double)count) : 0;
}

bool all_finite(const float *data, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (!isfinite(data[i])) return false;
  return true;
}

static float error_at(float got, float want, float floor) {
  return fabsf(got - want) / fmaxf(fabsf(want), floor);
}

/* A reference of zeros must be met with zeros. */
static float floor_of(double rms) { return fmaxf((float)rms, 1e-30f); }

/* One pass in sixteen lanes, so that the compiler vectorises it. */
double largest_error(const float *got, const float *want, size_t count, double rms) {
  float floor = floor_of(rms), largest[16] = {0};
  int bad[16] = {0};
  size_t i = 0;
  for (; i + 16 <= count; i += 16)
    for (int lane = 0; lane < 16; lane++) {
      float size = fabsf(want[i + lane]);
      float error = fabsf(got[i + lane] - want[i + lane]) / (size > floor ? size : floor);
      largest[lane] = error > largest[lane] ? error : largest[lane];
      bad[lane] |= error != error;
    }
  for (; i < count; i++) {
    float error = error_at(got[i], want[i], floor);
    if (error > largest[0]) largest[0] = error;
    bad[0] |= error != error;
  }
  float result = 0;
  for (int lane = 0; lane < 16; lane++) {
    if (bad[lane]) return INFINITY;
    result = fmaxf(result, largest[lane]);
  }
  return result;
}

struct check locate_error(const float *got, const float *want, size_t count, double rms) {
  struct check check = {0};
  double worst = -1;
  for (size_t i = 0; i < count; i++) {
    uint32_t bits;
    memcpy(&bits, &got[i], sizeof bits);
    check.unwritten += bits == UNWRITTEN;
    double error = error_at(got[i], want[i], floor_of(rms));
    if (isnan(error)) error = INFINITY;
    if (error > worst) {
      worst = error;
      check.worst = i;
    }
  }
  check.got = got[check.worst];
  check.want = want[check.worst];
  return check;
}

bool judge(const struct task *task, double tolerance, int overrun, struct result *result) {
  const float *got = (const float *)task->output.data, *want = (const float *)task->want.data;
  size_t count = task->elements[task->arg_count - 1];
  double start = now();
  double error = largest_error(got, want, count, task->rms);
  result->max_error = fmax(result->max_error, error);
  result->overrun = overrun;
  bool wrong = !(error <= tolerance);
  if (wrong) result->check = locate_error(got, want, count, task->rms);
  result->check_seconds += now() - start;
  return !wrong && overrun < 0;
}
