/*
 * Calls the network on inputs and compares with what it must answer: at addresses that are multiples of 64, and at
 * others; a second time in the same workspace.
 *
 *   test [FOLDER]    of inputs.bin and outputs.bin; default: test
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

static int check(const struct arrays *given, void *const *want, const char *when) {
  int right = 1;
  call(given);
  for (int i = 0; i < TUNELIB_OUTPUTS; i++) {
    const double error = error_of(&tunelib_outputs[i], given->outputs[i], want[i]);
    const int is_right = error <= TOLERANCE;
    printf("%s %s%s: error %.1e of %.1e allowed\n", is_right ? "ok  " : "FAIL", tunelib_outputs[i].name, when, error,
           TOLERANCE);
    right = right && is_right;
  }
  return right;
}

int main(int count, char **given) {
  const char *folder = count > 1 ? given[1] : "test";
  char inputs[4096], outputs[4096];
  snprintf(inputs, sizeof inputs, "%s/inputs.bin", folder);
  snprintf(outputs, sizeof outputs, "%s/outputs.bin", folder);
  struct arrays want = allocate(0);
  read_all(outputs, tunelib_outputs, TUNELIB_OUTPUTS, want.outputs);
  int right = 1;
  for (size_t offset = 0; offset <= 8; offset += 8) {
    struct arrays arrays = allocate(offset);
    read_all(inputs, tunelib_inputs, TUNELIB_INPUTS, arrays.inputs);
    right = check(&arrays, want.outputs, offset == 0 ? "" : ", at odd addresses") && right;
    if (offset == 0) right = check(&arrays, want.outputs, ", called again") && right;
    release(&arrays);
  }
  release(&want);
  return right ? 0 : 1;
}
