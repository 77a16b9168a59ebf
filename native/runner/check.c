#include "tune.h"

#include <math.h>

double root_mean_square(const float *data, size_t count) {
  double sum = 0;
  for (size_t i = 0; i < count; i++) sum += (double)data[i] * data[i];
  return count > 0 ? sqrt(sum / (double)count) : 0;
}

static float error_at(float got, float want, float floor) {
  return fabsf(got - want) / fmaxf(fabsf(want), floor);
}

/* A reference of zeros must be met with zeros. */
static float floor_of(double rms) { return fmaxf((float)rms, 1e-30f); }

/* One pass in sixteen lanes, so that the compiler vectorises it. */
double largest_error(const float *got, const float *want, size_t count, double rms) {
  float floor = floor_of(rms), largest[16] = {0};
  int bad[16] = {0};
  size_t i = 0;
  for (; i + 16 <= count; i += 16)
    for (int lane = 0; lane < 16; lane++) {
      float size = fabsf(want[i + lane]);
      float error = fabsf(got[i + lane] - want[i + lane]) / (size > floor ? size : floor);
      largest[lane] = error > largest[lane] ? error : largest[lane];
      bad[lane] |= error != error;
    }
  for (; i < count; i++) {
    float error = error_at(got[i], want[i], floor);
    if (error > largest[0]) largest[0] = error;
    bad[0] |= error != error;
  }
  float result = 0;
  for (int lane = 0; lane < 16; lane++) {
    if (bad[lane]) return INFINITY;
    result = fmaxf(result, largest[lane]);
  }
  return result;
}

/* Elements that are looked at together. */
enum { CHUNK = 4096 };

/* The largest error of elements of the output that are relative to one magnitude. */
static double error_between(const struct task *task, size_t from, size_t end, double rms) {
  float space[CHUNK];
  const struct element_type *type = task->types[task->arg_count - 1];
  const float *want = (const float *)task->want.data;
  double error = 0;
  for (size_t count; from < end; from += count) {
    count = end - from < CHUNK ? end - from : CHUNK;
    const float *got = float_elements(task->output.data, from, count, type, space);
    error = fmax(error, largest_error(got, want + from, count, rms));
  }
  return error;
}

/* The largest error of the task's output. */
static double error_of(const struct task *task) {
  double error = 0;
  size_t from = 0;
  for (int part = 0; part < task->part_count; from += task->parts[part++])
    error = fmax(error, error_between(task, from, from + task->parts[part], task->rms[part]));
  return error;
}

static struct check locate_error(const struct task *task) {
  struct check check = {0};
  int output = task->arg_count - 1;
  const struct element_type *type = task->types[output];
  const float *want = (const float *)task->want.data;
  double worst = -1;
  int part = 0;
  size_t end = task->parts[0];
  for (size_t i = 0; i < task->elements[output]; i++) {
    while (i == end) end += task->parts[++part];
    float space, got = *float_elements(task->output.data, i, 1, type, &space);
    double error = error_at(got, want[i], floor_of(task->rms[part]));
    if (isnan(error)) error = INFINITY;
    check.unwritten += error > 0 && is_unwritten(task->output.data, i, type, task->poison);
    if (error <= worst) continue;
    worst = error;
    check.worst = i;
    check.got = got;
    check.want = want[i];
  }
  return check;
}

bool judge(struct task *task, double tolerance, int overrun, struct result *result) {
  double start = now();
  double error = error_of(task);
  result->max_error = fmax(result->max_error, error);
  result->overrun = overrun;
  bool wrong = !(error <= tolerance);
  if (wrong) result->check = locate_error(task);
  result->check_seconds += now() - start;
  task->judged = task->poison;
  return !wrong && overrun < 0;
}
