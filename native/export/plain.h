/* What the plain code of all operators shares. Sums are kept in double precision. */
#ifndef TUNELIB_PLAIN_H
#define TUNELIB_PLAIN_H

#include "tunelib.h"

/* Adds the inputs of an epilogue behind `inputs` others; returns how many there are, or -1 if it is none. */
int tunelib_epilogue_floats(int epilogue, size_t channels, size_t output, size_t *floats, int inputs);

/* The element at `at` of the output, of the channel, after the epilogue, whose inputs are given. */
float tunelib_finish(double sum, int epilogue, const float *const *inputs, size_t channel, size_t at);

/* Whether all of these are 0 or 1. */
int tunelib_flags(const int *flags, int count);

/* What floats() and run() of each operator are, by which tables name them. */
int tunelib_floats_conv2d(const void *shape, size_t *floats);
int tunelib_floats_conv2d_transpose(const void *shape, size_t *floats);
int tunelib_floats_matmul(const void *shape, size_t *floats);
int tunelib_floats_batch_matmul(const void *shape, size_t *floats);
int tunelib_floats_dense(const void *shape, size_t *floats);
tunelib_run tunelib_plain_conv2d, tunelib_plain_conv2d_transpose, tunelib_plain_matmul, tunelib_plain_batch_matmul,
    tunelib_plain_dense;

#endif
