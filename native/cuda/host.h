/*
 * Runs generated CUDA kernels on a CPU, to check what they compute where there is no GPU: blocks one after the other,
 * the threads of a block as fibers that wait for each other at barriers. Included before a kernel's source, which is
 * compiled as C++.
 *
 * The lanes of a warp synchronize where they run an instruction together (ldmatrix, mma, wgmma); where they are
 * at different ones the process ends.
 *
 * What a GPU would leave to chance fails here: shared memory holds NaNs when a block starts; a barrier that not all
 * threads of a block reach ends the process; and threads run in order on the first call and in reverse on all others,
 * so that what depends on their order shows. A copy that a thread does not wait for makes NaNs of its destination at
 * once, and is made as late as it may be: when the thread waits for its group, or any thread for its mbarrier
 * (host-tma.h).
 */
#ifndef TUNE_CUDA_HOST_H
#define TUNE_CUDA_HOST_H

#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <ucontext.h>

#include "../runner/elements.h"
#include "host-map.h"

#define __global__
#define __device__
#define __host__
#define __constant__
#define __forceinline__
#define __launch_bounds__(...)
#define __align__(bytes) __attribute__((aligned(bytes)))
/* All shared memory lies in one section, whose ends the linker names. */
#define __shared__ __attribute__((section("tune_shared")))
#define __syncthreads() tune_host::barrier(__LINE__)
#define __syncwarp()
#define __grid_constant__

struct __align__(8) float2 { float x, y; };
struct __align__(16) float4 { float x, y, z, w; };
static inline float2 make_float2(float x, float y) { return {x, y}; }
static inline float4 make_float4(float x, float y, float z, float w) { return {x, y, z, w}; }
struct __align__(8) uint2 { unsigned x, y; };
struct __align__(16) uint4 { unsigned x, y, z, w; };
static inline uint2 make_uint2(unsigned x, unsigned y) { return {x, y}; }
static inline uint4 make_uint4(unsigned x, unsigned y, unsigned z, unsigned w) { return {x, y, z, w}; }
static inline float fminf(float a, float b) { return __builtin_fminf(a, b); }
static inline int min(int a, int b) { return a < b ? a : b; }
static inline int max(int a, int b) { return a > b ? a : b; }
static inline float fmaxf(float a, float b) { return __builtin_fmaxf(a, b); }
static inline float expf(float a) { return __builtin_expf(a); }
static inline float logf(float a) { return __builtin_logf(a); }
static inline float sqrtf(float a) { return __builtin_sqrtf(a); }
static inline float tanhf(float a) { return __builtin_tanhf(a); }
static inline float erff(float a) { return __builtin_erff(a); }
static inline float fabsf(float a) { return __builtin_fabsf(a); }
static inline float floorf(float a) { return __builtin_floorf(a); }
static inline float ceilf(float a) { return __builtin_ceilf(a); }

/* An element that is no float, as structs of `src/elements/` are for the GPU; several of them fill a word. */
template <class Bits, float widen(Bits), Bits narrow(float)> struct tune_element {
  Bits bits;
  operator float() const { return widen(bits); }
  tune_element &operator=(float value) {
    bits = narrow(value);
    return *this;
  }
  static unsigned pair(float low, float high) { return narrow(low) | (unsigned)narrow(high) << 16; }
  static unsigned quad(float a, float b, float c, float d) {
    return narrow(a) | (unsigned)narrow(b) << 8 | (unsigned)narrow(c) << 16 | (unsigned)narrow(d) << 24;
  }
};

/*
 * What a type is to the emulator: its element, one that a matrix instruction reads, and the product of what two words
 * hold of them.
 */
#define TUNE_HOST_ELEMENT(NAME, BITS)                                                                                  \
  using NAME = tune_element<BITS, float_of_##NAME, NAME##_of_float>;                                                   \
  namespace tune_host {                                                                                                \
  static inline float NAME##_element(const char *p) { return float_of_##NAME(*(const BITS *)p); }                      \
  static inline float multiply_##NAME(uint32_t a, uint32_t b) {                                                        \
    float sum = 0;                                                                                                     \
    for (size_t i = 0; i < sizeof a; i += sizeof(BITS))                                                                \
      sum += NAME##_element((const char *)&a + i) * NAME##_element((const char *)&b + i);                              \
    return sum;                                                                                                        \
  }                                                                                                                    \
  }
TUNE_EACH_ELEMENT(TUNE_HOST_ELEMENT)

/* A lane's share of a matrix tile (src/backend/cuda/codegen/fragments.ts). */
struct accumulator { float x[8]; };
struct operand { uint32_t x[4]; };

struct dim3 { unsigned x, y, z; };
static dim3 blockIdx, threadIdx, gridDim, blockDim;

extern "C" {
extern char __start_tune_shared[] __attribute__((weak)), __stop_tune_shared[] __attribute__((weak));
long write(int, const void *, size_t);
void *realloc(void *, size_t);
void *memcpy(void *, const void *, size_t);
void *memset(void *, int, size_t);
void *memmove(void *, const void *, size_t);
[[noreturn]] void abort(void);
}

/* Of shared memory, counted from its start. */
static inline size_t __cvta_generic_to_shared(const void *p) { return (size_t)((const char *)p - __start_tune_shared); }

namespace tune_host {

enum { MAX_THREADS = 1024, STACK_BYTES = 128 << 10, WARP = 32, MAX_PRODUCTS = 128 };
enum { IN_WARP = 1 << 30, IN_WAIT = 1 << 29 };

/* A function with what it captured, without the library that std::function needs. */
struct Body {
  void (*call)(void *);
  void *self;
};

/* From global memory, or zeros, to shared memory. */
struct Copy {
  void *to;
  const void *from;
  int bytes;
  bool there;
  long group; /* its number among those of the thread */
};

/* The copies of a thread that are not made yet, in order, and how many groups of them it has committed. */
struct Copies {
  Copy *all;
  int count, room;
  long committed;
};

/* An operand in shared memory, by the descriptor of its place; transposed, its rows run across the sum. */
struct Matrix {
  uint64_t descriptor;
  bool transposed;
};

/* Tiles of accumulators that a thread has its part of, and what is added to them. */
struct Product {
  accumulator *to;
  int width;
  Matrix a, b;
  int bytes;
  float (*read)(const char *);
  long group; /* its number among those of the thread */
};

/* The products of a thread that are not made yet, in order, and how many groups of them it has committed. */
struct Products {
  Product all[MAX_PRODUCTS];
  int count;
  long committed;
};

struct Fiber {
  jmp_buf here;
  dim3 index;
  /* Of the barrier where it waits; IN_WARP: its warp meets, IN_WAIT: for TMA copies, 0: not started, -1: ended. */
  int line;
  Copies copies;
  Products products;
};

static Fiber fibers[MAX_THREADS], *running;
static char *stacks;
static jmp_buf scheduler;
static ucontext_t starter;
static Body body;
static bool reversed;
static long events;     /* what happened that threads may wait for */
static int asked_count; /* TMA copies that the running block has asked for and that are not made yet */

[[noreturn]] static void fail(const char *message) {
  size_t length = 0;
  while (message[length]) length++;
  (void)!write(2, message, length);
  abort();
}

static void poison(void *from, const void *to) {
  for (char *p = (char *)from; p + 4 <= (const char *)to; p += 4) memcpy(p, "\xee\xff\xee\xff", 4);
}

static void cp_async(void *to, const void *from, int bytes, bool there) {
  Copies &copies = running->copies;
  if (((uintptr_t)to | (there ? (uintptr_t)from : 0)) % (unsigned)bytes != 0)
    fail("a copy is not aligned to its size\n");
  if (copies.count == copies.room) {
    copies.room = copies.room ? 2 * copies.room : 64;
    copies.all = (Copy *)realloc(copies.all, (size_t)copies.room * sizeof(Copy));
    if (copies.all == nullptr) fail("no memory for the copies of threads\n");
  }
  copies.all[copies.count++] = {to, from, bytes, there, copies.committed};
  poison(to, (char *)to + bytes);
}

static void cp_async_commit() { running->copies.committed++; }

/* Makes the copies of all groups but the last ones, `pending` of them. */
static void cp_async_wait(int pending) {
  Copies &copies = running->copies;
  int made = 0;
  for (; made < copies.count && copies.all[made].group < copies.committed - pending; made++) {
    const Copy &copy = copies.all[made];
    if (copy.there) memcpy(copy.to, copy.from, (size_t)copy.bytes);
    else memset(copy.to, 0, (size_t)copy.bytes);
  }
  copies.count -= made;
  memmove(copies.all, copies.all + made, (size_t)copies.count * sizeof(Copy));
}

/* Waits for the block, for the warp, or for TMA copies. */
static void pause_at(int line) {
  running->line = line;
  if (_setjmp(running->here) == 0) _longjmp(scheduler, 1);
}

static void barrier(int line) { pause_at(line); }

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

static int waiting(int first, int end) {
  int count = 0;
  for (int t = first; t < end; t++) count += fibers[t].line == IN_WAIT;
  return count;
}

/*
 * Runs the threads of a warp until all of them are at a barrier of the block, or have ended, or until some wait for
 * what others must bring.
 */
static void run_warp(int first, int end) {
  do {
    const bool some = waiting(first, end) > 0;
    for (int i = 0; i < end - first; i++) {
      const int t = reversed ? end - 1 - i : first + i;
      if (!some || fibers[t].line == IN_WAIT) resume(&fibers[t], t);
    }
    if (waiting(first, end) > 0) return;
    for (int t = first + 1; t < end; t++)
      if ((fibers[t].line == IN_WARP) != (fibers[first].line == IN_WARP))
        fail("lanes of a warp are at different instructions\n");
  } while (fibers[first].line == IN_WARP);
}

/* Runs all warps, or those of which some threads wait. */
static void run_warps(int count, bool all) {
  const int warps = (count + WARP - 1) / WARP;
  for (int i = 0; i < warps; i++) {
    const int first = (reversed ? warps - 1 - i : i) * WARP, end = first + WARP < count ? first + WARP : count;
    if (all || waiting(first, end) > 0) run_warp(first, end);
  }
}

static void run_block() {
  const int count = (int)(blockDim.x * blockDim.y * blockDim.z);
  for (int t = 0; t < count; t++) {
    const unsigned u = (unsigned)t;
    fibers[t].index = {u % blockDim.x, u / blockDim.x % blockDim.y, u / blockDim.x / blockDim.y};
    fibers[t].line = 0;
    fibers[t].copies.count = fibers[t].products.count = 0; /* what nobody waited for is never made */
  }
  poison(__start_tune_shared, __stop_tune_shared);
  do {
    run_warps(count, true);
    while (const int before = waiting(0, count)) {
      const long known = events;
      run_warps(count, false);
      if (events == known && waiting(0, count) == before) fail("threads wait for TMA copies that nobody makes\n");
    }
    for (int t = 1; t < count; t++)
      if (fibers[t].line != fibers[0].line) fail("threads of a block are at different barriers\n");
  } while (fibers[0].line != -1);
  if (asked_count > 0) fail("a block ends while the TMA copies to it\n");
}

}

#include "host-tma.h"
#include "host-warps.h"

namespace tune_host {

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
