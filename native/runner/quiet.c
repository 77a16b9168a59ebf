/* Whether a repeat had its core to itself. */
#define _GNU_SOURCE
#include "quiet.h"
#include "tune.h"

#include <math.h>
#include <omp.h>
#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <time.h>

static cpu_set_t allowed;
static bool may_pin;

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

void quiet_setup(struct quiet *quiet, struct core_pace fastest, int threads) {
  *quiet = (struct quiet){
      .threads = threads < MAX_WATCHED ? threads : MAX_WATCHED,
      .fastest = core_pace_forgotten(fastest),
  };
  find_threads(quiet);
  quiet->now = count_switches();
  may_pin = threads == 1 && sched_getaffinity(0, sizeof allowed, &allowed) == 0;
}

void quiet_begin(struct quiet *quiet) {
  stay_here();
  quiet->pace = core_pace_now();
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
  const struct core_pace after = core_pace_now();
  quiet->fastest = core_pace_fastest(quiet->fastest, quiet->pace, after);
  bool moved = may_pin && sched_getcpu() != quiet->core;
  bool slowed = core_is_slow(quiet->pace, quiet->fastest) || core_is_slow(after, quiet->fastest);
  if (lost && may_pin) {
    /* Whoever wakes up is put where nobody runs. */
    sched_setaffinity(0, sizeof allowed, &allowed);
    nanosleep(&(struct timespec){.tv_nsec = 500000}, NULL);
  }
  return (unsigned)lost << WAITED | (unsigned)moved << MOVED | (unsigned)slowed << SLOWED;
}
