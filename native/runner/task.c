/* The task that trials are of: its inputs, drawn at random, and what the reference makes of them. */
#include "tune.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void result_reset(struct result *result) {
  const struct core_pace fastest_pace = result->fastest_pace;
  memset(result, 0, RESULT_BYTES);
  result->overrun = -1;
  result->fastest_pace = fastest_pace;
}

static void free_draw(struct draw *draw) {
  for (int i = 0; i < MAX_ARGS; i++) buffer_free(&draw->inputs[i]);
  buffer_free(&draw->want);
  *draw = (struct draw){0};
}

/* Takes what the task holds of its first draw; it has none then. */
static struct draw take_draw(struct task *task) {
  struct draw draw = {.there = true, .want = task->want};
  memcpy(draw.rms, task->rms, sizeof draw.rms);
  memcpy(draw.inputs, task->inputs, sizeof draw.inputs);
  memset(task->inputs, 0, sizeof task->inputs);
  task->want = (struct buffer){0};
  return draw;
}

void task_exchange(struct task *task) {
  const struct draw other = task->other;
  task->other = take_draw(task);
  memcpy(task->inputs, other.inputs, sizeof other.inputs);
  task->want = other.want;
  memcpy(task->rms, other.rms, sizeof other.rms);
}

void task_close(struct task *task) {
  struct draw first = take_draw(task);
  free_draw(&first);
  free_draw(&task->other);
  for (int i = 0; i < MAX_ARGS; i++) buffer_free(&task->values[i]);
  buffer_free(&task->flush);
  free(task->opening.reference);
  *task = (struct task){0};
}

/* Draws an input in its type. */
static bool draw(struct task *task, int i, uint64_t seed) {
  const struct element_type *type = task->types[i];
  const bool narrow = !is_float(type);
  struct buffer *input = &task->inputs[i], *values = narrow ? &task->values[i] : input;
  if (!buffer_create(input, argument_bytes(task, i), false)) return false;
  if (narrow && !buffer_create(values, task->elements[i] * sizeof(float), false)) return false;
  buffer_poison(input, STRAY);
  seed += (uint64_t)i * 0x632be59bd9b4e019u;
  draw_elements((float *)values->data, task->elements[i], seed, type, task->ranges[i]);
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
  buffer_poison(&task->want, STRAY);
  return true;
}

void task_measure_want(struct task *task) {
  const struct element_type *type = task->types[task->arg_count - 1];
  float *want = (float *)task->want.data;
  if (is_whole(type)) round_elements(want, task->elements[task->arg_count - 1], type);
  for (int part = 0; part < task->part_count; want += task->parts[part++])
    task->rms[part] = fmax(root_mean_square(want, task->parts[part]), task->opening.magnitude);
}

/* Draws inputs and has the reference run on them; answers itself, and returns false, when that fails. */
static bool make_draw(struct task *task, uint64_t seed, struct result *result) {
  if (!prepare(task, seed) || !buffer_create(&task->workspace, task->opening.workspace, false))
    return answer_message("failed", "there is not enough memory for the arguments", result), false;
  struct ending ending = reference_start(task, result);
  buffer_free(&task->workspace);
  for (int i = 0; i < task->arg_count; i++) buffer_free(&task->values[i]);
  buffer_protect(&task->want, false);
  if (ending.how != EXITED || result->outcome == NONE) {
    answer_ending(ending, result);
    if (ending.how != NOT_STARTED) answer_end();
    return false;
  }
  if (result->outcome != DONE) return answer_trial(result), false;
  if (!reference_is_done(task, ending, result))
    return answer_message("failed", "its answer is not finite in the output's type or overruns the output", result),
           false;
  task->opening.seconds = result->run_seconds;
  buffer_protect(&task->want, true);
  task_measure_want(task);
  buffer_protect(&task->want, false);
  return true;
}

/* Whether a second draw beside the first leaves most of the memory to everybody else. */
static bool has_room(const struct task *task) {
  double bytes = (double)task->want.map_bytes, pages = (double)sysconf(_SC_PHYS_PAGES);
  for (int i = 0; i < task->arg_count; i++) bytes += (double)task->inputs[i].map_bytes;
  return bytes < pages * (double)sysconf(_SC_PAGESIZE) / 8;
}

/* Another draw in the place of the first, which becomes the other one. */
static bool draw_again(struct task *task, uint64_t seed, struct result *result) {
  free_draw(&task->other);
  task->other = take_draw(task);
  return make_draw(task, seed, result);
}

/* Whether the arguments of the command are those of the task that is open. */
static bool is_open(const struct task *task, int count, char **arguments) {
  bool same = task->open && task->arg_count == count;
  for (int i = 0; same && i < count; i++) {
    const struct element_type *type;
    size_t elements;
    same = read_argument(arguments[i], &type, &elements) && type == task->types[i] && elements == task->elements[i];
  }
  size_t parts[MAX_ARGS];
  const int part_count = same ? read_parts(arguments[count - 1], task->elements[count - 1], parts) : 0;
  return same && part_count == task->part_count && memcmp(parts, task->parts, part_count * sizeof *parts) == 0;
}

/* Seconds of a first draw after which there is no second one. */
static const double long_draw = 1;

/* Draws twice, unless the first draw took long or there is too little memory. */
static bool draw_twice(struct task *task, struct result *result) {
  const double start = now();
  if (!make_draw(task, task->opening.seed, result)) return false;
  if (now() - start > long_draw || !has_room(task)) return true;
  const double run_seconds = result->run_seconds;
  result_reset(result);
  if (!draw_again(task, task->opening.seed + 1, result)) return false;
  result->run_seconds = run_seconds;
  return true;
}

static bool read_arguments(struct task *task, int count, char **arguments, struct result *result) {
  task->arg_count = count;
  for (int i = 0; i + 1 < count; i++) task->ranges[i] = read_range(arguments[i]);
  for (int i = 0; i < count; i++)
    if (!read_argument(arguments[i], &task->types[i], &task->elements[i]))
      return answer_message("failed", "an argument is of no known type", result), false;
  task->part_count = read_parts(arguments[count - 1], task->elements[count - 1], task->parts);
  if (task->part_count == 0)
    return answer_message("failed", "the parts of the output are not all of it", result), false;
  return true;
}

bool task_open(struct task *task, int count, char **fields, struct result *result) {
  enum { FIXED = 8 };
  result_reset(result);
  count -= FIXED;
  if (count < 1 || count > MAX_ARGS)
    return answer_message("failed", "too few or too many arguments", result), false;
  const bool again = strcmp(fields[7], "again") == 0 && is_open(task, count, fields + FIXED) && has_room(task);
  if (!again) task_close(task);
  buffer_free(&task->flush);
  free(task->opening.reference);
  task->opening = (struct opening){.seed = strtoull(fields[1], NULL, 10),
                                   .timeout = atof(fields[2]) / 1000,
                                   .reference = strdup(fields[3]),
                                   .workspace = strtoull(fields[4], NULL, 10),
                                   .magnitude = atof(fields[6])};
  if (task->opening.reference == NULL) abort();
  if (!(again ? draw_again(task, task->opening.seed, result)
              : read_arguments(task, count, fields + FIXED, result) && draw_twice(task, result)))
    return task_close(task), false;
  task->flush_bytes = strtoull(fields[5], NULL, 10);
  return task->open = task->unused = true;
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
      .judging = atof(fields[8]),
      .sweep = strtoull(fields[9], NULL, 10),
  };
}
