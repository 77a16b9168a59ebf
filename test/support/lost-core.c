/* Reads struct core_use line by line, times in microseconds, and prints 1 where threads lost their cores. */
#include "../../native/runner/quiet.h"

#include <stdio.h>

int main(void) {
  for (struct core_use use; scanf("%lf %lf %ld %ld", &use.wall, &use.lost, &use.preempted, &use.slept) == 4;)
    printf("%d\n", lost_core(&use));
  return 0;
}
