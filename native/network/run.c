/*
 * Calls the network once.
 *
 *   run INPUTS OUTPUTS [SHAPE]    files of elements: the arrays of the ports, one behind the other; default: shape 0
 */
#include "arrays.h"

int main(int count, char **given) {
  if (count != 3 && count != 4) {
    fprintf(stderr, "usage: run INPUTS OUTPUTS [SHAPE]\n");
    return 2;
  }
  struct arrays arrays = allocate(shape_named(count == 4 ? given[3] : NULL), 0);
  read_inputs(given[1], &arrays);
  call(&arrays);
  if (!write_outputs(given[2], &arrays)) {
    perror(given[2]);
    return 1;
  }
  release(&arrays);
  return 0;
}
