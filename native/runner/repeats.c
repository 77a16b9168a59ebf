/* How often a kernel is timed, whatever runs it. */
#include "tune.h"

#include <math.h>

static void add_cost(struct result *result, double cost) { result->costs[result->cost_count++] = cost; }

void time_repeats(const struct trial *trial, const struct watch *watch, double first, struct result *result) {
  double best = trial->best > 0 ? trial->best : INFINITY, fastest = INFINITY, spent = 0, wasted = 0;
  if (first > 3 * best + 2e-3) return add_cost(result, first);
  bool disturbed;
  double estimate = first < 1e-3 && !watch->single ? watch->time(watch->context, 1, &disturbed) : first;
  long calls = watch->single ? 1 : (long)fmax(1, ceil(1e-3 / fmax(estimate, 1e-8)));
  while (result->cost_count < trial->max_repeats) {
    double cost = watch->time(watch->context, calls, &disturbed), seconds = cost * (double)calls;
    if (disturbed && wasted + seconds < 3 * trial->budget) {
      wasted += seconds;
      continue;
    }
    add_cost(result, cost);
    fastest = fmin(fastest, cost);
    spent += seconds;
    bool slow = cost > 3 * best || (result->cost_count >= 3 && fastest > 1.5 * best);
    if (slow || (spent >= trial->budget && result->cost_count >= trial->min_repeats)) return;
  }
}
