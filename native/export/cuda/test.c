/*
 * Runs every kernel that this GPU can run on random inputs and compares its whole output with that of plain code on the
 * CPU.
 *
 *   test FOLDER    with the cubins
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/driver.h"
#include "plain.h"
#include "tunelib_cuda.h"

#define driver tunelib_cuda_driver

static void must(int error) {
  const char *name = "an unknown error";
  if (error == 0) return;
  driver.error_name(error, &name);
  fprintf(stderr, "the driver says %s\n", name);
  exit(1);
}

static void *memory(size_t bytes) {
  void *start = calloc(bytes + 1, 1);
  if (start == NULL) must(2);
  return start;
}

static uint32_t bits_of(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static float float_of(uint32_t bits) {
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

/* An element of a type in memory, from a float that it can hold, and back. Halves have normal numbers and zero only. */
static void store(const char *type, void *to, size_t at, float value) {
  const uint32_t bits = bits_of(value);
  if (strcmp(type, "bfloat16") == 0) ((uint16_t *)to)[at] = (uint16_t)(bits >> 16);
  else if (strcmp(type, "float16") != 0) ((float *)to)[at] = value;
  else {
    const int exponent = (int)(bits >> 23 & 255) - 112;
    const uint32_t half = exponent <= 0 ? 0 : (uint32_t)exponent << 10 | (bits >> 13 & 1023);
    ((uint16_t *)to)[at] = (uint16_t)(bits >> 31 << 15 | half);
  }
}

static float load(const char *type, const void *from, size_t at) {
  if (strcmp(type, "bfloat16") == 0) return float_of((uint32_t)((const uint16_t *)from)[at] << 16);
  if (strcmp(type, "float16") != 0) return ((const float *)from)[at];
  const uint32_t half = ((const uint16_t *)from)[at], exponent = half >> 10 & 31, fraction = half & 1023;
  const float value = exponent == 31 ? (fraction != 0 ? NAN : INFINITY)
                      : exponent == 0 ? ldexpf((float)fraction, -24)
                                      : ldexpf((float)(fraction + 1024), (int)exponent - 25);
  return half >> 15 != 0 ? -value : value;
}

static size_t bytes_of(const char *type) {
  return strcmp(type, "float16") == 0 || strcmp(type, "bfloat16") == 0 ? 2 : 4;
}

/* From -1 to 1 with 7 bits of a fraction: every type holds them. */
static float draw(uint64_t *state) {
  *state ^= *state << 13, *state ^= *state >> 7, *state ^= *state << 17;
  return (float)((int)(*state >> 56) - 128) / 128.0f;
}

static uint64_t on_device(size_t bytes) {
  uint64_t pointer;
  must(driver.memory_alloc(&pointer, bytes > 0 ? bytes : 4));
  return pointer;
}

static tunelib_run *plain_of(const char *operation) {
  return strcmp(operation, "conv2d") == 0             ? tunelib_plain_conv2d
         : strcmp(operation, "conv2d_transpose") == 0 ? tunelib_plain_conv2d_transpose
         : strcmp(operation, "matmul") == 0           ? tunelib_plain_matmul
         : strcmp(operation, "batch_matmul") == 0     ? tunelib_plain_batch_matmul
                                                      : tunelib_plain_dense;
}

static double error_of(const char *type, const void *got, const float *want, size_t count) {
  double squares = 0, largest = 0;
  for (size_t i = 0; i < count; i++) squares += (double)want[i] * want[i];
  const double typical = sqrt(squares / (double)count);
  for (size_t i = 0; i < count; i++) {
    const double size = fmax(fabs((double)want[i]), typical), difference = fabs((double)load(type, got, i) - want[i]);
    const double error = size > 0 ? difference / size : difference;
    if (isnan(error)) return error;
    if (error > largest) largest = error;
  }
  return largest;
}

static int check(const tunelib_cuda_kernel *kernel, const char *folder) {
  enum { ARGUMENTS = 10 };
  uint64_t state = 88172645463325252u, plain[ARGUMENTS], taken[ARGUMENTS];
  const float *values[ARGUMENTS];
  float *drawn[ARGUMENTS];
  tunelib_cuda_module *module = tunelib_cuda_load(kernel, folder);
  if (module == NULL) return printf("FAIL %s: %s\n", kernel->name, tunelib_cuda_error()), 0;
  const int last = kernel->inputs;
  const size_t count = kernel->arguments[last].elements, bytes = count * bytes_of(kernel->type);
  for (int i = 0; i <= last; i++) {
    const tunelib_cuda_argument *argument = &kernel->arguments[i];
    const size_t size = argument->elements * bytes_of(kernel->type);
    void *held = memory(size);
    values[i] = drawn[i] = (float *)memory(argument->elements * sizeof(float));
    for (size_t j = 0; j < argument->elements && i < last; j++)
      store(kernel->type, held, j, drawn[i][j] = draw(&state));
    if (i == last) memset(held, 255, size);
    must(driver.copy_in(plain[i] = on_device(size), held, size));
    taken[i] = argument->packed_bytes > 0 ? on_device(argument->packed_bytes) : plain[i];
    if (i < last) must(tunelib_cuda_pack(module, i, plain[i], taken[i], NULL));
    free(held);
  }
  const uint64_t workspace = on_device(kernel->workspace_bytes);
  must(tunelib_cuda_run(module, taken, taken[last], workspace, NULL));
  must(tunelib_cuda_pack(module, last, taken[last], plain[last], NULL));
  must(driver.synchronize());
  void *got = memory(bytes);
  must(driver.copy_out(got, plain[last], bytes));
  plain_of(kernel->operation)(kernel->shape, values, drawn[last], NULL);
  const double error = error_of(kernel->type, got, drawn[last], count);
  const int right = error <= kernel->tolerance;
  printf("%s %s: error %.1e of %.1e allowed\n", right ? "ok  " : "FAIL", kernel->name, error, kernel->tolerance);
  for (int i = 0; i <= last; i++) {
    if (taken[i] != plain[i]) must(driver.memory_free(taken[i]));
    must(driver.memory_free(plain[i]));
    free(drawn[i]);
  }
  must(driver.memory_free(workspace));
  free(got);
  tunelib_cuda_unload(module);
  return right;
}

int main(int argc, char **argv) {
  int failed = 0, skipped = 0;
  const char *problem = tunelib_cuda_open();
  if (problem != NULL) {
    printf("skipped: %s\n", problem);
    return 0;
  }
  const char *arch = tunelib_cuda_arch();
  for (int i = 0; i < tunelib_cuda_count(); i++) {
    const tunelib_cuda_kernel *kernel = tunelib_cuda_at(i);
    const tunelib_cuda_kernel *found = tunelib_cuda_find(kernel->operation, kernel->shape, kernel->type, kernel->arch);
    if (strcmp(kernel->arch, arch) != 0) skipped++;
    else if (found == NULL || !check(kernel, argc > 1 ? argv[1] : "cubins")) failed++;
    fflush(stdout);
  }
  printf("%d kernels: %d failed, %d skipped\n", tunelib_cuda_count(), failed, skipped);
  return failed > 0;
}
