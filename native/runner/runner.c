/*
 * Loads, checks and times kernels, each in a forked child, so that no kernel can harm the next one.
 *
 *   open  SEED  TIMEOUT_MS  REFERENCE  WORKSPACE_BYTES  FLUSH_BYTES  MAGNITUDE  WHICH  ARGUMENT...
 *          draws the inputs, with MAGNITUDE: what errors are relative to at least, 0 for their root mean square alone;
 *          with ARGUMENT = "TYPE ELEMENTS", "float16 4096", for inputs also "TYPE ELEMENTS LOW HIGH", between which
 *          they are drawn; the last one is the output;
 *          WHICH = "again": the task that is open, on new inputs, or "new"
 *   trial  OBJECT  TIMEOUT_MS  TOLERANCE  BEST_S  BUDGET_S  MIN_REPEATS  MAX_REPEATS  JUDGE_S  MEMORY
 *          WORKSPACE_BYTES  PACKED...
 *          with JUDGE_S: seconds that the reference may take once more, for calls that were timed;
 *          PACKED = "BYTES" or, where elements stay what and in which order they are, "BYTES ELEMENT_BYTES"
 *
 *   {"outcome":"done"|"wrong"|"unloadable"|"signal"|"exit"|"timeout"|"failed","stage":"running",...}
 *
 * Inputs are read-only for the kernel but for calls that are timed, everything it may write is poisoned with NaN first,
 * what is right is not in its memory, and of the rest of the system the sandbox shows it nothing.
 */
#define _GNU_SOURCE
#include "candidate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>

static struct task task;
static struct result *result;

/* Whether the fault was in the buffer or near it; reports where, if so. */
static bool report_place(const struct buffer *buffer, int number) {
  uintptr_t map = (uintptr_t)buffer->map, data = (uintptr_t)buffer->data;
  if (map == 0 || result->fault < map || result->fault >= map + buffer->map_bytes) return false;
  answer_number("buffer", number);
  answer_number("offset", (double)(intptr_t)(result->fault - data));
  return true;
}

/* Reports what the sandbox refused; in which buffer, or how far outside of which, a fault was, if it was near one. */
static void report_fault(void) {
  if (result->forbidden != NULL) answer_string("call", result->forbidden);
  if (!result->faulted) return;
  answer_number("address", (double)result->fault);
  const int output = task.arg_count - 1;
  if (report_place(&task.workspace, WORKSPACE) || report_place(&task.output, output)) return;
  for (int i = 0; i <= output; i++)
    if ((i < output && (report_place(&task.inputs[i], i) || report_place(&task.other.inputs[i], i) ||
                        report_place(&task.own[i], i))) ||
        report_place(&task.packed[i], PACKED + i))
      return;
}

/*
 * Whether a trial gets an input in a buffer of its own, in which it changes: not what is packed in a way that nobody
 * here knows, unless everything is.
 */
static bool is_own(const struct trial *trial, int i) {
  bool any = false;
  for (int j = 0; j + 1 < task.arg_count; j++) any |= trial->packed_bytes[j] == 0 || trial->packed_element[j] > 0;
  return !any || trial->packed_bytes[i] == 0 || trial->packed_element[i] > 0;
}

static bool create_trial_buffers(const struct trial *trial, size_t workspace) {
  if (!buffer_create(&task.output, argument_bytes(&task, task.arg_count - 1), false)) return false;
  if (!buffer_create(&task.workspace, workspace, false)) return false;
  for (int i = 0; i < task.arg_count; i++)
    if (trial->packed_bytes[i] > 0 && !buffer_create(&task.packed[i], trial->packed_bytes[i], false)) return false;
  for (int i = 0; i + 1 < task.arg_count; i++)
    if (is_own(trial, i) && !buffer_create(&task.own[i], argument_bytes(&task, i), false)) return false;
  return buffer_create(&task.shown, argument_bytes(&task, task.arg_count - 1), true);
}

static void free_trial_buffers(void) {
  buffer_free(&task.output);
  buffer_free(&task.workspace);
  buffer_free(&task.shown);
  for (int i = 0; i < MAX_ARGS; i++) buffer_free(&task.packed[i]), buffer_free(&task.own[i]);
}

static void open_here(int count, char **fields) {
  if (!task_open(&task, count, fields, result)) return;
  if (!buffer_create(&task.flush, task.flush_bytes, false)) {
    task_close(&task);
    return answer_message("failed", "there is not enough memory for sweeping the caches", result);
  }
  buffer_poison(&task.flush, 0);
  answer_opened(result);
}

static void trial_child(void *trial, int parent) { trial_run(&task, trial, result, parent); }

/* Seconds in which the reference judges one call, the memory for it among it. */
static double judging_seconds(void) {
  double bytes = (double)task.want.bytes;
  for (int i = 0; i < task.arg_count; i++) bytes += (double)argument_bytes(&task, i);
  return task.opening.seconds + 2e-3 + bytes / 1e9;
}

/* The fields behind those that all kinds of trials have. */
static struct trial read_call(char **fields) {
  enum { FIRST = 12 };
  struct trial trial = read_trial(fields);
  trial.judgements = (int)fmin(trial.judging / judging_seconds(), MAX_JUDGEMENTS);
  trial.memory = strtoull(fields[10], NULL, 10);
  for (int i = 0; i < task.arg_count; i++) {
    char *rest;
    trial.packed_bytes[i] = strtoull(fields[FIRST + i], &rest, 10);
    trial.packed_element[i] = strtoull(rest, NULL, 10);
  }
  return trial;
}

static void answer_ended(struct ending ending) {
  if (ending.how == EXITED && result->outcome != NONE) return answer_trial(result);
  answer_ending(ending, result);
  if (ending.how == SIGNALLED) report_fault();
  if (ending.how != NOT_STARTED) answer_end();
}

/*
 * Exchanges the draws by chance, and returns whether it did: a kernel cannot go by the order that an earlier process
 * met. The first process after a draw begins on that one, so that each draw is used.
 */
static bool permute_draws(void) {
  unsigned char random = 0;
  const bool first = task.unused;
  task.unused = false;
  if (first || !task.other.there || getrandom(&random, sizeof random, GRND_NONBLOCK) <= 0) return false;
  if (random % 2 != 0) task_exchange(&task);
  return random % 2 != 0;
}

static void run_trial(int count, char **fields) {
  result_reset(result);
  if (!task.open || count != 12 + task.arg_count)
    return answer_message("failed", "the trial does not fit the open task", result);
  struct trial trial = read_call(fields);
  const bool permuted = permute_draws();
  if (create_trial_buffers(&trial, strtoull(fields[11], NULL, 10))) {
    judge_begin(&task, &trial, result);
    struct ending ending = run_asking_child(trial_child, &trial, trial.timeout, judge_answer);
    judge_end();
    answer_ended(ending);
  } else {
    answer_message("failed", "there is not enough memory for the buffers of the trial", result);
  }
  free_trial_buffers();
  if (permuted) task_exchange(&task);
}

int runner_main(void) {
  result = serve_setup();
  return serve(open_here, run_trial);
}
