/* What fake-nvcc puts before the kernels: the harness that runs them on the CPU, and how the fake driver calls one. */
#include "../../native/cuda/host.h"

#include <utility>

#define __trap() __builtin_trap()

template <class... P, size_t... I>
static void fake_call(void (*kernel)(P...), void **parameters, std::index_sequence<I...>) {
  kernel(*(P *)parameters[I]...);
}

/* Launches a kernel whatever its parameters are: pointers to them come as the driver gets them. */
template <class... P>
static void fake_launch(void (*kernel)(P...), const unsigned *grid, const unsigned *block, void **parameters) {
  tune_host::begin_call();
  tune_host::launch({grid[0], grid[1], grid[2]}, {block[0], block[1], block[2]},
                    [&] { fake_call(kernel, parameters, std::index_sequence_for<P...>()); });
}

/* Copies of parameters, as a graph keeps them, in a block that `free` takes back. */
template <class... P>
static void **fake_keep(void (*)(P...), void **parameters) {
  const size_t stride = 128, count = sizeof...(P), head = count * sizeof(void *), sizes[] = {sizeof(P)...};
  static_assert(((sizeof(P) <= stride) && ...), "no larger than a map");
  char *block = static_cast<char *>(__builtin_malloc(head + count * stride));
  void **kept = reinterpret_cast<void **>(block);
  for (size_t i = 0; i < count; i++)
    kept[i] = __builtin_memcpy(block + head + i * stride, parameters[i], sizes[i]);
  return kept;
}
