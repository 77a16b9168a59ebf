/* matmul, batch_matmul and dense in plain code, whatever the shape. */
#include "plain.h"

/* What all three are cases of. */
struct product {
  int batch, m, n, k, trans_a, trans_b, epilogue, constant;
};

static struct product of_matmul(const void *shape) {
  const tunelib_matmul_shape *s = (const tunelib_matmul_shape *)shape;
  struct product p = {1, s->m, s->n, s->k, s->trans_a, s->trans_b, s->epilogue, s->constant};
  return p;
}

static struct product of_batch_matmul(const void *shape) {
  const tunelib_batch_matmul_shape *s = (const tunelib_batch_matmul_shape *)shape;
  struct product p = {s->batch, s->m, s->n, s->k, s->trans_a, s->trans_b, s->epilogue, s->constant};
  return p;
}

static struct product of_dense(const void *shape) {
  const tunelib_dense_shape *s = (const tunelib_dense_shape *)shape;
  struct product p = {1, s->m, s->n, s->k, 0, 1, s->epilogue, s->constant};
  return p;
}

static int floats_of(struct product p, size_t *floats) {
  const int flags[] = {p.trans_a, p.trans_b, p.constant};
  if (p.batch < 1 || p.m < 1 || p.n < 1 || p.k < 1 || !tunelib_flags(flags, 3)) return -1;
  floats[0] = (size_t)p.batch * (size_t)p.m * (size_t)p.k;
  floats[1] = (size_t)p.batch * (size_t)p.k * (size_t)p.n;
  return tunelib_epilogue_floats(p.epilogue, (size_t)p.n, (size_t)p.batch * (size_t)p.m * (size_t)p.n, floats, 2);
}

/* Columns of the output whose sums are kept at a time, so that rows of B are read through; few where they are far
 * apart. */
enum { NEXT_TO = 64, APART = 4 };

/* sums[j] = the product of a row of A and column j of B. */
static void sum_columns(const float *x, size_t step_a, const float *y, size_t step_b, size_t column_b, size_t k,
                        double *sums, size_t width) {
  for (size_t j = 0; j < width; j++) sums[j] = 0;
  for (size_t l = 0; l < k; l++, x += step_a, y += step_b) {
    const double value = *x;
    if (width == NEXT_TO)
      for (size_t j = 0; j < NEXT_TO; j++) sums[j] += value * y[j];
    else
      for (size_t j = 0; j < width; j++) sums[j] += value * y[j * column_b];
  }
}

static void multiply(struct product p, const float *const *inputs, float *output) {
  const size_t m = (size_t)p.m, n = (size_t)p.n, k = (size_t)p.k;
  const size_t row_a = p.trans_a ? 1 : k, step_a = p.trans_a ? m : 1;
  const size_t column_b = p.trans_b ? k : 1, step_b = p.trans_b ? 1 : n, most = p.trans_b ? APART : NEXT_TO;
  double sums[NEXT_TO];
  for (size_t b = 0; b < (size_t)p.batch; b++)
    for (size_t start = 0; start < n; start += most)
      for (size_t i = 0; i < m; i++) {
        const size_t width = n - start < most ? n - start : most;
        const float *x = inputs[0] + b * m * k + i * row_a, *y = inputs[1] + b * k * n + start * column_b;
        sum_columns(x, step_a, y, step_b, column_b, k, sums, width);
        for (size_t j = 0; j < width; j++) {
          const size_t at = (b * m + i) * n + start + j;
          output[at] = tunelib_finish(sums[j], p.epilogue, inputs + 2, start + j, at);
        }
      }
}

#define OPERATOR(name)                                                                                      \
  int tunelib_floats_##name(const void *shape, size_t *floats) { return floats_of(of_##name(shape), floats); } \
  void tunelib_plain_##name(const void *shape, const float *const *inputs, float *output, void *workspace) {   \
    (void)workspace;                                                                                        \
    multiply(of_##name(shape), inputs, output);                                                             \
  }

OPERATOR(matmul)
OPERATOR(batch_matmul)
OPERATOR(dense)
