#define _GNU_SOURCE
#include "gpu.h"

#include <string.h>
#include <unistd.h>

/* Raw device memory for bytes that no kernel gets to see. */
static device_pointer allocate(size_t bytes, struct result *result) {
  struct device_buffer buffer;
  device_create(&buffer, bytes, result);
  return buffer.data;
}

void gpu_open(struct gpu *gpu, struct task *task, struct result *result) {
  *gpu = (struct gpu){0};
  const char *lack = driver_load();
  if (lack != NULL) {
    snprintf(result->message, MESSAGE_BYTES, "%s", lack);
    result->outcome = FAILED;
    _exit(0);
  }
  int device, output = task->arg_count - 1;
  context_handle context;
  must(driver.device_get(&device, 0), result);
  must(driver.context_retain(&context, device), result);
  must(driver.context_set(context), result);
  must(driver.stream_create(&gpu->stream, STREAM_BLOCKING), result);
  must(driver.event_create(&gpu->start, 0), result);
  must(driver.event_create(&gpu->stop, 0), result);
  for (int i = 0; i < output; i++) {
    size_t bytes = argument_bytes(task, i);
    device_create(&gpu->inputs[i], bytes, result);
    gpu->pristine[i] = allocate(bytes, result);
    must(driver.copy_in(gpu->pristine[i], task->inputs[i].data, bytes), result);
  }
  size_t bytes = argument_bytes(task, output);
  device_create(&gpu->output, bytes, result);
  if (task->flush_bytes > 0) sweep_open(gpu, task->flush_bytes, result);
  if (!buffer_create(&task->output, bytes, false)) must(CUDA_ERROR_OUT_OF_MEMORY, result);
  clocks_open(device);
}

/* NaN in all that a call writes, and around it. */
static void poison_results(const struct gpu *gpu, struct task *task, struct result *result) {
  const int output = task->arg_count - 1;
  const uint32_t unwritten = next_poison(task);
  device_poison(&gpu->output, unwritten, result);
  device_poison(&gpu->workspace, STRAY, result);
  if (is_packed(gpu, output)) device_poison(&gpu->packed[output], unwritten, result);
}

/* Inputs as they were drawn, first or else; NaN in all that the kernel writes, and around everything. */
static void prepare(const struct gpu *gpu, struct task *task, bool first, struct result *result) {
  for (int i = 0; i + 1 < task->arg_count; i++) {
    const size_t bytes = argument_bytes(task, i);
    device_poison(&gpu->inputs[i], STRAY, result);
    must(first ? driver.copy_within(gpu->inputs[i].data, gpu->pristine[i], bytes)
               : driver.copy_in(gpu->inputs[i].data, task->inputs[i].data, bytes),
         result);
    if (is_packed(gpu, i)) device_poison(&gpu->packed[i], STRAY, result);
  }
  poison_results(gpu, task, result);
}

/* Number of a buffer that was written beyond its ends, -1 for none. */
static int find_overrun(const struct loaded *kernel) {
  const struct gpu *gpu = kernel->gpu;
  int output = kernel->task->arg_count - 1;
  if (!device_intact(&gpu->output, kernel->result)) return output;
  if (!device_intact(&gpu->workspace, kernel->result)) return WORKSPACE;
  for (int i = 0; i < output; i++)
    if (!device_intact(&gpu->inputs[i], kernel->result)) return i;
  for (int i = 0; i <= output; i++)
    if (is_packed(gpu, i) && !device_intact(&gpu->packed[i], kernel->result)) return PACKED + i;
  return -1;
}

/* Judges what the last call left. */
static bool judge_left(void *context) {
  const struct loaded *kernel = context;
  struct task *task = kernel->task;
  struct result *result = kernel->result;
  double start = now();
  must(kernel_unpack(kernel), result);
  must(driver.copy_out(task->output.data, kernel->gpu->output.data, argument_bytes(task, task->arg_count - 1)), result);
  int overrun = find_overrun(kernel);
  result->check_seconds += now() - start;
  return judge(task, kernel->trial->common.tolerance, overrun, result);
}

/* Calls it once more, all that it writes poisoned before. */
static bool compare(void *context) {
  const struct loaded *kernel = context;
  double start = now();
  poison_results(kernel->gpu, kernel->task, kernel->result);
  must(kernel_call(kernel), kernel->result);
  kernel->result->check_seconds += now() - start;
  return judge_left(context);
}

/* The task's other inputs, packed anew; gpu_trial_run takes them back. */
static void exchange(void *context) {
  const struct loaded *kernel = context;
  if (!kernel->task->other.there) return;
  double start = now();
  task_exchange(kernel->task);
  prepare(kernel->gpu, kernel->task, false, kernel->result);
  must(kernel_pack(kernel), kernel->result);
  must(driver.synchronize(), kernel->result);
  kernel->result->check_seconds += now() - start;
}

/* Whether what the kernel computes is right before and after it is timed; otherwise the outcome says what it is. */
static bool run(struct loaded *kernel, struct gpu_report *report) {
  const struct gpu_trial *trial = kernel->trial;
  struct result *result = kernel->result;
  result->stage = LOADING;
  if (!kernel_load(kernel)) return false;
  result->stage = PACKING;
  if (trial->conversion_count > 0) result->pack_seconds = kernel_time(kernel, kernel_pack);
  result->stage = RUNNING;
  double first = kernel_time(kernel, kernel_call);
  result->stage = CHECKING;
  result->check_seconds = first;
  const struct subject subject = {compare, exchange, kernel};
  if (!judge_left(kernel) || !compare_before(&trial->common, &subject, first, result)) return false;

  result->stage = TIMING;
  double start = now();
  kernel_repeats(kernel, first, report);
  result->run_seconds = now() - start;
  result->stage = RECHECKING;
  return judge_left(kernel) && compare_after(&trial->common, &subject, result);
}

void gpu_trial_run(struct gpu *gpu, struct task *task, const struct gpu_trial *trial, struct result *result,
                   struct gpu_report *report) {
  device_create(&gpu->workspace, trial->workspace_bytes, result);
  for (int i = 0; i < task->arg_count; i++)
    if (trial->packed_bytes[i] > 0) device_create(&gpu->packed[i], trial->packed_bytes[i], result);
  prepare(gpu, task, true, result);
  must(driver.synchronize(), result);
  struct loaded kernel = {.gpu = gpu, .task = task, .trial = trial, .result = result};
  const char *first = task->inputs[0].data;
  if (run(&kernel, report)) result->outcome = DONE;
  else if (result->outcome == NONE) result->outcome = WRONG;
  if (task->inputs[0].data != first) task_exchange(task);
  if (kernel.module != NULL) must(driver.module_unload(kernel.module), result);
  device_free(&gpu->workspace);
  for (int i = 0; i < task->arg_count; i++) device_free(&gpu->packed[i]);
}
