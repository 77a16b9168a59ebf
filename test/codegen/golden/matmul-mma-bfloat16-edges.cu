#ifndef TUNE_CUDA_HOST_H
struct accumulator { float x[8]; };
struct operand { unsigned x[4]; };
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

static __device__ inline void cp_async4(void *to, const void *from, bool there) {
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::
               "r"((unsigned)__cvta_generic_to_shared(to)), "l"(from), "r"(there ? 4 : 0) : "memory");
#elif defined(TUNE_CUDA_HOST_H)
  tune_host::cp_async(to, from, 4, there);
#else
  *(float *)to = there ? *(const float *)from : 0.0f;
#endif
}
static __device__ inline void cp_async8(void *to, const void *from, bool there) {
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" ::
               "r"((unsigned)__cvta_generic_to_shared(to)), "l"(from), "r"(there ? 8 : 0) : "memory");
#elif defined(TUNE_CUDA_HOST_H)
  tune_host::cp_async(to, from, 8, there);
#else
  *(float2 *)to = there ? *(const float2 *)from : make_float2(0.0f, 0.0f);
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
static __device__ inline void load_b_columns(operand &to, const void *first, int stride) {
  const void *row = (const char *)first + (threadIdx.x % 8 + threadIdx.x / 8 % 2 * 8) * stride + threadIdx.x / 8 / 2 * 16;
#ifdef TUNE_CUDA_HOST_H
  tune_host::ldmatrix(to, row, true);
#else
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];" :
               "=r"(to.x[0]), "=r"(to.x[1]), "=r"(to.x[2]), "=r"(to.x[3]) : "r"((unsigned)__cvta_generic_to_shared(row)) : "memory");
#endif
}
static __device__ inline void mma_bfloat16(accumulator &c, const operand &a, const operand &b) {
#ifdef TUNE_CUDA_HOST_H
  tune_host::mma(c, a, b, tune_host::multiply_bfloat16);
#else
#pragma unroll
  for (int i = 0; i < 2; i++)
    asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};" :
        "+f"(c.x[4 * i]), "+f"(c.x[4 * i + 1]), "+f"(c.x[4 * i + 2]), "+f"(c.x[4 * i + 3]) :
        "r"(a.x[0]), "r"(a.x[1]), "r"(a.x[2]), "r"(a.x[3]), "r"(b.x[2 * i]), "r"(b.x[2 * i + 1]));
#endif
}

extern "C" __global__ void __launch_bounds__(128) C_kernel(const bfloat16 *__restrict__ A, const bfloat16 *__restrict__ B, const bfloat16 *__restrict__ bias, bfloat16 *__restrict__ C, char *__restrict__ workspace) {
  const int blockX = blockIdx.x;
  const int threadX = threadIdx.x;
  const int threadY = threadIdx.y;
  const int threadZ = threadIdx.z;
  {
    accumulator C_acc[2];
#pragma unroll
    for (int j2 = 0; j2 < 2; j2++) {
      C_acc[j2] = {};
    }
    {
      static __shared__ __align__(16) bfloat16 A_shared[3840];
      {
        static __shared__ __align__(16) bfloat16 B_shared[6912];
#pragma unroll
        for (int d0_d1oo = 0; d0_d1oo < 2; d0_d1oo++) {
          cp_async8((uint2 *)(A_shared + 40 * ((threadX) / 8) + 4 * ((threadX) % 8) + 640 * d0_d1oo + 320 * threadZ + 160 * threadY), (uint2 *)(A + 3200 * ((blockX) / 2) + 100 * ((threadX) / 8) + 4 * ((threadX) % 8) + 1600 * d0_d1oo + 800 * threadZ + 400 * threadY), -32 * ((blockX) / 2) - ((threadX) / 8) - 16 * d0_d1oo - 8 * threadZ - 4 * threadY + 49 >= 0);
        }
#pragma unroll
        for (int d0_d1oo2 = 0; d0_d1oo2 < 8; d0_d1oo2++) {
          cp_async4((unsigned *)(B_shared + 288 * d0_d1oo2 + 144 * threadZ + 72 * threadY + 2 * threadX), (unsigned *)(B + 64 * ((blockX) % 2) + 280 * d0_d1oo2 + 140 * threadZ + 70 * threadY + 2 * threadX), -64 * ((blockX) % 2) - 2 * threadX + 69 >= 0);
        }
        cp_async_commit();
#pragma unroll
        for (int d0_d1oo3 = 0; d0_d1oo3 < 2; d0_d1oo3++) {
          cp_async8((uint2 *)(A_shared + 40 * ((threadX) / 8) + 4 * ((threadX) % 8) + 640 * d0_d1oo3 + 320 * threadZ + 160 * threadY + 1280), (uint2 *)(A + 3200 * ((blockX) / 2) + 100 * ((threadX) / 8) + 4 * ((threadX) % 8) + 1600 * d0_d1oo3 + 800 * threadZ + 400 * threadY + 32), -32 * ((blockX) / 2) - ((threadX) / 8) - 16 * d0_d1oo3 - 8 * threadZ - 4 * threadY + 49 >= 0);
        }
#pragma unroll
        for (int d0_d1oo4 = 0; d0_d1oo4 < 8; d0_d1oo4++) {
          cp_async4((unsigned *)(B_shared + 288 * d0_d1oo4 + 144 * threadZ + 72 * threadY + 2 * threadX + 2304), (unsigned *)(B + 64 * ((blockX) % 2) + 280 * d0_d1oo4 + 140 * threadZ + 70 * threadY + 2 * threadX + 2240), -64 * ((blockX) % 2) - 2 * threadX + 69 >= 0);
        }
        cp_async_commit();
        for (int ko = 0; ko < 4; ko++) {
          cp_async_wait<1>();
          __syncthreads();
          if (-ko + 1 >= 0) {
#pragma unroll
            for (int d0_d1oo5 = 0; d0_d1oo5 < 2; d0_d1oo5++) {
              cp_async8((uint2 *)(A_shared + 40 * ((threadX) / 8) + 1280 * ((ko + 2) % 3) + 4 * ((threadX) % 8) + 640 * d0_d1oo5 + 320 * threadZ + 160 * threadY), (uint2 *)(A + 3200 * ((blockX) / 2) + 100 * ((threadX) / 8) + 4 * ((threadX) % 8) + 32 * ko + 1600 * d0_d1oo5 + 800 * threadZ + 400 * threadY + 64), -32 * ((blockX) / 2) - ((threadX) / 8) - 16 * d0_d1oo5 - 8 * threadZ - 4 * threadY + 49 >= 0 && -4 * ((threadX) % 8) - 32 * ko + 35 >= 0);
            }
#pragma unroll
            for (int d0_d1oo6 = 0; d0_d1oo6 < 8; d0_d1oo6++) {
              cp_async4((unsigned *)(B_shared + 2304 * ((ko + 2) % 3) + 288 * d0_d1oo6 + 144 * threadZ + 72 * threadY + 2 * threadX), (unsigned *)(B + 64 * ((blockX) % 2) + 2240 * ko + 280 * d0_d1oo6 + 140 * threadZ + 70 * threadY + 2 * threadX + 4480), -32 * ko - 4 * d0_d1oo6 - 2 * threadZ - threadY + 35 >= 0 && -64 * ((blockX) % 2) - 2 * threadX + 69 >= 0);
            }
          }
          cp_async_commit();
#pragma unroll 2
          for (int kio = 0; kio < 2; kio++) {
            {
              operand A_shared_fragment[1];
              load_a_rows(A_shared_fragment[0], A_shared + 1280 * ((ko) % 3) + 640 * threadZ + 16 * kio, 80);
              {
                operand B_shared_fragment[2];
#pragma unroll
                for (int d12 = 0; d12 < 2; d12++) {
                  load_b_columns(B_shared_fragment[d12], B_shared + 2304 * ((ko) % 3) + 32 * threadY + 1152 * kio + 16 * d12, 144);
                }
#pragma unroll
                for (int j22 = 0; j22 < 2; j22++) {
                  mma_bfloat16(C_acc[j22], A_shared_fragment[0], B_shared_fragment[j22]);
                }
              }
            }
          }
        }
      }
    }
#pragma unroll
    for (int iiiio = 0; iiiio < 2; iiiio++) {
      if (-32 * ((blockX) / 2) - ((threadX) / 4) - 16 * threadZ - 8 * iiiio + 49 >= 0) {
#pragma unroll
        for (int jiio = 0; jiio < 2; jiio++) {
#pragma unroll
          for (int jiiio = 0; jiiio < 2; jiiio++) {
            if (-64 * ((blockX) % 2) - 2 * ((threadX) % 4) - 32 * threadY - 16 * jiio - 8 * jiiio + 69 >= 0) {
              {
                const unsigned v0 = *(const unsigned *)(bias + 64 * ((blockX) % 2) + 2 * ((threadX) % 4) + 32 * threadY + 16 * jiio + 8 * jiiio);
                *(unsigned *)(C + 2240 * ((blockX) / 2) + 70 * ((threadX) / 4) + 64 * ((blockX) % 2) + 2 * ((threadX) % 4) + 1120 * threadZ + 32 * threadY + 560 * iiiio + 16 * jiio + 8 * jiiio) = bfloat16::pair(fmaxf((C_acc[jiio].x[2 * iiiio + 4 * jiiio] + ((const bfloat16 *)&v0)[0]), 0.0f), fmaxf((C_acc[jiio].x[2 * iiiio + 4 * jiiio + 1] + ((const bfloat16 *)&v0)[1]), 0.0f));
              }
            }
          }
        }
      }
    }
  }
}
