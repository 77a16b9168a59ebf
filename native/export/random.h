/* Inputs of the self-test and the benchmark. */
#ifndef TUNELIB_RANDOM_H
#define TUNELIB_RANDOM_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "numbers.h"
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

/* Fills with numbers between those of an argument, of whole ones both included (xorshift; Marsaglia 2003). */
static inline void fill(const tunelib_argument *argument, void *values, uint64_t *state) {
  const double low = argument->low, range = argument->high - low;
  const int is_whole = tunelib_type_at(argument->type)->is_whole;
  for (size_t i = 0; i < argument->elements; i++) {
    *state ^= *state << 13, *state ^= *state >> 7, *state ^= *state << 17;
    const double share = (double)(*state >> 40) / (1 << 24);
    tunelib_put(argument->type, values, i, low + (is_whole ? (double)(int64_t)(share * (range + 1)) : share * range));
  }
}

/* What a kernel is called with. */
struct call {
  const tunelib_kernel *kernel;
  /* As the operator has them. */
  void *plain[TUNELIB_ARGUMENTS];
  const void *inputs[TUNELIB_ARGUMENTS];
  void *output;
  void *workspace;
};

/* Bytes of an argument as the operator has it. */
static inline size_t bytes_of(const tunelib_argument *argument) {
  return argument->elements * tunelib_type_at(argument->type)->bytes;
}

/* Bytes behind a multiple of 64 at which an argument lies: one element at odd addresses. */
static inline size_t offset_of(const tunelib_argument *argument, int odd) {
  return odd ? tunelib_type_at(argument->type)->bytes : 0;
}

/* The same of what is packed, and of the workspace, whose elements may be floats. */
static inline size_t packed_offset(int odd) { return odd ? sizeof(float) : 0; }

/* Random inputs, packed where the kernel wants it, and an output that holds no numbers. */
static inline struct call prepare(const tunelib_kernel *kernel, int odd, uint64_t *state) {
  struct call call;
  memset(&call, 0, sizeof call);
  call.kernel = kernel;
  for (int i = 0; i <= kernel->inputs; i++) {
    const tunelib_argument *argument = &kernel->arguments[i];
    const size_t bytes = bytes_of(argument), offset = offset_of(argument, odd), packed = argument->packed_bytes;
    void *values = memory(bytes, offset), *taken = packed > 0 ? memory(packed, packed_offset(odd)) : values;
    call.plain[i] = values;
    if (i < kernel->inputs) {
      fill(argument, values, state);
      tunelib_pack(kernel, i, values, taken);
      call.inputs[i] = taken;
    } else {
      memset(taken, 255, packed > 0 ? packed : bytes);
      call.output = taken;
    }
  }
  call.workspace = memory(kernel->workspace_bytes, packed_offset(odd));
  return call;
}

static inline void run_call(const struct call *call) {
  call->kernel->run(call->kernel->shape, call->inputs, call->output, call->workspace);
}

static inline void release(const struct call *call, int odd) {
  for (int i = 0; i <= call->kernel->inputs; i++) {
    const void *taken = i < call->kernel->inputs ? call->inputs[i] : call->output;
    const size_t offset = offset_of(&call->kernel->arguments[i], odd);
    if (taken != call->plain[i]) free((char *)taken - packed_offset(odd));
    free((char *)call->plain[i] - offset);
  }
  free((char *)call->workspace - packed_offset(odd));
}

#endif
