/*
 * Runs compilers from a small process: starting one from a tuner with a large heap costs many milliseconds, and here
 * every one that hangs is killed with all that it started. What a job leaves behind in a session of its own goes as
 * soon as no other job runs, to which it might belong.
 *
 *   job  ID  TIMEOUT_MS  SIZE  STDERR_FILE  PROGRAM  ARGUMENT...
 *   cancel                                      kills running jobs and drops waiting ones; each is still answered
 *
 * Of the jobs that wait the largest starts first, so that no long one is left over at the end of a batch.
 *
 *   {"id":1,"outcome":"exit"|"signal"|"timeout"|"missing"|"cancelled","value":0,"seconds":0.05}
 */
#define _GNU_SOURCE
#include "tune.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

struct job {
  char *line, *id, *program[MAX_FIELDS];
  const char *messages;
  double timeout, size, started;
  pid_t pid;
  bool timed_out, cancelled;
  struct job *next;
};

static struct job *waiting, *running;
static int running_count;

static void answer(struct job *job, const char *outcome, int value) {
  printf("{\"id\":%s,\"outcome\":\"%s\",\"value\":%d,\"seconds\":", job->id, outcome, value);
  print_json_number(job->started > 0 ? now() - job->started : 0);
  puts("}");
  fflush(stdout);
  free(job->line);
  free(job);
}

static void enqueue(const char *line) {
  struct job *job = calloc(1, sizeof *job);
  char *fields[MAX_FIELDS];
  if (job == NULL || (job->line = strdup(line)) == NULL) abort();
  int count = split_fields(job->line, fields);
  if (count < 6) abort();
  job->id = fields[1];
  job->timeout = atof(fields[2]) / 1000;
  job->size = atof(fields[3]);
  job->messages = fields[4];
  memcpy(job->program, fields + 5, (size_t)(count - 5) * sizeof *fields);
  struct job **link = &waiting;
  while (*link != NULL && (*link)->size >= job->size) link = &(*link)->next;
  job->next = *link;
  *link = job;
}

/* Opens a file as one of the standard streams. */
static bool redirect(int stream, const char *path, int flags) {
  int fd = open(path, flags, 0600);
  if (fd < 0 || (fd != stream && dup2(fd, stream) < 0)) return false;
  if (fd != stream) close(fd);
  return true;
}

/* The child: a process group of its own, its messages in a file, and an end when this program ends. */
static void become_compiler(const struct job *job, pid_t parent) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  sacrifice_first();
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  signal(SIGPIPE, SIG_DFL);
  if (redirect(0, "/dev/null", O_RDONLY) && redirect(1, "/dev/null", O_WRONLY) &&
      redirect(2, job->messages, O_WRONLY | O_CREAT | O_TRUNC))
    execvp(job->program[0], job->program);
}

/* Starts a job; returns why it cannot, 0 when it can. */
static int start(struct job *job) {
  volatile int error = 0;
  const pid_t self = getpid();
  job->started = now();
  job->pid = vfork();
  if (job->pid < 0) return errno;
  if (job->pid == 0) {
    become_compiler(job, self);
    error = errno; /* a child of vfork writes to its parent's memory, which waits meanwhile */
    _exit(127);
  }
  if (error != 0) waitpid(job->pid, NULL, 0);
  return error;
}

static void start_waiting(int jobs) {
  while (waiting != NULL && running_count < jobs) {
    struct job *job = waiting;
    waiting = job->next;
    int error = start(job);
    if (error != 0) {
      answer(job, "missing", error);
      continue;
    }
    job->next = running;
    running = job;
    running_count++;
  }
}

static void kill_running(void) {
  for (struct job *job = running; job != NULL; job = job->next) kill(-job->pid, SIGKILL);
}

static void finish(struct job *job, int status) {
  running_count--;
  kill(-job->pid, SIGKILL); /* a compiler's driver may have ended before what it started */
  if (job->cancelled) answer(job, "cancelled", 0);
  else if (job->timed_out) answer(job, "timeout", 0);
  else if (WIFSIGNALED(status)) answer(job, "signal", WTERMSIG(status));
  else answer(job, "exit", WEXITSTATUS(status));
}

static void reap(void) {
  children_drain();
  int status;
  for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;) {
    struct job **link = &running;
    while (*link != NULL && (*link)->pid != pid) link = &(*link)->next;
    struct job *job = *link;
    if (job == NULL) continue; /* an orphan of a job that is over */
    *link = job->next;
    finish(job, status);
  }
  if (running_count == 0) children_kill(PATIENCE);
}

/* Kills what is late; returns milliseconds until the next job may be, -1 if none runs. */
static int expire(void) {
  double nearest = INFINITY, time = now();
  for (struct job *job = running; job != NULL; job = job->next) {
    double left = job->started + job->timeout - time;
    if (left > 0) {
      nearest = fmin(nearest, left);
    } else if (!job->timed_out) {
      job->timed_out = true;
      kill(-job->pid, SIGKILL);
    }
  }
  return isfinite(nearest) ? (int)fmin(ceil(nearest * 1000), 1e9) : -1;
}

static void cancel(void) {
  while (waiting != NULL) {
    struct job *job = waiting;
    waiting = job->next;
    answer(job, "cancelled", 0);
  }
  for (struct job *job = running; job != NULL; job = job->next) job->cancelled = true;
  kill_running();
}

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *position) {
  (void)status, (void)type, (void)position;
  remove(path);
  return 0;
}

/* Bytes of a file that a compiler may write, its messages among them. */
enum { LARGEST_FILE = 64 << 20 };

/* Compilers together may take no more than the machine's memory, and none may fill the disk. */
static void limit_compilers(int jobs) {
  double memory = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
  rlim_t share = (rlim_t)fmax(memory / jobs, 1024.0 * 1024 * 1024);
  setrlimit(RLIMIT_AS, &(struct rlimit){share, share});
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  setrlimit(RLIMIT_FSIZE, &(struct rlimit){LARGEST_FILE, LARGEST_FILE});
}

int builder_main(int jobs, const char *folder) {
  children_setup();
  if (jobs < 1) jobs = 1;
  limit_compilers(jobs);
  for (;;) {
    start_waiting(jobs);
    struct pollfd events[2] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = children_fd(), .events = POLLIN}};
    poll(events, 2, expire());
    if (events[1].revents) reap();
    if (events[0].revents == 0) continue;
    if (!input_fill()) break;
    for (char *line; (line = input_line()) != NULL;) {
      if (strcmp(line, "cancel") == 0) cancel();
      else enqueue(line);
    }
  }
  kill_running();
  children_kill(PATIENCE);
  nftw(folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
  return 0;
}
