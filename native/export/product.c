/* matmul, batch_matmul and dense in plain code, whatever the shape. */
#include "plain.h"

/* What all three are cases of. */
struct product {
  int batch, m, n, k, trans_a, trans_b, constant;
  struct tunelib_tail tail;
};

static struct product of_matmul(const void *shape) {
  const tunelib_matmul_shape *s = (const tunelib_matmul_shape *)shape;
  struct product p = {1, s->m, s->n, s->k, s->trans_a, s->trans_b, s->constant,
                      {s->dtype, s->epilogue, (unsigned)s->zero_points}};
  return p;
}

static struct product of_batch_matmul(const void *shape) {
  const tunelib_batch_matmul_shape *s = (const tunelib_batch_matmul_shape *)shape;
  struct product p = {s->batch, s->m, s->n, s->k, s->trans_a, s->trans_b, s->constant,
                      {s->dtype, s->epilogue, (unsigned)s->zero_points}};
  return p;
}

static struct product of_dense(const void *shape) {
  const tunelib_dense_shape *s = (const tunelib_dense_shape *)shape;
  struct product p = {1, s->m, s->n, s->k, 0, 1, s->constant,
                      {s->dtype, s->epilogue, (unsigned)s->zero_points}};
  return p;
}

static int elements_of(struct product p, size_t *elements) {
  const int flags[] = {p.trans_a, p.trans_b, p.constant};
  if (!tunelib_is_computed(p.tail.dtype)) return -1;
  if (p.batch < 1 || p.m < 1 || p.n < 1 || p.k < 1 || !tunelib_flags(flags, 3)) return -1;
  elements[0] = (size_t)p.batch * (size_t)p.m * (size_t)p.k;
  elements[1] = (size_t)p.batch * (size_t)p.k * (size_t)p.n;
  return tunelib_epilogue_elements(p.tail, (size_t)p.n, (size_t)p.batch * (size_t)p.m * (size_t)p.n, elements, 2);
}

/* Columns of the output whose sums are kept at a time, so that rows of B are read through; few where they are far
 * apart. */
enum { NEXT_TO = 64, APART = 4 };

/* An operand: its elements, their type, and how far apart they are along the sum. */
struct operand {
  const void *elements;
  int type;
  size_t step;
};

/* sums[j] = the product of a row of A, from x on, and of the column of B that is j times `column` behind y. */
static void sum_floats(const float *x, size_t step_a, const float *y, size_t step_b, size_t column, size_t k,
                       double *sums, size_t width) {
  for (size_t j = 0; j < width; j++) sums[j] = 0;
  for (size_t l = 0; l < k; l++, x += step_a, y += step_b) {
    const double value = *x;
    if (width == NEXT_TO)
      for (size_t j = 0; j < NEXT_TO; j++) sums[j] += value * y[j];
    else
      for (size_t j = 0; j < width; j++) sums[j] += value * y[j * column];
  }
}

/* The same of operands of any type. */
static void sum_columns(struct operand a, size_t x, struct operand b, size_t y, size_t column, size_t k, double *sums,
                        size_t width) {
  double value, row[NEXT_TO];
  if (a.type == TUNELIB_FLOAT32 && b.type == TUNELIB_FLOAT32) {
    const float *rows = (const float *)a.elements + x, *columns = (const float *)b.elements + y;
    sum_floats(rows, a.step, columns, b.step, column, k, sums, width);
    return;
  }
  for (size_t j = 0; j < width; j++) sums[j] = 0;
  for (size_t l = 0; l < k; l++, x += a.step, y += b.step) {
    tunelib_numbers(a.type, a.elements, x, 1, 1, &value);
    tunelib_numbers(b.type, b.elements, y, column, width, row);
    for (size_t j = 0; j < width; j++) sums[j] += value * row[j];
  }
}

static double flops_of(struct product p) { return 2.0 * p.batch * p.m * p.n * p.k; }

static void multiply(struct product p, const void *const *inputs, void *output) {
  const size_t m = (size_t)p.m, n = (size_t)p.n, k = (size_t)p.k;
  const size_t row_a = p.trans_a ? 1 : k, column_b = p.trans_b ? k : 1, most = p.trans_b ? APART : NEXT_TO;
  const struct operand a = {inputs[0], p.tail.dtype, p.trans_a ? m : 1};
  const struct operand b = {inputs[1], tunelib_argument_type(p.tail.dtype, 0, 1), p.trans_b ? 1 : n};
  const int result = tunelib_argument_type(p.tail.dtype, p.tail.epilogue, TUNELIB_ARGUMENTS);
  double sums[NEXT_TO];
  for (size_t batch = 0; batch < (size_t)p.batch; batch++)
    for (size_t start = 0; start < n; start += most)
      for (size_t i = 0; i < m; i++) {
        const size_t width = n - start < most ? n - start : most;
        sum_columns(a, batch * m * k + i * row_a, b, batch * k * n + start * column_b, column_b, k, sums, width);
        for (size_t j = 0; j < width; j++) {
          const size_t at = (batch * m + i) * n + start + j;
          tunelib_put(result, output, at, tunelib_finish(sums[j], p.tail, inputs + 2, start + j, at));
        }
      }
}

#define OPERATOR(name)                                                                                   \
  int tunelib_elements_##name(const void *shape, size_t *elements) {                                     \
    return elements_of(of_##name(shape), elements);                                                      \
  }                                                                                                      \
  double tunelib_flops_##name(const void *shape) { return flops_of(of_##name(shape)); }                   \
  void tunelib_plain_##name(const void *shape, const void *inputs, void *output, void *workspace) {      \
    (void)workspace;                                                                                     \
    multiply(of_##name(shape), (const void *const *)inputs, output);                                     \
  }

OPERATOR(matmul)
OPERATOR(batch_matmul)
OPERATOR(dense)
