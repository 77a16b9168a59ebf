#define _GNU_SOURCE
#include "tune.h"

#include <omp.h>
#include <string.h>

static bool is_packed(const struct task *task, int i) { return task->packed[i].map != NULL; }

/* Packs the inputs that the kernel wants packed; it may only read them then. */
static void pack(const struct task *task, void *object, void **args, struct result *result) {
  void *packed[MAX_ARGS] = {0};
  bool any = false;
  for (int i = 0; i + 1 < task->arg_count; i++) {
    if (!is_packed(task, i)) continue;
    packed[i] = task->packed[i].data;
    any = true;
  }
  if (!any) return;
  pack_function *function = (pack_function *)child_symbol(object, "pack", result);
  result->stage = PACKING;
  double start = now();
  function(args, packed);
  result->pack_seconds = now() - start;
  for (int i = 0; i + 1 < task->arg_count; i++) {
    if (packed[i] == NULL) continue;
    buffer_protect(&task->packed[i], false);
    args[i] = packed[i];
  }
}

/* Where the kernel has a layout of its own for the output: turns that into the row-major one. */
static void unpack(const struct task *task, void *object, struct result *result) {
  int output = task->arg_count - 1;
  if (!is_packed(task, output)) return;
  void *packed[MAX_ARGS] = {0}, *args[MAX_ARGS] = {0};
  packed[output] = task->packed[output].data;
  args[output] = task->output.data;
  ((unpack_function *)child_symbol(object, "unpack", result))(packed, args);
}

/* Number of a buffer that was written beyond its ends, -1 for none. */
static int find_overrun(const struct task *task) {
  if (!buffer_intact(&task->output)) return task->arg_count - 1;
  for (int i = 0; i < task->arg_count; i++)
    if (is_packed(task, i) && !buffer_intact(&task->packed[i])) return PACKED + i;
  return buffer_intact(&task->workspace) ? -1 : WORKSPACE;
}

/* A sum of whole vectors of 16, for which all of it must be read. */
static float sum_of(const float *data, size_t count) {
  float sums[16] = {0};
  for (size_t i = 0; i + 16 <= count; i += 16)
    for (int j = 0; j < 16; j++) sums[j] += data[i + j];
  for (int i = 1; i < 16; i++) sums[0] += sums[i];
  return sums[0];
}

/* Fills the caches with something else; the kernel's threads share it, and stay awake. */
static void sweep_caches(const struct task *task) {
  enum { CHUNK = 1 << 16 };
  const float *data = (const float *)task->flush.data;
  const size_t chunks = task->flush.bytes / sizeof(float) / CHUNK;
  if (chunks == 0) return;
#pragma omp parallel for schedule(static)
  for (size_t i = 0; i < chunks; i++) {
    volatile float sum = sum_of(data + i * CHUNK, CHUNK);
    (void)sum;
  }
}

/* A call that is timed, and on what. */
struct call {
  const struct task *task;
  kernel_function *kernel;
  void *const *args;
  void *workspace;
  struct quiet quiet;
};

static double time_repeat(void *context, long calls, unsigned *causes) {
  struct call *call = context;
  sweep_caches(call->task);
  quiet_begin(&call->quiet);
  double cost = child_time_calls(call->kernel, call->args, call->workspace, calls);
  *causes = quiet_end(&call->quiet);
  return cost;
}

/* What a call writes. */
static void poison_results(struct task *task) {
  const int output = task->arg_count - 1;
  const uint32_t unwritten = next_poison(task);
  buffer_poison(&task->output, unwritten);
  buffer_poison(&task->workspace, STRAY);
  if (is_packed(task, output)) buffer_poison(&task->packed[output], unwritten);
}

/* What `pack` writes. */
static void poison_packed(struct task *task) {
  for (int i = 0; i + 1 < task->arg_count; i++) {
    if (!is_packed(task, i)) continue;
    buffer_protect(&task->packed[i], true);
    buffer_poison(&task->packed[i], STRAY);
  }
}

/* A candidate that is loaded, and what it is called on. */
struct candidate {
  struct task *task;
  const struct trial *trial;
  struct result *result;
  void *object;
  kernel_function *kernel;
  void *args[MAX_ARGS];
};

/* The task's inputs, packed where the candidate wants that, and all that it may write poisoned. */
static void prepare(struct candidate *candidate) {
  struct task *task = candidate->task;
  const int output = task->arg_count - 1;
  poison_results(task);
  poison_packed(task);
  for (int i = 0; i < output; i++) candidate->args[i] = task->inputs[i].data;
  candidate->args[output] = is_packed(task, output) ? task->packed[output].data : task->output.data;
  pack(task, candidate->object, candidate->args, candidate->result);
}

static bool judge_left(void *context) {
  const struct candidate *candidate = context;
  unpack(candidate->task, candidate->object, candidate->result);
  return judge(candidate->task, candidate->trial->tolerance, find_overrun(candidate->task), candidate->result);
}

static bool compare(void *context) {
  const struct candidate *candidate = context;
  const double start = now();
  poison_results(candidate->task);
  candidate->kernel(candidate->args, candidate->task->workspace.data);
  candidate->result->check_seconds += now() - start;
  return judge_left(context);
}

static void exchange(void *context) {
  struct candidate *candidate = context;
  const double start = now(), pack_seconds = candidate->result->pack_seconds;
  const enum stage stage = candidate->result->stage;
  task_exchange(candidate->task);
  prepare(candidate);
  candidate->result->stage = stage;
  candidate->result->pack_seconds = pack_seconds;
  candidate->result->check_seconds += now() - start;
}

/* Whether what the candidate computes is right before and after it is timed; notes what it is that is not. */
static bool run(struct candidate *candidate) {
  struct task *task = candidate->task;
  struct result *result = candidate->result;
  const struct trial *trial = candidate->trial;
  const struct subject subject = {compare, judge_left, exchange, candidate};
  struct call call = {task, candidate->kernel, candidate->args, task->workspace.data, {0}};
  /* OpenMP places several threads; a single one is to stay where it is quiet. */
  quiet_setup(&call.quiet, result->fastest_pace, omp_get_max_threads());
  quiet_begin(&call.quiet);
  result->stage = RUNNING;
  double first = child_time_calls(candidate->kernel, candidate->args, task->workspace.data, 1);
  bool doubtful = (quiet_end(&call.quiet) & DISTURBING) != 0;
  result->stage = CHECKING;
  result->check_seconds = first;
  if (!judge_left(candidate) || !compare_before(trial, &subject, first, result)) return false;

  result->stage = TIMING;
  double start = now();
  time_repeats(trial, &(struct watch){time_repeat, &call, task->flush.bytes > 0, doubtful, false}, first, result);
  result->watched = true;
  result->fastest_pace = call.quiet.fastest_pace;
  result->run_seconds = now() - start;
  return compare_after(trial, task, &subject, result);
}

void trial_run(struct task *task, const struct trial *trial, struct result *result) {
  child_catch_faults(result);
  struct candidate candidate = {.task = task, .trial = trial, .result = result};
  limit_memory(trial->memory);
  sandbox_enter(trial->path);
  candidate.object = child_load(trial->path, result);
  candidate.kernel = (kernel_function *)child_symbol(candidate.object, "kernel", result);
  sandbox_lock();
  prepare(&candidate);
  child_end(result, run(&candidate) ? DONE : WRONG);
}
