/*
 * The CBLAS functions that are timed, declared here because OpenBLAS and BLIS each bring a cblas.h and Debian's
 * alternatives decide which one is found; the library is chosen by its path when linking.
 */
#ifndef TUNE_BENCH_CBLAS_H
#define TUNE_BENCH_CBLAS_H

#include "gemm.h"

enum { ROW_MAJOR = 101, NO_TRANSPOSE = 111, TRANSPOSE = 112 };

void cblas_sgemm(int order, int transpose_a, int transpose_b, int m, int n, int k, float alpha, const float *a, int lda,
                 const float *b, int ldb, float beta, float *c, int ldc);

void cblas_sgemv(int order, int transpose, int m, int n, float alpha, const float *a, int lda, const float *x,
                 int stride_x, float beta, float *y, int stride_y);

/* As its users would call it: a product with one row or one column is one of a matrix and a vector. */
static void call_cblas(void *context) {
  const struct gemm *it = context;
  if (it->m == 1) {
    cblas_sgemv(ROW_MAJOR, TRANSPOSE, (int)it->k, (int)it->n, 1.0f, it->b, (int)it->n, it->a, 1, 0.0f, it->c, 1);
    return;
  }
  if (it->n == 1) {
    cblas_sgemv(ROW_MAJOR, NO_TRANSPOSE, (int)it->m, (int)it->k, 1.0f, it->a, (int)it->k, it->b, 1, 0.0f, it->c, 1);
    return;
  }
  cblas_sgemm(ROW_MAJOR, NO_TRANSPOSE, NO_TRANSPOSE, (int)it->m, (int)it->n, (int)it->k, 1.0f, it->a, (int)it->k, it->b,
              (int)it->n, 0.0f, it->c, (int)it->n);
}

#endif
