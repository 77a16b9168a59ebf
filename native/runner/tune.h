/*
 * The native half of `tune`: one small program with two roles, spoken to in lines over stdin and stdout.
 *
 *   tune-native build JOBS FOLDER   runs compilers, JOBS at a time (builder.c)
 *   tune-native run                 loads, checks and times kernels, each in a forked child (runner.c)
 *   tune-native ready               does nothing, to show that it runs here
 *
 * A command is one line of fields parted by tabs; an answer is one line of JSON. When stdin ends, everything that was
 * started is killed and the program ends: nothing outlives the tuner, even when that is killed.
 */
#ifndef TUNE_H
#define TUNE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

enum { MAX_ARGS = 32, MAX_COSTS = 256, MAX_FIELDS = 128, MESSAGE_BYTES = 512 };

/* lines.c: commands in, answers out. */

/* Reads what stdin holds now; false at its end. */
bool input_fill(void);
/* The next whole line without its newline, or NULL; valid until the next input_fill. */
char *input_line(void);
/* Splits a line at its tabs, in place; returns the number of fields. */
int split_fields(char *line, char *fields[MAX_FIELDS]);
void print_json_string(const char *text);
/* JSON knows neither NaN nor infinity: they become null. */
void print_json_number(double value);

/* clock.c */

/* Seconds of CLOCK_MONOTONIC_RAW, which no clock discipline bends. */
double now(void);

/* memory.c: buffers between guard pages. */

/*
 * `data` is 64-byte aligned and ends (rounded up to 64 bytes) where memory without access begins; the bytes between
 * `base` and `data`, and between the end of the data and `limit`, are canaries.
 */
struct buffer {
  char *map, *base, *data, *limit;
  size_t map_bytes, bytes;
  uint32_t poison;
};

/*
 * Two quiet NaNs, so that reading poison shows in the answer. An output has one of its own: elements that still hold it
 * were never written, where the other one came there by arithmetic.
 */
#define UNWRITTEN 0xffffffffu
#define STRAY 0xffeeffeeu

bool buffer_create(struct buffer *buffer, size_t bytes, bool shared);
void buffer_free(struct buffer *buffer);
/* Fills data and canaries with one of the patterns. */
void buffer_poison(struct buffer *buffer, uint32_t pattern);
/* Makes the buffer writable or read-only. */
void buffer_protect(struct buffer *buffer, bool writable);
/* Whether the canaries are as buffer_poison left them. */
bool buffer_intact(const struct buffer *buffer);
/* Lets this process grow by `bytes` more of address space. */
void limit_memory(size_t bytes);

/* child.c: a function run in a process of its own. */

struct ending {
  enum { EXITED, SIGNALLED, TIMED_OUT, NOT_STARTED } how;
  int value; /* exit status or number of the signal */
};

/* The role that waits for children must call this once, first. */
void children_setup(void);
/* Readable when a child has ended. */
int children_fd(void);
/* Forks, runs `body` there, and waits for its end; the child and all it started are killed after `timeout` seconds. */
struct ending run_child(void (*body)(void *), void *context, double timeout);
/* Throws away what children_fd has to tell. */
void children_drain(void);

/* check.c */

/* Where a wrong answer is wrong. */
struct check {
  size_t worst;     /* index of the first element with the largest error */
  size_t unwritten; /* elements that still hold the poison */
  float got, want;  /* at `worst` */
};

void fill_random(float *data, size_t count, uint64_t seed);
double root_mean_square(const float *data, size_t count);
/* max |got - want| / max(|want|, rms(want)); infinite when an element is not a number. */
double largest_error(const float *got, const float *want, size_t count, double rms);
struct check locate_error(const float *got, const float *want, size_t count, double rms);
bool all_finite(const float *data, size_t count);

/* trial.c: one candidate, in its own process. */

typedef void kernel_function(void *const *args, void *workspace);
typedef void pack_function(void *const *args, void *const *packed);
typedef void unpack_function(void *const *packed, void *const *args);

/* What is asked of a trial. */
struct trial {
  const char *path;
  double timeout, tolerance, best, budget;
  int min_repeats, max_repeats;
  size_t memory; /* bytes that the kernel may allocate itself */
  size_t packed_bytes[MAX_ARGS];
};

enum stage { LOADING, PACKING, RUNNING, CHECKING, TIMING, RECHECKING, STAGES };
enum outcome { NONE, DONE, UNLOADABLE, WRONG };

/* What comes of it: memory shared between the child, which writes it, and its parent. */
struct result {
  volatile enum stage stage;
  volatile enum outcome outcome;
  char message[MESSAGE_BYTES];
  bool faulted;
  uintptr_t fault; /* address of a SIGSEGV or SIGBUS */
  double pack_seconds, check_seconds, run_seconds;
  double max_error;
  struct check check;
  int overrun; /* number of a buffer that was written beyond its ends, -1 for none */
  int cost_count;
  double costs[MAX_COSTS];
};

/*
 * A task that is open: its inputs, what must come out, and the buffers of the trial at hand.
 * Buffers are numbered: argument i is i, its packed form MAX_ARGS + i, the workspace 2 * MAX_ARGS.
 */
struct task {
  bool open;
  int arg_count; /* the last one is the output */
  size_t elements[MAX_ARGS];
  struct buffer inputs[MAX_ARGS], want;
  double rms;
  struct buffer sweep; /* what is read before every repeat to empty the caches; without bytes where that is not asked for */
  struct buffer output, workspace, packed[MAX_ARGS];
};
enum { PACKED = MAX_ARGS, WORKSPACE = 2 * MAX_ARGS };

/* Runs in the child. */
void trial_run(struct task *task, const struct trial *trial, struct result *result);
/* Only loads the object and calls its kernel, on the task's inputs and `want`. */
void reference_run(const struct task *task, const char *path, struct result *result);

/* The two roles. */
int builder_main(int jobs, const char *folder);
int runner_main(void);

#endif
