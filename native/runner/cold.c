/*
 * Calls as a network makes them: other layers have been at work since the last one, so that weights and code come from
 * further away than a core's own cache, and only the first input has just been written.
 */
#include "candidate.h"

#include <omp.h>
#include <string.h>
#include <sys/mman.h>

enum { CALLS = 3, MOST_CALLS = 9, LINE = 64 };

/* Seconds of a call beyond which weights matter little, and of all calls. */
static const double long_call = 0.01, patience = 0.02;

static void read_lines(const char *data, size_t bytes) {
  volatile char last = 0;
  for (size_t i = 0; i < bytes; i += LINE) last = data[i];
  (void)last;
}

/* Each thread reads a part of its own. */
static void sweep(const char *data, size_t bytes) {
#pragma omp parallel
  read_lines(data + (size_t)omp_get_thread_num() * bytes, bytes);
}

/* Where a core's own cache holds it. */
static void read_first_input(const struct candidate *candidate) {
  const struct task *task = candidate->task;
  if (task->arg_count < 2) return;
  const size_t bytes = takes_packed(task, 0) ? task->packed[0].bytes : argument_bytes(task, 0);
  if (bytes < candidate->trial->sweep / 2) read_lines(candidate->args[0], bytes);
}

static double median_of(double *values, int count) {
  sort_seconds(values, count);
  return values[count / 2];
}

/* The median of those that nothing disturbed, or else of all. */
static double time_swept(struct candidate *candidate, struct quiet *quiet, const char *data) {
  static struct changes none = {.active = -1};
  double calm[CALLS], all[MOST_CALLS], spent = 0;
  int calm_count = 0, count = 0;
  while (calm_count < CALLS && count < MOST_CALLS && (count == 0 || spent < patience)) {
    sweep(data, candidate->trial->sweep);
    read_first_input(candidate);
    quiet_begin(quiet);
    const double cost = child_time_calls(candidate->kernel, candidate->args, candidate->task->workspace.data, 1, &none);
    if (quiet_end(quiet) == 0) calm[calm_count++] = cost;
    all[count++] = cost;
    spent += cost;
  }
  return calm_count > 0 ? median_of(calm, calm_count) : median_of(all, count);
}

void time_cold(struct candidate *candidate, struct quiet *quiet) {
  struct result *result = candidate->result;
  const size_t total = candidate->trial->sweep * (size_t)omp_get_max_threads();
  if (total == 0 || typical_cost(result) > long_call) return;
  char *data = mmap(NULL, total, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (data == MAP_FAILED) return;
  memset(data, 1, total);
  result->cold = time_swept(candidate, quiet, data);
  munmap(data, total);
}
