/* pace.c: how fast a core is; the rule is derived in docs/design/timing.md. */
#ifndef PACE_H
#define PACE_H

#include <stdbool.h>

/* Two fixed pieces of work, about half a microsecond each. */
struct pace {
  double chain; /* seconds of products that wait for each other: cycles of the clock; 0: nothing is known */
  double sums;  /* seconds of sums that do not, as a multiple of the chain's */
};

struct pace pace_now(void);
/*
 * Whether a core is shared or throttled, beside the fastest it was. That its clock is lower is not enough: a kernel of
 * wide vectors lowers it by a quarter.
 */
bool pace_is_slow(struct pace pace, struct pace fastest);
/* The fastest so far, given what was seen before and after a repeat: what only one of them shows may be a slip. */
struct pace pace_fastest(struct pace fastest, struct pace before, struct pace after);
/* The same for a later trial: forgotten slowly, since clocks sink when a machine gets warm. */
struct pace pace_forgotten(struct pace fastest);

#endif
