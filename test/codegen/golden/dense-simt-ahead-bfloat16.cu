#ifndef TUNE_CUDA_HOST_H
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

extern "C" __global__ void __launch_bounds__(64) out_kernel(const bfloat16 *__restrict__ data, const bfloat16 *__restrict__ weights, const bfloat16 *__restrict__ residual, bfloat16 *__restrict__ out, char *__restrict__ workspace) {
  const int blockX = blockIdx.x;
  const int threadX = threadIdx.x;
  const int threadY = threadIdx.y;
  {
    __align__(16) float out_acc[16];
#pragma unroll
    for (int i3 = 0; i3 < 2; i3++) {
#pragma unroll
      for (int j1 = 0; j1 < 2; j1++) {
#pragma unroll
        for (int j3 = 0; j3 < 4; j3++) {
          out_acc[8 * i3 + 4 * j1 + j3] = 0.0f;
        }
      }
    }
    {
      static __shared__ __align__(16) bfloat16 data_shared[256];
      {
        static __shared__ __align__(16) bfloat16 weights_shared[1024];
        if (-8 * threadY - threadX + 31 >= 0) {
          {
            const uint2 v0 = (-((threadX) / 2) - 16 * blockX - 4 * threadY + 49 >= 0 ? *(const uint2 *)(data + 68 * ((threadX) / 2) + 4 * ((threadX) % 2) + 1088 * blockX + 272 * threadY) : make_uint2(0u, 0u));
            data_shared[((threadX) / 2) + 64 * ((threadX) % 2) + 4 * threadY] = ((const bfloat16 *)&v0)[0];
            data_shared[((threadX) / 2) + 64 * ((threadX) % 2) + 4 * threadY + 16] = ((const bfloat16 *)&v0)[1];
            data_shared[((threadX) / 2) + 64 * ((threadX) % 2) + 4 * threadY + 32] = ((const bfloat16 *)&v0)[2];
            data_shared[((threadX) / 2) + 64 * ((threadX) % 2) + 4 * threadY + 48] = ((const bfloat16 *)&v0)[3];
          }
        }
#pragma unroll
        for (int d0_d1oo = 0; d0_d1oo < 4; d0_d1oo++) {
          {
            const unsigned v0 = (-((threadX) / 4) - 16 * d0_d1oo - 2 * threadY + 62 >= 0 ? *(const unsigned *)(weights + 68 * ((threadX) / 4) + 2 * ((threadX) % 4) + 1088 * d0_d1oo + 136 * threadY) : 0u);
            weights_shared[((threadX) / 4) + 128 * ((threadX) % 4) + 16 * d0_d1oo + 2 * threadY] = ((const bfloat16 *)&v0)[0];
            weights_shared[((threadX) / 4) + 128 * ((threadX) % 4) + 16 * d0_d1oo + 2 * threadY + 64] = ((const bfloat16 *)&v0)[1];
          }
        }
        cp_async_commit();
        for (int ko = 0; ko < 9; ko++) {
          cp_async_wait<0>();
          __syncthreads();
          if (-ko + 7 >= 0) {
            if (-8 * threadY - threadX + 31 >= 0) {
              {
                const uint2 v0 = (-((threadX) / 2) - 16 * blockX - 4 * threadY + 49 >= 0 && -4 * ((threadX) % 2) - 8 * ko + 59 >= 0 ? *(const uint2 *)(data + 68 * ((threadX) / 2) + 4 * ((threadX) % 2) + 1088 * blockX + 8 * ko + 272 * threadY + 8) : make_uint2(0u, 0u));
                data_shared[((threadX) / 2) + 128 * ((ko + 1) % 2) + 64 * ((threadX) % 2) + 4 * threadY] = ((const bfloat16 *)&v0)[0];
                data_shared[((threadX) / 2) + 128 * ((ko + 1) % 2) + 64 * ((threadX) % 2) + 4 * threadY + 16] = ((const bfloat16 *)&v0)[1];
                data_shared[((threadX) / 2) + 128 * ((ko + 1) % 2) + 64 * ((threadX) % 2) + 4 * threadY + 32] = ((const bfloat16 *)&v0)[2];
                data_shared[((threadX) / 2) + 128 * ((ko + 1) % 2) + 64 * ((threadX) % 2) + 4 * threadY + 48] = ((const bfloat16 *)&v0)[3];
              }
            }
#pragma unroll
            for (int d0_d1oo2 = 0; d0_d1oo2 < 4; d0_d1oo2++) {
              {
                const unsigned v0 = (-((threadX) / 4) - 16 * d0_d1oo2 - 2 * threadY + 62 >= 0 && -2 * ((threadX) % 4) - 8 * ko + 59 >= 0 ? *(const unsigned *)(weights + 68 * ((threadX) / 4) + 2 * ((threadX) % 4) + 8 * ko + 1088 * d0_d1oo2 + 136 * threadY + 8) : 0u);
                weights_shared[((threadX) / 4) + 512 * ((ko + 1) % 2) + 128 * ((threadX) % 4) + 16 * d0_d1oo2 + 2 * threadY] = ((const bfloat16 *)&v0)[0];
                weights_shared[((threadX) / 4) + 512 * ((ko + 1) % 2) + 128 * ((threadX) % 4) + 16 * d0_d1oo2 + 2 * threadY + 64] = ((const bfloat16 *)&v0)[1];
              }
            }
          }
          cp_async_commit();
#pragma unroll 4
          for (int ki = 0; ki < 8; ki++) {
            {
              __align__(16) bfloat16 data_shared_register[2];
              *(unsigned *)(data_shared_register + 0) = *(const unsigned *)(data_shared + 128 * ((ko) % 2) + 2 * threadY + 16 * ki);
              {
                __align__(16) bfloat16 weights_shared_register[8];
#pragma unroll
                for (int d01 = 0; d01 < 2; d01++) {
                  *(uint2 *)(weights_shared_register + 4 * d01) = *(const uint2 *)(weights_shared + 512 * ((ko) % 2) + 4 * threadX + 64 * ki + 32 * d01);
                }
#pragma unroll
                for (int i32 = 0; i32 < 2; i32++) {
#pragma unroll
                  for (int j12 = 0; j12 < 2; j12++) {
#pragma unroll
                    for (int j32 = 0; j32 < 4; j32++) {
                      out_acc[8 * i32 + 4 * j12 + j32] += (data_shared_register[i32] * weights_shared_register[4 * j12 + j32]);
                    }
                  }
                }
              }
            }
          }
        }
      }
    }
#pragma unroll
    for (int iiii = 0; iiii < 2; iiii++) {
      if (-16 * blockX - 2 * threadY - iiii + 49 >= 0) {
#pragma unroll
        for (int jio = 0; jio < 2; jio++) {
#pragma unroll
          for (int jiiio = 0; jiiio < 4; jiiio++) {
            if (-4 * threadX - 32 * jio - jiiio + 62 >= 0) {
              out[1008 * blockX + 126 * threadY + 4 * threadX + 63 * iiii + 32 * jio + jiiio] = (out_acc[8 * iiii + 4 * jio + jiiio] + residual[1008 * blockX + 126 * threadY + 4 * threadX + 63 * iiii + 32 * jio + jiiio]);
            }
          }
        }
      }
    }
  }
}
