/* What CUDA's headers say, as far as the kernels of the tests use it; fake-nvcc includes it. */
struct dim3 {
  unsigned x, y, z;
};
extern "C" {
extern dim3 fake_grid, fake_block, fake_block_index, fake_thread_index;
extern char fake_shared[];
}
#define gridDim fake_grid
#define blockDim fake_block
#define blockIdx fake_block_index
#define threadIdx fake_thread_index
#define __global__
#define __device__
#define __restrict__ __restrict
#define __launch_bounds__(...)
#define __trap() __builtin_trap()
