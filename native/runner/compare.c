/* How often, and on what, results are compared, whatever runs the kernel. */
#include "tune.h"

#include <math.h>
#include <string.h>

double typical_cost(const struct result *result) {
  double sorted[MAX_COSTS];
  memcpy(sorted, result->costs, (size_t)result->cost_count * sizeof *sorted);
  sort_seconds(sorted, result->cost_count);
  return result->cost_count > 0 ? sorted[result->cost_count / 2] : 0;
}

void count_alone(struct result *result, double seconds) {
  result->costs[0] = seconds;
  result->cost_count = result->doubtful = 1;
}

/* Seconds of the fastest repeat. */
static double fastest_cost(const struct result *result) {
  double least = INFINITY;
  for (int i = 0; i < result->cost_count; i++) least = fmin(least, result->costs[i]);
  return least;
}

/* A kernel that is slower than so many times the best will not become it, nor take part in finals. */
static const double contention = 1.1;

bool may_become_best(const struct trial *trial, double seconds) {
  return trial->best <= 0 || seconds <= contention * trial->best;
}

bool contends(const struct trial *trial, const struct result *result) {
  return may_become_best(trial, fastest_cost(result));
}

/* Calls: those that every kernel gets, as many in a row as one that fails every tenth time needs, and the most. */
enum { FEW = 2, IN_A_ROW = 10, MOST = 32 };

/* Whether a call takes longer than all repeats should: each of these is one call then, some of which are looked at. */
static bool is_long(const struct trial *trial, double seconds) { return seconds > trial->budget; }

/* What every kernel gets that takes so many seconds a call; one where nothing is timed, or a call takes long. */
static int least_calls(const struct trial *trial, double seconds) {
  return trial->max_repeats < FEW || is_long(trial, seconds) ? 1 : FEW;
}

bool compare_before(const struct trial *trial, const struct subject *subject, double first, struct result *result) {
  if (least_calls(trial, first) < FEW) return true;
  result->stage = RECHECKING;
  return subject->compare(subject->context);
}

/* Seconds within which one more call is compared, in shares of what timing is given. */
static double window_of(const struct trial *trial, bool competes, int compared) {
  if (!competes) return trial->budget / 4;
  return compared < IN_A_ROW ? 5 * trial->budget : trial->budget;
}

bool compare_after(const struct trial *trial, const struct subject *subject, struct result *result) {
  result->stage = RECHECKING;
  subject->exchange(subject->context);
  const double seconds = fastest_cost(result), start = now();
  const bool competes = trial->judging > 0 && contends(trial, result);
  const int least = least_calls(trial, seconds), most = is_long(trial, seconds) ? least : MOST;
  for (int i = 0; i < most && (i < least || now() - start < window_of(trial, competes, i)); i++)
    if (!subject->compare(subject->context)) return false;
  return true;
}
