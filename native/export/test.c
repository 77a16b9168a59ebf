/*
 * Runs every kernel that this CPU can run on random inputs and compares its whole output with that of the plain code:
 * at addresses that are multiples of 64, and at others. Then every kernel must be found by its shape.
 *
 *   test [NAME...]    only these kernels; default: all
 */
#include <math.h>
#include <string.h>

#include "random.h"

/* The largest difference relative to max(|want|, root mean square), of bytes to 128 at least; not a number where one is
 * not. */
static double error_of(int type, const void *got, const void *want, size_t count) {
  double squares = 0, largest = 0, x, y;
  for (size_t i = 0; i < count; i++) {
    tunelib_numbers(type, want, i, 1, 1, &y);
    squares += y * y;
  }
  const tunelib_type *of = tunelib_type_at(type);
  const double mean = sqrt(squares / (double)count);
  const double typical = of->is_whole && of->bytes == 1 && mean < 128 ? 128 : mean;
  for (size_t i = 0; i < count; i++) {
    tunelib_numbers(type, got, i, 1, 1, &x);
    tunelib_numbers(type, want, i, 1, 1, &y);
    const double size = fabs(y) > typical ? fabs(y) : typical;
    const double error = size > 0 ? fabs(x - y) / size : fabs(x);
    if (isnan(error)) return error;
    if (error > largest) largest = error;
  }
  return largest;
}

/* What the plain code makes of the inputs, which are the same for every kernel of a workload: these follow each other
 * in the table, and it is computed once for them. */
static const void *wanted(const tunelib_kernel *kernel, const struct call *call) {
  static const tunelib_kernel *last;
  static void *want;
  if (kernel == NULL || last == NULL || strcmp(last->operation, kernel->operation) != 0 ||
      strcmp(last->workload, kernel->workload) != 0) {
    free(want);
    want = NULL;
    last = kernel;
    if (kernel == NULL) return NULL;
    want = memory(bytes_of(&kernel->arguments[kernel->inputs]), 0);
    const tunelib_kernel *plain = tunelib_plain_of(kernel);
    void *workspace = memory(plain->workspace_bytes, 0);
    plain->run(kernel->shape, call->plain, want, workspace);
    free(workspace);
  }
  return want;
}

static int check(const tunelib_kernel *kernel, int odd) {
  uint64_t state = 88172645463325252u;
  struct call call = prepare(kernel, odd, &state);
  run_call(&call);
  void *got = call.plain[kernel->inputs];
  tunelib_pack(kernel, kernel->inputs, call.output, got);
  const tunelib_argument *output = &kernel->arguments[kernel->inputs];
  const void *want = wanted(kernel, &call);
  const double error = error_of(output->type, got, want, output->elements);
  /* What is wanted is rounded to the type, too. */
  const double allowed = kernel->tolerance + tunelib_type_at(output->type)->roundoff;
  const int right = error <= allowed;
  if (!right || !odd)
    printf("%s %s: error %.1e of %.1e allowed%s\n", right ? "ok  " : "FAIL", kernel->name, error, allowed,
           odd ? ", at an odd address" : "");
  release(&call, odd);
  return right;
}

/* Whether looking its shape up gives this kernel where no other is in front of it, and the sizes of its arguments. */
static int is_found(const tunelib_kernel *kernel) {
  size_t elements[TUNELIB_ARGUMENTS];
  const tunelib_kernel *named = tunelib_workload(kernel->operation, kernel->workload, kernel->threads);
  if (named == NULL || named->inputs != kernel->inputs || strcmp(named->target, "plain") == 0) {
    printf("FAIL %s: its name does not lead to it\n", kernel->name);
    return 0;
  }
  if (kernel->shape == NULL) return 1;
  const tunelib_kernel *found = tunelib_find(kernel->operation, kernel->shape);
  int right = found != NULL && found->shape != NULL && strcmp(found->workload, kernel->workload) == 0 &&
              tunelib_elements(kernel->operation, kernel->shape, elements) == kernel->inputs;
  for (int i = 0; right && i <= kernel->inputs; i++) right = elements[i] == kernel->arguments[i].elements;
  if (!right) printf("FAIL %s: its shape does not lead to it\n", kernel->name);
  return right;
}

static int is_wanted(const char *name, char **names, int count) {
  for (int i = 0; i < count; i++)
    if (strcmp(name, names[i]) == 0) return 1;
  return count == 0;
}

int main(int argc, char **argv) {
  int failed = 0, skipped = 0;
  for (int i = 0; i < tunelib_count(); i++) {
    const tunelib_kernel *kernel = tunelib_at(i);
    if (!is_wanted(kernel->name, argv + 1, argc - 1)) continue;
    if (!tunelib_can_run(i)) {
      printf("skip %s: this CPU is not what it was made for (%s)\n", kernel->name, kernel->target);
      skipped++;
    } else if (!check(kernel, 0) || !check(kernel, 1) || !is_found(kernel)) failed++;
    fflush(stdout);
  }
  wanted(NULL, NULL);
  printf("%d kernels: %d failed, %d skipped\n", tunelib_count(), failed, skipped);
  return failed > 0;
}
