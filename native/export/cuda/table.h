/* What the generated table holds. */
#ifndef TUNELIB_CUDA_TABLE_H
#define TUNELIB_CUDA_TABLE_H

#include "tunelib_cuda.h"

enum { TUNELIB_CUDA_ARGUMENTS = 64, TUNELIB_CUDA_LAUNCHES = 16, TUNELIB_CUDA_MAPS = 8 };

extern const tunelib_cuda_kernel tunelib_cuda_kernels[];
extern const int tunelib_cuda_kernel_count;

#endif
