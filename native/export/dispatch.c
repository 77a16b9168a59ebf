/* Finds the kernel for a shape. */
#include <string.h>

#include "plain.h"
#include "table.h"

struct operation {
  const char *name;
  int (*elements)(const void *shape, size_t *elements);
  double (*flops)(const void *shape);
  /* Words of a shape; the last three are the threads, which are not looked up, the type and the zero points. */
  int words;
  tunelib_kernel plain;
};

#define OPERATION(name)                                                                                         \
  {                                                                                                             \
    #name, tunelib_elements_##name, tunelib_flops_##name, (int)(sizeof(tunelib_##name##_shape) / sizeof(int)), {  \
      "tunelib_plain_" #name, #name, "", "plain", tunelib_plain_##name, NULL, NULL, 0, 1, 0, 0, 0               \
    }                                                                                                           \
  }

/* In the order of their numbers. */
static const struct operation operations[TUNELIB_OPERATORS] = {
    OPERATION(conv2d), OPERATION(conv2d_transpose), OPERATION(matmul), OPERATION(batch_matmul), OPERATION(dense)};

/* What this CPU is, once it was asked; the highest bit says that it was. */
static unsigned known;

static unsigned cpus(void) {
  unsigned found = __atomic_load_n(&known, __ATOMIC_RELAXED);
  if (found != 0) return found;
  found = tunelib_detect_cpus() | 1u << 31;
  __atomic_store_n(&known, found, __ATOMIC_RELAXED);
  return found;
}

static int is_runnable(const struct tunelib_entry *entry, unsigned here) { return (here >> entry->cpu & 1u) != 0; }

static const tunelib_kernel *tuned(int number, const int *shape) {
  const int words = operations[number].words - 3, most = shape[words], dtype = shape[words + 1];
  const int zero_points = shape[words + 2];
  uint64_t hash = tunelib_multipliers[TUNELIB_WORDS] * (uint64_t)number;
  for (int i = 0; i < words; i++) hash += tunelib_multipliers[i] * (uint32_t)shape[i];
  hash += tunelib_multipliers[words] * (uint32_t)dtype + tunelib_multipliers[words + 1] * (uint32_t)zero_points;
  const unsigned mask = (1u << tunelib_slot_bits) - 1, here = cpus();
  for (unsigned at = (unsigned)(hash >> (64 - tunelib_slot_bits));; at++) {
    const int slot = tunelib_slots[at & mask];
    if (slot < 0) return NULL;
    const struct tunelib_entry *entry = &tunelib_entries[slot];
    const int *own = (const int *)entry->kernel.shape;
    if (entry->operation != number || own[words + 1] != dtype || own[words + 2] != zero_points) continue;
    if (memcmp(own, shape, (size_t)words * sizeof *shape) != 0) continue;
    for (;; entry++) {
      if (is_runnable(entry, here) && (most <= 0 || entry->kernel.threads <= most)) return &entry->kernel;
      if (!entry->more) return NULL;
    }
  }
}

static const tunelib_kernel *find(int number, const void *shape) {
  const tunelib_kernel *kernel = tuned(number, (const int *)shape);
  if (kernel != NULL) return kernel;
  size_t elements[TUNELIB_ARGUMENTS];
  return operations[number].elements(shape, elements) < 0 ? NULL : &operations[number].plain;
}

static int run(const tunelib_kernel *kernel, const void *shape, const void *inputs, void *output, void *workspace) {
  if (kernel == NULL) return -1;
  kernel->run(shape, inputs, output, workspace);
  return 0;
}

#define FUNCTIONS(number, name)                                                                                      \
  const tunelib_kernel *tunelib_##name##_kernel(const tunelib_##name##_shape *shape) { return find(number, shape); } \
  int tunelib_##name(const tunelib_##name##_shape *shape, const void *inputs, void *output, void *workspace) {       \
    return run(find(number, shape), shape, inputs, output, workspace);                                               \
  }                                                                                                                  \
  int tunelib_##name##_elements(const tunelib_##name##_shape *shape, size_t *elements) {                             \
    return tunelib_elements_##name(shape, elements);                                                                 \
  }

FUNCTIONS(0, conv2d)
FUNCTIONS(1, conv2d_transpose)
FUNCTIONS(2, matmul)
FUNCTIONS(3, batch_matmul)
FUNCTIONS(4, dense)

size_t tunelib_packed_bytes(const tunelib_kernel *kernel, int argument) {
  return kernel->arguments == NULL || argument > kernel->inputs ? 0 : kernel->arguments[argument].packed_bytes;
}

void tunelib_pack(const tunelib_kernel *kernel, int argument, const void *from, void *to) {
  if (tunelib_packed_bytes(kernel, argument) > 0) kernel->arguments[argument].convert(from, to);
}

int tunelib_count(void) { return tunelib_entry_count; }

const tunelib_kernel *tunelib_at(int number) {
  return number < 0 || number >= tunelib_entry_count ? NULL : &tunelib_entries[number].kernel;
}

int tunelib_can_run(int number) {
  return number >= 0 && number < tunelib_entry_count && is_runnable(&tunelib_entries[number], cpus());
}

static int number_of(const char *operation) {
  int number = 0;
  while (number < TUNELIB_OPERATORS && strcmp(operations[number].name, operation) != 0) number++;
  return number < TUNELIB_OPERATORS ? number : -1;
}

static int is_of(const tunelib_kernel *kernel, const char *operation, const char *workload) {
  return strcmp(kernel->operation, operation) == 0 && strcmp(kernel->workload, workload) == 0;
}

static const tunelib_kernel *plain_workload(const char *operation, const char *workload) {
  for (int i = 0; i < tunelib_plain_count; i++)
    if (is_of(&tunelib_plain_kernels[i], operation, workload)) return &tunelib_plain_kernels[i];
  return NULL;
}

const tunelib_kernel *tunelib_workload(const char *operation, const char *workload, int threads) {
  const unsigned here = cpus();
  for (int i = 0; i < tunelib_entry_count; i++) {
    const struct tunelib_entry *entry = &tunelib_entries[i];
    if (!is_of(&entry->kernel, operation, workload) || !is_runnable(entry, here)) continue;
    if (threads <= 0 || entry->kernel.threads <= threads) return &entry->kernel;
  }
  return plain_workload(operation, workload);
}

const tunelib_kernel *tunelib_plain_of(const tunelib_kernel *kernel) {
  if (kernel->shape == NULL) return plain_workload(kernel->operation, kernel->workload);
  const int number = number_of(kernel->operation);
  return number < 0 ? NULL : &operations[number].plain;
}

const tunelib_kernel *tunelib_find(const char *operation, const void *shape) {
  const int number = number_of(operation);
  return number < 0 ? NULL : find(number, shape);
}

int tunelib_elements(const char *operation, const void *shape, size_t *elements) {
  const int number = number_of(operation);
  return number < 0 ? -1 : operations[number].elements(shape, elements);
}

double tunelib_flops(const char *operation, const void *shape) {
  size_t elements[TUNELIB_ARGUMENTS];
  return tunelib_elements(operation, shape, elements) < 0 ? -1 : operations[number_of(operation)].flops(shape);
}

int tunelib_words(const char *operation) {
  const int number = number_of(operation);
  return number < 0 ? -1 : operations[number].words;
}
