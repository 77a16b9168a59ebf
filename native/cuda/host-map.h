/* What the harness for a CPU has in place of a CUtensorMap, for C and C++. */
#ifndef TUNE_CUDA_HOST_MAP_H
#define TUNE_CUDA_HOST_MAP_H

#include <stdint.h>

enum { MAP_RANK = 3 };

/* Dimensions from the innermost to the outermost; strides in bytes, that of the innermost is left out. */
struct tensor_map {
  const char *address;
  uint64_t shape[MAP_RANK], strides[MAP_RANK - 1];
  uint32_t box[MAP_RANK];
  int32_t rank, element_bytes, swizzle;
};

#endif
