/* A kernel that is loaded: what it is called on, and its launches. */
#define _GNU_SOURCE
#include "gpu.h"

bool is_packed(const struct gpu *gpu, int i) { return gpu->packed[i].base != 0; }

static bool unloadable(struct result *result, const char *what, int error) {
  snprintf(result->message, MESSAGE_BYTES, "%s: %s", what, driver_error(error));
  result->outcome = UNLOADABLE;
  return false;
}

/* An argument in its plain layout. */
static device_pointer plain(const struct loaded *kernel, int i) {
  return i + 1 < kernel->task->arg_count ? kernel->gpu->inputs[i].data : kernel->gpu->output.data;
}

/* An argument as the kernel takes it; the workspace comes behind them. */
static device_pointer given(const struct loaded *kernel, int i) {
  if (i == kernel->task->arg_count) return kernel->gpu->workspace.data;
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
                                (void *)(uintptr_t)(given(kernel, map->argument) + map->offset), map->shape, strides,
                                map->box, steps, 0, swizzle, MAP_FETCH_128, 0);
  return error == CUDA_SUCCESS || unloadable(kernel->result, "TMA tiles that cannot be copied", error);
}

bool kernel_load(struct loaded *kernel) {
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

static int launch(const struct loaded *kernel, int number, void **parameters) {
  const struct launch *l = &kernel->trial->launches[number];
  return driver.launch(kernel->functions[number], l->grid[0], l->grid[1], l->grid[2], l->block[0], l->block[1],
                       l->block[2], l->shared, kernel->gpu->stream, parameters, NULL);
}

int kernel_call(const struct loaded *kernel) {
  const struct gpu_trial *trial = kernel->trial;
  const int args = kernel->task->arg_count;
  device_pointer values[MAX_ARGS + 1];
  void *parameters[MAX_ARGS + 1 + MAX_MAPS];
  for (int i = 0; i < args; i++) values[i] = given(kernel, i);
  values[args] = kernel->gpu->workspace.data;
  for (int i = 0; i <= args; i++) parameters[i] = &values[i];
  int error = CUDA_SUCCESS;
  for (int i = 0; i < trial->launch_count && error == CUDA_SUCCESS; i++) {
    const int number = trial->conversion_count + i;
    for (int m = 0; m < MAX_MAPS; m++) parameters[args + 1 + m] = (void *)&kernel->maps[number][m];
    error = launch(kernel, number, parameters);
  }
  return error;
}

int kernel_pack(const struct loaded *kernel) {
  int number = 0, error = CUDA_SUCCESS;
  for (int i = 0; i + 1 < kernel->task->arg_count && error == CUDA_SUCCESS; i++) {
    if (!is_packed(kernel->gpu, i)) continue;
    device_pointer from = plain(kernel, i), to = kernel->gpu->packed[i].data;
    error = launch(kernel, number++, (void *[]){&from, &to});
  }
  return error;
}

int kernel_unpack(const struct loaded *kernel) {
  int output = kernel->task->arg_count - 1;
  if (!is_packed(kernel->gpu, output)) return CUDA_SUCCESS;
  device_pointer from = kernel->gpu->packed[output].data, to = plain(kernel, output);
  return launch(kernel, kernel->trial->conversion_count - 1, (void *[]){&from, &to});
}

double kernel_time(const struct loaded *kernel, int (*work)(const struct loaded *kernel)) {
  must(driver.event_record(kernel->gpu->start, kernel->gpu->stream), kernel->result);
  must(work(kernel), kernel->result);
  must(driver.event_record(kernel->gpu->stop, kernel->gpu->stream), kernel->result);
  return kernel_elapsed(kernel);
}

double kernel_elapsed(const struct loaded *kernel) {
  const struct gpu *gpu = kernel->gpu;
  float milliseconds = 0;
  must(driver.event_wait(gpu->stop), kernel->result);
  must(driver.event_milliseconds(&milliseconds, gpu->start, gpu->stop), kernel->result);
  return (double)milliseconds / 1000;
}
