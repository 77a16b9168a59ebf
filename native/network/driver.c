/*
 * Times the network when it is told to, so that others can take turns with it: driver INPUTS OUTPUTS
 *
 * INPUTS and OUTPUTS are files of elements, the arrays of the ports one behind the other. One line each way:
 *
 *   driver -> "ready error=0 <what is running>", once a first call's outputs are in their file
 *   stdin  -> "go <reps>"
 *   driver -> "<seconds per call>", after untimed calls for a while and reps timed ones
 *   stdin  -> "layers <reps>"
 *   driver -> the seconds of each layer, medians of so many passes, with spaces between them
 *
 * End of input ends it.
 */
#include "arrays.h"
#include "timing.h"

/* How long a turn warms up: memory comes back into the caches, threads wake, clocks rise. */
static const double warm_seconds = 0.002;

static double seconds_per_call(const struct arrays *arrays, long reps) {
  double start = now();
  do call(arrays);
  while (now() - start < warm_seconds);
  start = now();
  for (long i = 0; i < reps; i++) call(arrays);
  return (now() - start) / (double)reps;
}

/* Returns 0 where there is no memory for the times. */
static int answer_layers(const struct arrays *arrays, int reps) {
  double *seconds = (double *)malloc(sizeof *seconds * (size_t)reps * (TUNELIB_LAYERS + 1));
  if (seconds == NULL) return 0;
  call(arrays);
  for (int i = 0; i < reps; i++) time_layers(arrays, seconds + i, reps);
  for (int layer = 0; layer < TUNELIB_LAYERS; layer++)
    printf("%s%.9e", layer == 0 ? "" : " ", median(seconds + (size_t)layer * (size_t)reps, reps));
  printf("\n");
  free(seconds);
  return 1;
}

int main(int count, char **given) {
  if (count != 3) {
    fprintf(stderr, "usage: driver INPUTS OUTPUTS\n");
    return 2;
  }
  const struct arrays arrays = allocate(0);
  read_all(given[1], tunelib_inputs, TUNELIB_INPUTS, arrays.inputs);
  call(&arrays);
  if (!write_outputs(given[2], &arrays)) {
    printf("error %s cannot be written\n", given[2]);
    return 1;
  }
  printf("ready error=0 tunelib, %d layers\n", TUNELIB_LAYERS);
  fflush(stdout);
  char line[64];
  while (fgets(line, sizeof line, stdin)) {
    int reps;
    if (sscanf(line, "go %d", &reps) == 1 && reps > 0) printf("%.9e\n", seconds_per_call(&arrays, reps));
    else if (sscanf(line, "layers %d", &reps) != 1 || reps < 1 || !answer_layers(&arrays, reps)) return 1;
    fflush(stdout);
  }
  return 0;
}
