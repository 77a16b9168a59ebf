/*
 * Times every kernel that this CPU can run, in turns, beside the time that its log has, and what it costs to find one.
 *
 *   bench [ROUNDS]    turns of each; default: 15
 */
#include <string.h>
#include <time.h>

#include "random.h"

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int ascending(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Seconds a call, of calls that take two milliseconds together. */
static double turn(const struct call *call) {
  run_call(call);
  long calls = 0;
  const double start = now();
  double end = start;
  for (; end - start < 2e-3; end = now(), calls++) run_call(call);
  return (end - start) / (double)calls;
}

static const tunelib_kernel *find(const tunelib_kernel *kernel) {
  const char *const operation = kernel->operation;
  if (kernel->shape == NULL) return tunelib_workload(operation, kernel->workload, 0);
  return tunelib_find(operation, kernel->shape);
}

/* Nanoseconds to find the kernel of a shape, the least of many turns: what else runs can only add to them. */
static double time_lookup(const tunelib_kernel *kernel) {
  const int turns = 100, calls = 2000;
  const tunelib_kernel *volatile found = NULL;
  double least = 1e9;
  for (int t = 0; t < turns; t++) {
    const double start = now();
    for (int i = 0; i < calls; i++) found = find(kernel);
    const double each = 1e9 * (now() - start) / calls;
    if (each < least) least = each;
  }
  (void)found;
  return least;
}

static void time_lookups(const struct call *calls, int count) {
  double slowest = 0, total = 0;
  for (int i = 0; i < count; i++) {
    const double each = time_lookup(calls[i].kernel);
    if (each > slowest) slowest = each;
    total += each;
  }
  printf("finding a kernel: %.1f ns, of the slowest shape %.1f ns\n", total / count, slowest);
}

int main(int argc, char **argv) {
  const int rounds = argc > 1 && atoi(argv[1]) > 0 ? atoi(argv[1]) : 15;
  struct call *calls = (struct call *)memory((size_t)tunelib_count() * sizeof *calls, 0);
  double *times = (double *)memory((size_t)tunelib_count() * (size_t)rounds * sizeof *times, 0);
  uint64_t state = 88172645463325252u;
  int count = 0;
  for (int i = 0; i < tunelib_count(); i++)
    if (tunelib_can_run(i)) calls[count++] = prepare(tunelib_at(i), 0, &state);
  for (int round = 0; round < rounds; round++)
    for (int i = 0; i < count; i++) times[i * rounds + round] = turn(&calls[i]);
  for (int i = 0; i < count; i++) {
    const tunelib_kernel *kernel = calls[i].kernel;
    double *own = times + i * rounds;
    qsort(own, (size_t)rounds, sizeof *own, ascending);
    printf("%-48s %10.1f us (%.1f to %.1f)", kernel->name, 1e6 * own[rounds / 2], 1e6 * own[0], 1e6 * own[rounds - 1]);
    if (kernel->seconds > 0)
      printf(", logged %.1f us, ratio %.3f", 1e6 * kernel->seconds, own[rounds / 2] / kernel->seconds);
    printf("\n");
    fflush(stdout);
  }
  if (count > 0) time_lookups(calls, count);
  for (int i = 0; i < count; i++) release(&calls[i], 0);
  free(calls);
  free(times);
  return 0;
}
