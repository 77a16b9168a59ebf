/* The functions of CUDA's driver that are called: their name in the library, ours, and their parameters. */
#ifndef TUNELIB_CUDA_DRIVER_H
#define TUNELIB_CUDA_DRIVER_H

#include <stddef.h>
#include <stdint.h>

#define DRIVER_FUNCTIONS(F)                                                                                       \
  F(cuInit, init, (unsigned flags))                                                                               \
  F(cuGetErrorName, error_name, (int error, const char **name))                                                   \
  F(cuDeviceGet, device_get, (int *device, int number))                                                           \
  F(cuDeviceGetAttribute, device_attribute, (int *value, int attribute, int device))                              \
  F(cuDevicePrimaryCtxRetain, context_retain, (void **context, int device))                                       \
  F(cuCtxSetCurrent, context_set, (void *context))                                                                \
  F(cuCtxSynchronize, synchronize, (void))                                                                        \
  F(cuMemAlloc_v2, memory_alloc, (uint64_t *pointer, size_t bytes))                                               \
  F(cuMemFree_v2, memory_free, (uint64_t pointer))                                                                \
  F(cuMemcpyHtoD_v2, copy_in, (uint64_t to, const void *from, size_t bytes))                                      \
  F(cuMemcpyDtoH_v2, copy_out, (void *to, uint64_t from, size_t bytes))                                           \
  F(cuModuleLoad, module_load, (void **module, const char *path))                                                 \
  F(cuModuleUnload, module_unload, (void *module))                                                                \
  F(cuModuleGetFunction, module_function, (void **function, void *module, const char *name))                      \
  F(cuFuncSetAttribute, function_set, (void *function, int attribute, int value))                                 \
  F(cuLaunchKernel, launch,                                                                                       \
    (void *function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y,       \
     unsigned block_z, unsigned shared_bytes, void *stream, void **parameters, void **extra))

/* Those that not every driver has; NULL where it lacks them. */
#define NEW_DRIVER_FUNCTIONS(F)                                                                                   \
  F(cuCtxGetDevice, context_device, (int *device))                                                                \
  F(cuTensorMapEncodeTiled, map_encode,                                                                           \
    (void *map, int type, unsigned rank, void *address, const uint64_t *shape, const uint64_t *strides,           \
     const unsigned *box, const unsigned *steps, int interleave, int swizzle, int fetch, int fill))

#define DECLARE_FUNCTION(symbol, name, parameters) int(*name) parameters;
struct driver {
  DRIVER_FUNCTIONS(DECLARE_FUNCTION)
  NEW_DRIVER_FUNCTIONS(DECLARE_FUNCTION)
};
#undef DECLARE_FUNCTION

extern struct driver tunelib_cuda_driver;

#endif
