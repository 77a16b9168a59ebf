/* Whether a repeat had its core to itself. */
#define _GNU_SOURCE
#include "tune.h"

#include <math.h>
#include <sched.h>
#include <sys/resource.h>
#include <time.h>

/* A core that does a fixed piece of work so many times slower than it did before is shared, or stolen from. */
static const double slow_pace = 1.25;
/* The fastest pace is forgotten slowly: clocks sink when a machine gets warm. */
static const double forgotten = 1.01;
/* Share of a repeat that its thread may go without a core, and seconds in which one interruption is usual. */
static const double lost_share = 0.01, usual_interruption = 0.01;

static cpu_set_t allowed;
static bool may_pin;

/* Seconds of a fixed piece of work that fills a core's multipliers, about 5 µs. */
static double pace(void) {
  static uint64_t chains[4] = {1, 2, 3, 4};
  double start = now();
  uint64_t a = chains[0], b = chains[1], c = chains[2], d = chains[3];
  for (int i = 0; i < 4096; i++) {
    a = a * 6364136223846793005u + 1;
    b = b * 6364136223846793005u + 1;
    c = c * 6364136223846793005u + 1;
    d = d * 6364136223846793005u + 1;
  }
  double seconds = now() - start;
  *(volatile uint64_t *)chains = a ^ b ^ c ^ d; /* so that the work is not dropped */
  return seconds;
}

/* Seconds for which this thread had a core. */
static double thread_time(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* How often this process lost a core to another one, all its threads counted. */
static long preemptions(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_nivcsw;
}

static void stay_here(void) {
  cpu_set_t here;
  int core = sched_getcpu();
  if (!may_pin || core < 0) return;
  CPU_ZERO(&here);
  CPU_SET((unsigned)core, &here);
  sched_setaffinity(0, sizeof here, &here);
}

void quiet_setup(struct quiet *quiet, double fastest_pace, bool pin) {
  *quiet = (struct quiet){.fastest_pace = fastest_pace > 0 ? fastest_pace * forgotten : INFINITY};
  may_pin = pin && sched_getaffinity(0, sizeof allowed, &allowed) == 0;
}

void quiet_begin(struct quiet *quiet) {
  stay_here();
  quiet->pace = pace();
  quiet->core = sched_getcpu();
  quiet->preemptions = preemptions();
  quiet->thread = thread_time();
  quiet->start = now();
}

unsigned quiet_end(struct quiet *quiet) {
  double seconds = now() - quiet->start, lost = seconds - (thread_time() - quiet->thread);
  long interruptions = preemptions() - quiet->preemptions;
  double after = pace(), slower = fmax(quiet->pace, after);
  quiet->fastest_pace = fmin(quiet->fastest_pace, fmin(quiet->pace, after));
  bool moved = may_pin && sched_getcpu() != quiet->core;
  unsigned causes = (unsigned)(lost > lost_share * seconds) << WAITED |
                    (unsigned)((double)interruptions > seconds / usual_interruption) << PREEMPTED |
                    (unsigned)moved << MOVED | (unsigned)(slower > slow_pace * quiet->fastest_pace) << SLOWED;
  if (causes != 0 && may_pin) {
    /* Whoever wakes up is put where nobody runs. */
    sched_setaffinity(0, sizeof allowed, &allowed);
    nanosleep(&(struct timespec){.tv_nsec = 500000}, NULL);
  }
  return causes;
}
