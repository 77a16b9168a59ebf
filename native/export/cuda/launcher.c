/* Loads kernels and launches them, through the driver's interface. */
#include <assert.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver.h"
#include "table.h"

/* Numbers of the driver's interface. */
enum { CAPABILITY_MAJOR = 75, CAPABILITY_MINOR = 76, MAX_DYNAMIC_SHARED = 8, NOT_SUPPORTED = 801 };

struct driver tunelib_cuda_driver;
#define driver tunelib_cuda_driver

/* A map of a tensor as the driver encodes it, at a multiple of 64 bytes. */
struct encoded {
  uint64_t words[16];
} __attribute__((aligned(64)));

struct tunelib_cuda_module {
  const tunelib_cuda_kernel *kernel;
  void *module;
  void *functions[TUNELIB_CUDA_LAUNCHES];
  /* By argument. */
  void *converters[TUNELIB_CUDA_ARGUMENTS];
};

static _Thread_local char problem[512];

const char *tunelib_cuda_error(void) { return problem; }

static const char *name_of(int error) {
  const char *name = NULL;
  driver.error_name(error, &name);
  return name != NULL ? name : "an unknown error of CUDA";
}

/* The device of the current context, or the first one, whose primary context becomes the current one. */
static int device_here(int *device) {
  void *context;
  if (driver.context_device != NULL && driver.context_device(device) == 0) return 0;
  int error = driver.device_get(device, 0);
  if (error == 0) error = driver.context_retain(&context, *device);
  return error != 0 ? error : driver.context_set(context);
}

const char *tunelib_cuda_open(void) {
  int device;
  void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return "NVIDIA's driver is not installed (there is no libcuda.so.1)";
#define FIND_FUNCTION(symbol, name, parameters) *(void **)&driver.name = dlsym(library, #symbol);
  DRIVER_FUNCTIONS(FIND_FUNCTION)
  NEW_DRIVER_FUNCTIONS(FIND_FUNCTION)
#undef FIND_FUNCTION
#define CHECK_FUNCTION(symbol, name, parameters) \
  if (driver.name == NULL) return "NVIDIA's driver is too old (its libcuda.so.1 has no " #symbol ")";
  DRIVER_FUNCTIONS(CHECK_FUNCTION)
#undef CHECK_FUNCTION
  int error = driver.init(0);
  if (error == 0) error = device_here(&device);
  if (error == 0) return NULL;
  snprintf(problem, sizeof problem, "NVIDIA's driver does not start: %s", name_of(error));
  return problem;
}

const char *tunelib_cuda_arch(void) {
  static _Thread_local char arch[32];
  int device = 0, major = 0, minor = 0;
  if (device_here(&device) != 0 || driver.device_attribute(&major, CAPABILITY_MAJOR, device) != 0 ||
      driver.device_attribute(&minor, CAPABILITY_MINOR, device) != 0)
    return "";
  snprintf(arch, sizeof arch, "sm_%d%d", major, minor);
  return arch;
}

int tunelib_cuda_count(void) { return tunelib_cuda_kernel_count; }

const tunelib_cuda_kernel *tunelib_cuda_at(int number) {
  return number < 0 || number >= tunelib_cuda_kernel_count ? NULL : &tunelib_cuda_kernels[number];
}

const tunelib_cuda_kernel *tunelib_cuda_find(const char *operation, const void *shape, const char *type,
                                             const char *arch) {
  for (int i = 0; i < tunelib_cuda_kernel_count; i++) {
    const tunelib_cuda_kernel *kernel = &tunelib_cuda_kernels[i];
    if (strcmp(kernel->operation, operation) == 0 && strcmp(kernel->type, type) == 0 &&
        strcmp(kernel->arch, arch) == 0 && kernel->shape != NULL &&
        memcmp(kernel->shape, shape, (size_t)kernel->words * sizeof(int)) == 0)
      return kernel;
  }
  return NULL;
}

const tunelib_cuda_kernel *tunelib_cuda_workload(const char *operation, const char *workload, const char *arch) {
  for (int i = 0; i < tunelib_cuda_kernel_count; i++) {
    const tunelib_cuda_kernel *kernel = &tunelib_cuda_kernels[i];
    if (strcmp(kernel->operation, operation) == 0 && strcmp(kernel->workload, workload) == 0 &&
        strcmp(kernel->arch, arch) == 0)
      return kernel;
  }
  return NULL;
}

static int find_function(void **function, void *module, const tunelib_cuda_launch *launch) {
  int error = driver.module_function(function, module, launch->function);
  if (error != 0 || launch->shared_bytes == 0) return error;
  return driver.function_set(*function, MAX_DYNAMIC_SHARED, (int)launch->shared_bytes);
}

static int find_functions(tunelib_cuda_module *loaded) {
  const tunelib_cuda_kernel *kernel = loaded->kernel;
  int error = 0;
  for (int i = 0; i < kernel->launch_count && error == 0; i++)
    error = find_function(&loaded->functions[i], loaded->module, &kernel->launches[i]);
  for (int i = 0; i <= kernel->inputs && error == 0; i++)
    if (kernel->arguments[i].convert != NULL)
      error = find_function(&loaded->converters[i], loaded->module, kernel->arguments[i].convert);
  return error;
}

tunelib_cuda_module *tunelib_cuda_load(const tunelib_cuda_kernel *kernel, const char *folder) {
  char path[4096];
  tunelib_cuda_module *loaded = (tunelib_cuda_module *)calloc(1, sizeof *loaded);
  if (loaded == NULL || snprintf(path, sizeof path, "%s/%s.cubin", folder, kernel->name) >= (int)sizeof path) {
    snprintf(problem, sizeof problem, "there is no memory for a kernel, or its path is too long");
    free(loaded);
    return NULL;
  }
  loaded->kernel = kernel;
  int error = driver.module_load(&loaded->module, path);
  if (error == 0 && (error = find_functions(loaded)) != 0) driver.module_unload(loaded->module);
  if (error == 0) return loaded;
  snprintf(problem, sizeof problem, "%.300s cannot be loaded: %s", path, name_of(error));
  free(loaded);
  return NULL;
}

void tunelib_cuda_unload(tunelib_cuda_module *loaded) {
  driver.module_unload(loaded->module);
  free(loaded);
}

/* Elements of 2 bytes are 1, of 4 bytes 2; rows of 32, 64, 128 bytes are 1, 2, 3; 128 bytes are fetched at a time. */
static int encode(const tunelib_cuda_map *map, uint64_t address, struct encoded *to) {
  const unsigned steps[TUNELIB_CUDA_RANK] = {1, 1, 1};
  const int swizzle = map->swizzle == 128 ? 3 : map->swizzle == 64 ? 2 : 1;
  uint64_t strides[TUNELIB_CUDA_RANK];
  for (int d = 0; d < map->rank; d++)
    strides[d] = (d == 0 ? (uint64_t)map->element_bytes : strides[d - 1]) * map->shape[d];
  if (driver.map_encode == NULL) return NOT_SUPPORTED;
  return driver.map_encode(to, map->element_bytes == 2 ? 1 : 2, (unsigned)map->rank, (void *)(uintptr_t)address,
                           map->shape, strides, map->box, steps, 0, swizzle, 2, 0);
}

/* Nothing in builds with NDEBUG. */
static void check_alignment(const uint64_t *pointers, int count) {
  (void)pointers;
  for (int i = 0; i < count; i++) assert(pointers[i] % 256 == 0 && "memory is at multiples of 256 bytes");
}

/* `parameters` are the addresses of `count` pointers, behind which come the maps. */
static int start(void *function, const tunelib_cuda_launch *launch, uint64_t *pointers, int count, void *stream) {
  struct encoded maps[TUNELIB_CUDA_MAPS];
  void *parameters[TUNELIB_CUDA_ARGUMENTS + 1 + TUNELIB_CUDA_MAPS];
  check_alignment(pointers, count);
  for (int i = 0; i < count; i++) parameters[i] = &pointers[i];
  for (int i = 0; i < launch->map_count; i++) {
    const int error = encode(&launch->maps[i], pointers[launch->maps[i].argument] + launch->maps[i].offset, &maps[i]);
    if (error != 0) return error;
    parameters[count + i] = &maps[i];
  }
  return driver.launch(function, launch->grid[0], launch->grid[1], launch->grid[2], launch->block[0],
                       launch->block[1], launch->block[2], launch->shared_bytes, stream, parameters, NULL);
}

int tunelib_cuda_pack(tunelib_cuda_module *loaded, int argument, uint64_t from, uint64_t to, void *stream) {
  const tunelib_cuda_launch *convert = loaded->kernel->arguments[argument].convert;
  uint64_t pointers[] = {from, to};
  return convert == NULL ? 0 : start(loaded->converters[argument], convert, pointers, 2, stream);
}

int tunelib_cuda_run(tunelib_cuda_module *loaded, const uint64_t *inputs, uint64_t output, uint64_t workspace,
                     void *stream) {
  const tunelib_cuda_kernel *kernel = loaded->kernel;
  uint64_t pointers[TUNELIB_CUDA_ARGUMENTS + 1];
  int error = 0;
  memcpy(pointers, inputs, (size_t)kernel->inputs * sizeof *inputs);
  pointers[kernel->inputs] = output;
  pointers[kernel->inputs + 1] = workspace;
  for (int i = 0; i < kernel->launch_count && error == 0; i++)
    error = start(loaded->functions[i], &kernel->launches[i], pointers, kernel->inputs + 2, stream);
  return error;
}
