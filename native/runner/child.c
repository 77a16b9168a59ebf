#define _GNU_SOURCE
#include "tune.h"

#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
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

/* The child: its own process group, no core file, no way to our protocol, and an end when its parent ends. */
static void become_child(pid_t parent) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
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

/* Waits for the child's end; false after the deadline. Ends this process when stdin does. */
static bool wait_until(pid_t pid, double deadline, int *status) {
  while (waitpid(pid, status, WNOHANG) != pid) {
    double left = deadline - now();
    if (left <= 0) return false;
    struct pollfd events[2] = {{.fd = ended_fd, .events = POLLIN}, {.fd = STDIN_FILENO, .events = POLLRDHUP}};
    poll(events, 2, (int)fmin(ceil(left * 1000), 1e9));
    children_drain();
    if (events[1].revents & (POLLRDHUP | POLLHUP | POLLERR)) {
      kill_group(pid);
      _exit(0);
    }
  }
  return true;
}

struct ending run_child(void (*body)(void *), void *context, double timeout) {
  fflush(stdout);
  double deadline = now() + timeout;
  pid_t self = getpid(), pid = fork();
  if (pid < 0) return (struct ending){NOT_STARTED, 0};
  if (pid == 0) {
    become_child(self);
    body(context);
    _exit(0);
  }
  setpgid(pid, pid);
  int status;
  bool in_time = wait_until(pid, deadline, &status);
  if (in_time) {
    kill(-pid, SIGKILL); /* what it may have started goes with it */
  } else {
    kill_group(pid);
    waitpid(pid, &status, 0);
  }
  while (waitpid(-1, NULL, WNOHANG) > 0) continue;
  if (!in_time) return (struct ending){TIMED_OUT, 0};
  if (WIFSIGNALED(status)) return (struct ending){SIGNALLED, WTERMSIG(status)};
  return (struct ending){EXITED, WEXITSTATUS(status)};
}
