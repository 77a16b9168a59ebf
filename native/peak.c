/*
 * The multiply-add peak of this machine (chains.h, which says what the compiler is given).
 *
 *     peak <threads>      prints 10^9 operations a second
 *
 * Compile with -O2 -fopenmp; -DROUNDS=1 gives a rough figure at once.
 */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "chains.h"

/* The best of many short rounds: one that another process disturbs does not count. */
#ifndef ROUNDS
#define ROUNDS 75
#endif
#define ROUND_SECONDS 0.0016

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC_RAW, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static volatile double sink;

/* Seconds of `steps` on every thread at once, from a common start to the end of the last. */
static double timed(int threads, long steps) {
  double start = 0, end = 0;
#pragma omp parallel num_threads(threads)
  {
#pragma omp barrier
#pragma omp master
    start = now();
    double sum = chains(steps);
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
  printf("%.3f\n", (double)step_ops * (double)steps * threads / best * 1e-9);
  return 0;
}
