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

static int transposition(int transposed) { return transposed ? TRANSPOSE : NO_TRANSPOSE; }

/* y[rows] = matrix * x, the matrix row-major, or transposed in memory. */
static void call_sgemv(int transposed, long rows, long columns, const float *matrix, const float *x, float *y) {
  int height = (int)(transposed ? columns : rows), width = (int)(transposed ? rows : columns);
  cblas_sgemv(ROW_MAJOR, transposition(transposed), height, width, 1.0f, matrix, width, x, 1, 0.0f, y, 1);
}

/*
 * As its users would call it: a product with one row or one column is one of a matrix and a vector, and those of a
 * batch follow each other, each on all threads.
 */
static void call_cblas(void *context) {
  const struct gemm *it = context;
  for (long i = 0; i < it->batch; i++) {
    const float *a = a_of(it, i), *b = b_of(it, i);
    float *c = c_of(it, i);
    if (it->m == 1)
      call_sgemv(!it->tb, it->n, it->k, b, a, c);
    else if (it->n == 1)
      call_sgemv(it->ta, it->m, it->k, a, b, c);
    else
      cblas_sgemm(ROW_MAJOR, transposition(it->ta), transposition(it->tb), (int)it->m, (int)it->n, (int)it->k, 1.0f, a,
                  (int)row_of_a(it), b, (int)row_of_b(it), 0.0f, c, (int)it->n);
  }
}

#endif
