/* The naive kernel, in its own process, by which trials are judged. */
#include "candidate.h"

static void reference_run(const struct task *task, const char *path, struct result *result) {
  child_catch_faults(result);
  void *args[MAX_ARGS];
  for (int i = 0; i + 1 < task->arg_count; i++)
    args[i] = task->values[i].map != NULL ? task->values[i].data : task->inputs[i].data;
  args[task->arg_count - 1] = task->want.data;
  sandbox_enter(path);
  kernel_function *kernel = (kernel_function *)child_symbol(child_load(path, result), "kernel", result);
  sandbox_lock(true);
  result->stage = RUNNING;
  result->run_seconds = child_time_calls(kernel, args, task->workspace.data, 1, &(struct changes){.active = -1});
  child_end(result, DONE);
}

struct reference {
  const struct task *task;
  struct result *result;
};

static void reference_child(void *context) {
  const struct reference *reference = context;
  reference_run(reference->task, reference->task->opening.reference, reference->result);
}

struct ending reference_start(struct task *task, struct result *result) {
  struct reference reference = {task, result};
  return run_child(reference_child, &reference, task->opening.timeout);
}

bool reference_is_done(const struct task *task, struct ending ending, const struct result *result) {
  const int output = task->arg_count - 1;
  return ending.how == EXITED && result->outcome == DONE && buffer_intact(&task->want) &&
         all_finite((const float *)task->want.data, task->elements[output], task->types[output]);
}
