#ifndef TUNE_CUDA_HOST_H
struct accumulator { float x[8]; };
struct operand { unsigned x[4]; };
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
static __device__ inline void load_a_rows(operand &to, const void *first, int stride) {
  const void *row = (const char *)first + (threadIdx.x % 8 + threadIdx.x / 8 % 2 * 8) * stride + threadIdx.x / 8 / 2 * 16;
#ifdef TUNE_CUDA_HOST_H
  tune_host::ldmatrix(to, row, false);
#else
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" :
               "=r"(to.x[0]), "=r"(to.x[1]), "=r"(to.x[2]), "=r"(to.x[3]) : "r"((unsigned)__cvta_generic_to_shared(row)) : "memory");
#endif
}
static __device__ inline void load_b_rows(operand &to, const void *first, int stride) {
  const void *row = (const char *)first + (threadIdx.x % 8 + threadIdx.x / 8 / 2 * 8) * stride + threadIdx.x / 8 % 2 * 16;
#ifdef TUNE_CUDA_HOST_H
  tune_host::ldmatrix(to, row, false);
#else
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" :
               "=r"(to.x[0]), "=r"(to.x[1]), "=r"(to.x[2]), "=r"(to.x[3]) : "r"((unsigned)__cvta_generic_to_shared(row)) : "memory");
#endif
}
static __device__ inline void mma_float16(accumulator &c, const operand &a, const operand &b) {
#ifdef TUNE_CUDA_HOST_H
  tune_host::mma(c, a, b, tune_host::multiply_float16);
#else
#pragma unroll
  for (int i = 0; i < 2; i++)
    asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};" :
        "+f"(c.x[4 * i]), "+f"(c.x[4 * i + 1]), "+f"(c.x[4 * i + 2]), "+f"(c.x[4 * i + 3]) :
        "r"(a.x[0]), "r"(a.x[1]), "r"(a.x[2]), "r"(a.x[3]), "r"(b.x[2 * i]), "r"(b.x[2 * i + 1]));
#endif
}

extern "C" __global__ void __launch_bounds__(256) weights_pack(const float16 *__restrict__ weights, float16 *__restrict__ weights_packed) {
  const int blockX = blockIdx.x;
  const int threadX = threadIdx.x;
  weights_packed[256 * blockX + threadX] = weights[72 * ((((((threadX) / 8) + 32 * blockX) / 3)) / 3) + 3 * ((((((threadX) / 8) + 32 * blockX) / 3)) % 3) + ((((threadX) / 8) + 32 * blockX) % 3) + 9 * ((threadX) % 8)];
}

extern "C" __global__ void __launch_bounds__(64) out_kernel(const float16 *__restrict__ data, const float16 *__restrict__ weights_packed, const float16 *__restrict__ bias, float16 *__restrict__ out, char *__restrict__ workspace) {
  const int blockX = blockIdx.x;
  const int threadX = threadIdx.x;
  const int threadZ = threadIdx.z;
  {
    accumulator out_acc[2];
#pragma unroll
    for (int oc2 = 0; oc2 < 2; oc2++) {
      out_acc[oc2] = {};
    }
    {
      static __shared__ __align__(16) float16 patches_shared[2560];
      {
        static __shared__ __align__(16) float16 filters_shared[2560];
#pragma unroll
        for (int d1_d2oo = 0; d1_d2oo < 2; d1_d2oo++) {
          cp_async16((uint4 *)(patches_shared + 40 * ((threadX) / 4) + 8 * ((threadX) % 4) + 640 * d1_d2oo + 320 * threadZ), (uint4 *)(data + 1144 * ((((((threadX) / 4) + 32 * blockX + 16 * d1_d2oo + 8 * threadZ) / 6)) / 7) + 88 * ((((threadX) % 4)) / 3) + 176 * ((((((threadX) / 4) + 32 * blockX + 16 * d1_d2oo + 8 * threadZ) / 6)) % 7) + 16 * ((((threadX) / 4) + 32 * blockX + 16 * d1_d2oo + 8 * threadZ) % 6) + 8 * ((((threadX) % 4)) % 3) - 96), -((threadX) / 4) - 32 * blockX - 16 * d1_d2oo - 8 * threadZ + 83 >= 0 && ((((threadX) % 4)) / 3) + 2 * ((((((threadX) / 4) + 32 * blockX + 16 * d1_d2oo + 8 * threadZ) / 6)) % 7) - 1 >= 0 && 2 * ((((threadX) / 4) + 32 * blockX + 16 * d1_d2oo + 8 * threadZ) % 6) + ((((threadX) % 4)) % 3) - 1 >= 0 && -2 * ((((threadX) / 4) + 32 * blockX + 16 * d1_d2oo + 8 * threadZ) % 6) - ((((threadX) % 4)) % 3) + 11 >= 0);
        }
#pragma unroll
        for (int d1_d2oo2 = 0; d1_d2oo2 < 2; d1_d2oo2++) {
          cp_async16((uint4 *)(filters_shared + 40 * ((threadX) / 4) + 8 * ((threadX) % 4) + 640 * d1_d2oo2 + 320 * threadZ), (uint4 *)(weights_packed + 72 * ((threadX) / 4) + 8 * ((threadX) % 4) + 1152 * d1_d2oo2 + 576 * threadZ), true);
        }
        cp_async_commit();
        for (int ko = 0; ko < 3; ko++) {
          cp_async_wait<0>();
          __syncthreads();
          if (-ko + 1 >= 0) {
#pragma unroll
            for (int d1_d2oo3 = 0; d1_d2oo3 < 2; d1_d2oo3++) {
              cp_async16((uint4 *)(patches_shared + 40 * ((threadX) / 4) + 1280 * ((ko + 1) % 2) + 8 * ((threadX) % 4) + 640 * d1_d2oo3 + 320 * threadZ), (uint4 *)(data + 1144 * ((((((threadX) / 4) + 32 * blockX + 16 * d1_d2oo3 + 8 * threadZ) / 6)) / 7) + 88 * ((((threadX) % 4) + 4 * ko + 1) / 3) + 176 * ((((((threadX) / 4) + 32 * blockX + 16 * d1_d2oo3 + 8 * threadZ) / 6)) % 7) + 16 * ((((threadX) / 4) + 32 * blockX + 16 * d1_d2oo3 + 8 * threadZ) % 6) + 8 * ((((threadX) % 4) + 4 * ko + 1) % 3) - 8), -((threadX) / 4) - 32 * blockX - 16 * d1_d2oo3 - 8 * threadZ + 83 >= 0 && -8 * ((threadX) % 4) - 32 * ko + 39 >= 0 && -((((threadX) % 4) + 4 * ko + 1) / 3) - 2 * ((((((threadX) / 4) + 32 * blockX + 16 * d1_d2oo3 + 8 * threadZ) / 6)) % 7) + 12 >= 0 && 2 * ((((threadX) / 4) + 32 * blockX + 16 * d1_d2oo3 + 8 * threadZ) % 6) + ((((threadX) % 4) + 4 * ko + 1) % 3) - 1 >= 0 && -2 * ((((threadX) / 4) + 32 * blockX + 16 * d1_d2oo3 + 8 * threadZ) % 6) - ((((threadX) % 4) + 4 * ko + 1) % 3) + 11 >= 0);
            }
#pragma unroll
            for (int d1_d2oo4 = 0; d1_d2oo4 < 2; d1_d2oo4++) {
              cp_async16((uint4 *)(filters_shared + 40 * ((threadX) / 4) + 1280 * ((ko + 1) % 2) + 8 * ((threadX) % 4) + 640 * d1_d2oo4 + 320 * threadZ), (uint4 *)(weights_packed + 72 * ((threadX) / 4) + 8 * ((threadX) % 4) + 32 * ko + 1152 * d1_d2oo4 + 576 * threadZ + 32), -8 * ((threadX) % 4) - 32 * ko + 39 >= 0);
            }
          }
          cp_async_commit();
#pragma unroll 2
          for (int kio = 0; kio < 2; kio++) {
            {
              operand patches_shared_fragment[1];
              load_a_rows(patches_shared_fragment[0], patches_shared + 1280 * ((ko) % 2) + 640 * threadZ + 16 * kio, 80);
              {
                operand filters_shared_fragment[2];
#pragma unroll
                for (int d12 = 0; d12 < 2; d12++) {
                  load_b_rows(filters_shared_fragment[d12], filters_shared + 1280 * ((ko) % 2) + 16 * kio + 640 * d12, 80);
                }
#pragma unroll
                for (int oc22 = 0; oc22 < 2; oc22++) {
                  mma_float16(out_acc[oc22], patches_shared_fragment[0], filters_shared_fragment[oc22]);
                }
              }
            }
          }
        }
      }
    }
#pragma unroll
    for (int piiio = 0; piiio < 2; piiio++) {
      if (-((threadX) / 4) - 32 * blockX - 16 * threadZ - 8 * piiio + 83 >= 0) {
#pragma unroll
        for (int ociio = 0; ociio < 2; ociio++) {
#pragma unroll
          for (int ociiio = 0; ociiio < 2; ociiio++) {
            {
              const unsigned v0 = *(const unsigned *)(bias + 2 * ((threadX) % 4) + 16 * ociio + 8 * ociiio);
              *(unsigned *)(out + 32 * ((threadX) / 4) + 2 * ((threadX) % 4) + 1024 * blockX + 512 * threadZ + 256 * piiio + 16 * ociio + 8 * ociiio) = float16::pair(fmaxf((out_acc[ociio].x[2 * piiio + 4 * ociiio] + ((const float16 *)&v0)[0]), 0.0f), fmaxf((out_acc[ociio].x[2 * piiio + 4 * ociiio + 1] + ((const float16 *)&v0)[1]), 0.0f));
            }
          }
        }
      }
    }
  }
}
