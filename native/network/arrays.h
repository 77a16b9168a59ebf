/* Arrays of the network's ports, for the programs beside the library. */
#ifndef TUNELIB_ARRAYS_H
#define TUNELIB_ARRAYS_H

#include <stdio.h>
#include <stdlib.h>

#include "tunelib.h"

struct arrays {
  const tunelib_shape *of;
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

/* Those of a shape. Ends the program where this CPU cannot run the kernels. */
static inline struct arrays allocate(int shape, size_t offset) {
  if (!tunelib_supported()) {
    fprintf(stderr, "%s\n", tunelib_message(TUNELIB_UNSUPPORTED_CPU));
    exit(3);
  }
  const tunelib_shape *const of = &tunelib_shapes[shape];
  struct arrays arrays = {of, {NULL}, {NULL}, NULL, offset};
  for (int i = 0; i < TUNELIB_INPUTS; i++)
    arrays.inputs[i] = memory(of->inputs[i].elements * of->inputs[i].bytes, offset);
  for (int i = 0; i < TUNELIB_OUTPUTS; i++)
    arrays.outputs[i] = memory(of->outputs[i].elements * of->outputs[i].bytes, offset);
  arrays.workspace = (char *)memory(of->workspace, offset);
  return arrays;
}

static inline void release(struct arrays *arrays) {
  for (int i = 0; i < TUNELIB_INPUTS; i++) free((char *)arrays->inputs[i] - arrays->offset);
  for (int i = 0; i < TUNELIB_OUTPUTS; i++) free((char *)arrays->outputs[i] - arrays->offset);
  free(arrays->workspace - arrays->offset);
}

static inline int shape_of(const struct arrays *arrays) { return (int)(arrays->of - tunelib_shapes); }

static inline void call(const struct arrays *arrays) {
  const int status = tunelib_call_for(shape_of(arrays), (const void *const *)arrays->inputs,
                                      (void *const *)arrays->outputs, arrays->workspace);
  if (status == TUNELIB_OK) return;
  fprintf(stderr, "%s\n", tunelib_message(status));
  exit(4);
}

/* The shape that an argument names, or the first; ends the program where there is none such. */
static inline int shape_named(const char *text) {
  if (text == NULL) return 0;
  const int shape = atoi(text);
  if (shape >= 0 && shape < TUNELIB_SHAPES) return shape;
  fprintf(stderr, "%s\n", tunelib_message(TUNELIB_BAD_SHAPE));
  exit(2);
}

static inline FILE *open_arrays(const char *path) {
  FILE *file = fopen(path, "rb");
  if (file != NULL) return file;
  perror(path);
  exit(2);
}

/* Reads arrays of ports, one behind the other, from where the file is; it must have all of them. */
static inline void read_arrays(FILE *file, const tunelib_port *ports, int count, void *const *arrays) {
  for (int i = 0; i < count; i++) {
    if (fread(arrays[i], ports[i].bytes, ports[i].elements, file) == ports[i].elements) continue;
    fprintf(stderr, "a file does not hold the elements of %d arrays\n", count);
    exit(2);
  }
}

/* Closes a file that must have nothing more. */
static inline void close_arrays(FILE *file, const char *path) {
  if (fgetc(file) != EOF) {
    fprintf(stderr, "%s has more elements than the arrays\n", path);
    exit(2);
  }
  fclose(file);
}

/* Reads the inputs of a shape from a file that must hold them and nothing else. */
static inline void read_inputs(const char *path, const struct arrays *arrays) {
  FILE *file = open_arrays(path);
  read_arrays(file, arrays->of->inputs, TUNELIB_INPUTS, arrays->inputs);
  close_arrays(file, path);
}

/* Writes the arrays of the outputs, one behind the other; returns whether it could. */
static inline int write_outputs(const char *path, const struct arrays *arrays) {
  FILE *file = fopen(path, "wb");
  int whole = file != NULL;
  for (int i = 0; whole && i < TUNELIB_OUTPUTS; i++) {
    const tunelib_port *const port = &arrays->of->outputs[i];
    whole = fwrite(arrays->outputs[i], port->bytes, port->elements, file) == port->elements;
  }
  return file != NULL && fclose(file) == 0 && whole;
}

#endif
