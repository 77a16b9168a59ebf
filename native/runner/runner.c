/*
 * Loads, checks and times kernels, each in a forked child, so that no kernel can harm the next one.
 *
 *   open  SEED  TIMEOUT_MS  REFERENCE  WORKSPACE_BYTES  SWEEP_BYTES  ELEMENTS...     draws the inputs (the last argument is the output)
 *   trial  OBJECT  TIMEOUT_MS  TOLERANCE  BEST_S  BUDGET_S  MIN_REPEATS  MAX_REPEATS  MEMORY  WORKSPACE_BYTES  PACKED_BYTES...
 *
 *   {"outcome":"done"|"wrong"|"unloadable"|"signal"|"exit"|"timeout"|"failed","stage":"running",...}
 *
 * Inputs are read-only for the child, and everything it may write is poisoned with NaN first.
 */
#define _GNU_SOURCE
#include "tune.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static const char *const stage_names[STAGES] = {"loading", "packing", "running", "checking", "timing", "rechecking"};
static struct task task;
static struct result *result;

/* Opens the JSON of an answer. */
static void begin(const char *outcome) {
  printf("{\"outcome\":\"%s\",\"stage\":\"%s\"", outcome, stage_names[result->stage]);
}

static void field_number(const char *name, double value) {
  printf(",\"%s\":", name);
  print_json_number(value);
}

static void field_string(const char *name, const char *value) {
  printf(",\"%s\":", name);
  print_json_string(value);
}

static void finish(void) {
  puts("}");
  fflush(stdout);
}

static void fail(const char *message) {
  begin("failed");
  field_string("message", message);
  finish();
}

/* Tells in which buffer, or how far outside of which, the fault was; nothing when it was near none. */
static void report_fault(void) {
  if (!result->faulted) return;
  field_number("address", (double)result->fault);
  for (int number = 0; number <= WORKSPACE; number++) {
    const struct buffer *buffer = number == WORKSPACE            ? &task.workspace
                                  : number >= PACKED             ? &task.packed[number - PACKED]
                                  : number == task.arg_count - 1 ? &task.output
                                                                 : &task.inputs[number];
    uintptr_t map = (uintptr_t)buffer->map, data = (uintptr_t)buffer->data;
    if (map == 0 || result->fault < map || result->fault >= map + buffer->map_bytes) continue;
    field_number("buffer", number);
    field_number("offset", (double)(intptr_t)(result->fault - data));
    return;
  }
}

/* The answer when a child ended in any way but its own; false when it told the outcome itself. */
static bool report_end(struct ending ending) {
  if (ending.how == EXITED && result->outcome != NONE) return false;
  if (ending.how == NOT_STARTED) {
    fail("no process could be forked");
    return true;
  }
  begin(ending.how == TIMED_OUT ? "timeout" : ending.how == SIGNALLED ? "signal" : "exit");
  field_number("value", ending.value);
  if (ending.how == SIGNALLED) report_fault();
  finish();
  return true;
}

static void reset_result(void) {
  memset(result, 0, sizeof *result);
  result->overrun = -1;
}

static void close_task(void) {
  for (int i = 0; i < MAX_ARGS; i++) buffer_free(&task.inputs[i]);
  buffer_free(&task.want);
  buffer_free(&task.sweep);
  task = (struct task){0};
}

/* Makes and fills what a task holds for all its trials. */
static bool prepare_task(int arg_count, char **elements, uint64_t seed, size_t sweep) {
  close_task();
  task.arg_count = arg_count;
  for (int i = 0; i < arg_count; i++) {
    task.elements[i] = strtoull(elements[i], NULL, 10);
    bool output = i == arg_count - 1;
    struct buffer *buffer = output ? &task.want : &task.inputs[i];
    if (!buffer_create(buffer, task.elements[i] * sizeof(float), output)) return false;
    buffer_poison(buffer, output ? UNWRITTEN : STRAY);
    if (output) continue;
    fill_random((float *)buffer->data, task.elements[i], seed + (uint64_t)i * 0x632be59bd9b4e019u);
    buffer_protect(buffer, false);
  }
  if (!buffer_create(&task.sweep, sweep, false)) return false;
  buffer_poison(&task.sweep, 0);
  return true;
}

static void reference_child(void *path) { reference_run(&task, path, result); }

static void open_task(int count, char **fields) {
  reset_result();
  if (count < 7 || count - 6 > MAX_ARGS) return fail("too few or too many arguments");
  if (!prepare_task(count - 6, fields + 6, strtoull(fields[1], NULL, 10), strtoull(fields[5], NULL, 10)) ||
      !buffer_create(&task.workspace, strtoull(fields[4], NULL, 10), false)) {
    close_task();
    return fail("there is not enough memory for the arguments");
  }
  struct ending ending = run_child(reference_child, fields[3], atof(fields[2]) / 1000);
  buffer_free(&task.workspace);
  buffer_protect(&task.want, false);
  if (report_end(ending)) return;
  if (result->outcome == UNLOADABLE) {
    begin("unloadable");
    field_string("message", result->message);
    return finish();
  }
  const float *want = (const float *)task.want.data;
  size_t elements = task.elements[task.arg_count - 1];
  if (!buffer_intact(&task.want) || !all_finite(want, elements)) return fail("its answer is not finite or overruns the output");
  task.rms = root_mean_square(want, elements);
  task.open = true;
  begin("done");
  field_number("run", result->run_seconds);
  finish();
}

static void report_wrong(void) {
  begin("wrong");
  field_number("check", result->check_seconds);
  field_number("error", result->max_error);
  if (result->overrun >= 0) field_number("buffer", result->overrun);
  field_number("worst", (double)result->check.worst);
  field_number("unwritten", (double)result->check.unwritten);
  field_number("got", result->check.got);
  field_number("want", result->check.want);
}

static void report_trial(void) {
  if (result->outcome == UNLOADABLE) {
    begin("unloadable");
    field_string("message", result->message);
  } else if (result->outcome == WRONG) {
    report_wrong();
  } else {
    begin("done");
    field_number("pack", result->pack_seconds);
    field_number("check", result->check_seconds);
    field_number("run", result->run_seconds);
    field_number("error", result->max_error);
    fputs(",\"costs\":[", stdout);
    for (int i = 0; i < result->cost_count; i++) {
      if (i > 0) putchar(',');
      print_json_number(result->costs[i]);
    }
    putchar(']');
  }
  finish();
}

static bool create_trial_buffers(const struct trial *trial, size_t workspace) {
  if (!buffer_create(&task.output, task.elements[task.arg_count - 1] * sizeof(float), false)) return false;
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

static void trial_child(void *trial) { trial_run(&task, trial, result); }

static void run_trial(int count, char **fields) {
  reset_result();
  if (!task.open || count != 10 + task.arg_count) return fail("the trial does not fit the open task");
  struct trial trial = {
      .path = fields[1],
      .timeout = atof(fields[2]) / 1000,
      .tolerance = atof(fields[3]),
      .best = atof(fields[4]),
      .budget = atof(fields[5]),
      .min_repeats = atoi(fields[6]),
      .max_repeats = (int)fmin(atoi(fields[7]), MAX_COSTS),
      .memory = strtoull(fields[8], NULL, 10),
  };
  for (int i = 0; i < task.arg_count; i++) trial.packed_bytes[i] = strtoull(fields[10 + i], NULL, 10);
  if (create_trial_buffers(&trial, strtoull(fields[9], NULL, 10))) {
    struct ending ending = run_child(trial_child, &trial, trial.timeout);
    if (!report_end(ending)) report_trial();
  } else {
    fail("there is not enough memory for the buffers of the trial");
  }
  free_trial_buffers();
}

int runner_main(void) {
  children_setup();
  result = mmap(NULL, sizeof *result, PROT_READ | PROT_WRITE, MAP_ANONYMOUS | MAP_SHARED, -1, 0);
  if (result == MAP_FAILED) return 1;
  while (input_fill()) {
    for (char *line; (line = input_line()) != NULL;) {
      char *fields[MAX_FIELDS];
      int count = split_fields(line, fields);
      if (strcmp(fields[0], "open") == 0) open_task(count, fields);
      else if (strcmp(fields[0], "trial") == 0) run_trial(count, fields);
    }
  }
  return 0;
}
