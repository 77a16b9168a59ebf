/* Whether a repeat had its core to itself. */
#define _GNU_SOURCE
#include "quiet.h"
#include "tune.h"

#include <math.h>
#include <omp.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

/* A core that does a fixed piece of work so many times slower than it did before is shared, or stolen from. */
static const double slow_pace = 1.15;
/* The fastest pace is forgotten slowly: clocks sink when a machine gets warm. */
static const double forgotten = 1.01;

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

/* Seconds on a clock; negative where its thread is gone. */
static double time_of(clockid_t clock) {
  struct timespec time;
  if (clock_gettime(clock, &time) != 0) return -1;
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static struct switches count_switches(void) {
  struct rusage usage = {0};
  getrusage(RUSAGE_SELF, &usage);
  return (struct switches){usage.ru_nivcsw, usage.ru_nvcsw};
}

static void stay_here(void) {
  cpu_set_t here;
  int core = sched_getcpu();
  if (!may_pin || core < 0) return;
  CPU_ZERO(&here);
  CPU_SET((unsigned)core, &here);
  sched_setaffinity(0, sizeof here, &here);
}

/*
 * The threads that OpenMP keeps for all its loops. The clock of the process would not do: it has the time of threads
 * that run elsewhere as of their last tick, milliseconds ago.
 */
static void find_threads(struct quiet *quiet) {
#pragma omp parallel num_threads(quiet->threads)
  pthread_getcpuclockid(pthread_self(), &quiet->times[omp_get_thread_num()].clock);
}

void quiet_setup(struct quiet *quiet, double fastest_pace, int threads) {
  *quiet = (struct quiet){
      .threads = threads < MAX_WATCHED ? threads : MAX_WATCHED,
      .fastest_pace = fastest_pace > 0 ? fastest_pace * forgotten : INFINITY,
  };
  find_threads(quiet);
  quiet->now = count_switches();
  may_pin = threads == 1 && sched_getaffinity(0, sizeof allowed, &allowed) == 0;
}

void quiet_begin(struct quiet *quiet) {
  stay_here();
  quiet->pace = pace();
  quiet->core = sched_getcpu();
  quiet->before = quiet->now;
  quiet->now = count_switches();
  for (int i = 0; i < quiet->threads; i++) {
    struct thread_time *time = &quiet->times[i];
    time->read_at = now();
    time->ran = time_of(time->clock);
  }
  quiet->start = now();
}

/* What a thread lacked of the time since it was looked at; one that had nothing to do in it ran not at all. */
static double lost_by(const struct thread_time *time) {
  const double ran = time_of(time->clock) - time->ran;
  return time->ran >= 0 && ran > 0 ? now() - time->read_at - ran : 0;
}

static struct core_use use_of_cores(const struct quiet *quiet) {
  struct core_use use = {.wall = now() - quiet->start};
  for (int i = 0; i < quiet->threads; i++) use.lost = fmax(use.lost, lost_by(&quiet->times[i]));
  const struct switches end = count_switches();
  /* A thread that was taken off its core before may still lack it. */
  use.preempted = end.preempted - quiet->before.preempted;
  use.slept = end.slept - quiet->now.slept;
  return use;
}

unsigned quiet_end(struct quiet *quiet) {
  quiet->use = use_of_cores(quiet);
  const bool lost = lost_core(&quiet->use);
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
