/*
 * What quiet.c says of repeats beside what the kernel says of the same threads: core-use REPEATS CALLS PAUSE_US
 * times a loop of OpenMP, CALLS in a repeat, each followed by so many microseconds of one thread alone, and prints for
 * each repeat, in microseconds: wall, lost, preempted, slept (struct core_use), how long a thread waited in a run queue
 * (second number of /proc/PID/task/TID/schedstat), and whether the repeat was marked.
 */
#define _GNU_SOURCE
#include "../../native/runner/quiet.h"
#include "../../native/runner/tune.h"

#include <fcntl.h>
#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { FLOATS = 4096, ROUNDS = 100 };

static int files[MAX_WATCHED];
static float data[MAX_WATCHED][FLOATS];

static void open_files(void) {
#pragma omp parallel
  {
    char path[64];
    snprintf(path, sizeof path, "/proc/self/task/%ld/schedstat", syscall(SYS_gettid));
    files[omp_get_thread_num()] = open(path, O_RDONLY);
  }
}

/* Seconds that a thread has waited so far for a core that it could have used. */
static double waited(int thread) {
  char text[128] = "";
  unsigned long long ran, waits = 0;
  if (pread(files[thread], text, sizeof text - 1, 0) > 0) sscanf(text, "%llu %llu", &ran, &waits);
  return 1e-9 * (double)waits;
}

static void work(void) {
#pragma omp parallel
  {
    float *own = data[omp_get_thread_num()];
    for (int round = 0; round < ROUNDS; round++)
      for (int i = 0; i < FLOATS; i++) own[i] = own[i] * 0.999f + 1e-3f;
  }
}

static void pause_for(double seconds) {
  for (double end = now() + seconds; now() < end;) continue;
}

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  const int repeats = atoi(argv[1]), calls = atoi(argv[2]), threads = omp_get_max_threads();
  const double pause = 1e-6 * atof(argv[3]);
  struct quiet quiet;
  double before[MAX_WATCHED], longest;
  open_files();
  quiet_setup(&quiet, (struct core_pace){0}, threads);
  for (int repeat = 0; repeat < repeats; repeat++) {
    for (int i = 0; i < threads; i++) before[i] = waited(i);
    quiet_begin(&quiet);
    for (int call = 0; call < calls; call++) work(), pause_for(pause);
    const unsigned causes = quiet_end(&quiet);
    longest = 0;
    for (int i = 0; i < threads; i++) longest = fmax(longest, waited(i) - before[i]);
    const struct core_use use = quiet.use;
    printf("%.0f %.0f %ld %ld %.0f %d\n", 1e6 * use.wall, 1e6 * use.lost, use.preempted, use.slept, 1e6 * longest,
           (causes & DISTURBING) != 0);
  }
  return 0;
}
