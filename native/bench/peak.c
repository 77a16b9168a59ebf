/*
 * The most that the machine can multiply and add (../chains.h), on the widest vectors. One call makes `flops`
 * operations, divided among the threads: peak flops=100000000. Threads: OMP_NUM_THREADS.
 */
#include "driver.h" /* first: it asks the system headers for GNU extensions */

#include <omp.h>

#include "../chains.h"

struct work {
  long steps;
  float seed;
  volatile float sink;
};

static void multiply_add(void *context) {
  struct work *it = context;
#pragma omp parallel
  {
    float sum = chains(it->steps, it->seed);
#pragma omp critical
    it->sink = sum; /* the result is used, so the loop stays */
  }
}

int main(int argc, char **argv) {
  struct work work = {.steps = option(argc, argv, "flops") / step_flops / omp_get_max_threads(), .seed = 0.0078125f};
  multiply_add(&work);
  return serve(multiply_add, &work, 0, "%d chains of fused multiply-adds on %d lanes, threads %d", CHAINS, LANES,
               omp_get_max_threads());
}
