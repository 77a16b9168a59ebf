/* What the roles of `tune` need of the system: lines, time, memory, processes and their sandbox. */
#ifndef SYSTEM_H
#define SYSTEM_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

enum { MAX_FIELDS = 128 };

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
 * Quiet NaNs, so that reading poison shows in the answer. An output has poison of its own (`next_poison`): elements
 * that still hold it were never written, where this one came there by arithmetic.
 */
#define STRAY 0xffeeffeeu

bool buffer_create(struct buffer *buffer, size_t bytes, bool shared);
void buffer_free(struct buffer *buffer);
/* Fills data and canaries with one of the patterns. */
void buffer_poison(struct buffer *buffer, uint32_t pattern);
/* Keeps the buffer out of processes that are forked from now on. */
void buffer_hide(const struct buffer *buffer);
/* Makes the buffer writable or read-only. */
void buffer_protect(const struct buffer *buffer, bool writable);
/* Whether the canaries are as buffer_poison left them. */
bool buffer_intact(const struct buffer *buffer);
/* Lets this process grow by `bytes` more of address space. */
void limit_memory(size_t bytes);

/* child.c: a function run in a process of its own. */

struct ending {
  enum { EXITED, SIGNALLED, TIMED_OUT, NOT_STARTED, ANSWERED } how;
  int value; /* exit status, number of the signal, or the byte that was sent */
};

/* Has the system end this process before others when memory runs out. */
void sacrifice_first(void);
/* The role that waits for children must call this once, first. */
void children_setup(void);
/* Readable when a child has ended. */
int children_fd(void);
/*
 * Forks, runs `body` there, and waits for its end; the child and all it started are killed after `timeout` seconds, of
 * which those do not count in which it waited for a core, up to three times as many.
 */
struct ending run_child(void (*body)(void *), void *context, double timeout);
/*
 * The same with a child that asks on the descriptor that it is given: a byte each time, which `answer` answers with
 * another. What answering takes is not of its time.
 */
struct ending run_asking_child(void (*body)(void *, int parent), void *context, double timeout,
                               char (*answer)(char, pid_t));
/* A child that lives on, and answers each request by one byte once it is done. */
struct worker {
  pid_t pid; /* 0: there is none */
  int fd;
};

/* Forks and runs `body` there, with the child's end of the line; false when it cannot. */
bool worker_start(struct worker *worker, void (*body)(int fd));
/* Lets the child go on. */
void worker_tell(const struct worker *worker);
/* Waits for its answer; when it ends instead, or is killed after `timeout` seconds, there is no worker any more. */
struct ending worker_wait(struct worker *worker, double timeout);
void worker_stop(struct worker *worker);

/* Discards what children_fd has reported. */
void children_drain(void);
/*
 * Kills and awaits every child of this process, and with that all that they started: what they leave becomes our child,
 * also where it went into a session of its own. False where one is still there after so many seconds: what the system
 * holds, as a driver does a process whose device hangs, does not die.
 */
bool children_kill(double seconds);
enum { PATIENCE = 2 }; /* seconds in which what was killed is gone */

/* sandbox.c */

/*
 * Keeps this process, for good, from the network, other processes, writing to files, and reading others than `object`,
 * where the system can do that.
 */
void sandbox_enter(const char *object);
/* After that: from all other files, too, and from starting threads where the target has one. */
void sandbox_lock(bool threads);
/* The forbidden call that a SIGSYS names; NULL when it names none. */
const char *sandbox_call_name(const siginfo_t *info);

/* own_file.c */

/* From now on this process can read no file but that one; false where the system cannot do that. */
bool only_file(const char *path);

#endif
