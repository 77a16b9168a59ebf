/* What the parent sees of calls in the kernel's process, whose clock the kernel might turn. */
#ifndef WITNESS_H
#define WITNESS_H

#include <stdbool.h>
#include <sys/types.h>

/* account.c */

/* What the system counts of the first thread of a process, since it began. */
struct account {
  double ran;    /* seconds in which it had a core; negative where the system does not say */
  double waited; /* seconds in which it could have had one */
  long slept;    /* times that it left its core by itself */
};

/* Of a process that waits for this one, or is about to. */
struct account account_of(pid_t pid);

/* witness.c */

/* Calls in another process, between two of its questions. */
struct sighting {
  long calls;
  double wall; /* seconds by the clock of this process, which may have got a core late */
  struct account before, after;
};

/* Seconds that the calls took at most. */
double most_seconds(const struct sighting *sighting);
/* The same at least, unless threads lost their cores; 0 where nothing says so. */
double least_seconds(const struct sighting *sighting);
/* Whether so many seconds are possible for calls that are reported to take `reported` seconds each. */
bool is_consistent(double seconds, long calls, double reported);

#endif
