/* Inputs of the self-test and the benchmark. */
#ifndef TUNELIB_RANDOM_H
#define TUNELIB_RANDOM_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tunelib.h"

/* Memory at `offset` bytes behind a multiple of 64. */
static inline void *memory(size_t bytes, size_t offset) {
  char *start = (char *)aligned_alloc(64, (bytes + offset + 127) / 64 * 64);
  if (start == NULL) {
    fprintf(stderr, "there is no memory for %zu bytes\n", bytes);
    exit(1);
  }
  return start + offset;
}

/* Fills with values from -1 to 1 (xorshift; Marsaglia 2003). */
static inline void fill(float *values, size_t count, uint64_t *state) {
  for (size_t i = 0; i < count; i++) {
    *state ^= *state << 13, *state ^= *state >> 7, *state ^= *state << 17;
    values[i] = (float)(*state >> 40) / (float)(1 << 23) - 1.0f;
  }
}

/* What a kernel is called with. */
struct call {
  const tunelib_kernel *kernel;
  /* As the operator has them. */
  float *plain[TUNELIB_ARGUMENTS];
  const float *inputs[TUNELIB_ARGUMENTS];
  float *output;
  void *workspace;
};

/* Random inputs, packed where the kernel wants it, and an output that holds no numbers. */
static inline struct call prepare(const tunelib_kernel *kernel, size_t offset, uint64_t *state) {
  struct call call;
  memset(&call, 0, sizeof call);
  call.kernel = kernel;
  for (int i = 0; i <= kernel->inputs; i++) {
    const size_t floats = kernel->arguments[i].floats, packed = tunelib_packed_bytes(kernel, i);
    float *values = (float *)memory(floats * sizeof(float), offset);
    float *taken = packed > 0 ? (float *)memory(packed, offset) : values;
    call.plain[i] = values;
    if (i < kernel->inputs) {
      fill(values, floats, state);
      tunelib_pack(kernel, i, values, taken);
      call.inputs[i] = taken;
    } else {
      for (size_t j = 0; j < (packed > 0 ? packed / sizeof(float) : floats); j++) taken[j] = __builtin_nanf("");
      call.output = taken;
    }
  }
  call.workspace = memory(kernel->workspace_bytes, offset);
  return call;
}

static inline void run_call(const struct call *call) {
  call->kernel->run(call->kernel->shape, call->inputs, call->output, call->workspace);
}

static inline void release(const struct call *call, size_t offset) {
  for (int i = 0; i <= call->kernel->inputs; i++) {
    const float *taken = i < call->kernel->inputs ? call->inputs[i] : call->output;
    if (taken != call->plain[i]) free((char *)taken - offset);
    free((char *)call->plain[i] - offset);
  }
  free((char *)call->workspace - offset);
}

#endif
