/* How often a kernel is timed, whatever runs it. */
#include "tune.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Intervals as narrow as this share of the time distinguish kernels that compete. */
static const double narrow = 0.02;
/* A kernel whose interval begins so many times above the best is none of the best. */
static const double within_reach = 1.08;
/* Seconds of repeats on a core that is slower than it can be, which are taken again before they count. */
static const double slow_patience = 0.024;
/* How many times slower a core is, at most, that another hyperthread shares; as in src/measure/estimate.ts. */
static const double shared_core = 2;
/* A kernel that took so many times as long as the best in each of three repeats is none of the best. */
static const double clearly_slower = 1.5;

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

void sort_seconds(double *seconds, int count) { qsort(seconds, (size_t)count, sizeof *seconds, by_value); }

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
  sort_seconds(sorted, n);
  double low = sorted[outside], high = sorted[n - 1 - outside];
  return low > within_reach * best || high - low <= narrow * sorted[n / 2];
}

bool is_hopeless(const struct trial *trial, double first) {
  return trial->best > 0 && first > 3 * trial->best + 2e-3;
}

static void add_cost(struct result *result, double cost) { result->costs[result->cost_count++] = cost; }

/* Repeats of one kernel, and what is kept of them beside the result. */
struct repeats {
  const struct trial *trial;
  struct result *result;
  double best, fastest, spent, wasted;
  /* On a slow core: they count for want of better ones. */
  struct {
    int count;
    double costs[MAX_COSTS], fastest, spent;
  } slow;
};

static void note_causes(struct result *result, unsigned causes) {
  result->repeats++;
  result->disturbed += (causes & DISTURBING) != 0;
  for (int cause = 0; cause < CAUSES; cause++) result->causes[cause] += causes >> cause & 1;
}

static void keep_slow(struct repeats *it, double cost, double seconds) {
  if (it->slow.count < MAX_COSTS) it->slow.costs[it->slow.count++] = cost;
  it->slow.fastest = fmin(it->slow.fastest, cost);
  it->slow.spent += seconds;
}

static void count_slow(struct repeats *it) {
  for (int i = 0; i < it->slow.count && it->result->cost_count < it->trial->max_repeats; i++) {
    add_cost(it->result, it->slow.costs[i]);
    it->result->slow++;
  }
  it->spent += it->slow.spent;
  it->fastest = fmin(it->fastest, it->slow.fastest);
  it->slow.count = 0;
}

static bool has_quiet_ones(const struct repeats *it) {
  const struct result *result = it->result;
  return result->doubtful == 0 && result->slow == 0 && result->cost_count >= it->trial->min_repeats;
}

/* Whether even a core of its own would not make it one of the best, as far as slow repeats alone show. */
static bool is_beaten_though_slow(const struct repeats *it) {
  const bool alone = it->result->cost_count == 0;
  return alone && it->slow.count >= 3 && it->slow.fastest > shared_core * clearly_slower * it->best;
}

/* Whether another repeat is timed in the place of this one. */
static bool is_taken_again(struct repeats *it, double cost, double seconds, unsigned causes) {
  const double budget = it->trial->budget;
  if (causes & DISTURBING) {
    const bool again = it->wasted < 3 * budget;
    it->wasted += seconds;
    return again;
  }
  if (causes == 0 || it->result->slow > 0 || it->slow.spent >= fmin(slow_patience, 3 * budget)) return false;
  keep_slow(it, cost, seconds);
  return true;
}

/* Counts a repeat; whether it is the last. */
static bool count_last(struct repeats *it, double cost, double seconds, unsigned causes) {
  const struct trial *trial = it->trial;
  struct result *result = it->result;
  add_cost(result, cost);
  result->doubtful += (causes & DISTURBING) != 0;
  result->slow += causes == 1u << SLOWED;
  it->fastest = fmin(it->fastest, cost);
  it->spent += seconds;
  const bool hopeless = cost > 3 * it->best && causes == 0;
  const double beaten = (result->slow > 0 ? shared_core : 1) * clearly_slower * it->best;
  if (hopeless || (result->cost_count >= 3 && it->fastest > beaten)) return true;
  const bool enough = it->spent >= trial->budget && result->cost_count >= trial->min_repeats;
  return enough && (it->spent >= 3 * trial->budget || is_decided(result, it->best));
}

/* Calls that take a millisecond, or one. */
static long calls_of(const struct watch *watch, double first) {
  unsigned causes;
  if (watch->single) return 1;
  const bool estimates = first < 1e-3 && !watch->settled;
  const double estimate = estimates ? fmin(first, watch->time(watch->context, 1, &causes)) : first;
  return (long)fmax(1, ceil(1e-3 / fmax(estimate, 1e-8)));
}

void time_repeats(const struct trial *trial, const struct watch *watch, double first, struct result *result) {
  struct repeats it = {trial, result, .best = trial->best > 0 ? trial->best : INFINITY, .fastest = INFINITY,
                       .slow.fastest = INFINITY};
  if (is_hopeless(trial, first) && !watch->doubtful) return add_cost(result, first);
  const long calls = calls_of(watch, first);
  while (result->cost_count < trial->max_repeats) {
    unsigned causes;
    const double cost = watch->time(watch->context, calls, &causes), seconds = cost * (double)calls;
    note_causes(result, causes);
    const bool again = is_taken_again(&it, cost, seconds, causes);
    if (is_beaten_though_slow(&it)) return count_slow(&it);
    if (again) continue;
    if (causes != 0 && has_quiet_ones(&it)) return;
    if (causes != 0) count_slow(&it);
    if (result->cost_count == trial->max_repeats || count_last(&it, cost, seconds, causes)) return;
  }
}
