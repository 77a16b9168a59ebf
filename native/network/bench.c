/*
 * Times the network and its layers: the median of calls, and of each layer within them.
 *
 *   bench [CALLS]    default: as many as take two seconds, eleven at least
 */
#include <string.h>

#include "arrays.h"
#include "timing.h"

enum { MOST = 10000 };

/* Floats differ, all others are 0: that is an index of whatever is looked up. */
static void fill(const tunelib_port *port, void *array) {
  memset(array, 0, port->elements * port->bytes);
  if (strcmp(port->type, "float32") != 0) return;
  for (size_t i = 0; i < port->elements; i++) ((float *)array)[i] = (float)(i % 17) / 17.0f;
}

int main(int count, char **given) {
  struct arrays arrays = allocate(0);
  for (int i = 0; i < TUNELIB_INPUTS; i++) fill(&tunelib_inputs[i], arrays.inputs[i]);
  call(&arrays);
  int calls = count > 1 ? atoi(given[1]) : (int)(2.0 / seconds_of_call(&arrays));
  calls = calls < 11 ? 11 : calls > MOST ? MOST : calls;
  double *seconds = (double *)malloc(sizeof *seconds * (size_t)calls * (TUNELIB_LAYERS + 1));
  if (seconds == NULL) return 1;
  for (int i = 0; i < calls; i++) {
    seconds[i] = seconds_of_call(&arrays);
    time_layers(&arrays, seconds + calls + i, calls);
  }
  printf("%12.3f us  tunelib, %d calls\n", 1e6 * median(seconds, calls), calls);
  for (int layer = 0; layer < TUNELIB_LAYERS; layer++)
    printf("%12.3f us  %s\n", 1e6 * median(seconds + (layer + 1) * calls, calls), tunelib_layers[layer].name);
  free(seconds);
  release(&arrays);
  return 0;
}
