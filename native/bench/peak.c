/*
 * The most that the machine can multiply and add (../chains.h, which says what the compiler is given). One call makes
 * `ops` operations, divided among the threads: peak ops=100000000. Threads: OMP_NUM_THREADS.
 */
#include "driver.h" /* first: it asks the system headers for GNU extensions */

#include <omp.h>

#include "../chains.h"

struct work {
  long steps;
  volatile double sink;
};

static void multiply_add(void *context) {
  struct work *it = context;
#pragma omp parallel
  {
    double sum = chains(it->steps);
#pragma omp critical
    it->sink = sum; /* the result is used, so the loop stays */
  }
}

int main(int argc, char **argv) {
  struct work work = {.steps = option(argc, argv, "ops") / step_ops / omp_get_max_threads()};
  multiply_add(&work);
  return serve(multiply_add, &work, 0, "%ld operations a step, threads %d", step_ops, omp_get_max_threads());
}
