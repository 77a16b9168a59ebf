/*
 * core-pace now       prints the pace of the core, as chain and sums (struct core_pace)
 * core-pace           reads it before and after repeats, chain and sums of each, and prints for each repeat whether its
 *                     core was slow beside the fastest so far; none is forgotten
 */
#include "../../native/runner/core_pace.h"

#include <stdio.h>

int main(int argc, char **argv) {
  (void)argv;
  if (argc > 1) {
    const struct core_pace now = core_pace_now();
    printf("%.9f %.9f\n", now.chain, now.sums);
    return 0;
  }
  struct core_pace fastest = {0};
  for (struct core_pace a, b; scanf("%lf %lf %lf %lf", &a.chain, &a.sums, &b.chain, &b.sums) == 4;) {
    fastest = core_pace_fastest(fastest, a, b);
    printf("%d\n", core_is_slow(a, fastest) || core_is_slow(b, fastest));
  }
  return 0;
}
