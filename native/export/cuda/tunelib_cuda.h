/*
 * Kernels for NVIDIA's GPUs that `tune` found, and a launcher on the driver's interface, which is looked for in
 * libcuda.so.1 when tunelib_cuda_open is called: nothing is linked. Shapes are those of tunelib.h, without the threads.
 *
 *   const char *problem = tunelib_cuda_open();                  // NULL, or why there is no GPU to be had
 *   const tunelib_cuda_kernel *kernel = tunelib_cuda_find("matmul", shape, "float32", tunelib_cuda_arch());
 *   tunelib_cuda_module *module = tunelib_cuda_load(kernel, "cubins");
 *   tunelib_cuda_run(module, inputs, output, workspace, stream);
 *
 * Pointers are addresses in the device's memory (CUdeviceptr), at multiples of 256 bytes, as cuMemAlloc gives them,
 * which builds without NDEBUG check (`make DEBUG=1`).
 *
 * Every function that returns an int returns a CUresult, 0 for success. The current context is that of the calling
 * thread; a thread without one gets the primary context of the first GPU.
 */
#ifndef TUNELIB_CUDA_H
#define TUNELIB_CUDA_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { TUNELIB_CUDA_RANK = 3 };

/* A tensor of which the TMA copies tiles; dimensions from the innermost to the outermost. */
typedef struct {
  int argument, element_bytes, rank, swizzle;
  uint64_t offset;
  uint64_t shape[TUNELIB_CUDA_RANK];
  unsigned box[TUNELIB_CUDA_RANK];
} tunelib_cuda_map;

typedef struct {
  const char *function;
  unsigned grid[3], block[3], shared_bytes;
  int map_count;
  const tunelib_cuda_map *maps;
} tunelib_cuda_launch;

typedef struct {
  const char *name;
  size_t elements;
  /* Bytes of the form that the kernel takes or writes; 0: it is row-major. */
  size_t packed_bytes;
  /* What packs an input or unpacks the output; NULL where it is row-major. */
  const tunelib_cuda_launch *convert;
} tunelib_cuda_argument;

typedef struct {
  /* Of its source and its cubin. */
  const char *name;
  const char *operation, *workload, *type;
  /* `sm_90`: its cubin runs on that architecture. */
  const char *arch;
  /* Ints as the struct of tunelib.h has them, and how many; NULL of what is found by the name of its workload alone. */
  const int *shape;
  int words;
  /* Inputs in their order, then the output. */
  const tunelib_cuda_argument *arguments;
  int inputs;
  const tunelib_cuda_launch *launches;
  int launch_count;
  size_t workspace_bytes;
  /* Seconds a call where it was tuned, 0 if it was not. */
  double seconds;
  /* Largest error that rounding explains, relative to max(|value|, root of the mean square of the output). */
  double tolerance;
} tunelib_cuda_kernel;

typedef struct tunelib_cuda_module tunelib_cuda_module;

/* NULL, or why there is no GPU to be had. */
const char *tunelib_cuda_open(void);
/* The architecture of the current context's GPU, `sm_90`. */
const char *tunelib_cuda_arch(void);

int tunelib_cuda_count(void);
const tunelib_cuda_kernel *tunelib_cuda_at(int number);
/* The kernel for a shape of an operator on an architecture; NULL where there is none. */
const tunelib_cuda_kernel *tunelib_cuda_find(const char *operation, const void *shape, const char *type,
                                             const char *arch);

/* The kernel for a workload on an architecture, by the names of its operator and its shape as the log has them. */
const tunelib_cuda_kernel *tunelib_cuda_workload(const char *operation, const char *workload, const char *arch);

/* Loads the cubin of a kernel from a folder, into the current context; NULL where it cannot, tunelib_cuda_error says
 * why. */
tunelib_cuda_module *tunelib_cuda_load(const tunelib_cuda_kernel *kernel, const char *folder);
const char *tunelib_cuda_error(void);
void tunelib_cuda_unload(tunelib_cuda_module *module);

/* Packs an input, or unpacks the output (which comes after the inputs), in a stream (a CUstream; NULL: the default). */
int tunelib_cuda_pack(tunelib_cuda_module *module, int argument, uint64_t from, uint64_t to, void *stream);
/* Starts the kernel in a stream; `workspace` has kernel->workspace_bytes. */
int tunelib_cuda_run(tunelib_cuda_module *module, const uint64_t *inputs, uint64_t output, uint64_t workspace,
                     void *stream);

#ifdef __cplusplus
}
#endif

#endif
