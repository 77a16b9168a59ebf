/* The task that trials are of: its inputs, drawn at random, and what the reference makes of them. */
#include "tune.h"

#include <stdlib.h>
#include <string.h>

void result_reset(struct result *result) {
  memset(result, 0, sizeof *result);
  result->overrun = -1;
}

void task_close(struct task *task) {
  for (int i = 0; i < MAX_ARGS; i++) buffer_free(&task->inputs[i]);
  buffer_free(&task->want);
  buffer_free(&task->sweep);
  *task = (struct task){0};
}

/* Makes and fills what a task holds for all its trials. */
static bool prepare(struct task *task, int arg_count, char **elements, uint64_t seed) {
  task_close(task);
  task->arg_count = arg_count;
  for (int i = 0; i < arg_count; i++) {
    task->elements[i] = strtoull(elements[i], NULL, 10);
    bool output = i == arg_count - 1;
    struct buffer *buffer = output ? &task->want : &task->inputs[i];
    if (!buffer_create(buffer, task->elements[i] * sizeof(float), output)) return false;
    buffer_poison(buffer, output ? UNWRITTEN : STRAY);
    if (output) continue;
    fill_random((float *)buffer->data, task->elements[i], seed + (uint64_t)i * 0x632be59bd9b4e019u);
    buffer_protect(buffer, false);
  }
  return true;
}

struct reference {
  const struct task *task;
  const char *path;
  struct result *result;
};

static void reference_child(void *context) {
  struct reference *reference = context;
  reference_run(reference->task, reference->path, reference->result);
}

bool task_open(struct task *task, int count, char **fields, struct result *result) {
  enum { FIXED = 6 };
  result_reset(result);
  if (count <= FIXED || count - FIXED > MAX_ARGS)
    return answer_message("failed", "too few or too many arguments", result), false;
  uint64_t seed = strtoull(fields[1], NULL, 10);
  double timeout = atof(fields[2]) / 1000;
  size_t workspace = strtoull(fields[4], NULL, 10);
  if (!prepare(task, count - FIXED, fields + FIXED, seed) || !buffer_create(&task->workspace, workspace, false)) {
    task_close(task);
    return answer_message("failed", "there is not enough memory for the arguments", result), false;
  }
  task->sweep_bytes = strtoull(fields[5], NULL, 10);
  struct reference reference = {task, fields[3], result};
  struct ending ending = run_child(reference_child, &reference, timeout);
  buffer_free(&task->workspace);
  buffer_protect(&task->want, false);
  if (ending.how != EXITED || result->outcome == NONE) {
    answer_ending(ending, result);
    if (ending.how != NOT_STARTED) answer_end();
    return false;
  }
  if (result->outcome != DONE) return answer_trial(result), false;
  const float *want = (const float *)task->want.data;
  size_t elements = task->elements[task->arg_count - 1];
  if (!buffer_intact(&task->want) || !all_finite(want, elements))
    return answer_message("failed", "its answer is not finite or overruns the output", result), false;
  task->rms = root_mean_square(want, elements);
  return task->open = true;
}

void answer_opened(const struct result *result) {
  answer_begin("done", result);
  answer_number("run", result->run_seconds);
  answer_end();
}

struct trial read_trial(char **fields) {
  double repeats = atof(fields[7]);
  return (struct trial){
      .path = fields[1],
      .timeout = atof(fields[2]) / 1000,
      .tolerance = atof(fields[3]),
      .best = atof(fields[4]),
      .budget = atof(fields[5]),
      .min_repeats = atoi(fields[6]),
      .max_repeats = repeats < MAX_COSTS ? (int)repeats : MAX_COSTS,
  };
}
