/* What the plain code of all operators shares. Sums are kept in double precision, which those of bytes fit in. */
#ifndef TUNELIB_PLAIN_H
#define TUNELIB_PLAIN_H

#include "numbers.h"
#include "tunelib.h"

/* An epilogue of operators on elements of a type. */
struct tunelib_tail {
  int dtype, epilogue;
  unsigned zero_points;
};

/* Adds the inputs of an epilogue behind `inputs` others; returns how many there are, or -1 if it is none. */
int tunelib_epilogue_elements(struct tunelib_tail tail, size_t channels, size_t output, size_t *elements, int inputs);

/* What the element at `at` of the output, of the channel, comes to by the epilogue, whose inputs are given. */
double tunelib_finish(double sum, struct tunelib_tail tail, const void *const *inputs, size_t channel, size_t at);

/* Whether operators compute in a type. */
int tunelib_is_computed(int dtype);

/* Whether all of these are 0 or 1. */
int tunelib_flags(const int *flags, int count);

/* What elements(), flops() and run() of each operator are, by which tables name them. */
int tunelib_elements_conv2d(const void *shape, size_t *elements);
int tunelib_elements_conv2d_transpose(const void *shape, size_t *elements);
int tunelib_elements_matmul(const void *shape, size_t *elements);
int tunelib_elements_batch_matmul(const void *shape, size_t *elements);
int tunelib_elements_dense(const void *shape, size_t *elements);
double tunelib_flops_conv2d(const void *shape);
double tunelib_flops_conv2d_transpose(const void *shape);
double tunelib_flops_matmul(const void *shape);
double tunelib_flops_batch_matmul(const void *shape);
double tunelib_flops_dense(const void *shape);
tunelib_run tunelib_plain_conv2d, tunelib_plain_conv2d_transpose, tunelib_plain_matmul, tunelib_plain_batch_matmul,
    tunelib_plain_dense;

#endif
