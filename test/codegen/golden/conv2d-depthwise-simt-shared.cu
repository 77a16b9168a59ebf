extern "C" __global__ void __launch_bounds__(32) out_kernel(const float *__restrict__ data, const float *__restrict__ weights, const float *__restrict__ bias, float *__restrict__ out, char *__restrict__ workspace) {
  const int blockX = blockIdx.x;
  const int threadX = threadIdx.x;
  const int threadY = threadIdx.y;
  const int threadZ = threadIdx.z;
  {
    static __shared__ __align__(16) float padded_shared[900];
#pragma unroll
    for (int d1_d2_d3_d4oo = 0; d1_d2_d3_d4oo < 6; d1_d2_d3_d4oo++) {
      if (-32 * d1_d2_d3_d4oo - 16 * threadZ - 4 * threadY - threadX + 179 >= 0) {
        *(float4 *)(padded_shared + 160 * d1_d2_d3_d4oo + 80 * threadZ + 20 * threadY + 4 * threadX) = (-4 * ((((blockX) / 3)) / 2) - ((8 * d1_d2_d3_d4oo + 4 * threadZ + threadY) / 9) + 10 >= 0 && -8 * ((((blockX) / 3)) % 2) - ((8 * d1_d2_d3_d4oo + 4 * threadZ + threadY) % 9) + 12 >= 0 && -16 * ((blockX) % 3) - 4 * threadX + 35 >= 0 ? (4 * ((((blockX) / 3)) / 2) + ((8 * d1_d2_d3_d4oo + 4 * threadZ + threadY) / 9) - 1 >= 0 && -4 * ((((blockX) / 3)) / 2) - ((8 * d1_d2_d3_d4oo + 4 * threadZ + threadY) / 9) + 9 >= 0 && 8 * ((((blockX) / 3)) % 2) + ((8 * d1_d2_d3_d4oo + 4 * threadZ + threadY) % 9) - 1 >= 0 && -8 * ((((blockX) / 3)) % 2) - ((8 * d1_d2_d3_d4oo + 4 * threadZ + threadY) % 9) + 11 >= 0 ? *(const float4 *)(data + 1584 * ((((blockX) / 3)) / 2) + 396 * ((8 * d1_d2_d3_d4oo + 4 * threadZ + threadY) / 9) + 288 * ((((blockX) / 3)) % 2) + 16 * ((blockX) % 3) + 36 * ((8 * d1_d2_d3_d4oo + 4 * threadZ + threadY) % 9) + 4 * threadX - 432) : make_float4(0.0f, 0.0f, 0.0f, 0.0f)) : make_float4(0.0f, 0.0f, 0.0f, 0.0f));
      }
    }
    {
      static __shared__ __align__(16) float weights_shared[144];
#pragma unroll
      for (int d0_d1_d2_d3_d4oo = 0; d0_d1_d2_d3_d4oo < 5; d0_d1_d2_d3_d4oo++) {
        if (-32 * d0_d1_d2_d3_d4oo - 16 * threadZ - 4 * threadY - threadX + 143 >= 0) {
          weights_shared[((32 * d0_d1_d2_d3_d4oo + 16 * threadZ + 4 * threadY + threadX) / 9) + 16 * ((32 * d0_d1_d2_d3_d4oo + 16 * threadZ + 4 * threadY + threadX) % 9)] = (-((32 * d0_d1_d2_d3_d4oo + 16 * threadZ + 4 * threadY + threadX) / 9) - 16 * ((blockX) % 3) + 35 >= 0 ? weights[144 * ((blockX) % 3) + 32 * d0_d1_d2_d3_d4oo + 16 * threadZ + 4 * threadY + threadX] : 0.0f);
        }
      }
      __syncthreads();
      {
        __align__(16) float out_acc[4];
#pragma unroll
        for (int g3 = 0; g3 < 4; g3++) {
          out_acc[g3] = 0.0f;
        }
        for (int kh = 0; kh < 3; kh++) {
          {
            __align__(16) float padded_shared_register[12];
#pragma unroll
            for (int d2 = 0; d2 < 3; d2++) {
              *(float4 *)(padded_shared_register + 4 * d2) = *(const float4 *)(padded_shared + 360 * threadZ + 40 * threadY + 4 * threadX + 180 * kh + 20 * d2);
            }
#pragma unroll
            for (int kw = 0; kw < 3; kw++) {
              {
                __align__(16) float weights_shared_register[4];
                *(float4 *)(weights_shared_register + 0) = *(const float4 *)(weights_shared + 4 * threadX + 48 * kh + 16 * kw);
#pragma unroll
                for (int g32 = 0; g32 < 4; g32++) {
                  out_acc[g32] += (padded_shared_register[4 * kw + g32] * weights_shared_register[g32]);
                }
              }
            }
          }
        }
        if (-2 * ((((blockX) / 3)) / 2) - threadZ + 4 >= 0) {
          if (-4 * ((((blockX) / 3)) % 2) - threadY + 5 >= 0) {
            if (-16 * ((blockX) % 3) - 4 * threadX + 35 >= 0) {
              {
                const float4 v0 = *(const float4 *)(out_acc + 0);
                const float4 v1 = *(const float4 *)(bias + 16 * ((blockX) % 3) + 4 * threadX);
                *(float4 *)(out + 432 * ((((blockX) / 3)) / 2) + 144 * ((((blockX) / 3)) % 2) + 16 * ((blockX) % 3) + 216 * threadZ + 36 * threadY + 4 * threadX) = make_float4(fmaxf((v0.x + v1.x), 0.0f), fmaxf((v0.y + v1.y), 0.0f), fmaxf((v0.z + v1.z), 0.0f), fmaxf((v0.w + v1.w), 0.0f));
              }
            }
          }
        }
      }
    }
  }
}
