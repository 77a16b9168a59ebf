/*
 * The most that the machine can multiply and add: on every thread a loop of independent fused multiply-adds on the widest
 * vectors. One call makes `flops` operations, divided among the threads: peak flops=100000000. Threads: OMP_NUM_THREADS.
 */
#include "driver.h" /* first: it asks the system headers for GNU extensions */

#include <omp.h>

#if defined __AVX512F__
#define LANES 16
#elif defined __AVX__
#define LANES 8
#else
#define LANES 4
#endif

/* Enough to hide the latency of an FMA (4 to 6 cycles, up to two a cycle), few enough for 16 registers with two operands. */
#define CHAINS 12

/* Fully unrolled, so that every chain lives in a register. */
#define EACH_CHAIN _Pragma("GCC unroll 12") for (int c = 0; c < CHAINS; c++)

typedef float vector __attribute__((vector_size(LANES * 4)));

struct loop {
  long iterations;
  vector factor, addend, sum;
};

static __attribute__((noinline)) vector chains(const struct loop *it) {
  vector factor = it->factor, addend = it->addend, chain[CHAINS], sum = {0};
  EACH_CHAIN chain[c] = addend * (float)c;
  for (long i = 0; i < it->iterations; i++) EACH_CHAIN chain[c] = chain[c] * factor + addend;
  EACH_CHAIN sum += chain[c];
  return sum;
}

static void multiply_add(void *context) {
  struct loop *it = context;
#pragma omp parallel
  {
    vector sum = chains(it);
#pragma omp critical
    it->sum += sum; /* the result is used, so the loop stays */
  }
}

int main(int argc, char **argv) {
  const long per_iteration = 2L * LANES * CHAINS;
  /* The factor is below 1, so a chain settles at addend / (1 - factor): no overflow, no subnormal numbers. */
  struct loop loop = {.iterations = option(argc, argv, "flops") / per_iteration / omp_get_max_threads()};
  for (int lane = 0; lane < LANES; lane++) {
    loop.factor[lane] = 0.5f + 0.01f * random_float();
    loop.addend[lane] = 1.0f + 0.5f * random_float();
  }
  multiply_add(&loop);
  return serve(multiply_add, &loop, 0, "%d chains of fused multiply-adds on %d lanes, threads %d", CHAINS, LANES,
               omp_get_max_threads());
}
