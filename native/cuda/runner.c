/*
 * Loads, checks and times kernels on a GPU, one at a time.
 *
 *   open  SEED  TIMEOUT_MS  REFERENCE  WORKSPACE_BYTES  FLUSH_BYTES  MAGNITUDE  WHICH
 *          ARGUMENT...
 *          as on a CPU, where the reference runs, too
 *   trial  CUBIN  TIMEOUT_MS  TOLERANCE  BEST_S  BUDGET_S  MIN_REPEATS  MAX_REPEATS  JUDGE_S
 *          WORKSPACE_BYTES  PACKED_BYTES...  LAUNCH...
 *          with PACKED_BYTES of every argument. Launches that pack each packed input come first, then the one that
 *          unpacks a packed output.
 *          LAUNCH = NAME  GRID_X  GRID_Y  GRID_Z  BLOCK_X  BLOCK_Y  BLOCK_Z  SHARED_BYTES  MAPS  MAP...
 *          MAP = ARGUMENT  OFFSET  ELEMENT_BYTES  SWIZZLE  RANK  SHAPE...  BOX..., outermost dimension first
 *
 *   {"outcome":"done"|"wrong"|"unloadable"|"fault"|"timeout"|"unavailable"|"failed","stage":"running",...}
 *
 * A context of CUDA does not survive a fork, and a kernel that faults leaves one that is good for nothing. So a child
 * holds the context and all that is on the GPU, this process only watches over it, and after a fault or a kernel that
 * hangs the next trial gets a new child.
 */
#define _GNU_SOURCE
#include "gpu.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* A GPU that nobody uses may take seconds to wake up. */
static const double start_seconds = 20;
/* A process whose kernel hangs may take so long to end after it was killed. */
static double end_seconds;

static struct task task;
static struct result *result;
static struct gpu_trial *trial;
static struct gpu_report *gpu_report;
static struct worker worker;

/* The child: says that it is ready, and then, for each request, that it has done the trial. */
static void child(int fd) {
  struct gpu gpu;
  char byte;
  gpu_open(&gpu, &task, result);
  while (write(fd, "", 1) == 1 && read(fd, &byte, 1) == 1)
    gpu_trial_run(&gpu, &task, trial, result, gpu_report);
}

/* Answers with what came of the child in place of a result. */
static void report(struct ending ending, const char *outcome) {
  if (ending.how == EXITED && result->outcome != NONE) return answer_message(outcome, result->message, result);
  char message[MESSAGE_BYTES];
  if (ending.how == SIGNALLED)
    snprintf(message, sizeof message, "the process that holds the GPU was ended by signal %d", ending.value);
  else if (ending.how == TIMED_OUT) snprintf(message, sizeof message, "the GPU does not answer");
  else snprintf(message, sizeof message, "the process that holds the GPU ended (status %d)", ending.value);
  answer_message(outcome, message, result);
}

/* Starts a child where there is none; answers itself when that fails. */
static bool start_child(void) {
  if (worker.pid != 0) return true;
  if (!children_kill(end_seconds))
    return answer_message("unavailable", "a process whose kernel hangs was killed and does not end", result), false;
  if (!worker_start(&worker, child)) return answer_message("failed", "no process could be forked", result), false;
  struct ending ending = worker_wait(&worker, start_seconds);
  if (ending.how == ANSWERED) return true;
  return report(ending, "unavailable"), false;
}

static void open_here(int count, char **fields) {
  worker_stop(&worker);
  if (!task_open(&task, count, fields, result)) return;
  double run_seconds = result->run_seconds;
  result_reset(result);
  if (!start_child()) return task_close(&task);
  result->run_seconds = run_seconds;
  answer_opened(result);
}

static unsigned read_unsigned(const char *text) { return (unsigned)strtoul(text, NULL, 10); }

/* What is left of the fields of a line. */
struct fields {
  char **next, **end;
};

/* Empty where there is none left, which no field of a launch is. */
static const char *next_field(struct fields *fields) { return fields->next < fields->end ? *fields->next++ : ""; }
static unsigned next_unsigned(struct fields *fields) { return read_unsigned(next_field(fields)); }

static bool read_map(struct fields *fields, struct map *map) {
  map->argument = (int)next_unsigned(fields);
  map->offset = strtoull(next_field(fields), NULL, 10);
  map->element_bytes = (int)next_unsigned(fields);
  map->swizzle = (int)next_unsigned(fields);
  map->rank = (int)next_unsigned(fields);
  if (map->argument < 0 || map->argument > task.arg_count || map->rank < 1 || map->rank > MAP_RANK) return false;
  for (int d = map->rank; d-- > 0;) map->shape[d] = strtoull(next_field(fields), NULL, 10);
  for (int d = map->rank; d-- > 0;) map->box[d] = next_unsigned(fields);
  return true;
}

static bool read_launch(struct fields *fields, struct launch *launch) {
  if (snprintf(launch->name, NAME_BYTES, "%s", next_field(fields)) >= NAME_BYTES) return false;
  for (int d = 0; d < 3; d++) launch->grid[d] = next_unsigned(fields);
  for (int d = 0; d < 3; d++) launch->block[d] = next_unsigned(fields);
  launch->shared = next_unsigned(fields);
  const char *maps = next_field(fields);
  launch->map_count = (int)read_unsigned(maps);
  if (*maps == 0 || launch->map_count > MAX_MAPS) return false;
  for (int i = 0; i < launch->map_count; i++)
    if (!read_map(fields, &launch->maps[i])) return false;
  return true;
}

static bool read_gpu_trial(int count, char **fields) {
  const int fixed = 11 + task.arg_count;
  if (count <= fixed) return false;
  *trial = (struct gpu_trial){.common = read_trial(fields), .workspace_bytes = strtoull(fields[10], NULL, 10)};
  for (int i = 0; i < task.arg_count; i++) {
    trial->packed_bytes[i] = strtoull(fields[11 + i], NULL, 10);
    if (trial->packed_bytes[i] > 0) trial->conversion_count++;
  }
  if (snprintf(trial->path, sizeof trial->path, "%s", fields[1]) >= (int)sizeof trial->path) return false;
  int launches = 0;
  for (struct fields rest = {fields + fixed, fields + count}; rest.next < rest.end; launches++)
    if (launches == MAX_LAUNCHES || !read_launch(&rest, &trial->launches[launches])) return false;
  trial->launch_count = launches - trial->conversion_count;
  return trial->launch_count > 0;
}

/* What the bits of nvmlClocksEventReasons say; other bits are reported by their number. */
static const char *const reason_names[] = {"gpu_idle",   "applications_clocks", "sw_power_cap", "hw_slowdown",
                                           "sync_boost", "sw_thermal",          "hw_thermal",   "hw_power_brake",
                                           "display_clocks"};

static void print_reasons(unsigned long long reasons) {
  enum { NAMES = sizeof reason_names / sizeof *reason_names };
  const char *separator = "";
  fputs(",\"clockReasons\":[", stdout);
  for (int bit = 0; bit < 64; bit++) {
    if (!(reasons >> bit & 1)) continue;
    if (bit < NAMES) printf("%s\"%s\"", separator, reason_names[bit]);
    else printf("%s\"%#llx\"", separator, 1ull << bit);
    separator = ",";
  }
  putchar(']');
}

static void print_pair(const char *name, unsigned before, unsigned after) {
  printf(",\"%s\":[%u,%u]", name, before, after);
}

/* Answers a trial that worked, with the state that the GPU reported. */
static void answer_timed(void) {
  const struct clocks *before = &gpu_report->before, *after = &gpu_report->after;
  answer_done(result);
  printf(",\"gpu\":{\"launch\":\"%s\"", gpu_report->graphs ? "graph" : "stream");
  if (gpu_report->known) {
    print_pair("smMHz", before->sm, after->sm);
    print_pair("memoryMHz", before->memory, after->memory);
    print_pair("celsius", before->celsius, after->celsius);
    print_reasons(gpu_report->reasons);
  }
  putchar('}');
  answer_end();
}

static void run_trial(int count, char **fields) {
  result_reset(result);
  if (!task.open || !read_gpu_trial(count, fields))
    return answer_message("failed", "the trial does not fit the open task", result);
  if (!start_child()) return;
  worker_tell(&worker);
  struct ending ending = worker_wait(&worker, trial->common.timeout);
  if (ending.how == ANSWERED && result->outcome == DONE) return answer_timed();
  if (ending.how == ANSWERED || (ending.how == EXITED && result->outcome != NONE)) return answer_trial(result);
  if (ending.how == TIMED_OUT) {
    answer_ending(ending, result);
    return answer_end();
  }
  report(ending, "failed");
}

/* Memory that children share; ends the process when there is none. */
static void *share(size_t bytes) {
  void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_ANONYMOUS | MAP_SHARED, -1, 0);
  if (memory == MAP_FAILED) exit(1);
  return memory;
}

int cuda_main(double kill_seconds) {
  end_seconds = kill_seconds;
  result = serve_setup();
  trial = share(sizeof *trial);
  gpu_report = share(sizeof *gpu_report);
  int status = serve(open_here, run_trial);
  worker_stop(&worker);
  return status;
}
