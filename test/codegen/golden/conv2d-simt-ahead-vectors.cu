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

extern "C" __global__ void __launch_bounds__(64) out_kernel(const float *__restrict__ data, const float *__restrict__ weights, float *__restrict__ out, char *__restrict__ workspace) {
  const int blockX = blockIdx.x;
  const int threadX = threadIdx.x;
  const int threadY = threadIdx.y;
  const int threadZ = threadIdx.z;
  {
    __align__(16) float out_acc[2];
#pragma unroll
    for (int ow3 = 0; ow3 < 2; ow3++) {
      out_acc[ow3] = 0.0f;
    }
    {
      static __shared__ __align__(16) float padded_shared[1360];
      {
        static __shared__ __align__(16) float weights_shared[1152];
#pragma unroll
        for (int d1_d2_d3_d4oo = 0; d1_d2_d3_d4oo < 2; d1_d2_d3_d4oo++) {
          if (-64 * d1_d2_d3_d4oo - 32 * threadZ - 8 * threadY - threadX + 84 >= 0) {
            cp_async16((float4 *)(padded_shared + 512 * d1_d2_d3_d4oo + 256 * threadZ + 64 * threadY + 8 * threadX), (float4 *)(data + 480 * ((blockX) / 3) + 120 * ((64 * d1_d2_d3_d4oo + 32 * threadZ + 8 * threadY + threadX) / 17) + 8 * ((64 * d1_d2_d3_d4oo + 32 * threadZ + 8 * threadY + threadX) % 17) - 128), -4 * ((blockX) / 3) - ((64 * d1_d2_d3_d4oo + 32 * threadZ + 8 * threadY + threadX) / 17) + 15 >= 0 && 4 * ((blockX) / 3) + ((64 * d1_d2_d3_d4oo + 32 * threadZ + 8 * threadY + threadX) / 17) - 1 >= 0 && -4 * ((blockX) / 3) - ((64 * d1_d2_d3_d4oo + 32 * threadZ + 8 * threadY + threadX) / 17) + 14 >= 0 && ((64 * d1_d2_d3_d4oo + 32 * threadZ + 8 * threadY + threadX) % 17) - 1 >= 0 && -((64 * d1_d2_d3_d4oo + 32 * threadZ + 8 * threadY + threadX) % 17) + 15 >= 0);
          }
        }
#pragma unroll
        for (int d1_d2_d3_d4oo2 = 0; d1_d2_d3_d4oo2 < 2; d1_d2_d3_d4oo2++) {
          if (-64 * d1_d2_d3_d4oo2 - 32 * threadZ - 8 * threadY - threadX + 71 >= 0) {
            cp_async16((float4 *)(weights_shared + 72 * ((64 * d1_d2_d3_d4oo2 + 32 * threadZ + 8 * threadY + threadX) / 9) + 4 * ((64 * d1_d2_d3_d4oo2 + 32 * threadZ + 8 * threadY + threadX) % 9)), (float4 *)(weights + 72 * ((64 * d1_d2_d3_d4oo2 + 32 * threadZ + 8 * threadY + threadX) / 9) + 576 * ((blockX) % 3) + 4 * ((64 * d1_d2_d3_d4oo2 + 32 * threadZ + 8 * threadY + threadX) % 9)), true);
          }
        }
        cp_async_commit();
        for (int ico_kho_kwo = 0; ico_kho_kwo < 2; ico_kho_kwo++) {
          cp_async_wait<0>();
          __syncthreads();
          if (-ico_kho_kwo >= 0) {
#pragma unroll
            for (int d1_d2_d3_d4oo3 = 0; d1_d2_d3_d4oo3 < 2; d1_d2_d3_d4oo3++) {
              if (-64 * d1_d2_d3_d4oo3 - 32 * threadZ - 8 * threadY - threadX + 84 >= 0) {
                cp_async16((float4 *)(padded_shared + 680 * ((ico_kho_kwo + 1) % 2) + 512 * d1_d2_d3_d4oo3 + 256 * threadZ + 64 * threadY + 8 * threadX), (float4 *)(data + 480 * ((blockX) / 3) + 120 * ((64 * d1_d2_d3_d4oo3 + 32 * threadZ + 8 * threadY + threadX) / 17) + 8 * ((64 * d1_d2_d3_d4oo3 + 32 * threadZ + 8 * threadY + threadX) % 17) + 4 * ico_kho_kwo - 124), -4 * ((blockX) / 3) - ((64 * d1_d2_d3_d4oo3 + 32 * threadZ + 8 * threadY + threadX) / 17) + 15 >= 0 && 4 * ((blockX) / 3) + ((64 * d1_d2_d3_d4oo3 + 32 * threadZ + 8 * threadY + threadX) / 17) - 1 >= 0 && -4 * ((blockX) / 3) - ((64 * d1_d2_d3_d4oo3 + 32 * threadZ + 8 * threadY + threadX) / 17) + 14 >= 0 && ((64 * d1_d2_d3_d4oo3 + 32 * threadZ + 8 * threadY + threadX) % 17) - 1 >= 0 && -((64 * d1_d2_d3_d4oo3 + 32 * threadZ + 8 * threadY + threadX) % 17) + 15 >= 0);
              }
            }
#pragma unroll
            for (int d1_d2_d3_d4oo4 = 0; d1_d2_d3_d4oo4 < 2; d1_d2_d3_d4oo4++) {
              if (-64 * d1_d2_d3_d4oo4 - 32 * threadZ - 8 * threadY - threadX + 71 >= 0) {
                cp_async16((float4 *)(weights_shared + 72 * ((64 * d1_d2_d3_d4oo4 + 32 * threadZ + 8 * threadY + threadX) / 9) + 576 * ((ico_kho_kwo + 1) % 2) + 4 * ((64 * d1_d2_d3_d4oo4 + 32 * threadZ + 8 * threadY + threadX) % 9)), (float4 *)(weights + 72 * ((64 * d1_d2_d3_d4oo4 + 32 * threadZ + 8 * threadY + threadX) / 9) + 576 * ((blockX) % 3) + 4 * ((64 * d1_d2_d3_d4oo4 + 32 * threadZ + 8 * threadY + threadX) % 9) + 36 * ico_kho_kwo + 36), true);
              }
            }
          }
          cp_async_commit();
          for (int ici = 0; ici < 4; ici++) {
            for (int khi = 0; khi < 3; khi++) {
              for (int kwi = 0; kwi < 3; kwi++) {
#pragma unroll
                for (int ow32 = 0; ow32 < 2; ow32++) {
                  out_acc[ow32] += (padded_shared[272 * threadZ + 32 * threadY + 680 * ico_kho_kwo + ici + 136 * khi + 8 * kwi + 16 * ow32] * weights_shared[72 * threadX + 576 * ico_kho_kwo + 9 * ici + 3 * khi + kwi]);
                }
              }
            }
          }
        }
      }
    }
    if (-2 * ((blockX) / 3) - threadZ + 6 >= 0) {
#pragma unroll
      for (int owiii = 0; owiii < 2; owiii++) {
        out[384 * ((blockX) / 3) + 8 * ((blockX) % 3) + 192 * threadZ + 48 * threadY + threadX + 24 * owiii] = out_acc[owiii];
      }
    }
  }
}
