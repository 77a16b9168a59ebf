/* The naive kernel, in its own process, by which trials are judged. */
#include "tune.h"

void reference_run(const struct task *task, const char *path, struct result *result) {
  child_catch_faults(result);
  void *args[MAX_ARGS];
  for (int i = 0; i + 1 < task->arg_count; i++)
    args[i] = task->values[i].map != NULL ? task->values[i].data : task->inputs[i].data;
  args[task->arg_count - 1] = task->want.data;
  sandbox_enter(path);
  kernel_function *kernel = (kernel_function *)child_symbol(child_load(path, result), "kernel", result);
  sandbox_lock();
  result->stage = RUNNING;
  result->run_seconds = child_time_calls(kernel, args, task->workspace.data, 1);
  child_end(result, DONE);
}
