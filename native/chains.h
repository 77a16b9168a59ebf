/*
 * What the multiply-add peak is measured with: independent chains of vector multiply-adds that live in registers
 * (vectors.h).
 */
#ifndef TUNE_CHAINS_H
#define TUNE_CHAINS_H

#include "vectors.h"

/*
 * Enough to hide the latency of the units (4 to 6 cycles, up to two a cycle), few enough for 16 registers with two
 * operands.
 */
#define CHAINS 12
#define EACH(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7) DO(8) DO(9) DO(10) DO(11)

/* Floating-point operations of one step of all chains, a multiply-add counted as two. */
static const long step_flops = 2L * LANES * CHAINS;

/*
 * x -> x * a + b with a < 1 settles at b / (1 - a): no overflow, no subnormal numbers, whatever the number of steps.
 * `seed` is a small number that the compiler cannot know. The chains have names because gcc 12 keeps an array of them
 * in memory.
 */
static float chains(long steps, float seed) {
  const vector zero = {0};
  vector a = zero + (0.5f + seed), b = zero + (0.25f + seed), sum = zero;
#define START(i) vector x##i = zero + (seed + i);
#define STEP(i) x##i = x##i * a + b; KEEP(x##i)
#define ADD(i) sum += x##i;
  EACH(START)
  for (long s = 0; s < steps; s++) {
    EACH(STEP)
  }
  EACH(ADD)
  float total = 0;
  for (int lane = 0; lane < LANES; lane++) total += sum[lane];
  return total;
}

#endif
