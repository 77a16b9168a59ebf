/*
 * Loads, checks and times kernels, each in a forked child, so that no kernel can harm the next one.
 *
 *   open  SEED  TIMEOUT_MS  REFERENCE  WORKSPACE_BYTES  FLUSH_BYTES  WHICH  ARGUMENT...     draws the inputs
 *          with ARGUMENT = "TYPE ELEMENTS", "float16 4096"; the last one is the output;
 *          WHICH = "again": the task that is open, on new inputs, or "new"
 *   trial  OBJECT  TIMEOUT_MS  TOLERANCE  BEST_S  BUDGET_S  MIN_REPEATS  MAX_REPEATS  MEMORY  WORKSPACE_BYTES
 *          PACKED_BYTES...
 *
 *   {"outcome":"done"|"wrong"|"unloadable"|"signal"|"exit"|"timeout"|"failed","stage":"running",...}
 *
 * Inputs are read-only for the child, everything it may write is poisoned with NaN first, and of the rest of the system
 * the sandbox shows it nothing.
 */
#define _GNU_SOURCE
#include "tune.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static struct task task;
static struct result *result;

/* Whether the fault was in the buffer or near it; tells so then. */
static bool report_place(const struct buffer *buffer, int number) {
  uintptr_t map = (uintptr_t)buffer->map, data = (uintptr_t)buffer->data;
  if (map == 0 || result->fault < map || result->fault >= map + buffer->map_bytes) return false;
  answer_number("buffer", number);
  answer_number("offset", (double)(intptr_t)(result->fault - data));
  return true;
}

/* Tells what the sandbox refused; in which buffer, or how far outside of which, a fault was, if it was near one. */
static void report_fault(void) {
  if (result->forbidden != NULL) answer_string("call", result->forbidden);
  if (!result->faulted) return;
  answer_number("address", (double)result->fault);
  const int output = task.arg_count - 1;
  if (report_place(&task.workspace, WORKSPACE) || report_place(&task.output, output)) return;
  for (int i = 0; i <= output; i++)
    if ((i < output && (report_place(&task.inputs[i], i) || report_place(&task.other.inputs[i], i))) ||
        report_place(&task.packed[i], PACKED + i))
      return;
}

static bool create_trial_buffers(const struct trial *trial, size_t workspace) {
  if (!buffer_create(&task.output, argument_bytes(&task, task.arg_count - 1), false)) return false;
  if (!buffer_create(&task.workspace, workspace, false)) return false;
  for (int i = 0; i < task.arg_count; i++)
    if (trial->packed_bytes[i] > 0 && !buffer_create(&task.packed[i], trial->packed_bytes[i], false)) return false;
  return true;
}

static void free_trial_buffers(void) {
  buffer_free(&task.output);
  buffer_free(&task.workspace);
  for (int i = 0; i < MAX_ARGS; i++) buffer_free(&task.packed[i]);
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

static void trial_child(void *trial) { trial_run(&task, trial, result); }

static void run_trial(int count, char **fields) {
  result_reset(result);
  if (!task.open || count != 10 + task.arg_count)
    return answer_message("failed", "the trial does not fit the open task", result);
  struct trial trial = read_trial(fields);
  trial.memory = strtoull(fields[8], NULL, 10);
  for (int i = 0; i < task.arg_count; i++) trial.packed_bytes[i] = strtoull(fields[10 + i], NULL, 10);
  if (create_trial_buffers(&trial, strtoull(fields[9], NULL, 10))) {
    struct ending ending = run_child(trial_child, &trial, trial.timeout);
    if (ending.how == EXITED && result->outcome != NONE) {
      answer_trial(result);
    } else {
      answer_ending(ending, result);
      if (ending.how == SIGNALLED) report_fault();
      if (ending.how != NOT_STARTED) answer_end();
    }
  } else {
    answer_message("failed", "there is not enough memory for the buffers of the trial", result);
  }
  free_trial_buffers();
}

int runner_main(void) {
  result = serve_setup();
  return serve(open_here, run_trial);
}
