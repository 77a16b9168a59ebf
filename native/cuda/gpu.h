/* Trials on a GPU. */
#ifndef TUNE_CUDA_GPU_H
#define TUNE_CUDA_GPU_H

#include "../runner/tune.h"
#include "driver.h"

enum { MAX_LAUNCHES = 12, MAX_MAPS = 4, MAP_RANK = 3, NAME_BYTES = 256, PATH_BYTES = 4096 };

/*
 * A row-major tensor of which the TMA copies tiles, in an argument or, behind these, in the workspace; dimensions from
 * the innermost to the outermost.
 */
struct map {
  int argument, element_bytes, swizzle, rank;
  uint64_t offset;
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
  /* what the guards hold: a NaN of its own, so that one copied from another buffer's guard differs */
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
  device_pointer swept; /* 0: nothing is swept */
  uint64_t swept_vectors;
  function_handle sweep;
  stream_handle stream; /* that kernels run in */
  event_handle start, stop;
};

/* sweep.c: reads so much that the cache holds nothing else. */

void sweep_open(struct gpu *gpu, size_t bytes, struct result *result);
/* Queues it. */
void sweep_queue(const struct gpu *gpu, struct result *result);

/* nvml.c */

/* The state that the GPU reports. */
struct clocks {
  unsigned sm, memory; /* MHz */
  unsigned celsius;
  unsigned long long reasons; /* why clocks are lower than they could be, a bit each (nvmlClocksEventReasons) */
};

/* Looks for the library, and in it for the GPU that the driver numbers so. */
void clocks_open(int device);
/* False where the GPU reports nothing. */
bool clocks_read(struct clocks *clocks);

/* How a trial was timed; it lies in memory that the child shares. */
struct gpu_report {
  bool graphs; /* whether calls were launched as graphs, not one by one */
  bool known;  /* whether the rest is known */
  struct clocks before, after;
  unsigned long long reasons; /* of all repeats */
};

/* Takes the first GPU, and brings the task's inputs there. Failing ends the process. */
void gpu_open(struct gpu *gpu, struct task *task, struct result *result);
/* Faults of the kernel, and failures that are not the kernel's, end the process. */
void gpu_trial_run(struct gpu *gpu, struct task *task, const struct gpu_trial *trial, struct result *result,
                   struct gpu_report *report);

/* kernel.c */

struct loaded {
  const struct gpu *gpu;
  struct task *task;
  const struct gpu_trial *trial;
  struct result *result;
  module_handle module;
  function_handle functions[MAX_LAUNCHES];
  tensor_map maps[MAX_LAUNCHES][MAX_MAPS];
};

/* Whether the kernel takes an argument packed. */
bool is_packed(const struct gpu *gpu, int i);
/* False, with the outcome, where that cannot be done. */
bool kernel_load(struct loaded *kernel);
/* These only queue their launches; they return the first error. What is on the clock, once: */
int kernel_call(const struct loaded *kernel);
int kernel_pack(const struct loaded *kernel);
/* Where the kernel has a layout of its own for the output: turns that into the row-major one. */
int kernel_unpack(const struct loaded *kernel);
/* Waits for the work of one of these; seconds between events around it. */
double kernel_time(const struct loaded *kernel, int (*work)(const struct loaded *kernel));
/* Seconds between the events that were recorded last, for which it waits. */
double kernel_elapsed(const struct loaded *kernel);

/* graph.c */

struct graph {
  graph_exec_handle exec; /* NULL: there is none */
  long calls;
};

/*
 * Makes a graph of about so many calls, or fewer that are to be repeated, unless it is one already. False where the
 * driver has no graphs or refuses.
 */
bool graph_fit(const struct loaded *kernel, long calls, struct graph *graph);
/* Queues a graph until it has made about so many calls; returns how many these are. */
long graph_replay(const struct loaded *kernel, const struct graph *graph, long calls);
void graph_free(struct graph *graph);

/* timing.c */

/* Times a kernel that took `first` seconds when it was called once. */
void kernel_repeats(const struct loaded *kernel, double first, struct gpu_report *report);

#endif
