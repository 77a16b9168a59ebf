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

extern "C" __global__ void __launch_bounds__(64) out_kernel(const float *__restrict__ data, const float *__restrict__ weights, const float *__restrict__ bias, float *__restrict__ out, char *__restrict__ workspace) {
  const int blockX = blockIdx.x;
  const int threadX = threadIdx.x;
  const int threadY = threadIdx.y;
  {
    __align__(16) float out_acc[16];
#pragma unroll
    for (int i3 = 0; i3 < 4; i3++) {
#pragma unroll
      for (int j3 = 0; j3 < 4; j3++) {
        out_acc[4 * i3 + j3] = 0.0f;
      }
    }
    {
      static __shared__ __align__(16) float data_shared[576];
      {
        static __shared__ __align__(16) float weights_shared[576];
#pragma unroll
        for (int d0_d1oo = 0; d0_d1oo < 4; d0_d1oo++) {
          cp_async4(&data_shared[8 * d0_d1oo + threadY + 36 * threadX], &data[2176 * ((blockX) / 2) + 544 * d0_d1oo + 68 * threadY + threadX], -32 * ((blockX) / 2) - 8 * d0_d1oo - threadY + 49 >= 0);
        }
#pragma unroll
        for (int d0_d1oo2 = 0; d0_d1oo2 < 4; d0_d1oo2++) {
          cp_async4(&weights_shared[8 * d0_d1oo2 + threadY + 36 * threadX], &weights[2176 * ((blockX) % 2) + 544 * d0_d1oo2 + 68 * threadY + threadX], true);
        }
        cp_async_commit();
        for (int ko = 0; ko < 9; ko++) {
          cp_async_wait<0>();
          __syncthreads();
          if (-ko + 7 >= 0) {
#pragma unroll
            for (int d0_d1oo3 = 0; d0_d1oo3 < 4; d0_d1oo3++) {
              cp_async4(&data_shared[288 * ((ko + 1) % 2) + 8 * d0_d1oo3 + threadY + 36 * threadX], &data[2176 * ((blockX) / 2) + 8 * ko + 544 * d0_d1oo3 + 68 * threadY + threadX + 8], -32 * ((blockX) / 2) - 8 * d0_d1oo3 - threadY + 49 >= 0 && -8 * ko - threadX + 59 >= 0);
            }
#pragma unroll
            for (int d0_d1oo4 = 0; d0_d1oo4 < 4; d0_d1oo4++) {
              cp_async4(&weights_shared[288 * ((ko + 1) % 2) + 8 * d0_d1oo4 + threadY + 36 * threadX], &weights[2176 * ((blockX) % 2) + 8 * ko + 544 * d0_d1oo4 + 68 * threadY + threadX + 8], -8 * ko - threadX + 59 >= 0);
            }
          }
          cp_async_commit();
#pragma unroll 4
          for (int ki = 0; ki < 8; ki++) {
            {
              __align__(16) float data_shared_register[4];
              *(float4 *)(data_shared_register + 0) = *(const float4 *)(data_shared + 288 * ((ko) % 2) + 4 * threadY + 36 * ki);
              {
                __align__(16) float weights_shared_register[4];
                *(float4 *)(weights_shared_register + 0) = *(const float4 *)(weights_shared + 288 * ((ko) % 2) + 4 * threadX + 36 * ki);
#pragma unroll
                for (int i32 = 0; i32 < 4; i32++) {
#pragma unroll
                  for (int j32 = 0; j32 < 4; j32++) {
                    out_acc[4 * i32 + j32] += (data_shared_register[i32] * weights_shared_register[j32]);
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
      if (-32 * ((blockX) / 2) - 4 * threadY - iiii + 49 >= 0) {
        {
          const float4 v0 = *(const float4 *)(out_acc + 4 * iiii);
          const float4 v1 = *(const float4 *)(bias + 32 * ((blockX) % 2) + 4 * threadX);
          *(float4 *)(out + 2048 * ((blockX) / 2) + 32 * ((blockX) % 2) + 256 * threadY + 4 * threadX + 64 * iiii) = make_float4(fmaxf((v0.x + v1.x), 0.0f), fmaxf((v0.y + v1.y), 0.0f), fmaxf((v0.z + v1.z), 0.0f), fmaxf((v0.w + v1.w), 0.0f));
        }
      }
    }
  }
}
