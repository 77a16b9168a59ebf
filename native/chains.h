/*
 * What the peak of multiply-adds is measured with: independent chains of them that live in registers. The compiler is
 * given what a chain is (src/backend/cpu/chains.ts): CHAIN_TYPES, definitions; FIRST, SECOND and SUM, vectors of the
 * operands and of the sum; STEP(x), one addition of products of a and b to x; PRODUCTS, how many it adds. Of registers
 * that hold matrices it is given MATRICES, what begins their use; STEP, which fills all registers of sums once; END;
 * and PRODUCTS of a step.
 */
#ifndef TUNE_CHAINS_H
#define TUNE_CHAINS_H

#ifdef MATRICES

static const long step_ops = 2L * PRODUCTS;

static double chains(long steps) {
  MATRICES
  for (long s = 0; s < steps; s++) {
    STEP
  }
  END
  return 0;
}

#else

#include "keep.h"

/*
 * Enough to hide the latency of the units (4 to 6 cycles, up to two a cycle), few enough for 16 registers with two
 * operands.
 */
#define CHAINS 12
#define EACH(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7) DO(8) DO(9) DO(10) DO(11)

CHAIN_TYPES

/* Operations of one step of all chains, a multiply-add counted as two. */
static const long step_ops = 2L * PRODUCTS * CHAINS;

/* All bytes of all operands, which the compiler cannot know: a small normal number of every type of floats. */
static volatile int seed = 0x3c;

/*
 * Floats of x -> x * a + b with a < 1 settle at b / (1 - a), sums of products grow until adding changes nothing: no
 * overflow, no subnormal numbers, whatever the number of steps. Whole numbers wrap. The chains have names because gcc
 * 12 keeps an array of them in memory. Operands that may have changed are multiplied anew in every step.
 */
static double chains(long steps) {
  typedef char bytes __attribute__((vector_size(sizeof(SUM))));
  const bytes all = (bytes){0} + (char)seed;
  FIRST a = (FIRST)all;
  const SECOND b = (SECOND)all;
#define START(i) SUM x##i = (SUM)(all + (char)i);
#define ADVANCE(i) KEEP(a) STEP(x##i); KEEP(x##i)
#define ADD(i) total += x##i;
  EACH(START)
  for (long s = 0; s < steps; s++) {
    EACH(ADVANCE)
  }
  SUM total = {0};
  EACH(ADD)
  return (double)total[0];
}

#endif

#endif
