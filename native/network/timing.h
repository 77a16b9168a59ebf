/* Times of the network and its layers, for the programs beside the library; needs POSIX's clock. */
#ifndef TUNELIB_TIMING_H
#define TUNELIB_TIMING_H

#include <time.h>

#include "arrays.h"
#include "subnormals.h"

static inline double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static inline int ascending(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static inline double median(double *values, int count) {
  qsort(values, (size_t)count, sizeof *values, ascending);
  return values[count / 2];
}

static inline double seconds_of_call(const struct arrays *arrays) {
  const double start = now();
  call(arrays);
  return now() - start;
}

/* Seconds of each layer, one after the other, into every `stride`-th place. */
static inline void time_layers(const struct arrays *arrays, double *seconds, int stride) {
  const unsigned mode = flush_subnormals();
  for (int layer = 0; layer < arrays->of->layer_count; layer++) {
    const double start = now();
    arrays->of->layers[layer].run((const void *const *)arrays->inputs, (void *const *)arrays->outputs,
                                  arrays->workspace);
    seconds[layer * stride] = now() - start;
  }
  restore_mode(mode);
}

#endif
