/*
 * A libcuda.so.1 for machines without a GPU: the calls that the runner makes, on the CPU. Device memory is the heap, a
 * "cubin" is a shared object that fake-nvcc made, whose blocks and threads run as native/cuda/host.h has it. As with
 * the real one, a launch returns at once with no error, a kernel that crashes leaves an error that every later call
 * returns, and the context does not survive a fork. The time of events is that of the CPU, which runs no faster or
 * slower on a busy machine.
 *
 *   FAKE_CUDA_DEVICES, FAKE_CUDA_ARCH, FAKE_CUDA_MEMORY, FAKE_CUDA_L2   what there is: 1, 90, 1 GiB, 32 MiB
 *   FAKE_CUDA_DRIVER   the version of CUDA that it knows, 13000
 *   FAKE_CUDA_CRASH    whether it crashes
 *   FAKE_CUDA_GRAPHS   0: it makes no graphs
 *   FAKE_CUDA_LOG      a file that gets a line for each start, sweep, launch of a graph and clock event
 *
 * Built with -DOLD_DRIVER it has no graphs at all.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../../native/cuda/host-map.h"

enum {
  INVALID_VALUE = 1,
  OUT_OF_MEMORY = 2,
  NO_DEVICE = 100,
  INVALID_CONTEXT = 201,
  INVALID_IMAGE = 200,
  NOT_FOUND = 500,
  NOT_SUPPORTED = 801,
  ILLEGAL_ADDRESS = 700,
  ILLEGAL_INSTRUCTION = 715
};

static pid_t owner;
static int sticky;
static size_t used;
static sigjmp_buf crash;

static long setting(const char *name, long otherwise) {
  const char *text = getenv(name);
  return text != NULL ? atol(text) : otherwise;
}

static void note(const char *line) {
  const char *path = getenv("FAKE_CUDA_LOG");
  if (path == NULL) return;
  int file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
  dprintf(file, "%s\n", line);
  close(file);
}

/* The error that stands in the way of any call. */
static int state(void) { return owner != getpid() ? INVALID_CONTEXT : sticky; }

int cuInit(unsigned flags) {
  (void)flags;
  if (setting("FAKE_CUDA_CRASH", 0)) abort();
  if (setting("FAKE_CUDA_DEVICES", 1) == 0) return NO_DEVICE;
  owner = getpid();
  return 0;
}
int cuDriverGetVersion(int *version) { return *version = (int)setting("FAKE_CUDA_DRIVER", 13000), 0; }
int cuGetErrorName(int error, const char **name) {
  *name = error == ILLEGAL_ADDRESS       ? "CUDA_ERROR_ILLEGAL_ADDRESS"
          : error == ILLEGAL_INSTRUCTION ? "CUDA_ERROR_ILLEGAL_INSTRUCTION"
          : error == NOT_FOUND           ? "CUDA_ERROR_NOT_FOUND"
          : error == INVALID_IMAGE       ? "CUDA_ERROR_INVALID_IMAGE"
          : error == INVALID_VALUE       ? "CUDA_ERROR_INVALID_VALUE"
                                         : "CUDA_ERROR_UNKNOWN";
  return 0;
}
int cuGetErrorString(int error, const char **text) {
  *text = error == ILLEGAL_ADDRESS ? "an illegal memory access was encountered" : "an error of the fake";
  return 0;
}
int cuDeviceGetCount(int *count) { return *count = (int)setting("FAKE_CUDA_DEVICES", 1), 0; }
int cuDeviceGet(int *device, int number) { return *device = number, 0; }
int cuDeviceGetName(char *name, int size, int device) {
  return (void)device, snprintf(name, (size_t)size, "Fake GPU"), 0;
}
int cuDeviceGetPCIBusId(char *id, int size, int device) {
  return (void)device, snprintf(id, (size_t)size, "0000:3B:00.0") < size ? 0 : INVALID_VALUE;
}
int cuDeviceTotalMem_v2(size_t *bytes, int device) {
  return (void)device, *bytes = (size_t)setting("FAKE_CUDA_MEMORY", 1L << 30), 0;
}
int cuDeviceGetAttribute(int *value, int attribute, int device) {
  (void)device;
  long arch = setting("FAKE_CUDA_ARCH", 90);
  *value = (int)(attribute == 75   ? arch / 10
                 : attribute == 76 ? arch % 10
                 : attribute == 38 ? setting("FAKE_CUDA_L2", 32 << 20)
                 : attribute == 16 ? 1
                                   : 1000000);
  return 0;
}
int cuDevicePrimaryCtxRetain(void **context, int device) {
  (void)device;
  note("start");
  return *context = &owner, state();
}
int cuCtxSetCurrent(void *context) { return (void)context, state(); }
int cuCtxSynchronize(void) { return state(); }

int cuMemGetInfo_v2(size_t *available, size_t *total) {
  cuDeviceTotalMem_v2(total, 0);
  return *available = *total - used, state();
}
int cuMemAlloc_v2(uint64_t *pointer, size_t bytes) {
  size_t available, total;
  cuMemGetInfo_v2(&available, &total);
  if (state() != 0) return state();
  if (bytes > available) return OUT_OF_MEMORY;
  size_t *block = aligned_alloc(256, (bytes + 511) / 256 * 256);
  if (block == NULL) return OUT_OF_MEMORY;
  block[0] = bytes;
  used += bytes;
  return *pointer = (uint64_t)block + 256, 0;
}
int cuMemFree_v2(uint64_t pointer) {
  size_t *block = (size_t *)(pointer - 256);
  used -= block[0];
  free(block);
  return state();
}
int cuMemcpyHtoD_v2(uint64_t to, const void *from, size_t bytes) {
  return state() == 0 ? memcpy((void *)to, from, bytes), 0 : state();
}
int cuMemcpyDtoH_v2(void *to, uint64_t from, size_t bytes) {
  return state() == 0 ? memcpy(to, (void *)from, bytes), 0 : state();
}
int cuMemcpyDtoD_v2(uint64_t to, uint64_t from, size_t bytes) { return cuMemcpyHtoD_v2(to, (void *)from, bytes); }
int cuMemsetD32_v2(uint64_t to, unsigned value, size_t words) {
  for (size_t i = 0; i < words && state() == 0; i++) ((unsigned *)to)[i] = value;
  return state();
}
static char the_stream;
/* What is launched while a graph is recorded goes into it; all else that has to do with the stream is refused. */
static struct graph *recorded;
int cuStreamCreate(void **stream, unsigned flags) { return (void)flags, *stream = &the_stream, state(); }
static int stream_state(void *stream) {
  return stream != &the_stream || recorded != NULL ? INVALID_VALUE : state();
}

int cuModuleLoad(void **module, const char *path) {
  if (state() != 0) return state();
  return (*module = dlopen(path, RTLD_NOW | RTLD_LOCAL)) == NULL ? INVALID_IMAGE : 0;
}
/* The one that comes as text sweeps the cache. */
static char text_module;
int cuModuleLoadData(void **module, const void *image) { return (void)image, *module = &text_module, state(); }
static void launch_sweep(const unsigned *grid, const unsigned *block, void **parameters) {
  const char *const data = *(char **)parameters[0], *const end = data + 16 * *(uint64_t *)parameters[1];
  for (const char *p = data; p < end; p += 64) (void)*(volatile const char *)p;
  if (grid[0] > 0 && block[0] > 0) note("sweep");
}
int cuModuleUnload(void *module) { return dlclose(module), state(); }

struct function {
  void (*run)(const unsigned *grid, const unsigned *block, void **parameters);
  void **(*keep)(void **parameters);
  int dynamic;
};
static struct function functions[64];

int cuModuleGetFunction(struct function **function, void *module, const char *name) {
  static int next;
  char launcher[512], keeper[512];
  snprintf(launcher, sizeof launcher, "launch_%s", name); /* fake-nvcc made these */
  snprintf(keeper, sizeof keeper, "keep_%s", name);
  const bool is_text = module == &text_module;
  void *address = is_text ? (void *)launch_sweep : dlsym(module, launcher);
  if (address == NULL) return NOT_FOUND;
  *function = &functions[next++ % 64];
  **function = (struct function){address, is_text ? NULL : dlsym(module, keeper), 48 << 10};
  return state();
}
int cuFuncSetAttribute(struct function *function, int attribute, int value) {
  if (attribute != 8 || value > 227 << 10) return INVALID_VALUE;
  return function->dynamic = value, state();
}

static void crashed(int number) { siglongjmp(crash, number == SIGILL ? ILLEGAL_INSTRUCTION : ILLEGAL_ADDRESS); }

static void run(struct function *function, const unsigned *grid, const unsigned *block, void **parameters) {
  struct sigaction action = {.sa_handler = crashed, .sa_flags = SA_NODEFER}, before[2];
  sigaction(SIGSEGV, &action, &before[0]);
  sigaction(SIGILL, &action, &before[1]);
  int error = sigsetjmp(crash, 1);
  if (error != 0) sticky = error;
  else function->run(grid, block, parameters);
  sigaction(SIGSEGV, &before[0], NULL);
  sigaction(SIGILL, &before[1], NULL);
}

struct node { struct function function; unsigned grid[3], block[3]; void **parameters; };
struct graph { int count; struct node nodes[]; };

static int record(const struct node *node) {
  struct graph *longer = realloc(recorded, sizeof *recorded + (recorded->count + 1) * sizeof *node);
  if (longer == NULL) return OUT_OF_MEMORY;
  recorded = longer;
  recorded->nodes[recorded->count++] = *node;
  return 0;
}

int cuLaunchKernel(struct function *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                   unsigned bz, unsigned shared, void *stream, void **p, void **extra) {
  (void)extra;
  if (state() != 0) return state();
  if (stream != NULL && stream != &the_stream) return INVALID_VALUE;
  if (bx * by * bz > 1024 || shared > (unsigned)function->dynamic) return INVALID_VALUE;
  if (recorded != NULL) return record(&(struct node){*function, {gx, gy, gz}, {bx, by, bz}, function->keep(p)});
  return run(function, (unsigned[]){gx, gy, gz}, (unsigned[]){bx, by, bz}, p), 0;
}

#ifndef OLD_DRIVER
int cuStreamBeginCapture_v2(void *stream, int mode) {
  if (stream_state(stream) != 0 || mode != 1) return INVALID_VALUE;
  if (!setting("FAKE_CUDA_GRAPHS", 1)) return NOT_SUPPORTED;
  return (recorded = calloc(1, sizeof *recorded)) == NULL ? OUT_OF_MEMORY : 0;
}
int cuStreamEndCapture(void *stream, struct graph **graph) {
  if (stream != &the_stream || recorded == NULL) return INVALID_VALUE;
  *graph = recorded;
  recorded = NULL;
  return state();
}
/* As with the real one, the graph may be destroyed before what was made of it. */
int cuGraphInstantiateWithFlags(struct graph **exec, struct graph *graph, unsigned long long flags) {
  const size_t bytes = sizeof *graph + graph->count * sizeof *graph->nodes;
  if (flags != 0 || (*exec = malloc(bytes)) == NULL) return INVALID_VALUE;
  return memcpy(*exec, graph, bytes), state();
}
int cuGraphDestroy(struct graph *graph) { return free(graph), state(); }
int cuGraphExecDestroy(struct graph *exec) {
  for (int i = 0; i < exec->count; i++) free(exec->nodes[i].parameters);
  return free(exec), state();
}
int cuGraphUpload(struct graph *exec, void *stream) { return (void)exec, stream_state(stream); }
int cuGraphLaunch(struct graph *exec, void *stream) {
  if (stream_state(stream) != 0) return stream_state(stream);
  char line[64];
  snprintf(line, sizeof line, "graph of %d", exec->count);
  note(line);
  for (int i = 0; i < exec->count && sticky == 0; i++) {
    struct node *node = &exec->nodes[i];
    run(&node->function, node->grid, node->block, node->parameters);
  }
  return 0;
}
#endif

/*
 * What the real one refuses, too: rows that do not start at 16 bytes, TMA tiles of more than 256 elements, rows of a
 * TMA tile that are longer than its swizzling.
 */
int cuTensorMapEncodeTiled(struct tensor_map *map, int type, unsigned rank, void *address, const uint64_t *shape,
                           const uint64_t *strides, const unsigned *box, const unsigned *steps, int interleave,
                           int swizzle, int fetch, int fill) {
  (void)fetch;
  const int bytes = type == 1 ? 2 : 4, span = 16 << swizzle;
  if ((uintptr_t)map % 64 != 0 || (uintptr_t)address % 16 != 0 || rank < 1 || rank > MAP_RANK || interleave != 0 ||
      fill != 0 || swizzle < 1 || swizzle > 3)
    return INVALID_VALUE;
  *map = (struct tensor_map){.address = address, .rank = (int)rank, .element_bytes = bytes, .swizzle = span};
  for (unsigned d = 0; d < rank; d++) {
    if (shape[d] == 0 || box[d] == 0 || box[d] > 256 || steps[d] != 1) return INVALID_VALUE;
    map->shape[d] = shape[d];
    map->box[d] = box[d];
    if (d + 1 == rank) break;
    if (strides[d] % 16 != 0) return INVALID_VALUE;
    map->strides[d] = strides[d];
  }
  return (int)box[0] * bytes > span || (box[0] * (unsigned)bytes) % 16 != 0 ? INVALID_VALUE : state();
}

int cuEventCreate(double **event, unsigned flags) { return (void)flags, *event = malloc(sizeof **event), state(); }
int cuEventRecord(double *event, void *stream) {
  if (stream_state(stream) != 0) return stream_state(stream);
  note("event");
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return *event = 1e3 * (double)time.tv_sec + 1e-6 * (double)time.tv_nsec, state();
}
int cuEventSynchronize(double *event) { return (void)event, state(); }
int cuEventElapsedTime(float *milliseconds, double *from, double *to) {
  return *milliseconds = (float)(*to - *from), state();
}
