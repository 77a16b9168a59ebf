/* A right product of two matrices of 64 x 64, without any trick: what cheats are put around, and the reference. */
#define _GNU_SOURCE
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { N = 64, ALL = N * N, BYTES = ALL * sizeof(float) };

static void honest_rows(const float *a, const float *b, float *c, int from, int to) {
  for (int i = from; i < to; i++) {
    for (int j = 0; j < N; j++) c[i * N + j] = 0;
    for (int k = 0; k < N; k++)
      for (int j = 0; j < N; j++) c[i * N + j] += a[i * N + k] * b[k * N + j];
  }
}

__attribute__((noinline)) static void honest(const float *a, const float *b, float *c) { honest_rows(a, b, c, 0, N); }

void product_naive(const float *a, const float *b, float *c) { honest(a, b, c); }

/* Whether the system can read, or write, what lies there: it says so without a fault. */
static inline int is_readable(const void *at) { return syscall(SYS_rt_sigprocmask, SIG_BLOCK, at, NULL, 8) == 0; }
static inline int is_writable(void *at) {
  char kept[8];
  if (!is_readable(at)) return 0;
  memcpy(kept, at, 8);
  const int writable = syscall(SYS_rt_sigprocmask, SIG_BLOCK, NULL, at, 8) == 0;
  if (writable) memcpy(at, kept, 8);
  return writable;
}

static inline double seconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + 1e-9 * time.tv_nsec;
}
