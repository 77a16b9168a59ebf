/*
 * What every driver of a benchmark shares: options, tensors, the clock, and the protocol, one line each way.
 *
 *   driver -> "ready error=<largest relative error of the result> <what is running>", once, after setting up,
 *          or "error <one sentence>" and exit status 1
 *   stdin  -> "go <reps>"
 *   driver -> "<seconds per call>", after untimed calls for a while and reps timed ones
 *
 * End of input ends the driver, and so does the end of its parent: it may be stopped at that time, and would never read
 * again.
 */
#ifndef TUNE_BENCH_DRIVER_H
#define TUNE_BENCH_DRIVER_H

#define _GNU_SOURCE
#include <dlfcn.h>
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <time.h>

__attribute__((constructor)) static void end_with_parent(void) { prctl(PR_SET_PDEATHSIG, SIGKILL); }

static void fail(const char *format, ...) {
  va_list values;
  va_start(values, format);
  printf("error ");
  vprintf(format, values);
  printf("\n");
  exit(1);
}

/* The text of "name=text" among the arguments, or NULL. */
static const char *option_text(int argc, char **argv, const char *name) {
  size_t length = strlen(name);
  for (int i = 1; i < argc; i++)
    if (strncmp(argv[i], name, length) == 0 && argv[i][length] == '=') return argv[i] + length + 1;
  return NULL;
}

/* The whole number of "name=number" among the arguments; there is no default, so that a typo cannot pass. */
static inline long option(int argc, char **argv, const char *name) {
  const char *text = option_text(argc, argv, name);
  if (text == NULL) fail("the option %s=<number> is missing", name);
  char *end;
  long value = strtol(text, &end, 10);
  if (end == text || *end != '\0' || value < 0) fail("%s=%s is no whole number", name, text);
  return value;
}

/* Uniform in [-1, 1), the same in every driver. */
static inline float random_float(void) {
  static uint64_t state = 0x9e3779b97f4a7c15u;
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (float)(state >> 40) * 0x1p-23f - 1.0f;
}

/*
 * Memory for a tensor. A large one asks for huge pages, whichever library will read it: on small ones, where the kernel
 * happens to find them moves the time of a product that streams its matrix by more than libraries differ.
 */
static void *aligned(size_t bytes) {
  const size_t huge = 1 << 21, unit = bytes < huge ? 64 : huge, whole = (bytes + unit - 1) / unit * unit;
  void *memory = aligned_alloc(unit, whole);
  if (memory == NULL) fail("no memory for %zu bytes", bytes);
  if (unit == huge) madvise(memory, whole, MADV_HUGEPAGE);
  return memory;
}

/* An input: random values, 64-byte aligned, every page touched. */
static inline float *random_tensor(size_t count) {
  float *values = aligned(count * sizeof *values);
  for (size_t i = 0; i < count; i++) values[i] = random_float();
  return values;
}

/* An output: poisoned, so that what a kernel leaves out shows. */
static inline float *poisoned_tensor(size_t count) {
  float *values = aligned(count * sizeof *values);
  for (size_t i = 0; i < count; i++) values[i] = NAN;
  return values;
}

/* Collects max |got - want| / max(|want|, rms(want), least), the error that the tuner's own check reports. */
struct comparison {
  size_t count, room;
  double *got, *want;
  double least; /* what errors are relative to at least */
};

static inline void compare(struct comparison *it, double got, double want) {
  if (it->count == it->room) {
    it->room = it->room ? it->room * 2 : 1024;
    it->got = realloc(it->got, it->room * sizeof(double));
    it->want = realloc(it->want, it->room * sizeof(double));
    if (it->got == NULL || it->want == NULL) fail("no memory for the comparison of results");
  }
  it->got[it->count] = got;
  it->want[it->count++] = want;
}

static inline double largest_error(const struct comparison *it) {
  double squares = 0, largest = 0;
  for (size_t i = 0; i < it->count; i++) squares += it->want[i] * it->want[i];
  double rms = sqrt(squares / (double)(it->count ? it->count : 1));
  for (size_t i = 0; i < it->count; i++) {
    double error = fabs(it->got[i] - it->want[i]) / fmax(fabs(it->want[i]), fmax(rms, fmax(it->least, 1e-30)));
    if (isnan(error)) return error; /* poison that was never written */
    if (error > largest) largest = error;
  }
  return largest;
}

/* The file that a function was really loaded from: alternatives and symbolic links resolved. */
static inline const char *library_of(void *function) {
  static char path[PATH_MAX];
  Dl_info info;
  if (!dladdr(function, &info) || info.dli_fname == NULL || !realpath(info.dli_fname, path)) return "an unknown file";
  return path;
}

static inline double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC_RAW, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

typedef void (*timed_call)(void *context);

/* How long a turn warms up: operands come back into the caches, threads wake, clocks rise. */
#define WARM_SECONDS 0.002

static inline double seconds_per_call(timed_call call, void *context, long reps) {
  double start = now();
  do call(context);
  while (now() - start < WARM_SECONDS);
  start = now();
  for (long i = 0; i < reps; i++) call(context);
  return (now() - start) / (double)reps;
}

/* Says ready and answers until the input ends. */
static inline int serve(timed_call call, void *context, double error, const char *format, ...) {
  va_list values;
  va_start(values, format);
  printf("ready error=%.3e ", error);
  vprintf(format, values);
  printf("\n");
  fflush(stdout);
  char line[64];
  while (fgets(line, sizeof line, stdin)) {
    long reps;
    if (sscanf(line, "go %ld", &reps) != 1 || reps < 1) fail("expected \"go <reps>\", got %s", line);
    printf("%.9e\n", seconds_per_call(call, context, reps));
    fflush(stdout);
  }
  return 0;
}

#endif
