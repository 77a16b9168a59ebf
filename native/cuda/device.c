#define _GNU_SOURCE
#include "gpu.h"

#include <stdlib.h>
#include <unistd.h>

/* On either side of a buffer; a multiple of every alignment that vector loads may ask for. */
enum { GUARD = 1 << 16, GUARD_WORDS = GUARD / 4 };

static void end(enum outcome outcome, struct result *result) {
  result->outcome = outcome;
  _exit(0);
}

void must(int error, struct result *result) {
  if (error == CUDA_SUCCESS) return;
  snprintf(result->message, MESSAGE_BYTES, "%s", driver_error(error));
  end(FAULTED, result);
}

static void out_of_memory(size_t bytes, struct result *result) {
  size_t available = 0, total = 0;
  driver.memory_info(&available, &total);
  snprintf(result->message, MESSAGE_BYTES,
           "the GPU has too little memory: %.1f MiB more are needed, and %.1f of its %.0f MiB are free",
           (double)bytes / 0x1p20, (double)available / 0x1p20, (double)total / 0x1p20);
  end(FAILED, result);
}

void device_create(struct device_buffer *buffer, size_t bytes, struct result *result) {
  static uint16_t count;
  *buffer = (struct device_buffer){.words = (bytes + 3) / 4, .guard = 0xffd00000u + ++count};
  size_t all = 4 * buffer->words + 2 * GUARD;
  int error = driver.memory_alloc(&buffer->base, all);
  if (error == CUDA_ERROR_OUT_OF_MEMORY) out_of_memory(all, result);
  must(error, result);
  buffer->data = buffer->base + GUARD;
}

void device_free(struct device_buffer *buffer) {
  if (buffer->base != 0) driver.memory_free(buffer->base);
  *buffer = (struct device_buffer){0};
}

void device_poison(const struct device_buffer *buffer, uint32_t pattern, struct result *result) {
  must(driver.fill(buffer->base, buffer->guard, GUARD_WORDS), result);
  if (buffer->words > 0) must(driver.fill(buffer->data, pattern, buffer->words), result);
  must(driver.fill(buffer->data + 4 * buffer->words, buffer->guard, GUARD_WORDS), result);
}

bool device_intact(const struct device_buffer *buffer, struct result *result) {
  static uint32_t guards[2 * GUARD_WORDS];
  must(driver.copy_out(guards, buffer->base, GUARD), result);
  must(driver.copy_out(guards + GUARD_WORDS, buffer->data + 4 * buffer->words, GUARD), result);
  for (size_t i = 0; i < 2 * GUARD_WORDS; i++)
    if (guards[i] != buffer->guard) return false;
  return true;
}
