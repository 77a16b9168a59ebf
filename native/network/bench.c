/*
 * Times the network and its layers: the median of calls, and of each layer within them.
 *
 *   bench [CALLS]    default: as many as take two seconds, eleven at least
 */
#include <string.h>
#include <time.h>

#include "arrays.h"

enum { MOST = 10000 };

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int ascending(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(double *values, int count) {
  qsort(values, (size_t)count, sizeof *values, ascending);
  return values[count / 2];
}

static double seconds_of_call(const struct arrays *arrays) {
  const double start = now();
  call(arrays);
  return now() - start;
}

int main(int count, char **given) {
  struct arrays arrays = allocate(0);
  for (int i = 0; i < TUNELIB_INPUTS; i++)
    for (size_t k = 0; k < tunelib_inputs[i].floats; k++) arrays.inputs[i][k] = (float)(k % 17) / 17.0f;
  call(&arrays);
  int calls = count > 1 ? atoi(given[1]) : (int)(2.0 / seconds_of_call(&arrays));
  calls = calls < 11 ? 11 : calls > MOST ? MOST : calls;
  double *seconds = (double *)malloc(sizeof *seconds * (size_t)calls * (TUNELIB_LAYERS + 1));
  if (seconds == NULL) return 1;
  for (int i = 0; i < calls; i++) {
    seconds[i] = seconds_of_call(&arrays);
    for (int layer = 0; layer < TUNELIB_LAYERS; layer++) {
      const double start = now();
      tunelib_layers[layer].run((const float *const *)arrays.inputs, arrays.outputs, arrays.workspace);
      seconds[(layer + 1) * calls + i] = now() - start;
    }
  }
  printf("%12.3f us  tunelib, %d calls\n", 1e6 * median(seconds, calls), calls);
  for (int layer = 0; layer < TUNELIB_LAYERS; layer++)
    printf("%12.3f us  %s\n", 1e6 * median(seconds + (layer + 1) * calls, calls), tunelib_layers[layer].name);
  free(seconds);
  release(&arrays);
  return 0;
}
