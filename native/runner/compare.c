/* How often, and on what, results are compared, whatever runs the kernel. */
#include "tune.h"

#include <math.h>

/* A kernel that is slower than so many times the best will not become it. */
static const double contention = 1.5;

/* Calls: those that every kernel gets, as many in a row as one that fails every tenth time needs, and the most. */
enum { FEW = 2, IN_A_ROW = 10, MOST = 32 };

/* What every kernel gets that takes so many seconds a call; one where nothing is timed, or little time is left. */
static int least_calls(const struct trial *trial, double seconds) {
  return trial->max_repeats < FEW || seconds > trial->timeout / 20 ? 1 : FEW;
}

bool compare_before(const struct trial *trial, const struct subject *subject, double first, struct result *result) {
  if (least_calls(trial, first) < FEW) return true;
  result->stage = RECHECKING;
  return subject->compare(subject->context);
}

/* Seconds of the fastest repeat. */
static double fastest(const struct result *result) {
  double least = INFINITY;
  for (int i = 0; i < result->cost_count; i++) least = fmin(least, result->costs[i]);
  return least;
}

/* Seconds within which one more call is compared, in shares of what timing is given. */
static double window_of(const struct trial *trial, bool contends, int compared) {
  if (!contends) return trial->budget / 4;
  return compared < IN_A_ROW ? 5 * trial->budget : trial->budget;
}

bool compare_after(const struct trial *trial, const struct task *task, const struct subject *subject,
                   struct result *result) {
  result->stage = RECHECKING;
  if (!subject->judge_left(subject->context)) return false;
  if (task->other.there) subject->exchange(subject->context);
  const double seconds = fastest(result), start = now();
  const bool contends = trial->best <= 0 || seconds <= contention * trial->best;
  const int least = least_calls(trial, seconds);
  for (int i = 0; i < MOST && (i < least || now() - start < window_of(trial, contends, i)); i++)
    if (!subject->compare(subject->context)) return false;
  return true;
}
