#ifndef TUNE_CUDA_HOST_H
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

extern "C" __global__ void __launch_bounds__(64) C_kernel(const float16 *__restrict__ A, const float16 *__restrict__ B, const float16 *__restrict__ bias, float16 *__restrict__ C, char *__restrict__ workspace) {
  const int blockX = blockIdx.x;
  const int threadX = threadIdx.x;
  const int threadY = threadIdx.y;
  {
    __align__(16) float C_acc[64];
#pragma unroll
    for (int i3 = 0; i3 < 4; i3++) {
#pragma unroll
      for (int j1 = 0; j1 < 2; j1++) {
#pragma unroll
        for (int j3 = 0; j3 < 8; j3++) {
          C_acc[16 * i3 + 8 * j1 + j3] = 0.0f;
        }
      }
    }
    for (int ko = 0; ko < 8; ko++) {
      {
        static __shared__ __align__(16) float16 A_shared[320];
        __syncthreads();
        if (-8 * threadY - threadX + 31 >= 0) {
          {
            const uint4 v0 = *(const uint4 *)(A + 2048 * blockX + 8 * ko + 512 * threadY + 64 * threadX);
            A_shared[8 * threadY + threadX] = ((const float16 *)&v0)[0];
            A_shared[8 * threadY + threadX + 40] = ((const float16 *)&v0)[1];
            A_shared[8 * threadY + threadX + 80] = ((const float16 *)&v0)[2];
            A_shared[8 * threadY + threadX + 120] = ((const float16 *)&v0)[3];
            A_shared[8 * threadY + threadX + 160] = ((const float16 *)&v0)[4];
            A_shared[8 * threadY + threadX + 200] = ((const float16 *)&v0)[5];
            A_shared[8 * threadY + threadX + 240] = ((const float16 *)&v0)[6];
            A_shared[8 * threadY + threadX + 280] = ((const float16 *)&v0)[7];
          }
        }
        {
          static __shared__ __align__(16) float16 B_shared[1088];
#pragma unroll
          for (int d0_d1oo = 0; d0_d1oo < 2; d0_d1oo++) {
            *(uint4 *)(B_shared + 136 * ((threadY) / 2) + 64 * ((threadY) % 2) + 544 * d0_d1oo + 8 * threadX) = *(const uint4 *)(B + 1024 * ko + 512 * d0_d1oo + 64 * threadY + 8 * threadX);
          }
          __syncthreads();
#pragma unroll 4
          for (int ki = 0; ki < 8; ki++) {
            {
              __align__(16) float16 A_shared_register[4];
              *(uint2 *)(A_shared_register + 0) = *(const uint2 *)(A_shared + 4 * threadY + 40 * ki);
              {
                __align__(16) float16 B_shared_register[16];
#pragma unroll
                for (int d11 = 0; d11 < 2; d11++) {
                  *(uint4 *)(B_shared_register + 8 * d11) = *(const uint4 *)(B_shared + 8 * threadX + 136 * ki + 64 * d11);
                }
#pragma unroll
                for (int i32 = 0; i32 < 4; i32++) {
#pragma unroll
                  for (int j12 = 0; j12 < 2; j12++) {
#pragma unroll
                    for (int j32 = 0; j32 < 8; j32++) {
                      C_acc[16 * i32 + 8 * j12 + j32] += (A_shared_register[i32] * B_shared_register[8 * j12 + j32]);
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
    for (int iiii = 0; iiii < 4; iiii++) {
#pragma unroll
      for (int jio = 0; jio < 2; jio++) {
        {
          const uint4 v0 = *(const uint4 *)(bias + 8 * threadX + 64 * jio);
          *(uint4 *)(C + 4096 * blockX + 512 * threadY + 8 * threadX + 128 * iiii + 64 * jio) = make_uint4(float16::pair(fmaxf((C_acc[16 * iiii + 8 * jio] + ((const float16 *)&v0)[0]), 0.0f), fmaxf((C_acc[16 * iiii + 8 * jio + 1] + ((const float16 *)&v0)[1]), 0.0f)), float16::pair(fmaxf((C_acc[16 * iiii + 8 * jio + 2] + ((const float16 *)&v0)[2]), 0.0f), fmaxf((C_acc[16 * iiii + 8 * jio + 3] + ((const float16 *)&v0)[3]), 0.0f)), float16::pair(fmaxf((C_acc[16 * iiii + 8 * jio + 4] + ((const float16 *)&v0)[4]), 0.0f), fmaxf((C_acc[16 * iiii + 8 * jio + 5] + ((const float16 *)&v0)[5]), 0.0f)), float16::pair(fmaxf((C_acc[16 * iiii + 8 * jio + 6] + ((const float16 *)&v0)[6]), 0.0f), fmaxf((C_acc[16 * iiii + 8 * jio + 7] + ((const float16 *)&v0)[7]), 0.0f)));
        }
      }
    }
  }
}
