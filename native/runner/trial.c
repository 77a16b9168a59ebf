#define _GNU_SOURCE
#include "candidate.h"

#include <omp.h>

/* Calls that nothing changes between. */
static double call(const struct candidate *candidate) {
  static struct changes none = {.active = -1};
  return child_time_calls(candidate->kernel, candidate->args, candidate->task->workspace.data, 1, &none);
}

static bool compare(void *context) {
  const struct candidate *candidate = context;
  candidate_poison(candidate);
  call(candidate);
  return candidate_judge(candidate);
}

/* On the other draw, where there is one, and where that was drawn. */
static void exchange(void *context) {
  struct candidate *candidate = context;
  candidate_take(candidate, candidate->task->other.there ? 1 : 0, false);
}

/* Whether what the candidate computes is right before and after it is timed; notes what it is that is not. */
static enum outcome run(struct candidate *candidate) {
  struct result *result = candidate->result;
  const struct trial *trial = candidate->trial;
  const struct subject subject = {compare, exchange, candidate};
  struct quiet quiet;
  /* OpenMP places several threads; a single one is to stay where it is quiet. */
  quiet_setup(&quiet, result->fastest_pace, omp_get_max_threads());
  quiet_begin(&quiet);
  result->stage = RUNNING;
  double first = call(candidate);
  bool doubtful = (quiet_end(&quiet) & DISTURBING) != 0;
  result->stage = CHECKING;
  if (!candidate_judge(candidate) || !compare_before(trial, &subject, first, result)) return WRONG;

  result->stage = TIMING;
  double start = now();
  const enum outcome outcome = timed_calls(candidate, first, doubtful, &quiet);
  if (outcome != DONE) return outcome;
  time_cold(candidate, &quiet);
  result->watched = true;
  result->fastest_pace = quiet.fastest;
  result->run_seconds = now() - start;
  return compare_after(trial, &subject, result) ? DONE : WRONG;
}

void trial_run(struct task *task, const struct trial *trial, struct result *result, int parent) {
  child_catch_faults(result);
  struct candidate candidate = {.task = task, .trial = trial, .result = result, .parent = parent};
  limit_memory(trial->memory);
  sandbox_enter(trial->path);
  candidate.object = child_load(trial->path, result);
  candidate.kernel = (kernel_function *)child_symbol(candidate.object, "kernel", result);
  sandbox_lock(omp_get_max_threads() > 1);
  const int output = task->arg_count - 1;
  candidate.args[output] = takes_packed(task, output) ? task->packed[output].data : task->output.data;
  candidate_take(&candidate, 0, true);
  candidate_poison(&candidate);
  child_end(result, run(&candidate));
}
