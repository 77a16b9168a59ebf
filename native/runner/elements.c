/* Elements of arguments in their types. */
#include "tune.h"

#include <math.h>
#include <string.h>

/* Written from src/elements/: the types that come with tune, or another file that has more of them. */
#ifndef TUNE_ELEMENTS
#define TUNE_ELEMENTS "elements.h"
#endif
#define TUNE_ELEMENT_TABLE
#include TUNE_ELEMENTS

bool read_argument(const char *text, const struct element_type **type, size_t *count) {
  char name[32];
  if (sscanf(text, "%31s %zu", name, count) != 2) return false;
  for (size_t i = 0; i < sizeof element_types / sizeof *element_types; i++)
    if (strcmp(name, element_types[i].name) == 0) return *type = &element_types[i], true;
  return false;
}

int read_parts(const char *text, size_t count, size_t *parts) {
  int used = 0, found = 0;
  size_t sum = 0;
  sscanf(text, "%*s %*u%n", &used);
  for (int more = 0; found < MAX_ARGS && sscanf(text += used, "%zu%n", &parts[found], &more) == 1; used = more)
    sum += parts[found++];
  if (found == 0) return parts[0] = count, 1;
  return sum == count ? found : 0;
}

bool is_float(const struct element_type *type) { return type->is_float; }

bool is_whole(const struct element_type *type) { return type->is_whole; }

size_t argument_bytes(const struct task *task, int i) { return task->elements[i] * task->types[i]->bytes; }

struct range read_range(const char *text) {
  struct range range;
  return sscanf(text, "%*s %*u %f %f", &range.low, &range.high) == 2 ? range : (struct range){-1, 1};
}

void draw_elements(float *data, size_t count, uint64_t seed, const struct element_type *type, struct range range) {
  fill_random(data, count, seed);
  shape_elements(data, count, type, range);
}

void shape_elements(float *data, size_t count, const struct element_type *type, struct range range) {
  if (range.low != -1 || range.high != 1)
    for (size_t i = 0; i < count; i++) data[i] = range.low + (data[i] + 1) * 0.5f * (range.high - range.low);
  type->draw(data, count);
}

void round_elements(float *data, size_t count, const struct element_type *type) { type->round(data, count); }

void narrow_elements(void *to, const float *from, size_t count, const struct element_type *type) {
  type->narrow(to, from, count);
}

const float *float_elements(const void *data, size_t from, size_t count, const struct element_type *type,
                            float *space) {
  if (type->is_float) return (const float *)data + from;
  type->widen(space, (const char *)data + from * type->bytes, count);
  return space;
}

uint32_t next_poison(struct task *task) {
  const uint32_t *both = task->types[task->arg_count - 1]->poison;
  return task->poison = both[task->judged == both[0]];
}

bool is_unwritten(const void *data, size_t i, const struct element_type *type, uint32_t pattern) {
  return memcmp((const char *)data + i * type->bytes, &pattern, type->bytes) == 0;
}

bool all_finite(const float *data, size_t count, const struct element_type *type) {
  enum { CHUNK = 4096 };
  float numbers[CHUNK];
  for (size_t from = 0, some; from < count; from += some) {
    some = count - from < CHUNK ? count - from : CHUNK;
    memcpy(numbers, data + from, some * sizeof *numbers);
    round_elements(numbers, some, type);
    for (size_t i = 0; i < some; i++)
      if (!isfinite(numbers[i]) || !isfinite(data[from + i])) return false;
  }
  return true;
}
