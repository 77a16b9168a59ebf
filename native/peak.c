/*
 * The multiply-add peak of this machine: independent chains of vector multiply-adds that live in registers.
 *
 *     peak <threads>      prints GFLOPS, one multiply-add counted as two operations
 *
 * Compile with -O2 -fopenmp -DLANES=<float32 lanes of a vector>. CHAINS independent accumulators hide the latency of the
 * units (4 cycles and 2 units ask for 8) and leave room for the operands in 16 registers.
 */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define CHAINS 12
#define EACH(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7) DO(8) DO(9) DO(10) DO(11)
/* The best of many short rounds: one that another process disturbs does not count. */
#define ROUNDS 75
#define ROUND_SECONDS 0.0016

typedef float vector __attribute__((vector_size(LANES * 4)));

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC_RAW, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

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
 * The chains have names because gcc 12 keeps an array of them in memory.
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

static volatile float seed = 0.0078125f;
static volatile float sink;

/* Seconds of `steps` on every thread at once, from a common start to the end of the last. */
static double timed(int threads, long steps) {
  double start = 0, end = 0;
#pragma omp parallel num_threads(threads)
  {
#pragma omp barrier
#pragma omp master
    start = now();
    float sum = chains(steps, seed);
#pragma omp barrier
#pragma omp master
    end = now();
#pragma omp critical
    sink = sum;
  }
  return end - start;
}

int main(int argc, char **argv) {
  int threads = argc > 1 ? atoi(argv[1]) : 1;
  if (threads < 1) return 2;
  long steps = 1000;
  while (timed(threads, steps) < ROUND_SECONDS && steps < (1L << 40)) steps *= 2;
  double best = 1e30;
  for (int round = 0; round < ROUNDS; round++) {
    double seconds = timed(threads, steps);
    if (seconds < best) best = seconds;
  }
  printf("%.3f\n", 2.0 * LANES * CHAINS * (double)steps * threads / best * 1e-9);
  return 0;
}
