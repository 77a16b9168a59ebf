/* Reads struct sighting and what is told line by line, times in microseconds; prints what was seen and what it says. */
#include "../../native/runner/witness.h"

#include <stdio.h>

int main(void) {
  double told;
  for (struct sighting s = {0}; scanf("%lf %ld %lf %lf %lf %ld", &told, &s.calls, &s.wall, &s.after.ran,
                                      &s.after.waited, &s.after.slept) == 6;) {
    s.wall *= 1e-6, s.after.ran *= 1e-6, s.after.waited *= 1e-6, told *= 1e-6;
    const double least = least_seconds(&s), most = most_seconds(&s);
    const char *says = is_as_told(most, s.calls, told) ? "agrees" : is_as_told(least, s.calls, told) ? "unsure" : "no";
    printf("%.0f %s\n", 1e6 * most, says);
  }
  return 0;
}
