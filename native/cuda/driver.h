/*
 * The few functions of CUDA's driver that the runner calls, declared here so that it builds where there is no CUDA, and
 * found in libcuda.so.1 when it runs.
 */
#ifndef TUNE_CUDA_DRIVER_H
#define TUNE_CUDA_DRIVER_H

#include <stddef.h>
#include <stdint.h>

/* The values of CUresult that are handled separately. */
enum {
  CUDA_SUCCESS = 0,
  CUDA_ERROR_OUT_OF_MEMORY = 2,
  CUDA_ERROR_NO_DEVICE = 100,
};
enum {
  ATTRIBUTE_CLOCK_KHZ = 13,
  ATTRIBUTE_MULTIPROCESSORS = 16,
  ATTRIBUTE_L2_BYTES = 38,
  ATTRIBUTE_CAPABILITY_MAJOR = 75,
  ATTRIBUTE_CAPABILITY_MINOR = 76,
};
enum { FUNCTION_MAX_DYNAMIC_SHARED = 8 };
/* A stream that waits for the default one, and the other way round; of a capture, that it concerns one thread alone. */
enum { STREAM_BLOCKING = 0, CAPTURE_THREAD_LOCAL = 1 };
/*
 * Of the elements of a map, which is zero outside of its tensor; how its TMA tiles are swizzled; what the cache fetches
 * at a time for them: 128 bytes.
 */
enum { MAP_UINT16 = 1, MAP_UINT32 = 2 };
enum { MAP_SWIZZLE_32 = 1, MAP_SWIZZLE_64 = 2, MAP_SWIZZLE_128 = 3 };
enum { MAP_FETCH_128 = 2 };

typedef uint64_t device_pointer;
typedef struct cuda_context *context_handle;
typedef struct cuda_module *module_handle;
typedef struct cuda_function *function_handle;
typedef struct cuda_event *event_handle;
typedef struct cuda_stream *stream_handle;
typedef struct cuda_graph *graph_handle;
typedef struct cuda_graph_exec *graph_exec_handle;
typedef struct { _Alignas(64) uint64_t words[16]; } tensor_map;

/* Every function: its name in the library, our name, and its parameters. All return a CUresult. */
#define DRIVER_FUNCTIONS(F)                                                                                            \
  F(cuInit, init, (unsigned flags))                                                                                    \
  F(cuDriverGetVersion, version, (int *version))                                                                       \
  F(cuGetErrorName, error_name, (int error, const char **name))                                                        \
  F(cuGetErrorString, error_string, (int error, const char **text))                                                    \
  F(cuDeviceGetCount, device_count, (int *count))                                                                      \
  F(cuDeviceGet, device_get, (int *device, int number))                                                                \
  F(cuDeviceGetName, device_name, (char *name, int size, int device))                                                  \
  F(cuDeviceGetAttribute, device_attribute, (int *value, int attribute, int device))                                   \
  F(cuDeviceTotalMem_v2, device_memory, (size_t * bytes, int device))                                                  \
  F(cuDeviceGetPCIBusId, device_bus_id, (char *id, int size, int device))                                              \
  F(cuDevicePrimaryCtxRetain, context_retain, (context_handle * context, int device))                                  \
  F(cuCtxSetCurrent, context_set, (context_handle context))                                                            \
  F(cuCtxSynchronize, synchronize, (void))                                                                             \
  F(cuMemGetInfo_v2, memory_info, (size_t * free, size_t * total))                                                     \
  F(cuMemAlloc_v2, memory_alloc, (device_pointer * pointer, size_t bytes))                                             \
  F(cuMemFree_v2, memory_free, (device_pointer pointer))                                                               \
  F(cuMemcpyHtoD_v2, copy_in, (device_pointer to, const void *from, size_t bytes))                                     \
  F(cuMemcpyDtoH_v2, copy_out, (void *to, device_pointer from, size_t bytes))                                          \
  F(cuMemcpyDtoD_v2, copy_within, (device_pointer to, device_pointer from, size_t bytes))                              \
  F(cuMemsetD32_v2, fill, (device_pointer to, unsigned value, size_t words))                                           \
  F(cuModuleLoad, module_load, (module_handle * module, const char *path))                                             \
  F(cuModuleLoadData, module_load_data, (module_handle * module, const void *image))                                   \
  F(cuModuleUnload, module_unload, (module_handle module))                                                             \
  F(cuModuleGetFunction, module_function, (function_handle * function, module_handle module, const char *name))        \
  F(cuFuncSetAttribute, function_set, (function_handle function, int attribute, int value))                            \
  F(cuLaunchKernel, launch,                                                                                            \
    (function_handle function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y,  \
     unsigned block_z, unsigned shared_bytes, stream_handle stream, void **parameters, void **extra))                  \
  F(cuStreamCreate, stream_create, (stream_handle * stream, unsigned flags))                                           \
  F(cuEventCreate, event_create, (event_handle * event, unsigned flags))                                               \
  F(cuEventRecord, event_record, (event_handle event, stream_handle stream))                                           \
  F(cuEventSynchronize, event_wait, (event_handle event))                                                              \
  F(cuEventElapsedTime, event_milliseconds, (float *milliseconds, event_handle from, event_handle to))

/* Those that older drivers lack, graphs before CUDA 11.4 and maps before 12: NULL where there is none. */
#define NEW_DRIVER_FUNCTIONS(F)                                                                                        \
  F(cuStreamBeginCapture_v2, capture_begin, (stream_handle stream, int mode))                                          \
  F(cuStreamEndCapture, capture_end, (stream_handle stream, graph_handle * graph))                                     \
  F(cuGraphInstantiateWithFlags, graph_instantiate,                                                                    \
    (graph_exec_handle * exec, graph_handle graph, unsigned long long flags))                                          \
  F(cuGraphDestroy, graph_destroy, (graph_handle graph))                                                               \
  F(cuGraphUpload, graph_upload, (graph_exec_handle exec, stream_handle stream))                                       \
  F(cuGraphLaunch, graph_launch, (graph_exec_handle exec, stream_handle stream))                                       \
  F(cuGraphExecDestroy, graph_exec_destroy, (graph_exec_handle exec))                                                  \
  F(cuTensorMapEncodeTiled, map_encode,                                                                                \
    (tensor_map * map, int type, unsigned rank, void *address, const uint64_t *shape, const uint64_t *strides,         \
     const unsigned *box, const unsigned *steps, int interleave, int swizzle, int fetch, int fill))

#define DECLARE_FUNCTION(symbol, name, parameters) int(*name) parameters;
struct driver {
  DRIVER_FUNCTIONS(DECLARE_FUNCTION)
  NEW_DRIVER_FUNCTIONS(DECLARE_FUNCTION)
};
#undef DECLARE_FUNCTION

extern struct driver driver;

/*
 * Finds the library and starts it; NULL, or why there is no GPU to be had, as a clause. Never before a fork: CUDA does
 * not survive one.
 */
const char *driver_load(void);
/* `CUDA_ERROR_ILLEGAL_ADDRESS (an illegal memory access was encountered)`; valid until the next call. */
const char *driver_error(int error);

#endif
