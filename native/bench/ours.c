/*
 * A kernel of ours, with the C ABI that src/ir/device-kernel.ts describes, in the same harness as the peers:
 *
 *   ours kernel=<.so> reference=<.so> workspace=<bytes> args=<floats>:<packed bytes>,…
 *
 * `args` lists the inputs and then the output. The result is compared in full with that of the reference kernel, which
 * takes the same arguments unpacked. An input with packed bytes is converted by the kernel's `pack` once, before the
 * clock runs; an output with packed bytes is written in that form and converted by `unpack` for the comparison.
 * Threads: OMP_NUM_THREADS.
 */
#include "driver.h"

#define MAX_ARGS 16

typedef void (*kernel_function)(void *const *args, void *workspace);
typedef void (*convert_function)(void *const *from, void *const *to);

struct call {
  kernel_function kernel;
  void *args[MAX_ARGS];
  void *workspace;
};

static void *open_library(const char *path) {
  void *library = path == NULL ? NULL : dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) fail("cannot load %s: %s", path == NULL ? "a kernel that was not named" : path, dlerror());
  return library;
}

static void *symbol(void *library, const char *name) {
  void *address = dlsym(library, name);
  if (address == NULL) fail("a shared object lacks the function %s", name);
  return address;
}

/* Reads "floats:packed,floats:packed"; returns how many there are. */
static int read_args(const char *text, size_t *floats, size_t *packed) {
  int count = 0, used = 0;
  while (text != NULL && count < MAX_ARGS && sscanf(text, "%zu:%zu%n", &floats[count], &packed[count], &used) == 2) {
    count++;
    text += used;
    if (*text != ',') break;
    text++;
  }
  if (text == NULL || *text != '\0' || count < 1) fail("args=<floats>:<packed bytes>,... is missing or malformed");
  return count;
}

/* Replaces the inputs that the kernel wants in a form of its own. */
static void pack_inputs(void *library, struct call *call, const size_t *packed, int inputs) {
  void *target[MAX_ARGS] = {0};
  int any = 0;
  for (int i = 0; i < inputs; i++)
    if (packed[i] > 0) {
      target[i] = aligned(packed[i]);
      any = 1;
    }
  if (!any) return;
  ((convert_function)symbol(library, "pack"))(call->args, target);
  for (int i = 0; i < inputs; i++)
    if (target[i] != NULL) call->args[i] = target[i];
}

/* The output as the operator has it, from the one that the kernel wrote in a form of its own. */
static float *unpacked(void *library, const struct call *call, int output, size_t floats) {
  void *from[MAX_ARGS] = {0}, *to[MAX_ARGS] = {0};
  from[output] = call->args[output];
  to[output] = poisoned_tensor(floats);
  ((convert_function)symbol(library, "unpack"))(from, to);
  return to[output];
}

static void call_ours(void *context) {
  const struct call *call = context;
  call->kernel(call->args, call->workspace);
}

int main(int argc, char **argv) {
  size_t floats[MAX_ARGS], packed[MAX_ARGS];
  int count = read_args(option_text(argc, argv, "args"), floats, packed), output = count - 1;
  void *library = open_library(option_text(argc, argv, "kernel"));
  struct call ours = {.kernel = (kernel_function)symbol(library, "kernel")};
  ours.workspace = aligned((size_t)option(argc, argv, "workspace"));
  for (int i = 0; i < output; i++) ours.args[i] = random_tensor(floats[i]);

  void *reference_library = open_library(option_text(argc, argv, "reference"));
  struct call reference = ours;
  reference.kernel = (kernel_function)symbol(reference_library, "kernel");
  reference.args[output] = poisoned_tensor(floats[output]);
  call_ours(&reference);

  ours.args[output] = poisoned_tensor(packed[output] > 0 ? (packed[output] + 3) / 4 : floats[output]);
  pack_inputs(library, &ours, packed, output);
  call_ours(&ours);
  const float *got = packed[output] > 0 ? unpacked(library, &ours, output, floats[output]) : ours.args[output];
  const float *want = reference.args[output];
  struct comparison comparison = {0};
  for (size_t i = 0; i < floats[output]; i++) compare(&comparison, got[i], want[i]);
  return serve(call_ours, &ours, largest_error(&comparison), "%s", library_of((void *)ours.kernel));
}
