/* C[m,n] = A[m,k] * B[k,n], all row-major float32: the operands of every gemm driver, and a check of samples of C. */
#ifndef TUNE_BENCH_GEMM_H
#define TUNE_BENCH_GEMM_H

#include "driver.h"

struct gemm {
  long m, n, k;
  float *a, *b, *c;
};

static struct gemm new_gemm(int argc, char **argv) {
  struct gemm it = {option(argc, argv, "m"), option(argc, argv, "n"), option(argc, argv, "k"), NULL, NULL, NULL};
  it.a = random_tensor((size_t)(it.m * it.k));
  it.b = random_tensor((size_t)(it.k * it.n));
  it.c = poisoned_tensor((size_t)(it.m * it.n));
  return it;
}

/* Error of about 500 entries of C, spread over all of it, against sums in double. */
static double gemm_error(const struct gemm *it) {
  struct comparison comparison = {0};
  long count = it->m * it->n, step = count / 500 + 1;
  for (long entry = 0; entry < count; entry += step) {
    long row = entry / it->n, column = entry % it->n;
    double sum = 0;
    for (long p = 0; p < it->k; p++) sum += (double)it->a[row * it->k + p] * it->b[p * it->n + column];
    compare(&comparison, it->c[entry], sum);
  }
  return largest_error(&comparison);
}

#endif
