/* Arrays of the network's ports, for the programs beside the library. */
#ifndef TUNELIB_ARRAYS_H
#define TUNELIB_ARRAYS_H

#include <stdio.h>
#include <stdlib.h>

#include "tunelib.h"

struct arrays {
  void *inputs[TUNELIB_INPUTS + 1], *outputs[TUNELIB_OUTPUTS + 1];
  char *workspace;
  size_t offset;
};

/* Memory at `offset` bytes behind a multiple of 64, which holds no numbers where it is read as floats. */
static inline void *memory(size_t bytes, size_t offset) {
  char *start = (char *)aligned_alloc(64, (bytes + offset + 127) / 64 * 64);
  if (start == NULL) {
    fprintf(stderr, "there is no memory for %zu bytes\n", bytes);
    exit(1);
  }
  float *floats = (float *)(start + offset);
  for (size_t i = 0; i < bytes / sizeof(float); i++) floats[i] = __builtin_nanf("");
  return floats;
}

/* Ends the program where this CPU cannot run the kernels. */
static inline struct arrays allocate(size_t offset) {
  if (!tunelib_supported()) {
    fprintf(stderr, "this CPU lacks instructions that the kernels of tunelib need\n");
    exit(3);
  }
  struct arrays arrays = {{NULL}, {NULL}, NULL, offset};
  for (int i = 0; i < TUNELIB_INPUTS; i++)
    arrays.inputs[i] = memory(tunelib_inputs[i].elements * tunelib_inputs[i].bytes, offset);
  for (int i = 0; i < TUNELIB_OUTPUTS; i++)
    arrays.outputs[i] = memory(tunelib_outputs[i].elements * tunelib_outputs[i].bytes, offset);
  arrays.workspace = (char *)memory(TUNELIB_WORKSPACE, offset);
  return arrays;
}

static inline void release(struct arrays *arrays) {
  for (int i = 0; i < TUNELIB_INPUTS; i++) free((char *)arrays->inputs[i] - arrays->offset);
  for (int i = 0; i < TUNELIB_OUTPUTS; i++) free((char *)arrays->outputs[i] - arrays->offset);
  free(arrays->workspace - arrays->offset);
}

static inline void call(const struct arrays *arrays) {
  if (tunelib_call((const void *const *)arrays->inputs, (void *const *)arrays->outputs, arrays->workspace) == 0) return;
  fprintf(stderr, "a number of an input is no index of what it picks from\n");
  exit(4);
}

/* Reads the arrays of ports, one behind the other, from a file that must hold them and nothing else. */
static inline void read_all(const char *path, const tunelib_port *ports, int count, void *const *arrays) {
  FILE *file = fopen(path, "rb");
  int whole = file != NULL;
  for (int i = 0; whole && i < count; i++)
    whole = fread(arrays[i], ports[i].bytes, ports[i].elements, file) == ports[i].elements;
  if (!whole || fgetc(file) != EOF) {
    fprintf(stderr, "%s does not hold the elements of %d arrays\n", path, count);
    exit(2);
  }
  fclose(file);
}

/* Writes the arrays of the outputs, one behind the other; returns whether it could. */
static inline int write_outputs(const char *path, const struct arrays *arrays) {
  FILE *file = fopen(path, "wb");
  int whole = file != NULL;
  for (int i = 0; whole && i < TUNELIB_OUTPUTS; i++)
    whole = fwrite(arrays->outputs[i], tunelib_outputs[i].bytes, tunelib_outputs[i].elements, file) ==
            tunelib_outputs[i].elements;
  return file != NULL && fclose(file) == 0 && whole;
}

#endif
