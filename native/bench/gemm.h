/*
 * C[b,m,n] = A[b,m,k] * B[b,k,n], all row-major float32: the operands of every gemm driver, and a check of samples of
 * C. With ta=1 A is [k,m] in memory, with tb=1 B is [n,k].
 */
#ifndef TUNE_BENCH_GEMM_H
#define TUNE_BENCH_GEMM_H

#include "driver.h"

/* What a sum becomes in a column of the result, where `got` was written there. */
typedef double (*expectation)(double sum, long column, double got);

struct gemm {
  long batch, m, n, k;
  int ta, tb;
  float *a, *b, *c;
  expectation expected; /* NULL: sums are the result */
};

static struct gemm new_gemm(int argc, char **argv) {
  struct gemm it = {.batch = option(argc, argv, "batch"),
                    .m = option(argc, argv, "m"),
                    .n = option(argc, argv, "n"),
                    .k = option(argc, argv, "k"),
                    .ta = option(argc, argv, "ta") != 0,
                    .tb = option(argc, argv, "tb") != 0};
  it.a = random_tensor((size_t)(it.batch * it.m * it.k));
  it.b = random_tensor((size_t)(it.batch * it.k * it.n));
  it.c = poisoned_tensor((size_t)(it.batch * it.m * it.n));
  return it;
}

/* The operands of one product of the batch. */
static inline const float *a_of(const struct gemm *it, long batch) { return it->a + batch * it->m * it->k; }
static inline const float *b_of(const struct gemm *it, long batch) { return it->b + batch * it->k * it->n; }
static inline float *c_of(const struct gemm *it, long batch) { return it->c + batch * it->m * it->n; }

/* Elements from one row in memory to the next. */
static inline long row_of_a(const struct gemm *it) { return it->ta ? it->m : it->k; }
static inline long row_of_b(const struct gemm *it) { return it->tb ? it->k : it->n; }

/* Error of about 500 entries of C, spread over all of it, against sums in double. */
static double gemm_error(const struct gemm *it) {
  struct comparison comparison = {0};
  long count = it->batch * it->m * it->n, step = count / 500 + 1;
  for (long entry = 0; entry < count; entry += step) {
    long batch = entry / (it->m * it->n), row = entry / it->n % it->m, column = entry % it->n;
    const float *a = a_of(it, batch), *b = b_of(it, batch);
    double sum = 0;
    for (long p = 0; p < it->k; p++) {
      double left = a[it->ta ? p * it->m + row : row * it->k + p];
      sum += left * b[it->tb ? column * it->k + p : p * it->n + column];
    }
    double got = it->c[entry];
    compare(&comparison, got, it->expected ? it->expected(sum, column, got) : sum);
  }
  return largest_error(&comparison);
}

#endif
