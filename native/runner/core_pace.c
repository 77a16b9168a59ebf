/* How fast a core is: its clock, and how much of each cycle it has for this thread. */
#include "core_pace.h"
#include "tune.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* Sums beside the chain so many times slower than before: somebody shares the core. */
static const double shared = 1.15;
/* A clock so many times slower than before is none that wide vectors ask for. */
static const double throttled = 1.5;
static const double forgotten = 1.01;

enum { STEPS = 1024, SUMS = 8, PAIRS = 3 }; /* long beside a clock that ticks every 40 ns */

/* Another hyperthread takes at most a tenth from it. */
static double time_chain(void) {
  static uint64_t product = 3;
  uint64_t value = product;
  const uint64_t factor = value | 5;
  const double start = now();
  for (int i = 0; i < STEPS; i++) {
    value *= factor;
    __asm__ volatile("" : "+r"(value)); /* not to fold it */
  }
  const double seconds = now() - start;
  product = value | 1;
  return seconds;
}

/* As many at once as any core issues: another hyperthread takes half of those. */
static double time_sums(void) {
  static uint64_t sums[SUMS];
  uint64_t a = sums[0], b = sums[1], c = sums[2], d = sums[3], e = sums[4], f = sums[5], g = sums[6], h = sums[7];
  const double start = now();
  for (uint64_t i = 0; i < STEPS; i++) {
    a += b ^ i, c += d ^ i, e += f ^ i, g += h ^ i;
    b += 3, d += 5, f += 7, h += 9;
    __asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e), "+r"(f), "+r"(g), "+r"(h));
  }
  const double seconds = now() - start;
  memcpy(sums, (uint64_t[SUMS]){a, b, c, d, e, f, g, h}, sizeof sums);
  return seconds;
}

static double median_of_three(const double *values) {
  const double low = fmin(values[0], values[1]), high = fmax(values[0], values[1]);
  return fmax(low, fmin(high, values[2]));
}

/* The median of pairs, since a tick of the system's clock or a change of the core's may fall into one. */
struct core_pace core_pace_now(void) {
  double chain = INFINITY, sums[PAIRS];
  for (int i = 0; i < PAIRS; i++) {
    const double seconds = time_chain();
    sums[i] = time_sums() / seconds;
    chain = fmin(chain, seconds);
  }
  return (struct core_pace){chain, median_of_three(sums)};
}

bool core_is_slow(struct core_pace pace, struct core_pace fastest) {
  return fastest.chain > 0 && (pace.sums > shared * fastest.sums || pace.chain > throttled * fastest.chain);
}

struct core_pace core_pace_fastest(struct core_pace fastest, struct core_pace before, struct core_pace after) {
  const struct core_pace seen = {fmax(before.chain, after.chain), fmax(before.sums, after.sums)};
  if (fastest.chain == 0) return seen;
  return (struct core_pace){fmin(fastest.chain, seen.chain), fmin(fastest.sums, seen.sums)};
}

struct core_pace core_pace_forgotten(struct core_pace fastest) {
  return (struct core_pace){fastest.chain * forgotten, fastest.sums * forgotten};
}
