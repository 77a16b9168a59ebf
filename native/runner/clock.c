#include "tune.h"

#include <time.h>

double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC_RAW, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}
