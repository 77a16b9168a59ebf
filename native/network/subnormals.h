/*
 * While a network runs, numbers below the least normal one are 0: some CPUs take a hundred times as long for them.
 * Threads that OpenMP starts within a call inherit this; those that it has keep what they had.
 */
#ifndef TUNELIB_SUBNORMALS_H
#define TUNELIB_SUBNORMALS_H

#ifdef __SSE__
#include <xmmintrin.h>

/* Returns what `restore_mode` takes. */
static inline unsigned flush_subnormals(void) {
  const unsigned mode = _mm_getcsr(), of_results = 0x8000, of_operands = 0x40;
  _mm_setcsr(mode | of_results | of_operands);
  return mode;
}

static inline void restore_mode(unsigned mode) { _mm_setcsr(mode); }
#else
static inline unsigned flush_subnormals(void) { return 0; }

static inline void restore_mode(unsigned mode) { (void)mode; }
#endif

#endif
