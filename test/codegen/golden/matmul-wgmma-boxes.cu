#ifndef TUNE_CUDA_HOST_H
struct accumulator { float x[8]; };
struct mbarrier { unsigned long long state; };
struct __align__(64) tensor_map { unsigned long long words[16]; };
struct bfloat16 {
  unsigned short bits;
  __device__ operator float() const { return __uint_as_float((unsigned)bits << 16); }
  __device__ bfloat16 &operator=(float value) {
#if __CUDA_ARCH__ >= 800
    asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(bits) : "f"(value));
#else
    const unsigned all = __float_as_uint(value);
    bits = value != value ? 0x7fff : (all + 0x7fff + (all >> 16 & 1)) >> 16;
#endif
    return *this;
  }
  static __device__ unsigned pair(float low, float high) {
#if __CUDA_ARCH__ >= 800
    unsigned both;
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(high), "f"(low));
    return both;
#else
    bfloat16 a, b;
    a = low;
    b = high;
    return a.bits | (unsigned)b.bits << 16;
#endif
  }
};
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
static __device__ inline void wgmma_64_bfloat16_km(accumulator *c, unsigned long long a, unsigned long long b) {
#ifdef TUNE_CUDA_HOST_H
  tune_host::wgmma(c, 64, {a, 0}, {b, 1}, 2, tune_host::bfloat16_element);
#else
  asm volatile("wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 {%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31}, %32, %33, 1, 1, 1, 0, 1;" :
               "+f"(c[0].x[0]), "+f"(c[0].x[1]), "+f"(c[0].x[2]), "+f"(c[0].x[3]), "+f"(c[0].x[4]), "+f"(c[0].x[5]), "+f"(c[0].x[6]), "+f"(c[0].x[7]), "+f"(c[1].x[0]), "+f"(c[1].x[1]), "+f"(c[1].x[2]), "+f"(c[1].x[3]), "+f"(c[1].x[4]), "+f"(c[1].x[5]), "+f"(c[1].x[6]), "+f"(c[1].x[7]), "+f"(c[2].x[0]), "+f"(c[2].x[1]), "+f"(c[2].x[2]), "+f"(c[2].x[3]), "+f"(c[2].x[4]), "+f"(c[2].x[5]), "+f"(c[2].x[6]), "+f"(c[2].x[7]), "+f"(c[3].x[0]), "+f"(c[3].x[1]), "+f"(c[3].x[2]), "+f"(c[3].x[3]), "+f"(c[3].x[4]), "+f"(c[3].x[5]), "+f"(c[3].x[6]), "+f"(c[3].x[7]) :
               "l"(a), "l"(b));
#endif
}

extern __shared__ __align__(1024) float4 dynamic_shared[];

extern "C" __global__ void __launch_bounds__(128) C_kernel(const bfloat16 *__restrict__ A, const bfloat16 *__restrict__ B, bfloat16 *__restrict__ C, char *__restrict__ workspace, const __grid_constant__ tensor_map A_map0, const __grid_constant__ tensor_map B_map1) {
  const int blockX = blockIdx.x;
  const int threadX = threadIdx.x;
  const int threadY = threadIdx.y;
  mbarrier *const mbarriers = (mbarrier *)((char *)dynamic_shared + 49152);
  unsigned phases = 0;
  init_mbarriers(mbarriers + 0, 3, 1);
  init_mbarriers(mbarriers + 3, 3, 1);
  __syncthreads();
  {
    accumulator C_acc[4];
    C_acc[0] = {};
    C_acc[1] = {};
    C_acc[2] = {};
    C_acc[3] = {};
    {
      bfloat16 *const A_shared = (bfloat16 *)((char *)dynamic_shared + 0);
      {
        bfloat16 *const B_shared = (bfloat16 *)((char *)dynamic_shared + 24576);
        tma_copy2(A_shared + 0, A_map0, mbarriers + 0, 8192, 0, 64 * ((blockX) / 2));
        tma_copy2(B_shared + 0, B_map1, mbarriers + 3, 8192, 64 * ((blockX) % 2), 0);
        for (int ko = 0; ko < 3; ko++) {
          wait_mbarrier(mbarriers, ko, phases);
          wait_mbarrier(mbarriers, ko + 3, phases);
          __syncthreads();
          if (-ko + 1 >= 0) {
            tma_copy2(A_shared + 4096 * ((ko + 1) % 3), A_map0, mbarriers + ((ko + 1) % 3), 8192, 64 * ko + 64, 64 * ((blockX) / 2));
            tma_copy2(B_shared + 4096 * ((ko + 1) % 3), B_map1, mbarriers + ((ko + 1) % 3) + 3, 8192, 64 * ((blockX) % 2), 64 * ko + 64);
          }
          wgmma_fence(C_acc);
#pragma unroll
          for (int kio = 0; kio < 4; kio++) {
            wgmma_64_bfloat16_km(&C_acc[0], matrix_descriptor(A_shared + 4096 * ko + 16 * kio, 128, 1024, 128), matrix_descriptor(B_shared + 4096 * ko + 1024 * kio, 128, 1024, 128));
          }
          wgmma_commit();
          wgmma_wait<1>(C_acc);
        }
        wgmma_wait<0>(C_acc);
      }
    }
#pragma unroll
    for (int iiiiio = 0; iiiiio < 2; iiiiio++) {
      if (-64 * ((blockX) / 2) - ((threadX) / 4) - 16 * threadY - 8 * iiiiio + 99 >= 0) {
#pragma unroll
        for (int jiio = 0; jiio < 4; jiio++) {
#pragma unroll
          for (int jiiio = 0; jiiio < 2; jiiio++) {
            if (-64 * ((blockX) % 2) - 2 * ((threadX) % 4) - 16 * jiio - 8 * jiiio + 95 >= 0) {
              *(unsigned *)(C + 6144 * ((blockX) / 2) + 96 * ((threadX) / 4) + 64 * ((blockX) % 2) + 2 * ((threadX) % 4) + 1536 * threadY + 768 * iiiiio + 16 * jiio + 8 * jiiio) = bfloat16::pair(C_acc[jiio].x[2 * iiiiio + 4 * jiiio], C_acc[jiio].x[2 * iiiiio + 4 * jiiio + 1]);
            }
          }
        }
      }
    }
  }
}
