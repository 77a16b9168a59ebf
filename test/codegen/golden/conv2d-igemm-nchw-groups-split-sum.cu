extern "C" __global__ void __launch_bounds__(64) out_parts_kernel0(const float *__restrict__ data, const float *__restrict__ weights, float *__restrict__ out, char *__restrict__ workspace) {
  float *const out_parts = (float *)(workspace + 0);
  const int blockX = blockIdx.x;
  const int threadX = threadIdx.x;
  const int threadY = threadIdx.y;
  {
    __align__(16) float out_parts_acc[16];
#pragma unroll
    for (int oc3 = 0; oc3 < 2; oc3++) {
#pragma unroll
      for (int p1 = 0; p1 < 2; p1++) {
#pragma unroll
        for (int p3 = 0; p3 < 4; p3++) {
          out_parts_acc[8 * oc3 + 4 * p1 + p3] = 0.0f;
        }
      }
    }
    for (int kio = 0; kio < 9; kio++) {
      {
        static __shared__ __align__(16) float filters_shared[128];
        __syncthreads();
#pragma unroll
        for (int d1_d2oo = 0; d1_d2oo < 2; d1_d2oo++) {
          filters_shared[8 * d1_d2oo + threadY + 16 * threadX] = (-8 * d1_d2oo - threadY + 9 >= 0 && -72 * ((((blockX) / 2)) / 2) - 8 * kio - threadX + 134 >= 0 ? weights[((72 * ((((blockX) / 2)) / 2) + 8 * kio + threadX) / 15) + 1350 * ((blockX) % 2) + 9 * ((72 * ((((blockX) / 2)) / 2) + 8 * kio + threadX) % 15) + 1080 * d1_d2oo + 135 * threadY] : 0.0f);
        }
        {
          static __shared__ __align__(16) float patches_shared[512];
#pragma unroll
          for (int d2_d3oo = 0; d2_d3oo < 8; d2_d3oo++) {
            patches_shared[64 * d2_d3oo + 8 * threadY + threadX] = (-72 * ((((blockX) / 2)) / 2) - 8 * kio - d2_d3oo + 134 >= 0 && -8 * threadY - threadX + 62 >= 0 ? (((((72 * ((((blockX) / 2)) / 2) + 8 * kio + d2_d3oo) / 15)) / 3) + ((8 * threadY + threadX) / 9) - 1 >= 0 && -((((72 * ((((blockX) / 2)) / 2) + 8 * kio + d2_d3oo) / 15)) / 3) - ((8 * threadY + threadX) / 9) + 7 >= 0 && ((((72 * ((((blockX) / 2)) / 2) + 8 * kio + d2_d3oo) / 15)) % 3) + ((8 * threadY + threadX) % 9) - 1 >= 0 && -((((72 * ((((blockX) / 2)) / 2) + 8 * kio + d2_d3oo) / 15)) % 3) - ((8 * threadY + threadX) % 9) + 9 >= 0 ? data[9 * ((((72 * ((((blockX) / 2)) / 2) + 8 * kio + d2_d3oo) / 15)) / 3) + 1890 * ((((blockX) / 2)) % 2) + ((((72 * ((((blockX) / 2)) / 2) + 8 * kio + d2_d3oo) / 15)) % 3) + 945 * ((blockX) % 2) + 63 * ((72 * ((((blockX) / 2)) / 2) + 8 * kio + d2_d3oo) % 15) + 8 * threadY + threadX - 10] : 0.0f) : 0.0f);
          }
          __syncthreads();
#pragma unroll 4
          for (int kii = 0; kii < 8; kii++) {
            {
              __align__(16) float filters_shared_register[2];
              *(float2 *)(filters_shared_register + 0) = *(const float2 *)(filters_shared + 2 * threadY + 16 * kii);
              {
                __align__(16) float patches_shared_register[8];
#pragma unroll
                for (int d31 = 0; d31 < 2; d31++) {
                  *(float4 *)(patches_shared_register + 4 * d31) = *(const float4 *)(patches_shared + 4 * threadX + 64 * kii + 32 * d31);
                }
#pragma unroll
                for (int oc32 = 0; oc32 < 2; oc32++) {
#pragma unroll
                  for (int p12 = 0; p12 < 2; p12++) {
#pragma unroll
                    for (int p32 = 0; p32 < 4; p32++) {
                      out_parts_acc[8 * oc32 + 4 * p12 + p32] += (patches_shared_register[4 * p12 + p32] * filters_shared_register[oc32]);
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
    for (int ociii = 0; ociii < 2; ociii++) {
      if (-2 * threadY - ociii + 9 >= 0) {
#pragma unroll
        for (int pio = 0; pio < 2; pio++) {
#pragma unroll
          for (int piiio = 0; piiio < 4; piiio++) {
            if (-4 * threadX - 32 * pio - piiio + 62 >= 0) {
              out_parts[630 * blockX + 126 * threadY + 4 * threadX + 63 * ociii + 32 * pio + piiio] = out_parts_acc[8 * ociii + 4 * pio + piiio];
            }
          }
        }
      }
    }
  }
}

extern "C" __global__ void __launch_bounds__(256) out_kernel1(const float *__restrict__ data, const float *__restrict__ weights, float *__restrict__ out, char *__restrict__ workspace) {
  float *const out_parts = (float *)(workspace + 0);
  const int blockX = blockIdx.x;
  const int threadX = threadIdx.x;
  if (-256 * blockX - threadX + 2519 >= 0) {
    {
      __align__(16) float out_acc[1];
      out_acc[0] = 0.0f;
      for (int ko = 0; ko < 2; ko++) {
        out_acc[0] += out_parts[256 * blockX + threadX + 2520 * ko];
      }
      out[256 * blockX + threadX] = out_acc[0];
    }
  }
}
