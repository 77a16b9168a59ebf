/* A kernel in its own process: it is loaded, its faults are noted, its calls are timed. */
#define _GNU_SOURCE
#include "tune.h"

#include <dlfcn.h>
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

/* Notes which call the sandbox refused; it would not be made again by itself. */
static void note_call(int number, siginfo_t *info, void *context) {
  (void)context;
  reporting->forbidden = sandbox_call_name(info);
  signal(number, SIG_DFL);
  kill(getpid(), number);
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

double child_time_calls(kernel_function *kernel, void *const *args, void *workspace, long calls) {
  double start = now();
  for (long i = 0; i < calls; i++) kernel(args, workspace);
  return (now() - start) / (double)calls;
}
