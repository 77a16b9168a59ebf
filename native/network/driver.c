/*
 * Times the network when it is asked to, so that others can take turns with it: driver INPUTS OUTPUTS [SHAPE]
 *
 * INPUTS and OUTPUTS are files of elements, the arrays of the ports one behind the other. One line each way:
 *
 *   driver -> "ready error=0 <what is running>", once a first call's outputs are in their file
 *   stdin  -> "go <reps>"
 *   driver -> "<seconds per call>", after untimed calls for a while and reps timed ones
 *   stdin  -> "layers <reps>"
 *   driver -> the seconds of each layer, medians of so many passes, with spaces between them
 *   stdin  -> "process"
 *   driver -> "<seconds until the weights were in memory> <seconds of the first call> <bytes of the process before it>
 *             <the most that it had up to now>"; bytes are 0 where there is no /proc/self/status
 *
 * End of input ends it.
 */
#include <string.h>

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
  const int layers = arrays->of->layer_count;
  double *seconds = (double *)malloc(sizeof *seconds * (size_t)reps * (size_t)(layers + 1));
  if (seconds == NULL) return 0;
  call(arrays);
  for (int i = 0; i < reps; i++) time_layers(arrays, seconds + i, reps);
  for (int layer = 0; layer < layers; layer++)
    printf("%s%.9e", layer == 0 ? "" : " ", median(seconds + (size_t)layer * (size_t)reps, reps));
  printf("\n");
  free(seconds);
  return 1;
}

/* A number of /proc/self/status, in bytes. */
static unsigned long long process_bytes(const char *key) {
  char line[256];
  unsigned long long kilobytes = 0;
  FILE *file = fopen("/proc/self/status", "r");
  while (file != NULL && fgets(line, sizeof line, file))
    if (strncmp(line, key, strlen(key)) == 0) kilobytes = strtoull(line + strlen(key), NULL, 10);
  if (file != NULL) fclose(file);
  return 1024 * kilobytes;
}

int main(int count, char **given) {
  if (count != 3 && count != 4) {
    fprintf(stderr, "usage: driver INPUTS OUTPUTS [SHAPE]\n");
    return 2;
  }
  const unsigned long long before = process_bytes("VmRSS:");
  const struct arrays arrays = allocate(shape_named(count == 4 ? given[3] : NULL), 0);
  read_inputs(given[1], &arrays);
  const double begin = now();
  tunelib_prepare(NULL);
  const double prepared = now();
  call(&arrays);
  const double called = now();
  if (!write_outputs(given[2], &arrays)) {
    printf("error %s cannot be written\n", given[2]);
    return 1;
  }
  printf("ready error=0 tunelib, %d layers\n", arrays.of->layer_count);
  fflush(stdout);
  char line[64];
  while (fgets(line, sizeof line, stdin)) {
    int reps;
    if (sscanf(line, "go %d", &reps) == 1 && reps > 0) printf("%.9e\n", seconds_per_call(&arrays, reps));
    else if (strcmp(line, "process\n") == 0)
      printf("%.9e %.9e %llu %llu\n", prepared - begin, called - prepared, before, process_bytes("VmHWM:"));
    else if (sscanf(line, "layers %d", &reps) != 1 || reps < 1 || !answer_layers(&arrays, reps)) return 1;
    fflush(stdout);
  }
  return 0;
}
