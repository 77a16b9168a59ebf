#ifndef TUNE_CUDA_HOST_H
struct accumulator { float x[8]; };
struct float16 {
  unsigned short bits;
  __device__ operator float() const {
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
  }
  __device__ float16 &operator=(float value) {
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(value));
    return *this;
  }
  static __device__ unsigned pair(float low, float high) {
#if __CUDA_ARCH__ >= 800
    unsigned both;
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(high), "f"(low));
    return both;
#else
    float16 a, b;
    a = low;
    b = high;
    return a.bits | (unsigned)b.bits << 16;
#endif
  }
};
#endif

static __device__ inline void cp_async16(void *to, const void *from, bool there) {
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::
               "r"((unsigned)__cvta_generic_to_shared(to)), "l"(from), "r"(there ? 16 : 0) : "memory");
#elif defined(TUNE_CUDA_HOST_H)
  tune_host::cp_async(to, from, 16, there);
#else
  *(float4 *)to = there ? *(const float4 *)from : make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#endif
}
static __device__ inline void cp_async_commit() {
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.commit_group;" ::: "memory");
#elif defined(TUNE_CUDA_HOST_H)
  tune_host::cp_async_commit();
#endif
}
template <int pending> static __device__ inline void cp_async_wait() {
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.wait_group %0;" ::"n"(pending) : "memory");
#elif defined(TUNE_CUDA_HOST_H)
  tune_host::cp_async_wait(pending);
#endif
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
static __device__ inline void fence_async_proxy() {
#ifndef TUNE_CUDA_HOST_H
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
}
static __device__ inline unsigned long long matrix_descriptor(const void *first, int leading, int stride, int swizzle) {
  return ((unsigned)__cvta_generic_to_shared(first) & 0x3ffff) >> 4 | (unsigned long long)(leading >> 4) << 16 |
         (unsigned long long)(stride >> 4) << 32 | (swizzle == 128 ? 1ull : swizzle == 64 ? 2ull : 3ull) << 62;
}
static __device__ inline void wgmma_64_float16_km(accumulator *c, unsigned long long a, unsigned long long b) {
#ifdef TUNE_CUDA_HOST_H
  tune_host::wgmma(c, 64, {a, 0}, {b, 1}, 2, tune_host::float16_element);
#else
  asm volatile("wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31}, %32, %33, 1, 1, 1, 0, 1;" :
               "+f"(c[0].x[0]), "+f"(c[0].x[1]), "+f"(c[0].x[2]), "+f"(c[0].x[3]), "+f"(c[0].x[4]), "+f"(c[0].x[5]), "+f"(c[0].x[6]), "+f"(c[0].x[7]), "+f"(c[1].x[0]), "+f"(c[1].x[1]), "+f"(c[1].x[2]), "+f"(c[1].x[3]), "+f"(c[1].x[4]), "+f"(c[1].x[5]), "+f"(c[1].x[6]), "+f"(c[1].x[7]), "+f"(c[2].x[0]), "+f"(c[2].x[1]), "+f"(c[2].x[2]), "+f"(c[2].x[3]), "+f"(c[2].x[4]), "+f"(c[2].x[5]), "+f"(c[2].x[6]), "+f"(c[2].x[7]), "+f"(c[3].x[0]), "+f"(c[3].x[1]), "+f"(c[3].x[2]), "+f"(c[3].x[3]), "+f"(c[3].x[4]), "+f"(c[3].x[5]), "+f"(c[3].x[6]), "+f"(c[3].x[7]) :
               "l"(a), "l"(b));
#endif
}

extern "C" __global__ void __launch_bounds__(128) C_kernel(const float16 *__restrict__ A, const float16 *__restrict__ B, float16 *__restrict__ C, char *__restrict__ workspace) {
  const int blockX = blockIdx.x;
  const int threadX = threadIdx.x;
  const int threadY = threadIdx.y;
  {
    accumulator C_acc[4];
    C_acc[0] = {};
    C_acc[1] = {};
    C_acc[2] = {};
    C_acc[3] = {};
    {
      static __shared__ __align__(512) float16 A_shared[4096];
      {
        static __shared__ __align__(512) float16 B_shared[4096];
#pragma unroll
        for (int d0_d1oo = 0; d0_d1oo < 2; d0_d1oo++) {
          cp_async16((uint4 *)(A_shared + 1024 * d0_d1oo + 256 * threadY + 8 * ((threadX) ^ (((threadX) / 8)))), (uint4 *)(A + 4096 * ((blockX) / 2) + 64 * ((threadX) / 4) + 8 * ((threadX) % 4) + 2048 * d0_d1oo + 512 * threadY), -64 * ((blockX) / 2) - ((threadX) / 4) - 32 * d0_d1oo - 8 * threadY + 99 >= 0);
        }
#pragma unroll
        for (int d0_d1oo2 = 0; d0_d1oo2 < 2; d0_d1oo2++) {
          cp_async16((uint4 *)(B_shared + 1024 * ((((threadX) % 8)) / 4) + 32 * ((threadX) / 8) + 512 * d0_d1oo2 + 128 * threadY + 8 * ((((((threadX) % 8)) % 4)) ^ (((((threadX) / 8)) / 2) + 2 * ((threadY) % 2)))), (uint4 *)(B + 96 * ((threadX) / 8) + 64 * ((blockX) % 2) + 8 * ((threadX) % 8) + 1536 * d0_d1oo2 + 384 * threadY), -64 * ((blockX) % 2) - 8 * ((threadX) % 8) + 95 >= 0);
        }
        cp_async_commit();
        for (int ko = 0; ko < 2; ko++) {
          cp_async_wait<0>();
          fence_async_proxy();
          __syncthreads();
          if (-ko >= 0) {
#pragma unroll
            for (int d0_d1oo3 = 0; d0_d1oo3 < 2; d0_d1oo3++) {
              cp_async16((uint4 *)(A_shared + 2048 * ((ko + 1) % 2) + 1024 * d0_d1oo3 + 256 * threadY + 8 * ((threadX) ^ (((threadX) / 8)))), (uint4 *)(A + 4096 * ((blockX) / 2) + 64 * ((threadX) / 4) + 8 * ((threadX) % 4) + 32 * ko + 2048 * d0_d1oo3 + 512 * threadY + 32), -64 * ((blockX) / 2) - ((threadX) / 4) - 32 * d0_d1oo3 - 8 * threadY + 99 >= 0);
            }
#pragma unroll
            for (int d0_d1oo4 = 0; d0_d1oo4 < 2; d0_d1oo4++) {
              cp_async16((uint4 *)(B_shared + 1024 * ((((threadX) % 8)) / 4) + 32 * ((threadX) / 8) + 2048 * ((ko + 1) % 2) + 512 * d0_d1oo4 + 128 * threadY + 8 * ((((((threadX) % 8)) % 4)) ^ (((((threadX) / 8)) / 2) + 2 * ((threadY) % 2)))), (uint4 *)(B + 96 * ((threadX) / 8) + 64 * ((blockX) % 2) + 8 * ((threadX) % 8) + 3072 * ko + 1536 * d0_d1oo4 + 384 * threadY + 3072), -64 * ((blockX) % 2) - 8 * ((threadX) % 8) + 95 >= 0);
            }
          }
          cp_async_commit();
          wgmma_fence(C_acc);
#pragma unroll
          for (int kio = 0; kio < 2; kio++) {
            wgmma_64_float16_km(&C_acc[0], matrix_descriptor(A_shared + 2048 * ko + 16 * kio, 64, 512, 64), matrix_descriptor(B_shared + 2048 * ko + 512 * kio, 2048, 512, 64));
          }
          wgmma_commit();
          wgmma_wait<0>(C_acc);
        }
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
              *(unsigned *)(C + 6144 * ((blockX) / 2) + 96 * ((threadX) / 4) + 64 * ((blockX) % 2) + 2 * ((threadX) % 4) + 1536 * threadY + 768 * iiiiio + 16 * jiio + 8 * jiiio) = float16::pair(C_acc[jiio].x[2 * iiiiio + 4 * jiiio], C_acc[jiio].x[2 * iiiiio + 4 * jiiio + 1]);
            }
          }
        }
      }
    }
  }
}
