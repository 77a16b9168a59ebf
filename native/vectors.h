/*
 * Vectors of what the machine's roofs are measured with. LANES, the float32 lanes of one, may be given; by default they
 * are the widest that the compiler may use.
 */
#ifndef TUNE_VECTORS_H
#define TUNE_VECTORS_H

#include "keep.h"

#ifndef LANES
#if defined __AVX512F__
#define LANES 16
#elif defined __AVX__
#define LANES 8
#else
#define LANES 4
#endif
#endif

typedef float vector __attribute__((vector_size(LANES * 4)));

#endif
