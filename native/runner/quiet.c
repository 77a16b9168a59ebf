/* Whether a repeat had its core to itself. */
#define _GNU_SOURCE
#include "tune.h"

#include <math.h>
#include <sched.h>
#include <string.h>
#include <time.h>

/* A core that does a fixed piece of work so many times slower than it did before is shared, or stolen from. */
static const double slow_pace = 1.15;
/* The fastest pace is forgotten slowly: clocks sink when a machine gets warm. */
static const double forgotten = 1.01;
/* Share of a repeat that its threads may go without a core: a system takes 50 µs of a millisecond for itself. */
static const double lost_share = 0.05;

static cpu_set_t allowed;
static bool may_pin;

enum { SUMS = 8 };

/*
 * Seconds of a fixed piece of work, about 3 µs: independent sums, as many at once as any core issues. What shares a
 * core through its other hyperthread takes half of those issues, but only a tenth from chains of multiplications.
 */
static double work(void) {
  static uint64_t sums[SUMS];
  uint64_t a = sums[0], b = sums[1], c = sums[2], d = sums[3], e = sums[4], f = sums[5], g = sums[6], h = sums[7];
  double start = now();
  for (uint64_t i = 0; i < 2048; i++) {
    a += b ^ i, c += d ^ i, e += f ^ i, g += h ^ i;
    b += 3, d += 5, f += 7, h += 9;
    __asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e), "+r"(f), "+r"(g), "+r"(h)); /* not to fold it */
  }
  double seconds = now() - start;
  memcpy(sums, (uint64_t[SUMS]){a, b, c, d, e, f, g, h}, sizeof sums);
  return seconds;
}

/* The faster of two, since a tick of the clock may fall into one. */
static double pace(void) {
  double first = work();
  return fmin(first, work());
}

/* Seconds for which a thread, or all of them together, had a core. */
static double time_of(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void stay_here(void) {
  cpu_set_t here;
  int core = sched_getcpu();
  if (!may_pin || core < 0) return;
  CPU_ZERO(&here);
  CPU_SET((unsigned)core, &here);
  sched_setaffinity(0, sizeof here, &here);
}

void quiet_setup(struct quiet *quiet, double fastest_pace, int threads) {
  *quiet = (struct quiet){
      .threads = threads, .idle = threads - 1, .fastest_pace = fastest_pace > 0 ? fastest_pace * forgotten : INFINITY};
  may_pin = threads == 1 && sched_getaffinity(0, sizeof allowed, &allowed) == 0;
}

void quiet_begin(struct quiet *quiet) {
  stay_here();
  quiet->pace = pace();
  quiet->core = sched_getcpu();
  quiet->all_threads = time_of(CLOCK_PROCESS_CPUTIME_ID);
  quiet->this_thread = time_of(CLOCK_THREAD_CPUTIME_ID);
  quiet->start = now();
}

/* Whether threads went without a core: this one, or the others for longer than they do when nobody takes theirs. */
static bool lost_cores(struct quiet *quiet, double seconds) {
  double here = (time_of(CLOCK_THREAD_CPUTIME_ID) - quiet->this_thread) / seconds;
  double idle = quiet->threads - (time_of(CLOCK_PROCESS_CPUTIME_ID) - quiet->all_threads) / seconds;
  quiet->idle = fmax(0, fmin(quiet->idle, idle));
  return here < 1 - lost_share || idle > quiet->idle + lost_share;
}

unsigned quiet_end(struct quiet *quiet) {
  bool lost = lost_cores(quiet, now() - quiet->start);
  double after = pace(), slower = fmax(quiet->pace, after);
  quiet->fastest_pace = fmin(quiet->fastest_pace, fmin(quiet->pace, after));
  bool moved = may_pin && sched_getcpu() != quiet->core;
  bool slowed = slower > slow_pace * quiet->fastest_pace;
  if (lost && may_pin) {
    /* Whoever wakes up is put where nobody runs. */
    sched_setaffinity(0, sizeof allowed, &allowed);
    nanosleep(&(struct timespec){.tv_nsec = 500000}, NULL);
  }
  return (unsigned)lost << WAITED | (unsigned)moved << MOVED | (unsigned)slowed << SLOWED;
}
