/* Tensors of other types than float: the numbers as floats, and as they lie in memory. */
#ifndef TUNE_BENCH_TYPED_H
#define TUNE_BENCH_TYPED_H

#include "driver.h"

#define TUNE_ELEMENT_TABLE
#include "../runner/elements.h"

struct typed {
  const struct element_type *type;
  size_t count;
  float *numbers;
  void *data; /* the numbers themselves where they are floats */
};

/* The type of the option "name=type" among the arguments; there is no default. */
static inline const struct element_type *type_named(const char *name) {
  for (size_t i = 0; name != NULL && i < sizeof element_types / sizeof *element_types; i++)
    if (strcmp(name, element_types[i].name) == 0) return &element_types[i];
  fail("%s is no type of elements", name == NULL ? "what is missing" : name);
  return NULL;
}

static inline void *memory_of(const struct element_type *type, size_t count, float *numbers) {
  return type->is_float ? (void *)numbers : aligned(count * type->bytes);
}

/* Numbers of the type from uniform ones in [-1, 1), which they replace. */
static inline struct typed drawn(const struct element_type *type, float *uniform, size_t count) {
  struct typed it = {type, count, uniform, memory_of(type, count, uniform)};
  type->draw(uniform, count);
  if (!type->is_float) type->narrow(it.data, uniform, count);
  return it;
}

/* An output whose bytes are those of elements that were not written. */
static inline struct typed unwritten(const struct element_type *type, float *numbers, size_t count) {
  struct typed it = {type, count, numbers, memory_of(type, count, numbers)};
  for (size_t i = 0; i < count * type->bytes; i++) ((char *)it.data)[i] = ((const char *)type->poison)[i % 4];
  return it;
}

/* Its numbers, from memory. */
static inline void read_typed(const struct typed *it) {
  if (!it->type->is_float) it->type->widen(it->numbers, it->data, it->count);
}

#endif
