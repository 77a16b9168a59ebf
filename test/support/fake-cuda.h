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
