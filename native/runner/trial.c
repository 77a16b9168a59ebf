#define _GNU_SOURCE
#include "tune.h"

#include <dlfcn.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static struct result *reporting;

/* Notes the address of a fault for the message and lets the same fault end the process. */
static void note_fault(int number, siginfo_t *info, void *context) {
  (void)context;
  reporting->fault = (uintptr_t)info->si_addr;
  reporting->faulted = true;
  signal(number, SIG_DFL);
}

static void catch_faults(struct result *result) {
  static char stack[64 * 1024];
  reporting = result;
  sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
  struct sigaction action = {.sa_sigaction = note_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigaction(SIGSEGV, &action, NULL);
  sigaction(SIGBUS, &action, NULL);
}

static void stop(struct result *result, enum outcome outcome) {
  result->outcome = outcome;
  _exit(0);
}

static void *load(const char *path, struct result *result) {
  result->stage = LOADING;
  void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (object == NULL) {
    snprintf(result->message, MESSAGE_BYTES, "%s", dlerror());
    stop(result, UNLOADABLE);
  }
  return object;
}

static void *symbol(void *object, const char *name, struct result *result) {
  void *address = dlsym(object, name);
  if (address == NULL) {
    snprintf(result->message, MESSAGE_BYTES, "the shared object has no symbol %s", name);
    stop(result, UNLOADABLE);
  }
  return address;
}

static bool is_packed(const struct task *task, int i) { return task->packed[i].map != NULL; }

/* Packs the inputs that the kernel wants packed, on a clock of its own. */
static void pack(const struct task *task, void *object, void **args, struct result *result) {
  void *packed[MAX_ARGS] = {0};
  bool any = false;
  for (int i = 0; i + 1 < task->arg_count; i++) {
    if (!is_packed(task, i)) continue;
    packed[i] = task->packed[i].data;
    any = true;
  }
  if (!any) return;
  pack_function *function = (pack_function *)symbol(object, "pack", result);
  result->stage = PACKING;
  double start = now();
  function(args, packed);
  result->pack_seconds = now() - start;
  for (int i = 0; i + 1 < task->arg_count; i++)
    if (packed[i] != NULL) args[i] = packed[i];
}

/* Where the kernel has a layout of its own for the output: turns that into the row-major one. */
static void unpack(const struct task *task, void *object, struct result *result) {
  int output = task->arg_count - 1;
  if (!is_packed(task, output)) return;
  void *packed[MAX_ARGS] = {0}, *args[MAX_ARGS] = {0};
  packed[output] = task->packed[output].data;
  args[output] = task->output.data;
  ((unpack_function *)symbol(object, "unpack", result))(packed, args);
}

/* Number of a buffer that was written beyond its ends, -1 for none. */
static int find_overrun(const struct task *task) {
  if (!buffer_intact(&task->output)) return task->arg_count - 1;
  for (int i = 0; i < task->arg_count; i++)
    if (is_packed(task, i) && !buffer_intact(&task->packed[i])) return PACKED + i;
  return buffer_intact(&task->workspace) ? -1 : WORKSPACE;
}

static void check(const struct task *task, const struct trial *trial, void *object, struct result *result) {
  unpack(task, object, result);
  if (!judge(task, trial->tolerance, find_overrun(task), result)) stop(result, WRONG);
}

/* Seconds a call, the mean of `calls`. */
static double time_calls(kernel_function *kernel, void *const *args, void *workspace, long calls) {
  double start = now();
  for (long i = 0; i < calls; i++) kernel(args, workspace);
  return (now() - start) / (double)calls;
}

/* How often this process lost a core to another one, all its threads counted. */
static long preemptions(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_nivcsw;
}

/* A sum of whole vectors of 16, for which all of it must be read. */
static float sum_of(const float *data, size_t count) {
  float sums[16] = {0};
  for (size_t i = 0; i + 16 <= count; i += 16)
    for (int j = 0; j < 16; j++) sums[j] += data[i + j];
  for (int i = 1; i < 16; i++) sums[0] += sums[i];
  return sums[0];
}

/* Fills the caches with something else; the kernel's threads share it, and stay awake. */
static void sweep_caches(const struct task *task) {
  enum { CHUNK = 1 << 16 };
  const float *data = (const float *)task->flush.data;
  const size_t chunks = task->flush.bytes / sizeof(float) / CHUNK;
  if (chunks == 0) return;
#pragma omp parallel for schedule(static)
  for (size_t i = 0; i < chunks; i++) {
    volatile float sum = sum_of(data + i * CHUNK, CHUNK);
    (void)sum;
  }
}

/* A call that is timed, and on what. */
struct call {
  const struct task *task;
  kernel_function *kernel;
  void *const *args;
  void *workspace;
};

/* One repeat; disturbed when another process took a core during it. */
static double time_repeat(void *context, long calls, bool *disturbed) {
  const struct call *call = context;
  sweep_caches(call->task);
  long before = preemptions();
  double cost = time_calls(call->kernel, call->args, call->workspace, calls);
  *disturbed = preemptions() != before;
  return cost;
}

static void poison(struct task *task) {
  buffer_poison(&task->output, UNWRITTEN);
  buffer_poison(&task->workspace, STRAY);
  for (int i = 0; i < task->arg_count; i++)
    if (is_packed(task, i)) buffer_poison(&task->packed[i], i + 1 < task->arg_count ? STRAY : UNWRITTEN);
}

void trial_run(struct task *task, const struct trial *trial, struct result *result) {
  catch_faults(result);
  poison(task);
  void *args[MAX_ARGS], *workspace = task->workspace.data;
  for (int i = 0; i < task->arg_count; i++) args[i] = task->inputs[i].data;
  int output = task->arg_count - 1;
  args[output] = is_packed(task, output) ? task->packed[output].data : task->output.data;
  void *object = load(trial->path, result);
  kernel_function *kernel = (kernel_function *)symbol(object, "kernel", result);
  limit_memory(trial->memory);
  pack(task, object, args, result);

  result->stage = RUNNING;
  double first = time_calls(kernel, args, workspace, 1);
  result->stage = CHECKING;
  result->check_seconds = first;
  check(task, trial, object, result);

  result->stage = TIMING;
  double start = now();
  struct call call = {task, kernel, args, workspace};
  time_repeats(trial, &(struct watch){time_repeat, &call, task->flush.bytes > 0}, first, result);
  result->run_seconds = now() - start;
  result->stage = RECHECKING; /* an answer that changes from call to call is a race */
  check(task, trial, object, result);
  stop(result, DONE);
}

void reference_run(const struct task *task, const char *path, struct result *result) {
  catch_faults(result);
  void *args[MAX_ARGS];
  for (int i = 0; i + 1 < task->arg_count; i++)
    args[i] = task->values[i].map != NULL ? task->values[i].data : task->inputs[i].data;
  args[task->arg_count - 1] = task->want.data;
  kernel_function *kernel = (kernel_function *)symbol(load(path, result), "kernel", result);
  result->stage = RUNNING;
  result->run_seconds = time_calls(kernel, args, task->workspace.data, 1);
  stop(result, DONE);
}
