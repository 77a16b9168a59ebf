/* Compares the times that a process reports with those that its parent measures. */
#include "witness.h"

#include <math.h>

/* A measured time may exceed the reported one by this share, and by the seconds that asking takes. */
static const double share = 1.5, asking_seconds = 3e-4;
/* What calling takes besides, which the child subtracts: it is all there is of a kernel of one element. */
static const double calling_seconds = 2e-8;

/*
 * A thread is awake or asleep. One that slept but once, which is when it had asked, was awake from one question to the
 * other, however late this process got to see the second one.
 */
static bool was_awake(const struct sighting *sighting) {
  const struct account *before = &sighting->before, *after = &sighting->after;
  return before->ran >= 0 && after->ran >= 0 && after->slept - before->slept == 1;
}

double least_seconds(const struct sighting *sighting) {
  return was_awake(sighting) ? sighting->after.ran - sighting->before.ran : 0;
}

double most_seconds(const struct sighting *sighting) {
  if (!was_awake(sighting)) return sighting->wall;
  return fmin(sighting->wall, least_seconds(sighting) + sighting->after.waited - sighting->before.waited);
}

bool is_consistent(double seconds, long calls, double reported) {
  return seconds <= (double)calls * (share * reported + calling_seconds) + asking_seconds;
}
