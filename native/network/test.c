/*
 * Calls the network on inputs and compares with what it must answer: at addresses that are multiples of 64, and at
 * others; a second time in the same workspace.
 *
 *   test [FOLDER]    of inputs.bin and outputs.bin, the arrays of all shapes one behind the other; default: test
 */
#include "arrays.h"
#include "numbers.h"
#include "tolerance.h"

/*
 * The largest difference relative to max(|want|, root mean square); not a number where one is not that should be. What
 * should be no number, or infinite, must be just that.
 */
static double error_of(const tunelib_port *port, const void *got, const void *want) {
  double squares = 0, largest = 0;
  for (size_t i = 0; i < port->elements; i++) {
    const double wanted = number_of(port, want, i);
    if (isfinite(wanted)) squares += wanted * wanted;
  }
  const double typical = sqrt(squares / (double)port->elements);
  for (size_t i = 0; i < port->elements; i++) {
    const double wanted = number_of(port, want, i), found = number_of(port, got, i);
    if (!isfinite(wanted)) {
      if (!(isnan(wanted) ? isnan(found) : found == wanted)) return NAN;
      continue;
    }
    const double size = fabs(wanted) > typical ? fabs(wanted) : typical;
    const double error = size > 0 ? fabs(found - wanted) / size : fabs(found);
    if (isnan(error)) return error;
    if (error > largest) largest = error;
  }
  return largest;
}

/* Whether all numbers are finite, where those of another array are. */
static int is_finite(const tunelib_port *port, const void *got, const void *want) {
  int finite = 1, wanted = 1;
  for (size_t i = 0; i < port->elements; i++) {
    finite = finite && isfinite(number_of(port, got, i));
    wanted = wanted && isfinite(number_of(port, want, i));
  }
  return finite || !wanted;
}

/* What stands before the name of an output: of several shapes, which one. */
static void say_shape(const struct arrays *given) {
  if (TUNELIB_SHAPES > 1) printf("shape %d ", shape_of(given));
}

static int check(const struct arrays *given, void *const *want, const char *when) {
  int right = 1;
  call(given);
  for (int i = 0; i < TUNELIB_OUTPUTS; i++) {
    const tunelib_port *const port = &given->of->outputs[i];
    if (undecided[shape_of(given)][i] && is_finite(port, given->outputs[i], want[i])) {
      printf("--   ");
      say_shape(given);
      printf("%s%s: not compared, rounding decides it\n", port->name, when);
      continue;
    }
    const double error = error_of(port, given->outputs[i], want[i]);
    const int is_right = error <= TOLERANCE;
    printf("%s ", is_right ? "ok  " : "FAIL");
    say_shape(given);
    printf("%s%s: error %.1e of %.1e allowed\n", port->name, when, error, TOLERANCE);
    right = right && is_right;
  }
  return right;
}

/* Reads inputs and outputs of a shape from where both files are, and calls it. */
static int check_shape(int shape, FILE *inputs, FILE *outputs) {
  struct arrays want = allocate(shape, 0);
  read_arrays(outputs, want.of->outputs, TUNELIB_OUTPUTS, want.outputs);
  const long start = ftell(inputs);
  int right = 1;
  for (size_t offset = 0; offset <= 8; offset += 8) {
    struct arrays arrays = allocate(shape, offset);
    fseek(inputs, start, SEEK_SET);
    read_arrays(inputs, arrays.of->inputs, TUNELIB_INPUTS, arrays.inputs);
    right = check(&arrays, want.outputs, offset == 0 ? "" : ", at odd addresses") && right;
    if (offset == 0) right = check(&arrays, want.outputs, ", called again") && right;
    release(&arrays);
  }
  release(&want);
  return right;
}

int main(int count, char **given) {
  const char *folder = count > 1 ? given[1] : "test";
  char input_path[4096], output_path[4096];
  snprintf(input_path, sizeof input_path, "%s/inputs.bin", folder);
  snprintf(output_path, sizeof output_path, "%s/outputs.bin", folder);
  FILE *inputs = open_arrays(input_path), *outputs = open_arrays(output_path);
  int right = 1;
  for (int shape = 0; shape < TUNELIB_SHAPES; shape++) right = check_shape(shape, inputs, outputs) && right;
  close_arrays(inputs, input_path);
  close_arrays(outputs, output_path);
  return right ? 0 : 1;
}
