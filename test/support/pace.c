/*
 * Reads the pace of a core before and after repeats, as chain and sums (struct pace) of each, and prints for each
 * whether its core was slow beside the fastest so far; none is forgotten.
 */
#include "../../native/runner/pace.h"

#include <stdio.h>

int main(void) {
  struct pace fastest = {0};
  for (struct pace a, b; scanf("%lf %lf %lf %lf", &a.chain, &a.sums, &b.chain, &b.sums) == 4;) {
    fastest = pace_fastest(fastest, a, b);
    printf("%d\n", pace_is_slow(a, fastest) || pace_is_slow(b, fastest));
  }
  return 0;
}
