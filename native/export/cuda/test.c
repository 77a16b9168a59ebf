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
#define TUNE_ELEMENT_TABLE
#include "elements.h"
#include "plain.h"
#include "references.h"
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

/* Of a type that a kernel of the library has. */
static const struct element_type *type_named(const char *name) {
  const struct element_type *type = element_types;
  while (strcmp(type->name, name) != 0) type++;
  return type;
}

/* Random numbers of a type. */
static void draw(const struct element_type *type, uint64_t *state, float *to, size_t count) {
  for (size_t i = 0; i < count; i++) {
    *state ^= *state << 13, *state ^= *state >> 7, *state ^= *state << 17;
    to[i] = (float)((int)(*state >> 56) - 128) / 128.0f;
  }
  type->draw(to, count);
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

/* What plain code makes of inputs. */
static void run_plain(const tunelib_cuda_kernel *kernel, const float *const *values, float *const *args,
                      float *output) {
  if (kernel->shape != NULL) {
    plain_of(kernel->operation)(kernel->shape, values, output, NULL);
    return;
  }
  int at = 0;
  while (strcmp(references[at].operation, kernel->operation) != 0 ||
         strcmp(references[at].workload, kernel->workload) != 0)
    at++;
  void *workspace = memory(references[at].workspace);
  references[at].run((void *const *)args, workspace);
  free(workspace);
}

static double error_of(const float *got, const float *want, size_t count) {
  double squares = 0, largest = 0;
  for (size_t i = 0; i < count; i++) squares += (double)want[i] * want[i];
  const double typical = sqrt(squares / (double)count);
  for (size_t i = 0; i < count; i++) {
    const double size = fmax(fabs((double)want[i]), typical), difference = fabs((double)got[i] - want[i]);
    const double error = size > 0 ? difference / size : difference;
    if (isnan(error)) return error;
    if (error > largest) largest = error;
  }
  return largest;
}

static int check(const tunelib_cuda_kernel *kernel, const char *folder) {
  enum { ARGUMENTS = 64 };
  uint64_t state = 88172645463325252u, plain[ARGUMENTS], taken[ARGUMENTS];
  const float *values[ARGUMENTS];
  float *drawn[ARGUMENTS];
  tunelib_cuda_module *module = tunelib_cuda_load(kernel, folder);
  if (module == NULL) return printf("FAIL %s: %s\n", kernel->name, tunelib_cuda_error()), 0;
  const int last = kernel->inputs;
  const struct element_type *type = type_named(kernel->type);
  const size_t count = kernel->arguments[last].elements, bytes = count * type->bytes;
  for (int i = 0; i <= last; i++) {
    const tunelib_cuda_argument *argument = &kernel->arguments[i];
    const size_t size = argument->elements * type->bytes;
    void *held = memory(size);
    values[i] = drawn[i] = (float *)memory(argument->elements * sizeof(float));
    if (i < last) {
      draw(type, &state, drawn[i], argument->elements);
      type->narrow(held, drawn[i], argument->elements);
    } else memset(held, 255, size);
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
  run_plain(kernel, values, drawn, drawn[last]);
  float *widened = (float *)memory(count * sizeof(float));
  if (!type->is_float) type->widen(widened, got, count);
  const double error = error_of(type->is_float ? (const float *)got : widened, drawn[last], count);
  free(widened);
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
    const tunelib_cuda_kernel *found =
        kernel->shape == NULL ? tunelib_cuda_workload(kernel->operation, kernel->workload, kernel->arch)
                              : tunelib_cuda_find(kernel->operation, kernel->shape, kernel->type, kernel->arch);
    if (strcmp(kernel->arch, arch) != 0) skipped++;
    else if (found == NULL || !check(kernel, argc > 1 ? argv[1] : "cubins")) failed++;
    fflush(stdout);
  }
  printf("%d kernels: %d failed, %d skipped\n", tunelib_cuda_count(), failed, skipped);
  return failed > 0;
}
