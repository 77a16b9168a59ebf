/*
 * What a core loads from its nearest cache, and stores to it, at most.
 *
 *     nearest-cache      prints GB/s of both
 *
 * Compile with -O2 -DLANES=<float32 lanes of the widest vector>; -DROUNDS=1 gives a rough figure at once.
 */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "vectors.h"

/* The best of many short rounds: one that another process disturbs does not count. */
#ifndef ROUNDS
#define ROUNDS 75
#endif
#define ROUND_SECONDS 0.0004

/* Half of the smallest such cache. */
static vector data[16384 / sizeof(vector)] __attribute__((aligned(64)));
enum { COUNT = sizeof data / sizeof *data };

/* Memory may have changed: the compiler has to load, or store, all of it again. */
#define AGAIN __asm__ volatile("" ::: "memory");

static void load_all(void) {
#pragma GCC unroll 16
  for (int i = 0; i < COUNT; i++) {
    vector x = data[i];
    KEEP(x)
  }
}

/* Some machines load two narrower vectors in the time of a wide one, or in less. */
static void load_halves(void) {
  typedef float half __attribute__((vector_size(LANES * 2), may_alias));
#pragma GCC unroll 16
  for (int i = 0; i < 2 * COUNT; i++) {
    half x = ((const half *)data)[i];
    KEEP(x)
  }
}

static void store_all(void) {
  vector x = {0};
  KEEP(x)
#pragma GCC unroll 16
  for (int i = 0; i < COUNT; i++) data[i] = x;
}

/* C libraries know what is fastest of one machine, which need not be stores of vectors. */
static void fill_all(void) { memset(data, 1, sizeof data); }

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC_RAW, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double timed(void (*pass)(void), long passes) {
  const double start = now();
  for (long i = 0; i < passes; i++) {
    pass();
    AGAIN
  }
  return now() - start;
}

/* GB/s. */
static double rate_of(void (*pass)(void)) {
  long passes = 64;
  while (timed(pass, passes) < ROUND_SECONDS && passes < (1L << 40)) passes *= 2;
  double best = 1e30;
  for (int round = 0; round < ROUNDS; round++) {
    const double seconds = timed(pass, passes);
    if (seconds < best) best = seconds;
  }
  return 1e-9 * (double)sizeof data * (double)passes / best;
}

static double best_of(void (*one)(void), void (*other)(void)) {
  const double rate = rate_of(one), other_rate = rate_of(other);
  return rate > other_rate ? rate : other_rate;
}

int main(void) {
  printf("%.3f %.3f\n", best_of(load_all, load_halves), best_of(store_all, fill_all));
  return 0;
}
