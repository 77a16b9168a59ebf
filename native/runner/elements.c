/* Elements of arguments in their types. */
#include "tune.h"

#include <math.h>
#include <string.h>

#include "types.h"

static const char *const names[] = {
    [FLOAT32] = "float32", [TFLOAT32] = "tfloat32", [FLOAT16] = "float16", [BFLOAT16] = "bfloat16"};

bool read_argument(const char *text, enum element_type *type, size_t *count) {
  char name[16];
  if (sscanf(text, "%15s %zu", name, count) != 2) return false;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(name, names[i]) == 0) return *type = (enum element_type)i, true;
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

size_t element_bytes(enum element_type type) { return type == FLOAT16 || type == BFLOAT16 ? 2 : 4; }

size_t argument_bytes(const struct task *task, int i) { return task->elements[i] * element_bytes(task->types[i]); }

void round_elements(float *data, size_t count, enum element_type type) {
  for (size_t i = 0; i < count; i++) switch (type) {
      case FLOAT32: return;
      case TFLOAT32: data[i] = float_of_bits(bits_of_float(data[i]) & ~0x1fffu); break; /* a mantissa of 10 bits */
      case FLOAT16: data[i] = float_of_float16(float16_of_float(data[i])); break;
      case BFLOAT16: data[i] = float_of_bfloat16(bfloat16_of_float(data[i])); break;
    }
}

void narrow_elements(void *to, const float *from, size_t count, enum element_type type) {
  uint16_t *half = to;
  for (size_t i = 0; i < count; i++) half[i] = type == FLOAT16 ? float16_of_float(from[i]) : bfloat16_of_float(from[i]);
}

const float *float_elements(const void *data, size_t from, size_t count, enum element_type type, float *space) {
  if (element_bytes(type) == 4) return (const float *)data + from;
  const uint16_t *half = (const uint16_t *)data + from;
  for (size_t i = 0; i < count; i++)
    space[i] = type == FLOAT16 ? float_of_float16(half[i]) : float_of_bfloat16(half[i]);
  return space;
}

bool is_unwritten(const void *data, size_t i, enum element_type type) {
  if (element_bytes(type) == 2) return ((const uint16_t *)data)[i] == (uint16_t)UNWRITTEN;
  return ((const uint32_t *)data)[i] == UNWRITTEN;
}

bool all_finite(const float *data, size_t count, enum element_type type) {
  for (size_t i = 0; i < count; i++)
    if (!isfinite(type == FLOAT16 ? float_of_float16(float16_of_float(data[i])) : data[i])) return false;
  return true;
}
