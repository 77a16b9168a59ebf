/*
 * Times the network and its layers: the median of calls, and of each layer within them.
 *
 *   bench [CALLS [SHAPE]]    default, or CALLS 0: as many as take two seconds, eleven at least; all shapes
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

/* Times so many calls of a shape, or 0: as many as take two seconds. Returns whether there was memory for the times. */
static int bench(int shape, int wanted) {
  struct arrays arrays = allocate(shape, 0);
  const int layers = arrays.of->layer_count;
  for (int i = 0; i < TUNELIB_INPUTS; i++) fill(&arrays.of->inputs[i], arrays.inputs[i]);
  call(&arrays);
  int calls = wanted > 0 ? wanted : (int)(2.0 / seconds_of_call(&arrays));
  calls = calls < 11 ? 11 : calls > MOST ? MOST : calls;
  double *seconds = (double *)malloc(sizeof *seconds * (size_t)calls * (size_t)(layers + 1));
  if (seconds == NULL) return 0;
  for (int i = 0; i < calls; i++) {
    seconds[i] = seconds_of_call(&arrays);
    time_layers(&arrays, seconds + calls + i, calls);
  }
  printf("%12.3f us  tunelib, %d calls", 1e6 * median(seconds, calls), calls);
  if (TUNELIB_SHAPES > 1) printf(" of shape %d", shape);
  printf("\n");
  for (int layer = 0; layer < layers; layer++)
    printf("%12.3f us  %s\n", 1e6 * median(seconds + (layer + 1) * calls, calls), arrays.of->layers[layer].name);
  free(seconds);
  release(&arrays);
  return 1;
}

int main(int count, char **given) {
  const int first = shape_named(count > 2 ? given[2] : NULL), end = count > 2 ? first + 1 : TUNELIB_SHAPES;
  for (int shape = first; shape < end; shape++)
    if (!bench(shape, count > 1 ? atoi(given[1]) : 0)) return 1;
  return 0;
}
