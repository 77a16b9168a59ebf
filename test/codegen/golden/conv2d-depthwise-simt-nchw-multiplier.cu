extern "C" __global__ void __launch_bounds__(32) out_kernel(const float *__restrict__ data, const float *__restrict__ weights, float *__restrict__ out, char *__restrict__ workspace) {
  const int blockX = blockIdx.x;
  const int threadX = threadIdx.x;
  const int threadY = threadIdx.y;
  {
    __align__(16) float padded_register[16];
#pragma unroll
    for (int d3 = 0; d3 < 4; d3++) {
#pragma unroll
      for (int d4o = 0; d4o < 4; d4o++) {
        padded_register[4 * d3 + d4o] = (-8 * ((((blockX) / 2)) % 2) - 2 * threadY - d3 + 15 >= 0 && -16 * ((blockX) % 2) - 2 * threadX - d4o + 19 >= 0 ? (8 * ((((blockX) / 2)) % 2) + 2 * threadY + d3 - 1 >= 0 && -8 * ((((blockX) / 2)) % 2) - 2 * threadY - d3 + 14 >= 0 && 16 * ((blockX) % 2) + 2 * threadX + d4o - 1 >= 0 && -16 * ((blockX) % 2) - 2 * threadX - d4o + 18 >= 0 ? data[252 * ((((blockX) / 2)) / 2) + 144 * ((((blockX) / 2)) % 2) + 16 * ((blockX) % 2) + 36 * threadY + 2 * threadX + 18 * d3 + d4o - 19] : 0.0f) : 0.0f);
      }
    }
    {
      __align__(16) float out_acc[8];
#pragma unroll
      for (int oc = 0; oc < 2; oc++) {
#pragma unroll
        for (int oh3 = 0; oh3 < 2; oh3++) {
#pragma unroll
          for (int ow3 = 0; ow3 < 2; ow3++) {
            out_acc[4 * oc + 2 * oh3 + ow3] = 0.0f;
          }
        }
      }
#pragma unroll
      for (int kh = 0; kh < 3; kh++) {
#pragma unroll
        for (int kw = 0; kw < 3; kw++) {
          {
            __align__(16) float weights_register[2];
#pragma unroll
            for (int d1o = 0; d1o < 2; d1o++) {
              weights_register[d1o] = weights[18 * ((((blockX) / 2)) / 2) + 3 * kh + kw + 9 * d1o];
            }
#pragma unroll
            for (int oc2 = 0; oc2 < 2; oc2++) {
#pragma unroll
              for (int oh32 = 0; oh32 < 2; oh32++) {
#pragma unroll
                for (int ow32 = 0; ow32 < 2; ow32++) {
                  out_acc[4 * oc2 + 2 * oh32 + ow32] += (padded_register[4 * kh + kw + 4 * oh32 + ow32] * weights_register[oc2]);
                }
              }
            }
          }
        }
      }
#pragma unroll
      for (int oc3 = 0; oc3 < 2; oc3++) {
#pragma unroll
        for (int ohiii = 0; ohiii < 2; ohiii++) {
          if (-8 * ((((blockX) / 2)) % 2) - 2 * threadY - ohiii + 13 >= 0) {
            if (-16 * ((blockX) % 2) - 2 * threadX + 17 >= 0) {
              *(float2 *)(out + 504 * ((((blockX) / 2)) / 2) + 144 * ((((blockX) / 2)) % 2) + 16 * ((blockX) % 2) + 36 * threadY + 2 * threadX + 252 * oc3 + 18 * ohiii) = *(const float2 *)(out_acc + 4 * oc3 + 2 * ohiii);
            }
          }
        }
      }
    }
  }
}
