#ifndef TUNE_CUDA_HOST_H
struct accumulator { float x[8]; };
struct mbarrier { unsigned long long state; };
struct __align__(64) tensor_map { unsigned long long words[16]; };
#endif

static __device__ inline void init_mbarriers(mbarrier *mbarriers, int buffers, int tiles) {
  if (threadIdx.x + threadIdx.y + threadIdx.z == 0) {
    for (int i = 0; i < buffers; i++) {
#ifdef TUNE_CUDA_HOST_H
      tune_host::init_mbarrier(mbarriers[i], tiles);
#else
      asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::
                   "r"((unsigned)__cvta_generic_to_shared(mbarriers + i)), "r"(tiles) : "memory");
#endif
    }
#ifndef TUNE_CUDA_HOST_H
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
  }
}
static __device__ inline void tma_copy2(void *to, const tensor_map &map, mbarrier *full, int bytes, int x, int y) {
  if (threadIdx.x + threadIdx.y + threadIdx.z == 0) {
#ifdef TUNE_CUDA_HOST_H
    tune_host::tma_copy(to, map, *full, bytes, {x, y});
#else
    const unsigned barrier = (unsigned)__cvta_generic_to_shared(full);
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" :: "r"(barrier), "r"(bytes) : "memory");
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], [%2];" ::
                 "r"((unsigned)__cvta_generic_to_shared(to)), "l"(&map), "r"(barrier), "r"(x), "r"(y) : "memory");
#endif
  }
  __syncwarp();
}
static __device__ inline void wait_mbarrier(mbarrier *mbarriers, int number, unsigned &phases) {
#ifdef TUNE_CUDA_HOST_H
  tune_host::wait_mbarrier(mbarriers[number], phases >> number & 1);
#else
  unsigned there;
  do
    asm volatile("{\n .reg .pred p;\n mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n selp.u32 %0, 1, 0, p;\n}" :
                 "=r"(there) : "r"((unsigned)__cvta_generic_to_shared(mbarriers + number)), "r"(phases >> number & 1) : "memory");
  while (!there);
  __syncwarp();
#endif
  phases ^= 1u << number;
}
template <int count> static __device__ inline void fence_operands(accumulator (&c)[count]) {
#ifndef TUNE_CUDA_HOST_H
#pragma unroll
  for (int i = 0; i < 8 * count; i++) asm volatile("" : "+f"(c[i / 8].x[i % 8]) :: "memory");
#endif
}
template <int count> static __device__ inline void wgmma_fence(accumulator (&c)[count]) {
  fence_operands(c);
#ifndef TUNE_CUDA_HOST_H
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#endif
}
static __device__ inline void wgmma_commit() {
#ifdef TUNE_CUDA_HOST_H
  tune_host::wgmma_commit();
#else
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
#endif
}
template <int pending, int count> static __device__ inline void wgmma_wait(accumulator (&c)[count]) {
#ifdef TUNE_CUDA_HOST_H
  tune_host::wgmma_wait(pending);
#else
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(pending) : "memory");
#endif
  fence_operands(c);
}
static __device__ inline unsigned long long matrix_descriptor(const void *first, int leading, int stride, int swizzle) {
  return ((unsigned)__cvta_generic_to_shared(first) & 0x3ffff) >> 4 | (unsigned long long)(leading >> 4) << 16 |
         (unsigned long long)(stride >> 4) << 32 | (swizzle == 128 ? 1ull : swizzle == 64 ? 2ull : 3ull) << 62;
}
static __device__ inline void wgmma_32_tfloat32_kk(accumulator *c, unsigned long long a, unsigned long long b) {
#ifdef TUNE_CUDA_HOST_H
  tune_host::wgmma(c, 32, {a, 0}, {b, 0}, 4, tune_host::tfloat32_element);
#else
  asm volatile("wgmma.mma_async.sync.aligned.m64n32k8.f32.tf32.tf32 {%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15}, %16, %17, 1, 1, 1;" :
               "+f"(c[0].x[0]), "+f"(c[0].x[1]), "+f"(c[0].x[2]), "+f"(c[0].x[3]), "+f"(c[0].x[4]), "+f"(c[0].x[5]), "+f"(c[0].x[6]), "+f"(c[0].x[7]), "+f"(c[1].x[0]), "+f"(c[1].x[1]), "+f"(c[1].x[2]), "+f"(c[1].x[3]), "+f"(c[1].x[4]), "+f"(c[1].x[5]), "+f"(c[1].x[6]), "+f"(c[1].x[7]) :
               "l"(a), "l"(b));
#endif
}

extern "C" __global__ void __launch_bounds__(256) B_packed_kernel0(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, char *__restrict__ workspace) {
  float *const B_packed = (float *)(workspace + 0);
  const int blockX = blockIdx.x;
  const int threadX = threadIdx.x;
  const int threadY = threadIdx.y;
  {
    static __shared__ __align__(16) float B_shared[1056];
#pragma unroll
    for (int d0_d1oo = 0; d0_d1oo < 4; d0_d1oo++) {
      B_shared[264 * d0_d1oo + 33 * threadY + threadX] = (-32 * ((blockX) / 2) - threadX + 43 >= 0 ? B[32 * ((blockX) / 2) + 1408 * ((blockX) % 2) + 352 * d0_d1oo + 44 * threadY + threadX] : 0.0f);
    }
    __syncthreads();
#pragma unroll
    for (int d1io = 0; d1io < 4; d1io++) {
      if (-32 * ((blockX) / 2) - threadY - 8 * d1io + 43 >= 0) {
        B_packed[2048 * ((blockX) / 2) + 32 * ((blockX) % 2) + 64 * threadY + threadX + 512 * d1io] = B_shared[threadY + 33 * threadX + 8 * d1io];
      }
    }
  }
}

extern "C" __global__ void __launch_bounds__(128) C_kernel1(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, char *__restrict__ workspace, const __grid_constant__ tensor_map A_map0, const __grid_constant__ tensor_map B_packed_map1) {
  float *const B_packed = (float *)(workspace + 0);
  const int blockX = blockIdx.x;
  const int threadX = threadIdx.x;
  const int threadY = threadIdx.y;
  static __shared__ mbarrier mbarriers[4];
  unsigned phases = 0;
  init_mbarriers(mbarriers + 0, 2, 2);
  init_mbarriers(mbarriers + 2, 2, 2);
  __syncthreads();
  {
    accumulator C_acc[2];
    C_acc[0] = {};
    C_acc[1] = {};
    {
      static __shared__ __align__(512) float A_shared[4096];
      {
        static __shared__ __align__(512) float B_packed_shared[2048];
#pragma unroll
        for (int d1o = 0; d1o < 2; d1o++) {
          tma_copy2(A_shared + 1024 * d1o, A_map0, mbarriers + 0, 4096, 16 * d1o, 64 * ((blockX) / 2));
        }
#pragma unroll
        for (int d1o2 = 0; d1o2 < 2; d1o2++) {
          tma_copy2(B_packed_shared + 512 * d1o2, B_packed_map1, mbarriers + 2, 2048, 16 * d1o2, 32 * ((blockX) % 2));
        }
        for (int ko = 0; ko < 2; ko++) {
          wait_mbarrier(mbarriers, ko, phases);
          wait_mbarrier(mbarriers, ko + 2, phases);
          __syncthreads();
          if (-ko >= 0) {
#pragma unroll
            for (int d1o3 = 0; d1o3 < 2; d1o3++) {
              tma_copy2(A_shared + 2048 * ((ko + 1) % 2) + 1024 * d1o3, A_map0, mbarriers + ((ko + 1) % 2), 4096, 32 * ko + 16 * d1o3 + 32, 64 * ((blockX) / 2));
            }
#pragma unroll
            for (int d1o4 = 0; d1o4 < 2; d1o4++) {
              tma_copy2(B_packed_shared + 1024 * ((ko + 1) % 2) + 512 * d1o4, B_packed_map1, mbarriers + ((ko + 1) % 2) + 2, 2048, 32 * ko + 16 * d1o4 + 32, 32 * ((blockX) % 2));
            }
          }
          wgmma_fence(C_acc);
#pragma unroll
          for (int kio = 0; kio < 4; kio++) {
            wgmma_32_tfloat32_kk(&C_acc[0], matrix_descriptor(A_shared + 1024 * ((kio) / 2) + 8 * ((kio) % 2) + 2048 * ko, 64, 512, 64), matrix_descriptor(B_packed_shared + 512 * ((kio) / 2) + 8 * ((kio) % 2) + 1024 * ko, 64, 512, 64));
          }
          wgmma_commit();
          wgmma_wait<0>(C_acc);
        }
      }
    }
#pragma unroll
    for (int iiiiio = 0; iiiiio < 2; iiiiio++) {
      if (-64 * ((blockX) / 2) - ((threadX) / 4) - 16 * threadY - 8 * iiiiio + 69 >= 0) {
#pragma unroll
        for (int jiio = 0; jiio < 2; jiio++) {
#pragma unroll
          for (int jiiio = 0; jiiio < 2; jiiio++) {
            if (-32 * ((blockX) % 2) - 2 * ((threadX) % 4) - 16 * jiio - 8 * jiiio + 43 >= 0) {
              *(float2 *)(C + 2816 * ((blockX) / 2) + 44 * ((threadX) / 4) + 32 * ((blockX) % 2) + 2 * ((threadX) % 4) + 704 * threadY + 352 * iiiiio + 16 * jiio + 8 * jiiio) = make_float2(C_acc[jiio].x[2 * iiiiio + 4 * jiiio], C_acc[jiio].x[2 * iiiiio + 4 * jiiio + 1]);
            }
          }
        }
      }
    }
  }
}
