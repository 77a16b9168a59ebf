extern "C" __global__ void __launch_bounds__(64) C_kernel(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, char *__restrict__ workspace) {
  const int blockX = blockIdx.x;
  const int threadX = threadIdx.x;
  const int threadY = threadIdx.y;
  {
    __align__(16) float C_acc[32];
#pragma unroll
    for (int i3 = 0; i3 < 4; i3++) {
#pragma unroll
      for (int j1 = 0; j1 < 2; j1++) {
#pragma unroll
        for (int j3 = 0; j3 < 4; j3++) {
          C_acc[8 * i3 + 4 * j1 + j3] = 0.0f;
        }
      }
    }
    for (int ko = 0; ko < 8; ko++) {
      {
        static __shared__ __align__(16) float A_shared[288];
        __syncthreads();
        {
          const float4 v0 = *(const float4 *)(A + 2048 * ((blockX) / 2) + 64 * ((threadX) / 2) + 4 * ((threadX) % 2) + 8 * ko + 256 * threadY);
          A_shared[((threadX) / 2) + 144 * ((threadX) % 2) + 4 * threadY] = v0.x;
          A_shared[((threadX) / 2) + 144 * ((threadX) % 2) + 4 * threadY + 36] = v0.y;
          A_shared[((threadX) / 2) + 144 * ((threadX) % 2) + 4 * threadY + 72] = v0.z;
          A_shared[((threadX) / 2) + 144 * ((threadX) % 2) + 4 * threadY + 108] = v0.w;
        }
        {
          static __shared__ __align__(16) float B_shared[544];
#pragma unroll
          for (int d0_d1oo = 0; d0_d1oo < 2; d0_d1oo++) {
            *(float4 *)(B_shared + 68 * ((threadY) / 2) + 32 * ((threadY) % 2) + 272 * d0_d1oo + 4 * threadX) = *(const float4 *)(B + 128 * ((threadY) / 2) + 64 * ((blockX) % 2) + 32 * ((threadY) % 2) + 1024 * ko + 512 * d0_d1oo + 4 * threadX);
          }
          __syncthreads();
#pragma unroll 4
          for (int ki = 0; ki < 8; ki++) {
            {
              __align__(16) float A_shared_register[4];
              *(float4 *)(A_shared_register + 0) = *(const float4 *)(A_shared + 4 * threadY + 36 * ki);
              {
                __align__(16) float B_shared_register[8];
#pragma unroll
                for (int d11 = 0; d11 < 2; d11++) {
                  *(float4 *)(B_shared_register + 4 * d11) = *(const float4 *)(B_shared + 4 * threadX + 68 * ki + 32 * d11);
                }
#pragma unroll
                for (int i32 = 0; i32 < 4; i32++) {
#pragma unroll
                  for (int j12 = 0; j12 < 2; j12++) {
#pragma unroll
                    for (int j32 = 0; j32 < 4; j32++) {
                      C_acc[8 * i32 + 4 * j12 + j32] += (A_shared_register[i32] * B_shared_register[4 * j12 + j32]);
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
        *(float4 *)(C + 4096 * ((blockX) / 2) + 64 * ((blockX) % 2) + 512 * threadY + 4 * threadX + 128 * iiii + 32 * jio) = *(const float4 *)(C_acc + 8 * iiii + 4 * jio);
      }
    }
  }
}
