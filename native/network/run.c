/*
 * Calls the network once.
 *
 *   run INPUTS OUTPUTS    files of elements: the arrays of the ports, one behind the other
 */
#include "arrays.h"

int main(int count, char **given) {
  if (count != 3) {
    fprintf(stderr, "usage: run INPUTS OUTPUTS\n");
    return 2;
  }
  struct arrays arrays = allocate(0);
  read_all(given[1], tunelib_inputs, TUNELIB_INPUTS, arrays.inputs);
  call(&arrays);
  if (!write_outputs(given[2], &arrays)) {
    perror(given[2]);
    return 1;
  }
  release(&arrays);
  return 0;
}
