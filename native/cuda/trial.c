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
  if (task->flush_bytes > 0) gpu->flush = allocate(task->flush_bytes, result);
  if (!buffer_create(&task->output, bytes, false)) must(CUDA_ERROR_OUT_OF_MEMORY, result);
}

static bool is_packed(const struct gpu *gpu, int i) { return gpu->packed[i].base != 0; }

/* NaN in all that a call writes, and around it. */
static void poison_results(const struct gpu *gpu, const struct task *task, struct result *result) {
  const int output = task->arg_count - 1;
  device_poison(&gpu->output, UNWRITTEN, result);
  device_poison(&gpu->workspace, STRAY, result);
  if (is_packed(gpu, output)) device_poison(&gpu->packed[output], UNWRITTEN, result);
}

/* Inputs as they were drawn, first or else; NaN in all that is to be written, and around everything. */
static void prepare(const struct gpu *gpu, const struct task *task, bool first, struct result *result) {
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

/* A kernel that is loaded, with what it is called on. */
struct loaded {
  const struct gpu *gpu;
  struct task *task;
  const struct gpu_trial *trial;
  struct result *result;
  module_handle module;
  function_handle functions[MAX_LAUNCHES];
  tensor_map maps[MAX_LAUNCHES][MAX_MAPS];
};

static bool unloadable(struct result *result, const char *what, int error) {
  snprintf(result->message, MESSAGE_BYTES, "%s: %s", what, driver_error(error));
  result->outcome = UNLOADABLE;
  return false;
}

/* An argument as it was given, or is to be. */
static device_pointer plain(const struct loaded *kernel, int i) {
  return i + 1 < kernel->task->arg_count ? kernel->gpu->inputs[i].data : kernel->gpu->output.data;
}

/* An argument as the kernel takes it. */
static device_pointer given(const struct loaded *kernel, int i) {
  return is_packed(kernel->gpu, i) ? kernel->gpu->packed[i].data : plain(kernel, i);
}

static bool encode(const struct loaded *kernel, const struct map *map, tensor_map *to) {
  const int swizzle = map->swizzle == 128 ? MAP_SWIZZLE_128 : map->swizzle == 64 ? MAP_SWIZZLE_64 : MAP_SWIZZLE_32;
  const unsigned steps[MAP_RANK] = {1, 1, 1};
  uint64_t strides[MAP_RANK];
  for (int d = 0; d < map->rank; d++)
    strides[d] = (d == 0 ? (uint64_t)map->element_bytes : strides[d - 1]) * map->shape[d];
  if (driver.map_encode == NULL) {
    snprintf(kernel->result->message, MESSAGE_BYTES,
             "NVIDIA's driver is too old for TMA copies (its libcuda.so.1 has no cuTensorMapEncodeTiled)");
    return kernel->result->outcome = UNLOADABLE, false;
  }
  int error = driver.map_encode(to, map->element_bytes == 2 ? MAP_UINT16 : MAP_UINT32, (unsigned)map->rank,
                                (void *)(uintptr_t)given(kernel, map->argument), map->shape, strides, map->box, steps,
                                0, swizzle, MAP_FETCH_128, 0);
  return error == CUDA_SUCCESS || unloadable(kernel->result, "TMA tiles that cannot be copied", error);
}

static bool load(struct loaded *kernel) {
  const struct gpu_trial *trial = kernel->trial;
  struct result *result = kernel->result;
  int error = driver.module_load(&kernel->module, trial->path);
  if (error != CUDA_SUCCESS) return unloadable(result, "the cubin cannot be loaded", error);
  for (int i = 0; i < trial->conversion_count + trial->launch_count; i++) {
    const struct launch *launch = &trial->launches[i];
    error = driver.module_function(&kernel->functions[i], kernel->module, launch->name);
    if (error != CUDA_SUCCESS) return unloadable(result, launch->name, error);
    for (int m = 0; m < launch->map_count; m++)
      if (!encode(kernel, &launch->maps[m], &kernel->maps[i][m])) return false;
    if (launch->shared == 0) continue;
    error = driver.function_set(kernel->functions[i], FUNCTION_MAX_DYNAMIC_SHARED, (int)launch->shared);
    if (error != CUDA_SUCCESS) return unloadable(result, "more shared memory than a block can have", error);
  }
  return true;
}

static void launch(const struct loaded *kernel, int number, void **parameters) {
  const struct launch *l = &kernel->trial->launches[number];
  must(driver.launch(kernel->functions[number], l->grid[0], l->grid[1], l->grid[2], l->block[0], l->block[1],
                     l->block[2], l->shared, NULL, parameters, NULL),
       kernel->result);
}

/* What is on the clock, once. */
static void call(const struct loaded *kernel) {
  const struct gpu_trial *trial = kernel->trial;
  const int args = kernel->task->arg_count;
  device_pointer values[MAX_ARGS + 1];
  void *parameters[MAX_ARGS + 1 + MAX_MAPS];
  for (int i = 0; i < args; i++) values[i] = given(kernel, i);
  values[args] = kernel->gpu->workspace.data;
  for (int i = 0; i <= args; i++) parameters[i] = &values[i];
  for (int i = 0; i < trial->launch_count; i++) {
    const int number = trial->conversion_count + i;
    for (int m = 0; m < MAX_MAPS; m++) parameters[args + 1 + m] = (void *)&kernel->maps[number][m];
    launch(kernel, number, parameters);
  }
}

static void pack(const struct loaded *kernel) {
  int number = 0;
  for (int i = 0; i + 1 < kernel->task->arg_count; i++) {
    if (!is_packed(kernel->gpu, i)) continue;
    device_pointer from = plain(kernel, i), to = kernel->gpu->packed[i].data;
    launch(kernel, number++, (void *[]){&from, &to});
  }
}

/* Where the kernel has a layout of its own for the output: turns that into the row-major one. */
static void unpack(const struct loaded *kernel) {
  int output = kernel->task->arg_count - 1;
  if (!is_packed(kernel->gpu, output)) return;
  device_pointer from = kernel->gpu->packed[output].data, to = plain(kernel, output);
  launch(kernel, kernel->trial->conversion_count - 1, (void *[]){&from, &to});
}

/* Seconds between two events around so many times the work. */
static double time_work(const struct loaded *kernel, void (*work)(const struct loaded *), long times) {
  const struct gpu *gpu = kernel->gpu;
  float milliseconds = 0;
  must(driver.event_record(gpu->start, NULL), kernel->result);
  for (long i = 0; i < times; i++) work(kernel);
  must(driver.event_record(gpu->stop, NULL), kernel->result);
  must(driver.event_wait(gpu->stop), kernel->result);
  must(driver.event_milliseconds(&milliseconds, gpu->start, gpu->stop), kernel->result);
  return (double)milliseconds / 1000;
}

static double time_calls(const struct loaded *kernel, long calls) {
  return time_work(kernel, call, calls) / (double)calls;
}

/* One repeat. What is written to flush the second-level cache still runs while the launches are queued behind it. */
static double time_repeat(void *context, long calls, enum disturbance *disturbance) {
  const struct loaded *kernel = context;
  *disturbance = CALM;
  if (kernel->gpu->flush != 0)
    must(driver.fill_async(kernel->gpu->flush, 0, kernel->task->flush_bytes / 4, NULL), kernel->result);
  return time_calls(kernel, calls);
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
  unpack(kernel);
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
  call(kernel);
  kernel->result->check_seconds += now() - start;
  return judge_left(context);
}

/* The task's other inputs, packed anew; gpu_trial_run takes them back. */
static void exchange(void *context) {
  const struct loaded *kernel = context;
  double start = now();
  task_exchange(kernel->task);
  prepare(kernel->gpu, kernel->task, false, kernel->result);
  pack(kernel);
  must(driver.synchronize(), kernel->result);
  kernel->result->check_seconds += now() - start;
}

/* Clocks that sank while kernels were built rise again; milliseconds are enough. */
static void warm_up(const struct loaded *kernel, double seconds) {
  for (double start = now(); now() - start < seconds;) time_calls(kernel, 1);
}

/* Whether what the kernel computes is right before and after it is timed; otherwise the outcome says what it is. */
static bool run(struct loaded *kernel) {
  const struct gpu_trial *trial = kernel->trial;
  struct result *result = kernel->result;
  result->stage = LOADING;
  if (!load(kernel)) return false;
  result->stage = PACKING;
  if (trial->conversion_count > 0) result->pack_seconds = time_work(kernel, pack, 1);
  result->stage = RUNNING;
  double first = time_calls(kernel, 1);
  result->stage = CHECKING;
  result->check_seconds = first;
  const struct subject subject = {compare, judge_left, exchange, kernel};
  if (!judge_left(kernel) || !compare_before(&trial->common, &subject, first, result)) return false;

  result->stage = TIMING;
  double start = now();
  if (first < 2e-3) warm_up(kernel, 2e-3);
  time_repeats(&trial->common, &(struct watch){time_repeat, kernel, kernel->gpu->flush != 0}, first, result);
  result->run_seconds = now() - start;
  return compare_after(&trial->common, kernel->task, &subject, result);
}

void gpu_trial_run(struct gpu *gpu, struct task *task, const struct gpu_trial *trial, struct result *result) {
  device_create(&gpu->workspace, trial->workspace_bytes, result);
  for (int i = 0; i < task->arg_count; i++)
    if (trial->packed_bytes[i] > 0) device_create(&gpu->packed[i], trial->packed_bytes[i], result);
  prepare(gpu, task, true, result);
  must(driver.synchronize(), result);
  struct loaded kernel = {.gpu = gpu, .task = task, .trial = trial, .result = result};
  const char *first = task->inputs[0].data;
  if (run(&kernel)) result->outcome = DONE;
  else if (result->outcome == NONE) result->outcome = WRONG;
  if (task->inputs[0].data != first) task_exchange(task);
  if (kernel.module != NULL) must(driver.module_unload(kernel.module), result);
  device_free(&gpu->workspace);
  for (int i = 0; i < task->arg_count; i++) device_free(&gpu->packed[i]);
}
