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

static void multiply(struct product p, const float *const *inputs, float *output) {
  const size_t m = (size_t)p.m, n = (size_t)p.n, k = (size_t)p.k;
  const size_t row_a = p.trans_a ? 1 : k, step_a = p.trans_a ? m : 1;
  const size_t column_b = p.trans_b ? k : 1, step_b = p.trans_b ? 1 : n;
  for (size_t b = 0; b < (size_t)p.batch; b++)
    for (size_t i = 0; i < m; i++)
      for (size_t j = 0; j < n; j++) {
        const float *x = inputs[0] + b * m * k + i * row_a, *y = inputs[1] + b * k * n + j * column_b;
        double sum = 0;
        for (size_t l = 0; l < k; l++) sum += (double)x[l * step_a] * y[l * step_b];
        const size_t at = (b * m + i) * n + j;
        output[at] = tunelib_finish(sum, p.epilogue, inputs + 2, j, at);
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
