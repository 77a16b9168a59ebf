/* core_pace.c: how fast a core is; the rule is derived in docs/design/timing.md. */
#ifndef CORE_PACE_H
#define CORE_PACE_H

#include <stdbool.h>

/* Two fixed pieces of work, about a microsecond each. */
struct core_pace {
  double chain; /* seconds of products that wait for each other: cycles of the clock; 0: nothing is known */
  double sums;  /* seconds of sums that do not, as a multiple of the chain's */
};

struct core_pace core_pace_now(void);
/*
 * Whether a core is shared or throttled, beside the fastest it was. That its clock is lower is not enough: a kernel of
 * wide vectors lowers it by a fifth.
 */
bool core_is_slow(struct core_pace pace, struct core_pace fastest);
/* The fastest so far, given what was seen before and after a repeat: what only one of them shows may be a slip. */
struct core_pace core_pace_fastest(struct core_pace fastest, struct core_pace before, struct core_pace after);
/* The same for a later trial: forgotten slowly, since clocks sink when a machine gets warm. */
struct core_pace core_pace_forgotten(struct core_pace fastest);

#endif
