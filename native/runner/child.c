#define _GNU_SOURCE
#include "tune.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static int ended_fd = -1;

void children_setup(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGCHLD);
  sigprocmask(SIG_BLOCK, &set, NULL);
  signal(SIGPIPE, SIG_IGN);
  prctl(PR_SET_CHILD_SUBREAPER, 1); /* orphans of our children become ours, so that we can wait for them */
  ended_fd = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
  if (ended_fd < 0) abort();
}

int children_fd(void) { return ended_fd; }

void children_drain(void) {
  struct signalfd_siginfo info;
  while (read(ended_fd, &info, sizeof info) > 0) continue;
}

/* Parent of a process, 0 when there is no such process any more. */
static pid_t parent_of(const char *pid) {
  char path[64], text[512];
  snprintf(path, sizeof path, "/proc/%s/stat", pid);
  FILE *file = fopen(path, "r");
  if (file == NULL) return 0;
  size_t count = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  text[count] = '\0';
  /* "PID (NAME) STATE PARENT", where a name may hold parentheses, too */
  const char *rest = strrchr(text, ')');
  int parent = 0;
  return rest != NULL && sscanf(rest, ") %*c %d", &parent) == 1 ? parent : 0;
}

static void signal_children(void) {
  const pid_t self = getpid();
  DIR *processes = opendir("/proc");
  if (processes == NULL) return;
  for (struct dirent *entry; (entry = readdir(processes)) != NULL;)
    if (isdigit((unsigned char)*entry->d_name) && parent_of(entry->d_name) == self) kill(atoi(entry->d_name), SIGKILL);
  closedir(processes);
}

bool children_kill(double seconds) {
  enum { PAUSE_MS = 2 };
  for (double end = now() + seconds;;) {
    pid_t pid = waitpid(-1, NULL, WNOHANG);
    if (pid < 0 && errno == ECHILD) return true;
    if (pid > 0) continue;
    if (now() >= end) return false;
    signal_children();
    poll(NULL, 0, PAUSE_MS);
  }
}

void sacrifice_first(void) {
  static const char most[] = "1000";
  int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (fd < 0) return;
  if (write(fd, most, sizeof most - 1) < 0) {} /* then the system chooses by size, as it would have */
  close(fd);
}

/* The child: its own process group, no core file, no way to our protocol, and an end when its parent ends. */
static void become_child(pid_t parent) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  sacrifice_first();
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  signal(SIGPIPE, SIG_DFL);
  int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (int fd = 0; fd < 3; fd++) dup2(nowhere, fd);
}

static void kill_group(pid_t pid) {
  kill(-pid, SIGKILL);
  kill(pid, SIGKILL);
}

/* Seconds without a core, of the thread of a process that waited longest for one. */
static double waited_for_core(pid_t pid) {
  char path[64], thread[320];
  snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
  DIR *threads = opendir(path);
  if (threads == NULL) return 0;
  double most = 0, waited;
  for (struct dirent *entry; (entry = readdir(threads)) != NULL;) {
    snprintf(thread, sizeof thread, "%s/%s/schedstat", path, entry->d_name);
    FILE *file = fopen(thread, "re");
    if (file == NULL) continue;
    if (fscanf(file, "%*f %lf", &waited) == 1) most = fmax(most, 1e-9 * waited);
    fclose(file);
  }
  closedir(threads);
  return most;
}

struct allowance {
  double seconds, end;  /* how many a child gets, and when they end */
  double waited_before; /* seconds without a core that do not count */
  bool extends;         /* by the seconds without a core */
};

static struct allowance allow(double seconds, bool extends) {
  return (struct allowance){seconds, now() + seconds, 0, extends};
}

/* Seconds without a core are given once more, up to so many times the child's own (src/measure/runner.ts). */
static double end_of(const struct allowance *allowance, pid_t pid) {
  enum { MOST_TIMES = 4 };
  if (!allowance->extends || now() < allowance->end) return allowance->end;
  const double waited = waited_for_core(pid) - allowance->waited_before;
  return allowance->end + fmin(waited, (MOST_TIMES - 1) * allowance->seconds);
}

/*
 * Waits until `fd` (where there is one) can be read, or the child has ended; false where its time is over before. Ends
 * this process when stdin does.
 */
static bool wait_until(pid_t pid, int fd, const struct allowance *allowance, struct ending *ending) {
  int status;
  while (waitpid(pid, &status, WNOHANG) != pid) {
    double left = end_of(allowance, pid) - now();
    if (left <= 0) return false;
    struct pollfd events[3] = {
        {.fd = ended_fd, .events = POLLIN}, {.fd = STDIN_FILENO, .events = POLLRDHUP}, {.fd = fd, .events = POLLIN}};
    poll(events, 3, (int)fmin(ceil(left * 1000), 1e9));
    children_drain();
    if (events[1].revents & (POLLRDHUP | POLLHUP | POLLERR)) {
      kill_group(pid);
      children_kill(PATIENCE);
      _exit(0);
    }
    char byte;
    if (events[2].revents & POLLIN && read(fd, &byte, 1) == 1) {
      *ending = (struct ending){ANSWERED, byte};
      return true;
    }
  }
  *ending = WIFSIGNALED(status) ? (struct ending){SIGNALLED, WTERMSIG(status)}
                                : (struct ending){EXITED, WEXITSTATUS(status)};
  return true;
}

/* LLVM's OpenMP makes a file for each process, and removes it only where that ends by returning from main. */
static void remove_traces(pid_t pid) {
  char path[64];
  snprintf(path, sizeof path, "/dev/shm/__KMP_REGISTERED_LIB_%d_%d", (int)pid, (int)getuid());
  unlink(path);
}

/* What the child may have started goes with it. */
static void bury(pid_t pid, bool ended) {
  if (ended) kill(-pid, SIGKILL);
  else kill_group(pid);
  children_kill(PATIENCE);
  remove_traces(pid);
}

static pid_t fork_child(void) {
  fflush(stdout);
  pid_t self = getpid(), pid = fork();
  if (pid == 0) become_child(self);
  else if (pid > 0) setpgid(pid, pid);
  return pid;
}

struct ending run_child(void (*body)(void *), void *context, double timeout) {
  struct allowance allowance = allow(timeout, true);
  pid_t pid = fork_child();
  if (pid < 0) return (struct ending){NOT_STARTED, 0};
  if (pid == 0) {
    body(context);
    _exit(0);
  }
  struct ending ending = {TIMED_OUT, 0};
  bury(pid, wait_until(pid, -1, &allowance, &ending));
  return ending;
}

struct ending run_asking_child(void (*body)(void *, int parent), void *context, double timeout,
                               char (*answer)(char, pid_t)) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return (struct ending){NOT_STARTED, 0};
  struct allowance allowance = allow(timeout, true);
  pid_t pid = fork_child();
  if (pid == 0) {
    close(ends[0]);
    body(context, ends[1]);
    _exit(0);
  }
  close(ends[1]);
  struct ending ending = {NOT_STARTED, 0};
  while (pid > 0) {
    ending.how = TIMED_OUT;
    bool ended = wait_until(pid, ends[0], &allowance, &ending);
    if (ending.how != ANSWERED) {
      bury(pid, ended);
      break;
    }
    const double start = now(), waited = waited_for_core(pid);
    char reply = answer((char)ending.value, pid);
    if (write(ends[0], &reply, 1) != 1) continue; /* it has ended, as is found next */
    allowance.end += now() - start;
    allowance.waited_before += waited_for_core(pid) - waited;
  }
  close(ends[0]);
  return ending;
}

bool worker_start(struct worker *worker, void (*body)(int fd)) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return false;
  pid_t pid = fork_child();
  if (pid == 0) {
    close(ends[0]);
    body(ends[1]);
    _exit(0);
  }
  close(ends[1]);
  if (pid < 0) close(ends[0]);
  else *worker = (struct worker){pid, ends[0]};
  return pid > 0;
}

void worker_tell(const struct worker *worker) {
  if (write(worker->fd, "", 1) != 1) return; /* it has ended, as worker_wait will find */
}

struct ending worker_wait(struct worker *worker, double timeout) {
  struct ending ending = {TIMED_OUT, 0};
  const struct allowance allowance = allow(timeout, false);
  bool ended = wait_until(worker->pid, worker->fd, &allowance, &ending);
  if (ending.how == ANSWERED) return ending;
  bury(worker->pid, ended);
  close(worker->fd);
  *worker = (struct worker){0};
  return ending;
}

void worker_stop(struct worker *worker) {
  if (worker->pid == 0) return;
  bury(worker->pid, false);
  close(worker->fd);
  *worker = (struct worker){0};
}
