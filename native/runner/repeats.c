/* How often a kernel is timed, whatever runs it. */
#include "tune.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Intervals as narrow as this share of the time distinguish kernels that compete. */
static const double narrow = 0.02;
/* A kernel whose interval begins so many times above the best is none of the best. */
static const double within_reach = 1.08;

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* How many of n values lie outside of the interval that holds their median 95 times of 100, on either side. */
static int outside_interval(int n) {
  double ways = ldexp(2, -n), share = ways;
  int outside = 0;
  for (int k = 1; 2 * k < n; k++) {
    ways *= (double)(n - k + 1) / k;
    share += ways;
    if (share > 0.05) break;
    outside = k;
  }
  return outside;
}

/* Whether more repeats cannot change the outcome; `best` is infinite where there is none. */
static bool is_decided(const struct result *result, double best) {
  double sorted[MAX_COSTS];
  int n = result->cost_count, outside = outside_interval(n);
  memcpy(sorted, result->costs, (size_t)n * sizeof *sorted);
  qsort(sorted, (size_t)n, sizeof *sorted, by_value);
  double low = sorted[outside], high = sorted[n - 1 - outside];
  return low > within_reach * best || high - low <= narrow * sorted[n / 2];
}

bool is_hopeless(const struct trial *trial, double first) {
  return trial->best > 0 && first > 3 * trial->best + 2e-3;
}

static void add_cost(struct result *result, double cost) { result->costs[result->cost_count++] = cost; }

void time_repeats(const struct trial *trial, const struct watch *watch, double first, struct result *result) {
  double best = trial->best > 0 ? trial->best : INFINITY, fastest = INFINITY, spent = 0, wasted = 0;
  if (is_hopeless(trial, first) && !watch->doubtful) return add_cost(result, first);
  unsigned causes;
  const bool estimates = first < 1e-3 && !watch->single && !watch->settled;
  double estimate = estimates ? fmin(first, watch->time(watch->context, 1, &causes)) : first;
  long calls = watch->single ? 1 : (long)fmax(1, ceil(1e-3 / fmax(estimate, 1e-8)));
  while (result->cost_count < trial->max_repeats) {
    double cost = watch->time(watch->context, calls, &causes), seconds = cost * (double)calls;
    bool disturbed = (causes & DISTURBING) != 0;
    result->repeats++;
    result->disturbed += disturbed;
    for (int cause = 0; cause < CAUSES; cause++) result->causes[cause] += causes >> cause & 1;
    if (disturbed && wasted < 3 * trial->budget) {
      wasted += seconds;
      continue;
    }
    if (disturbed && result->doubtful == 0 && result->cost_count >= trial->min_repeats) return;
    add_cost(result, cost);
    result->doubtful += disturbed;
    fastest = fmin(fastest, cost);
    spent += seconds;
    bool slow = (cost > 3 * best && causes == 0) || (result->cost_count >= 3 && fastest > 1.5 * best);
    if (slow) return;
    bool enough = spent >= trial->budget && result->cost_count >= trial->min_repeats;
    if (enough && (spent >= 3 * trial->budget || is_decided(result, best))) return;
  }
}
