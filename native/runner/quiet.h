/* Whether a repeat had its core to itself; the rule is derived in docs/design/timing.md. */
#ifndef QUIET_H
#define QUIET_H

#include "core_pace.h"

#include <stdbool.h>
#include <time.h>

/* lost.c: whether threads lost their cores. */

/* What the kernel counted of a repeat. */
struct core_use {
  double wall;    /* seconds that it took */
  double lost;    /* seconds without a core, of the thread that lacked one the longest of those that ran at all */
  long preempted; /* times that threads were taken off a core, since the repeat before began */
  long slept;     /* times that threads left one by themselves, in the repeat */
};

/* Another process, or a hypervisor, took a core; threads that sleep lose none. */
bool lost_core(const struct core_use *use);

/* quiet.c: whether a repeat had its core to itself. */

enum { MAX_WATCHED = 256 };

struct quiet {
  int threads;         /* that are watched */
  struct core_pace fastest; /* that the core has been */
  struct core_pace pace;    /* just before the repeat */
  double start;
  struct thread_time {
    clockid_t clock; /* of the time that the thread had a core, exact also while it runs */
    double read_at, ran;
  } times[MAX_WATCHED];
  struct switches {
    long preempted, slept;
  } now, before; /* when this repeat began, and when the one before did */
  struct core_use use; /* of the last repeat */
  int core;
};

/* `fastest`: of earlier trials, if any. A kernel of one thread is to stay on its core. */
void quiet_setup(struct quiet *quiet, struct core_pace fastest, int threads);
void quiet_begin(struct quiet *quiet);
/*
 * What took part of the machine since quiet_begin, 0 for nothing: threads went without a core (WAITED) or the thread
 * was MOVED, as another process ran there; or its core was slower before or after than it can be (SLOWED), as when a
 * hypervisor lets somebody use its other hyperthread, which no process sees.
 */
unsigned quiet_end(struct quiet *quiet);

#endif
