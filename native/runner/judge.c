/*
 * What the parent says of the outputs that a trial shows. What is right is never in the memory of the process that runs
 * the kernel: the parent compares, and of calls that were timed it asks the reference only when that process is gone.
 */
#define _GNU_SOURCE
#include "candidate.h"
#include "witness.h"

#include <math.h>
#include <omp.h>
#include <string.h>
#include <sys/resource.h>

static struct task *task;
static const struct trial *trial;
static struct result *result;
/* Of the result, since the kernel might write there. */
static struct result found;
static bool is_wrong;
static int judged;

/* Outputs of calls that were timed, and what they were made of. */
static struct kept {
  struct buffer output;
  struct shown of;
} kept[MAX_JUDGEMENTS];
static int kept_count, offered, next_kept;
static struct changes chance;

/* Calls that the parent is a witness of, since when, and the seconds that as many took at their shortest. */
static struct sighting sighting;
static double began, witnessed;

/*
 * The seconds for which children that have ended had cores, all threads together, by the system's own account: no more
 * than their time for each thread, but for what the clocks differ.
 */
static double started, cores_before;
static const double more_cores = 1.05, clock_error = 2e-3;

static double core_seconds(void) {
  struct rusage usage;
  getrusage(RUSAGE_CHILDREN, &usage);
  return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

static void count_cores(void) {
  const double cores = core_seconds() - cores_before, wall = now() - started;
  if (result->outcome != DONE || cores <= more_cores * omp_get_max_threads() * wall + clock_error) return;
  result->outcome = IMPLAUSIBLE;
  result->cores = cores / wall;
}

static void hide_all(void) {
  buffer_hide(&task->want);
  buffer_hide(&task->other.want);
}

void judge_begin(struct task *opened, const struct trial *asked, struct result *shared) {
  task = opened, trial = asked, result = shared;
  is_wrong = false;
  judged = kept_count = offered = 0;
  witnessed = INFINITY;
  started = now();
  cores_before = core_seconds();
  changes_setup(&chance);
  hide_all();
}

/* The task at the time of an output, with that output as its own. It borrows all buffers: nothing of it is freed. */
static struct task at_the_time(const struct shown *shown, struct buffer output) {
  struct task then = *task;
  if (shown->draw == 1 && task->other.there) task_exchange(&then);
  then.output = output;
  then.poison = shown->poison;
  return then;
}

/* Notes what is wrong, where anything is. */
static bool note(bool right) {
  judged++;
  if (!right && !is_wrong) found = *result;
  is_wrong |= !right;
  return right;
}

static bool judge_shown(void) {
  struct task then = at_the_time(&result->shown, task->shown);
  return note(judge(&then, trial->tolerance, result->shown.overrun, result));
}

/* Every call that is offered is as likely to be kept in the end. */
static bool choose(void) {
  offered++;
  next_kept = kept_count < trial->judgements ? kept_count : (int)changes_draw(&chance, (size_t)offered);
  return next_kept < trial->judgements;
}

static bool keep(void) {
  struct kept *place = &kept[next_kept];
  const size_t bytes = task->shown.bytes;
  if (next_kept == kept_count) {
    if (!buffer_create(&place->output, bytes, false)) return true;
    kept_count++;
  }
  memcpy(place->output.data, task->shown.data, bytes);
  place->of = result->shown;
  return true;
}

static void begin_to_see(pid_t child) {
  if (isinf(witnessed)) sighting.calls = result->calls; /* where the kernel might write later */
  sighting.before = account_of(child);
  began = now();
}

/* Whether what was witnessed is what the result says. */
static bool is_witnessed(void) { return is_consistent(witnessed, sighting.calls, typical_cost(result)); }

static char witness(pid_t child) {
  sighting.wall = now() - began;
  sighting.after = account_of(child);
  witnessed = fmin(witnessed, most_seconds(&sighting));
  if (is_witnessed()) return YES;
  return is_consistent(least_seconds(&sighting), sighting.calls, typical_cost(result)) ? UNSURE : NO;
}

char judge_answer(char question, pid_t child) {
  switch (question) {
  case BEGIN: return begin_to_see(child), YES;
  case END: return witness(child);
  case JUDGE: return judge_shown() ? YES : NO;
  case MAY_KEEP: return choose() ? YES : NO;
  case KEEP: return keep() ? YES : NO;
  default: return NO;
  }
}

/* An input as floats, with its change. */
static bool changed_values(struct task *then, int i, const struct change *change) {
  const struct element_type *type = then->types[i];
  struct buffer *values = &then->values[i];
  if (!buffer_create(values, then->elements[i] * sizeof(float), false)) return false;
  float *floats = (float *)values->data;
  enum { CHUNK = 4096 };
  for (size_t from = 0, count; from < then->elements[i]; from += count) {
    count = then->elements[i] - from < CHUNK ? then->elements[i] - from : CHUNK;
    const float *some = float_elements(then->inputs[i].data, from, count, type, floats + from);
    if (some != floats + from) memcpy(floats + from, some, count * sizeof *some);
  }
  if (change->argument != i || change->element >= then->elements[i]) return true;
  float space;
  const float *value = change->copied ? &floats[change->from % then->elements[i]]
                                      : float_elements(&change->value, 0, 1, type, &space);
  floats[change->element] = *value;
  return true;
}

/* Makes what the reference needs. */
static bool prepare(struct task *then, const struct change *change) {
  memset(then->values, 0, sizeof then->values);
  then->want = then->workspace = (struct buffer){0};
  const int output = then->arg_count - 1;
  for (int i = 0; i < output; i++)
    if ((!is_float(then->types[i]) || change->argument == i) && !changed_values(then, i, change)) return false;
  if (!buffer_create(&then->want, then->elements[output] * sizeof(float), true)) return false;
  buffer_poison(&then->want, STRAY);
  return buffer_create(&then->workspace, then->opening.workspace, false);
}

/* Compares a kept output with what the reference makes of the same inputs; true where that says nothing. */
static bool judge_kept(struct kept *one) {
  struct task then = at_the_time(&one->of, one->output);
  bool right = true;
  struct result of_reference = *result;
  result->outcome = NONE;
  if (prepare(&then, &one->of.change) && reference_is_done(&then, reference_start(&then, result), result)) {
    *result = of_reference;
    result->stage = TIMING;
    task_measure_want(&then);
    right = note(judge(&then, trial->tolerance, one->of.overrun, result));
  }
  if (right) *result = of_reference;
  for (int i = 0; i < then.arg_count; i++) buffer_free(&then.values[i]);
  buffer_free(&then.want);
  buffer_free(&then.workspace);
  return right;
}

/*
 * A time is only believed by which this process could go, too. Where a busy machine leaves open why it could not, the
 * time is what was seen here: no kernel gains by that, and a right one is not refused.
 */
static void doubt_time(void) {
  const bool says = result->outcome == DONE || result->outcome == IMPLAUSIBLE;
  if (!says || result->fresh > 0 || trial->max_repeats == 1 || !contends(trial, result) || is_witnessed()) return;
  const double seconds = fmin(witnessed / (double)sighting.calls, trial->timeout);
  if (isinf(witnessed)) result->outcome = IMPLAUSIBLE;
  if (result->outcome == DONE) count_alone(result, seconds);
  else result->witnessed = seconds;
}

void judge_end(void) {
  doubt_time();
  count_cores();
  bool asks = result->outcome == DONE && !is_wrong && contends(trial, result);
  for (int i = 0; i < kept_count; i++) {
    if (asks) asks = judge_kept(&kept[i]);
    buffer_free(&kept[i].output);
  }
  if (is_wrong) {
    *result = found;
    result->outcome = WRONG;
  } else if (result->outcome == DONE && judged == 0) {
    snprintf(result->message, MESSAGE_BYTES, "the trial ended before anything was compared");
    result->outcome = FAILED;
  }
}
