/*
 * Loads, checks and times kernels on a GPU, one at a time.
 *
 *   open  SEED  TIMEOUT_MS  REFERENCE  WORKSPACE_BYTES  SWEEP_BYTES  ARGUMENT...     as on a CPU, where the reference runs, too
 *   trial  CUBIN  TIMEOUT_MS  TOLERANCE  BEST_S  BUDGET_S  MIN_REPEATS  MAX_REPEATS  WORKSPACE_BYTES  PACKED_BYTES...  LAUNCH...
 *          with PACKED_BYTES of every argument and LAUNCH = NAME  GRID_X  GRID_Y  GRID_Z  BLOCK_X  BLOCK_Y  BLOCK_Z  SHARED_BYTES, first
 *          those that pack each packed input, then that which unpacks a packed output
 *
 *   {"outcome":"done"|"wrong"|"unloadable"|"fault"|"timeout"|"unavailable"|"failed","stage":"running",...}
 *
 * A context of CUDA does not survive a fork, and a kernel that faults leaves one that is good for nothing. So a child holds the context
 * and all that is on the GPU, this process only watches over it, and after a fault or a kernel that hangs the next trial gets a new child.
 */
#define _GNU_SOURCE
#include "gpu.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* A GPU that nobody uses may take seconds to wake up. */
static const double start_seconds = 20;

static struct task task;
static struct result *result;
static struct gpu_trial *trial;
static struct worker worker;

/* The child: says that it is ready, and then that it has done a trial, each time that it was told. */
static void child(int fd) {
  struct gpu gpu;
  char byte;
  gpu_open(&gpu, &task, result);
  while (write(fd, "", 1) == 1 && read(fd, &byte, 1) == 1) gpu_trial_run(&gpu, &task, trial, result);
}

/* Answers with what came of the child in place of a result. */
static void report(struct ending ending, const char *outcome) {
  if (ending.how == EXITED && result->outcome != NONE) return answer_message(outcome, result->message, result);
  char message[MESSAGE_BYTES];
  if (ending.how == SIGNALLED) snprintf(message, sizeof message, "the process that holds the GPU was ended by signal %d", ending.value);
  else if (ending.how == TIMED_OUT) snprintf(message, sizeof message, "the GPU does not answer");
  else snprintf(message, sizeof message, "the process that holds the GPU ended (status %d)", ending.value);
  answer_message(outcome, message, result);
}

/* Starts a child where there is none; answers itself when that fails. */
static bool start_child(const char *outcome) {
  if (worker.pid != 0) return true;
  if (!worker_start(&worker, child)) return answer_message(outcome, "no process could be forked", result), false;
  struct ending ending = worker_wait(&worker, start_seconds);
  if (ending.how == ANSWERED) return true;
  return report(ending, outcome), false;
}

static void open_here(int count, char **fields) {
  worker_stop(&worker);
  if (!task_open(&task, count, fields, result)) return;
  double run_seconds = result->run_seconds;
  result_reset(result);
  if (!start_child("unavailable")) return task_close(&task);
  result->run_seconds = run_seconds;
  answer_opened(result);
}

static unsigned read_unsigned(const char *text) { return (unsigned)strtoul(text, NULL, 10); }

static bool read_gpu_trial(int count, char **fields) {
  const int fixed = 9 + task.arg_count, launches = (count - fixed) / LAUNCH_FIELDS;
  if (count <= fixed || (count - fixed) % LAUNCH_FIELDS != 0 || launches > MAX_LAUNCHES) return false;
  *trial = (struct gpu_trial){.common = read_trial(fields), .workspace_bytes = strtoull(fields[8], NULL, 10)};
  for (int i = 0; i < task.arg_count; i++) {
    trial->packed_bytes[i] = strtoull(fields[9 + i], NULL, 10);
    if (trial->packed_bytes[i] > 0) trial->conversion_count++;
  }
  trial->launch_count = launches - trial->conversion_count;
  if (trial->launch_count <= 0) return false;
  if (snprintf(trial->path, sizeof trial->path, "%s", fields[1]) >= (int)sizeof trial->path) return false;
  for (int i = 0; i < launches; i++) {
    struct launch *launch = &trial->launches[i];
    char **field = fields + fixed + i * LAUNCH_FIELDS;
    if (snprintf(launch->name, NAME_BYTES, "%s", field[0]) >= NAME_BYTES) return false;
    for (int d = 0; d < 3; d++) launch->grid[d] = read_unsigned(field[1 + d]);
    for (int d = 0; d < 3; d++) launch->block[d] = read_unsigned(field[4 + d]);
    launch->shared = read_unsigned(field[7]);
  }
  return true;
}

static void run_trial(int count, char **fields) {
  result_reset(result);
  if (!task.open || !read_gpu_trial(count, fields))
    return answer_message("failed", "the trial does not fit the open task", result);
  if (!start_child("failed")) return;
  worker_tell(&worker);
  struct ending ending = worker_wait(&worker, trial->common.timeout);
  if (ending.how == ANSWERED || (ending.how == EXITED && result->outcome != NONE)) return answer_trial(result);
  if (ending.how == TIMED_OUT) {
    answer_ending(ending, result);
    return answer_end();
  }
  report(ending, "failed");
}

int cuda_main(void) {
  result = serve_setup();
  trial = mmap(NULL, sizeof *trial, PROT_READ | PROT_WRITE, MAP_ANONYMOUS | MAP_SHARED, -1, 0);
  if (trial == MAP_FAILED) return 1;
  int status = serve(open_here, run_trial);
  worker_stop(&worker);
  return status;
}
