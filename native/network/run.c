/*
 * Calls the network once.
 *
 *   run INPUTS OUTPUTS    files of floats: the arrays of the ports, one behind the other
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
  FILE *file = fopen(given[2], "wb");
  int whole = file != NULL;
  for (int i = 0; whole && i < TUNELIB_OUTPUTS; i++)
    whole = fwrite(arrays.outputs[i], sizeof(float), tunelib_outputs[i].floats, file) == tunelib_outputs[i].floats;
  if (file == NULL || fclose(file) != 0 || !whole) {
    perror(given[2]);
    return 1;
  }
  release(&arrays);
  return 0;
}
