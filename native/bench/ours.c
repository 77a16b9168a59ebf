/*
 * A kernel of ours, with the C ABI that src/ir/device-kernel.ts describes, in the same harness as the peers:
 *
 *   ours kernel=<.so> reference=<.so> workspace=<bytes> magnitude=<number>
 *        args=<type>:<elements>:<packed bytes>:<low>:<high>,…
 *
 * `args` lists the inputs and then the output; random inputs are drawn as uniform ones between low and high are made
 * numbers of the type. Errors are relative to `magnitude` at least. The result is compared in full with that of the
 * reference kernel, which takes the same arguments unpacked, all of them as floats. An input with packed bytes is
 * converted by the kernel's `pack` once, before the clock runs; an output with packed bytes is written in that form
 * and converted by `unpack` for the comparison. Threads: OMP_NUM_THREADS.
 */
#include "typed.h"

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

struct argument {
  const struct element_type *type;
  size_t elements, packed;
  float low, high;
};

/* Returns how many there are. */
static int read_args(const char *text, struct argument *args) {
  int count = 0, used = 0;
  char type[32];
  for (; text != NULL && count < MAX_ARGS; text++) {
    struct argument *it = &args[count];
    if (sscanf(text, "%31[^:]:%zu:%zu:%f:%f%n", type, &it->elements, &it->packed, &it->low, &it->high, &used) != 5)
      break;
    it->type = type_named(type);
    count++;
    text += used;
    if (*text != ',') break;
  }
  if (text == NULL || *text != '\0' || count < 1) fail("args=<type>:<elements>:... is missing or malformed");
  return count;
}

static struct typed random_input(const struct argument *it) {
  float *numbers = random_tensor(it->elements);
  for (size_t i = 0; i < it->elements; i++) numbers[i] = it->low + (numbers[i] + 1) / 2 * (it->high - it->low);
  return drawn(it->type, numbers, it->elements);
}

/* The output as the operator has it. */
static struct typed output_of(const struct argument *it) {
  return unwritten(it->type, poisoned_tensor(it->elements), it->elements);
}

/* Replaces the inputs that the kernel wants in a form of its own. */
static void pack_inputs(void *library, struct call *call, const struct argument *args, int inputs) {
  void *target[MAX_ARGS] = {0};
  int any = 0;
  for (int i = 0; i < inputs; i++)
    if (args[i].packed > 0) {
      target[i] = aligned(args[i].packed);
      any = 1;
    }
  if (!any) return;
  ((convert_function)symbol(library, "pack"))(call->args, target);
  for (int i = 0; i < inputs; i++)
    if (target[i] != NULL) call->args[i] = target[i];
}

/* The output, from the one that the kernel wrote in a form of its own. */
static struct typed unpacked(void *library, const struct call *call, int output, const struct argument *it) {
  void *from[MAX_ARGS] = {0}, *to[MAX_ARGS] = {0};
  struct typed result = output_of(it);
  from[output] = call->args[output];
  to[output] = result.data;
  ((convert_function)symbol(library, "unpack"))(from, to);
  return result;
}

static void call_ours(void *context) {
  const struct call *call = context;
  call->kernel(call->args, call->workspace);
}

int main(int argc, char **argv) {
  struct argument args[MAX_ARGS];
  int count = read_args(option_text(argc, argv, "args"), args), output = count - 1;
  void *library = open_library(option_text(argc, argv, "kernel"));
  struct call ours = {.kernel = (kernel_function)symbol(library, "kernel")};
  ours.workspace = aligned((size_t)option(argc, argv, "workspace"));
  void *reference_library = open_library(option_text(argc, argv, "reference"));
  struct call reference = {.kernel = (kernel_function)symbol(reference_library, "kernel")};
  reference.workspace = ours.workspace;
  for (int i = 0; i < output; i++) {
    struct typed input = random_input(&args[i]);
    ours.args[i] = input.data;
    reference.args[i] = input.numbers;
  }
  float *want = reference.args[output] = poisoned_tensor(args[output].elements);
  call_ours(&reference);

  size_t packed = args[output].packed;
  struct typed got = output_of(&args[output]);
  ours.args[output] = packed > 0 ? poisoned_tensor((packed + 3) / 4) : got.data;
  pack_inputs(library, &ours, args, output);
  call_ours(&ours);
  if (packed > 0) got = unpacked(library, &ours, output, &args[output]);
  read_typed(&got);
  const char *magnitude = option_text(argc, argv, "magnitude");
  struct comparison comparison = {.least = magnitude == NULL ? 0 : atof(magnitude)};
  for (size_t i = 0; i < got.count; i++) compare(&comparison, got.numbers[i], want[i]);
  return serve(call_ours, &ours, largest_error(&comparison), "%s", library_of((void *)ours.kernel));
}
