/* The task that trials are of: its inputs, drawn at random, and what the reference makes of them. */
#include "tune.h"

#include <stdlib.h>
#include <string.h>

void result_reset(struct result *result) {
  memset(result, 0, sizeof *result);
  result->overrun = -1;
}

void task_close(struct task *task) {
  for (int i = 0; i < MAX_ARGS; i++) {
    buffer_free(&task->inputs[i]);
    buffer_free(&task->values[i]);
  }
  buffer_free(&task->want);
  buffer_free(&task->flush);
  *task = (struct task){0};
}

/* Draws an input in its type. */
static bool draw(struct task *task, int i, uint64_t seed) {
  enum element_type type = task->types[i];
  bool narrow = element_bytes(type) < sizeof(float);
  struct buffer *input = &task->inputs[i], *values = narrow ? &task->values[i] : input;
  if (!buffer_create(input, argument_bytes(task, i), false)) return false;
  if (narrow && !buffer_create(values, task->elements[i] * sizeof(float), false)) return false;
  buffer_poison(input, STRAY);
  fill_random((float *)values->data, task->elements[i], seed + (uint64_t)i * 0x632be59bd9b4e019u);
  round_elements((float *)values->data, task->elements[i], type);
  if (narrow) narrow_elements(input->data, (const float *)values->data, task->elements[i], type);
  buffer_protect(input, false);
  return true;
}

/* Makes and fills what a task holds for all its trials. */
static bool prepare(struct task *task, uint64_t seed) {
  int output = task->arg_count - 1;
  for (int i = 0; i < output; i++)
    if (!draw(task, i, seed)) return false;
  if (!buffer_create(&task->want, task->elements[output] * sizeof(float), true)) return false;
  buffer_poison(&task->want, UNWRITTEN);
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
  task_close(task);
  task->arg_count = count - FIXED;
  for (int i = 0; i < task->arg_count; i++)
    if (!read_argument(fields[FIXED + i], &task->types[i], &task->elements[i]))
      return answer_message("failed", "an argument is of no known type", result), false;
  uint64_t seed = strtoull(fields[1], NULL, 10);
  double timeout = atof(fields[2]) / 1000;
  size_t workspace = strtoull(fields[4], NULL, 10);
  if (!prepare(task, seed) || !buffer_create(&task->workspace, workspace, false)) {
    task_close(task);
    return answer_message("failed", "there is not enough memory for the arguments", result), false;
  }
  task->flush_bytes = strtoull(fields[5], NULL, 10);
  struct reference reference = {task, fields[3], result};
  struct ending ending = run_child(reference_child, &reference, timeout);
  buffer_free(&task->workspace);
  for (int i = 0; i < task->arg_count; i++) buffer_free(&task->values[i]);
  buffer_protect(&task->want, false);
  if (ending.how != EXITED || result->outcome == NONE) {
    answer_ending(ending, result);
    if (ending.how != NOT_STARTED) answer_end();
    return false;
  }
  if (result->outcome != DONE) return answer_trial(result), false;
  const float *want = (const float *)task->want.data;
  int output = task->arg_count - 1;
  size_t elements = task->elements[output];
  if (!buffer_intact(&task->want) || !all_finite(want, elements, task->types[output]))
    return answer_message("failed", "its answer is not finite in the output's type or overruns the output", result),
           false;
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
