extern "C" __global__ void __launch_bounds__(64) out_kernel(const float *__restrict__ data, const float *__restrict__ weights, float *__restrict__ out, char *__restrict__ workspace) {
  const int blockX = blockIdx.x;
  const int threadX = threadIdx.x;
  const int threadY = threadIdx.y;
  const int threadZ = threadIdx.z;
  {
    __align__(16) float out_acc[8];
#pragma unroll
    for (int oc3 = 0; oc3 < 2; oc3++) {
#pragma unroll
      for (int oh1 = 0; oh1 < 2; oh1++) {
#pragma unroll
        for (int ow3 = 0; ow3 < 2; ow3++) {
          out_acc[4 * oc3 + 2 * oh1 + ow3] = 0.0f;
        }
      }
    }
    for (int ico = 0; ico < 2; ico++) {
      {
        static __shared__ __align__(16) float padded_shared[612];
        __syncthreads();
        for (int d2_d3_d4oo = 0; d2_d3_d4oo < 10; d2_d3_d4oo++) {
          if (-64 * d2_d3_d4oo - 8 * threadZ - 4 * threadY - threadX + 611 >= 0) {
            padded_shared[64 * d2_d3_d4oo + 8 * threadZ + 4 * threadY + threadX] = (-((((64 * d2_d3_d4oo + 8 * threadZ + 4 * threadY + threadX) % 153)) / 17) - 8 * ((blockX) % 2) + 15 >= 0 ? (((((64 * d2_d3_d4oo + 8 * threadZ + 4 * threadY + threadX) % 153)) / 17) + 8 * ((blockX) % 2) - 1 >= 0 && -((((64 * d2_d3_d4oo + 8 * threadZ + 4 * threadY + threadX) % 153)) / 17) - 8 * ((blockX) % 2) + 14 >= 0 && ((((64 * d2_d3_d4oo + 8 * threadZ + 4 * threadY + threadX) % 153)) % 17) - 1 >= 0 && -((((64 * d2_d3_d4oo + 8 * threadZ + 4 * threadY + threadX) % 153)) % 17) + 15 >= 0 ? data[15 * ((((64 * d2_d3_d4oo + 8 * threadZ + 4 * threadY + threadX) % 153)) / 17) + 210 * ((64 * d2_d3_d4oo + 8 * threadZ + 4 * threadY + threadX) / 153) + ((((64 * d2_d3_d4oo + 8 * threadZ + 4 * threadY + threadX) % 153)) % 17) + 120 * ((blockX) % 2) + 840 * ico - 16] : 0.0f) : 0.0f);
          }
        }
        {
          static __shared__ __align__(16) float weights_shared[576];
          for (int d1_d2_d3_d4oo = 0; d1_d2_d3_d4oo < 9; d1_d2_d3_d4oo++) {
            weights_shared[64 * d1_d2_d3_d4oo + 8 * threadZ + 4 * threadY + threadX] = (-16 * ((blockX) / 2) - ((16 * d1_d2_d3_d4oo + 2 * threadZ + threadY) / 9) + 23 >= 0 ? weights[1152 * ((blockX) / 2) + 72 * ((16 * d1_d2_d3_d4oo + 2 * threadZ + threadY) / 9) + 4 * ((16 * d1_d2_d3_d4oo + 2 * threadZ + threadY) % 9) + 36 * ico + threadX] : 0.0f);
          }
          __syncthreads();
#pragma unroll
          for (int ici = 0; ici < 4; ici++) {
#pragma unroll
            for (int khi = 0; khi < 3; khi++) {
#pragma unroll
              for (int kwi = 0; kwi < 3; kwi++) {
#pragma unroll
                for (int oc32 = 0; oc32 < 2; oc32++) {
#pragma unroll
                  for (int oh12 = 0; oh12 < 2; oh12++) {
#pragma unroll
                    for (int ow32 = 0; ow32 < 2; ow32++) {
                      out_acc[4 * oc32 + 2 * oh12 + ow32] += (padded_shared[34 * threadY + 4 * threadX + 153 * ici + 17 * khi + kwi + 68 * oh12 + 2 * ow32] * weights_shared[72 * threadZ + 9 * ici + 3 * khi + kwi + 36 * oc32]);
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
    for (int ohio = 0; ohio < 2; ohio++) {
#pragma unroll
      for (int ociii = 0; ociii < 2; ociii++) {
        if (-16 * ((blockX) / 2) - 2 * threadZ - ociii + 23 >= 0) {
          if (-4 * ((blockX) % 2) - threadY - 2 * ohio + 6 >= 0) {
#pragma unroll
            for (int owiii = 0; owiii < 2; owiii++) {
              out[896 * ((blockX) / 2) + 32 * ((blockX) % 2) + 112 * threadZ + 8 * threadY + 2 * threadX + 16 * ohio + 56 * ociii + owiii] = out_acc[2 * ohio + 4 * ociii + owiii];
            }
          }
        }
      }
    }
  }
}
