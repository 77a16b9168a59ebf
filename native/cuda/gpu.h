/* Trials on a GPU. */
#ifndef TUNE_CUDA_GPU_H
#define TUNE_CUDA_GPU_H

#include "../runner/tune.h"
#include "driver.h"

enum { MAX_LAUNCHES = 12, MAX_MAPS = 4, MAP_RANK = 3, NAME_BYTES = 256, PATH_BYTES = 4096 };

/* A row-major argument of which the TMA copies tiles, dimensions from the innermost to the outermost. */
struct map {
  int argument, element_bytes, swizzle, rank;
  uint64_t shape[MAP_RANK];
  unsigned box[MAP_RANK];
};

/* A function of the cubin, the threads that run it, and the maps that it takes. */
struct launch {
  char name[NAME_BYTES];
  unsigned grid[3], block[3], shared;
  int map_count;
  struct map maps[MAX_MAPS];
};

/* What is asked of a trial; it lies in memory that the child shares. */
struct gpu_trial {
  struct trial common;
  char path[PATH_BYTES];
  size_t workspace_bytes, packed_bytes[MAX_ARGS]; /* packed: 0 where the kernel takes the argument as it is */
  /* what packs each packed input, and unpacks a packed output, comes first */
  int conversion_count, launch_count;
  struct launch launches[MAX_LAUNCHES];
};

/* device.c: memory between guards, on the GPU. */

struct device_buffer {
  device_pointer base, data; /* base 0: there is none */
  size_t words;              /* of data, 4 bytes each */
  /* what the guards hold: a NaN of its own, so that one copied from another buffer's guard is told from it */
  uint32_t guard;
};

/*
 * Ends the process, the error being the result, unless there is none. An error that a kernel left behind says what it
 * was.
 */
void must(int error, struct result *result);
/* Ends the process for lack of memory as `must` does. */
void device_create(struct device_buffer *buffer, size_t bytes, struct result *result);
void device_free(struct device_buffer *buffer);
/* Fills data with a pattern, and the guards with theirs. */
void device_poison(const struct device_buffer *buffer, uint32_t pattern, struct result *result);
/* Whether the guards are as device_poison left them. */
bool device_intact(const struct device_buffer *buffer, struct result *result);

/* trial.c: in the child. */

struct gpu {
  struct device_buffer inputs[MAX_ARGS], output, packed[MAX_ARGS], workspace;
  device_pointer pristine[MAX_ARGS]; /* copies of the inputs, since a kernel may write to those that it is given */
  device_pointer flush;
  event_handle start, stop;
};

/* Takes the first GPU, and brings the task's inputs there. Failing ends the process. */
void gpu_open(struct gpu *gpu, struct task *task, struct result *result);
/* Faults of the kernel, and failures that are not the kernel's, end the process. */
void gpu_trial_run(struct gpu *gpu, struct task *task, const struct gpu_trial *trial, struct result *result);

#endif
