/* Reads sightings and reported times line by line, in microseconds; prints the most seconds and whether they agree. */
#include "../../native/runner/witness.h"

#include <stdio.h>

static const char *verdict(const struct sighting *s, double reported) {
  if (is_consistent(most_seconds(s), s->calls, reported)) return "agrees";
  return is_consistent(least_seconds(s), s->calls, reported) ? "unsure" : "no";
}

int main(void) {
  double reported;
  for (struct sighting s = {0}; scanf("%lf %ld %lf %lf %lf %ld", &reported, &s.calls, &s.wall, &s.after.ran,
                                      &s.after.waited, &s.after.slept) == 6;) {
    s.wall *= 1e-6, s.after.ran *= 1e-6, s.after.waited *= 1e-6;
    printf("%.0f %s\n", 1e6 * most_seconds(&s), verdict(&s, 1e-6 * reported));
  }
  return 0;
}
