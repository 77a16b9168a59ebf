/*
 * Repeats of scripted times. argv: seconds of the best (0: none), of the budget, least and most repeats; then a cost
 * and a letter for each repeat, q(uiet), s(low), w(aited), the last again and again. Prints the costs that count, how
 * many of these were slow and doubtful, and how many repeats there were.
 */
#include "../../native/runner/tune.h"

#include <stdlib.h>

struct script {
  char **words;
  int count, next;
};

static double next(void *context, long calls, unsigned *causes) {
  (void)calls;
  struct script *it = context;
  char *letter;
  const double cost = strtod(it->words[it->next], &letter);
  it->next += it->next + 1 < it->count;
  *causes = *letter == 's' ? 1u << SLOWED : *letter == 'w' ? 1u << WAITED : 0;
  return cost;
}

int main(int argc, char **argv) {
  struct trial trial = {.best = atof(argv[1]), .budget = atof(argv[2]), .min_repeats = atoi(argv[3]),
                        .max_repeats = atoi(argv[4])};
  static struct result result;
  struct script script = {argv + 5, argc - 5, 0};
  const struct watch watch = {next, &script, .settled = true};
  time_repeats(&trial, &watch, 1e-3, &result);
  for (int i = 0; i < result.cost_count; i++) printf("%g ", result.costs[i] * 1e3);
  printf("| %d %d %d\n", result.slow, result.doubtful, result.repeats);
}
