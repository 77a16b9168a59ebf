/*
 * Runs generated CUDA kernels on a CPU, to check what they compute where there is no GPU: blocks one after the other, the threads of a block as
 * fibers that meet at barriers. Included before a kernel's source, which is compiled as C++.
 *
 * What a GPU would leave to chance fails here: shared memory holds NaNs when a block starts; a barrier that not all threads of a block reach
 * ends the process; and threads run in order on the first call and in reverse on all others, so that what depends on their order shows.
 */
#ifndef TUNE_CUDA_HOST_H
#define TUNE_CUDA_HOST_H

#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <ucontext.h>

#define __global__
#define __device__
#define __launch_bounds__(...)
#define __align__(bytes) __attribute__((aligned(bytes)))
/* All shared memory lies in one section, whose ends the linker names. */
#define __shared__ __attribute__((section("tune_shared")))
#define __syncthreads() tune_host::barrier(__LINE__)

struct __align__(8) float2 { float x, y; };
struct __align__(16) float4 { float x, y, z, w; };
static inline float2 make_float2(float x, float y) { return {x, y}; }
static inline float4 make_float4(float x, float y, float z, float w) { return {x, y, z, w}; }
static inline float fminf(float a, float b) { return __builtin_fminf(a, b); }
static inline float fmaxf(float a, float b) { return __builtin_fmaxf(a, b); }

struct dim3 { unsigned x, y, z; };
static dim3 blockIdx, threadIdx, gridDim, blockDim;

extern "C" {
extern char __start_tune_shared[] __attribute__((weak)), __stop_tune_shared[] __attribute__((weak));
long write(int, const void *, size_t);
[[noreturn]] void abort(void);
}

namespace tune_host {

enum { MAX_THREADS = 1024, STACK_BYTES = 128 << 10 };

/* A function with what it captured, without the library that std::function needs. */
struct Body {
  void (*call)(void *);
  void *self;
};

struct Fiber {
  jmp_buf here;
  dim3 index;
  int line; /* of the barrier at which it waits; 0: not started, -1: ended */
};

static Fiber fibers[MAX_THREADS], *running;
static char *stacks;
static jmp_buf scheduler;
static ucontext_t starter;
static Body body;
static bool reversed;

[[noreturn]] static void fail(const char *message) {
  size_t length = 0;
  while (message[length]) length++;
  (void)!write(2, message, length);
  abort();
}

static void barrier(int line) {
  running->line = line;
  if (_setjmp(running->here) == 0) _longjmp(scheduler, 1);
}

static void run_fiber() {
  body.call(body.self);
  running->line = -1;
  _longjmp(scheduler, 1);
}

/* Runs a thread until its next barrier, or its end. */
static void resume(Fiber *fiber, int number) {
  running = fiber;
  threadIdx = fiber->index;
  if (_setjmp(scheduler) != 0) return;
  if (fiber->line != 0) _longjmp(fiber->here, 1);
  getcontext(&starter);
  starter.uc_stack.ss_sp = stacks + (size_t)number * STACK_BYTES;
  starter.uc_stack.ss_size = STACK_BYTES;
  starter.uc_link = nullptr;
  makecontext(&starter, run_fiber, 0);
  setcontext(&starter);
}

static void poison_shared() {
  for (char *p = __start_tune_shared; p + 4 <= __stop_tune_shared; p += 4) *(uint32_t *)p = 0xffeeffeeu;
}

static void run_block() {
  const int count = (int)(blockDim.x * blockDim.y * blockDim.z);
  for (int t = 0; t < count; t++) {
    const unsigned u = (unsigned)t;
    fibers[t].index = {u % blockDim.x, u / blockDim.x % blockDim.y, u / blockDim.x / blockDim.y};
    fibers[t].line = 0;
  }
  poison_shared();
  do {
    for (int i = 0; i < count; i++) {
      const int t = reversed ? count - 1 - i : i;
      resume(&fibers[t], t);
    }
    for (int t = 1; t < count; t++)
      if (fibers[t].line != fibers[0].line) fail("threads of a block are at different barriers\n");
  } while (fibers[0].line != -1);
}

static void make_stacks() {
  stacks = (char *)mmap(nullptr, (size_t)MAX_THREADS * STACK_BYTES, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (stacks == MAP_FAILED) fail("no memory for the stacks of threads\n");
}

/* A call's launches follow each other; the first call runs threads in order, the others in reverse. */
static void begin_call() {
  static int calls;
  reversed = calls++ > 0;
}

template <class Kernel> static void launch(dim3 grid, dim3 block, Kernel kernel) {
  if (stacks == nullptr) make_stacks();
  gridDim = grid;
  blockDim = block;
  body = {[](void *self) { (*(Kernel *)self)(); }, &kernel};
  for (unsigned z = 0; z < grid.z; z++)
    for (unsigned y = 0; y < grid.y; y++)
      for (unsigned x = 0; x < grid.x; x++) {
        blockIdx = {x, y, z};
        run_block();
      }
}

/* An argument of whatever pointer type the kernel takes. */
struct Pointer {
  void *address;
  template <class T> operator T *() const { return (T *)address; }
};

}

#endif
