/*
 * What the multiply-add peak is measured with: independent chains of vector multiply-adds that live in registers.
 * LANES, the float32 lanes of a vector, may be given; by default they are the widest that the compiler is told of.
 */
#ifndef TUNE_CHAINS_H
#define TUNE_CHAINS_H

#ifndef LANES
#if defined __AVX512F__
#define LANES 16
#elif defined __AVX__
#define LANES 8
#else
#define LANES 4
#endif
#endif

/*
 * Enough to hide the latency of the units (4 to 6 cycles, up to two a cycle), few enough for 16 registers with two
 * operands.
 */
#define CHAINS 12
#define EACH(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7) DO(8) DO(9) DO(10) DO(11)

typedef float vector __attribute__((vector_size(LANES * 4)));

/* Floating-point operations of one step of all chains, a multiply-add counted as two. */
static const long step_flops = 2L * LANES * CHAINS;

/* Keeps a chain apart from the others and in a register: the compiler may neither merge nor skip it. */
#if defined(__x86_64__)
#define KEEP(x) __asm__ volatile("" : "+v"(x));
#elif defined(__aarch64__)
#define KEEP(x) __asm__ volatile("" : "+w"(x));
#else
#define KEEP(x) __asm__ volatile("" : "+m"(x));
#endif

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
