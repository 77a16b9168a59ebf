extern "C" __global__ void __launch_bounds__(64) C_parts_kernel0(const float *__restrict__ A, const float *__restrict__ B, const float *__restrict__ bias, float *__restrict__ C, char *__restrict__ workspace) {
  float *const C_parts = (float *)(workspace + 0);
  const int blockX = blockIdx.x;
  const int threadX = threadIdx.x;
  const int threadY = threadIdx.y;
  {
    __align__(16) float C_parts_acc[32];
#pragma unroll
    for (int i1 = 0; i1 < 2; i1++) {
#pragma unroll
      for (int i3 = 0; i3 < 2; i3++) {
#pragma unroll
        for (int j1 = 0; j1 < 2; j1++) {
#pragma unroll
          for (int j3 = 0; j3 < 4; j3++) {
            C_parts_acc[16 * i1 + 8 * i3 + 4 * j1 + j3] = 0.0f;
          }
        }
      }
    }
    for (int kio = 0; kio < 9; kio++) {
      {
        static __shared__ __align__(16) float A_shared[256];
        __syncthreads();
#pragma unroll
        for (int d1_d2oo = 0; d1_d2oo < 4; d1_d2oo++) {
          A_shared[64 * d1_d2oo + 8 * threadY + threadX] = (-72 * ((((((blockX) / 2)) / 2)) / 3) - ((threadY) / 4) - 8 * kio - 2 * d1_d2oo + 132 >= 0 && -32 * ((blockX) % 2) - 8 * ((threadY) % 4) - threadX + 32 >= 0 ? A[2376 * ((((((blockX) / 2)) / 2)) / 3) + 33 * ((threadY) / 4) + 4389 * ((((((blockX) / 2)) / 2)) % 3) + 32 * ((blockX) % 2) + 8 * ((threadY) % 4) + 264 * kio + 66 * d1_d2oo + threadX] : 0.0f);
        }
        {
          static __shared__ __align__(16) float B_shared[512];
#pragma unroll
          for (int d1_d2oo2 = 0; d1_d2oo2 < 4; d1_d2oo2++) {
            *(float2 *)(B_shared + 128 * d1_d2oo2 + 16 * threadY + 2 * threadX) = (-72 * ((((((blockX) / 2)) / 2)) / 3) - ((threadY) / 4) - 8 * kio - 2 * d1_d2oo2 + 132 >= 0 && -64 * ((((blockX) / 2)) % 2) - 16 * ((threadY) % 4) - 2 * threadX + 69 >= 0 ? *(const float2 *)(B + 5040 * ((((((blockX) / 2)) / 2)) / 3) + 70 * ((threadY) / 4) + 9310 * ((((((blockX) / 2)) / 2)) % 3) + 64 * ((((blockX) / 2)) % 2) + 16 * ((threadY) % 4) + 560 * kio + 140 * d1_d2oo2 + 2 * threadX) : make_float2(0.0f, 0.0f));
          }
          __syncthreads();
#pragma unroll 4
          for (int kii = 0; kii < 8; kii++) {
            {
              __align__(16) float A_shared_register[4];
#pragma unroll
              for (int d21 = 0; d21 < 2; d21++) {
                *(float2 *)(A_shared_register + 2 * d21) = *(const float2 *)(A_shared + 2 * threadY + 32 * kii + 16 * d21);
              }
              {
                __align__(16) float B_shared_register[8];
#pragma unroll
                for (int d212 = 0; d212 < 2; d212++) {
                  *(float4 *)(B_shared_register + 4 * d212) = *(const float4 *)(B_shared + 4 * threadX + 64 * kii + 32 * d212);
                }
#pragma unroll
                for (int i12 = 0; i12 < 2; i12++) {
#pragma unroll
                  for (int i32 = 0; i32 < 2; i32++) {
#pragma unroll
                    for (int j12 = 0; j12 < 2; j12++) {
#pragma unroll
                      for (int j32 = 0; j32 < 4; j32++) {
                        C_parts_acc[16 * i12 + 8 * i32 + 4 * j12 + j32] += (A_shared_register[2 * i12 + i32] * B_shared_register[4 * j12 + j32]);
                      }
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
    for (int iio = 0; iio < 2; iio++) {
#pragma unroll
      for (int iiii = 0; iiii < 2; iiii++) {
        if (-32 * ((blockX) % 2) - 2 * threadY - 16 * iio - iiii + 32 >= 0) {
#pragma unroll
          for (int jio = 0; jio < 2; jio++) {
#pragma unroll
            for (int jiiio = 0; jiiio < 2; jiiio++) {
              if (-64 * ((((blockX) / 2)) % 2) - 4 * threadX - 32 * jio - 2 * jiiio + 69 >= 0) {
                *(float2 *)(C_parts + 2310 * ((((blockX) / 2)) / 2) + 64 * ((((blockX) / 2)) % 2) + 2240 * ((blockX) % 2) + 140 * threadY + 4 * threadX + 1120 * iio + 70 * iiii + 32 * jio + 2 * jiiio) = *(const float2 *)(C_parts_acc + 16 * iio + 8 * iiii + 4 * jio + 2 * jiiio);
              }
            }
          }
        }
      }
    }
  }
}

extern "C" __global__ void __launch_bounds__(256) C_kernel1(const float *__restrict__ A, const float *__restrict__ B, const float *__restrict__ bias, float *__restrict__ C, char *__restrict__ workspace) {
  float *const C_parts = (float *)(workspace + 0);
  const int blockX = blockIdx.x;
  const int threadX = threadIdx.x;
  if (-256 * blockX - threadX + 6929 >= 0) {
    {
      __align__(16) float C_acc[1];
      C_acc[0] = 0.0f;
      for (int ko = 0; ko < 2; ko++) {
        C_acc[0] += C_parts[256 * blockX + threadX + 6930 * ko];
      }
      C[256 * blockX + threadX] = fmaxf((C_acc[0] + bias[((256 * blockX + threadX) % 70)]), 0.0f);
    }
  }
}
