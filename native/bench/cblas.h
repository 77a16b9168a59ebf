/*
 * The one CBLAS function that is timed, declared here because OpenBLAS and BLIS each bring a cblas.h and Debian's
 * alternatives decide which one is found; the library is chosen by its path when linking.
 */
#ifndef TUNE_BENCH_CBLAS_H
#define TUNE_BENCH_CBLAS_H

#include "gemm.h"

enum { ROW_MAJOR = 101, NO_TRANSPOSE = 111 };

void cblas_sgemm(int order, int transpose_a, int transpose_b, int m, int n, int k, float alpha, const float *a, int lda,
                 const float *b, int ldb, float beta, float *c, int ldc);

static void call_cblas(void *context) {
  const struct gemm *it = context;
  cblas_sgemm(ROW_MAJOR, NO_TRANSPOSE, NO_TRANSPOSE, (int)it->m, (int)it->n, (int)it->k, 1.0f, it->a, (int)it->k, it->b,
              (int)it->n, 0.0f, it->c, (int)it->n);
}

#endif
