/* A kernel in its own process: it is loaded, its faults are noted, its calls are timed. */
#define _GNU_SOURCE
#include "candidate.h"

#include <dlfcn.h>
#include <math.h>
#include <signal.h>
#include <unistd.h>

static struct result *reporting;

/* Notes the address of a fault for the message and lets the same fault end the process. */
static void note_fault(int number, siginfo_t *info, void *context) {
  (void)context;
  reporting->fault = (uintptr_t)info->si_addr;
  reporting->faulted = true;
  signal(number, SIG_DFL);
}

/*
 * Notes which call the sandbox refused; it would not be made again by itself. The signal is for this thread: one for
 * the process may reach another thread while this one goes on to the next stage.
 */
static void note_call(int number, siginfo_t *info, void *context) {
  (void)context;
  reporting->forbidden = sandbox_call_name(info);
  signal(number, SIG_DFL);
  raise(number);
}

void child_catch_faults(struct result *result) {
  static char stack[64 * 1024];
  reporting = result;
  sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
  struct sigaction action = {.sa_sigaction = note_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigaction(SIGSEGV, &action, NULL);
  sigaction(SIGBUS, &action, NULL);
  action.sa_sigaction = note_call;
  sigaction(SIGSYS, &action, NULL);
}

void child_end(struct result *result, enum outcome outcome) {
  result->outcome = outcome;
  _exit(0);
}

void *child_load(const char *path, struct result *result) {
  result->stage = LOADING;
  void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (object == NULL) {
    snprintf(result->message, MESSAGE_BYTES, "%s", dlerror());
    child_end(result, UNLOADABLE);
  }
  return object;
}

void *child_symbol(void *object, const char *name, struct result *result) {
  void *address = dlsym(object, name);
  if (address == NULL) {
    snprintf(result->message, MESSAGE_BYTES, "the shared object has no symbol %s", name);
    child_end(result, UNLOADABLE);
  }
  return address;
}

__attribute__((noinline)) double child_time_calls(kernel_function *kernel, void *const *args, void *workspace,
                                                  long calls, struct changes *changes) {
  double start = now();
  for (long i = 0; i < calls; i++) {
    changes_apply(changes);
    kernel(args, workspace);
    changes_look(changes);
  }
  return (now() - start) / (double)calls;
}

static void do_nothing(void *const *args, void *workspace) { (void)args, (void)workspace; }
/* A kernel of which no compiler knows what it does. */
static kernel_function *volatile nothing = do_nothing;

/* Seconds of a call that does nothing, among the fastest. */
static double time_nothing(struct changes *changes) {
  enum { TAKES = 5, CALLS = 64 };
  double least = INFINITY;
  for (int i = 0; i < TAKES; i++) least = fmin(least, child_time_calls(nothing, NULL, NULL, CALLS, changes));
  return least;
}

double child_time_changes(struct changes *changes) {
  static struct changes none = {.active = -1};
  const unsigned long unwritten = changes->unwritten, looked = changes->looked;
  double seconds = fmax(time_nothing(changes) - time_nothing(&none), 0);
  changes->unwritten = unwritten;
  changes->looked = looked;
  return seconds;
}

char child_ask(int parent, char question) {
  char reply;
  if (write(parent, &question, 1) != 1 || read(parent, &reply, 1) != 1) _exit(1);
  return reply;
}
