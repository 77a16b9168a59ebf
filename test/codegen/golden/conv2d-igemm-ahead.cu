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

extern "C" __global__ void __launch_bounds__(256) weights_pack(const float *__restrict__ weights, float *__restrict__ weights_packed) {
  const int blockX = blockIdx.x;
  const int threadX = threadIdx.x;
  weights_packed[256 * blockX + threadX] = weights[9 * ((threadX) / 32) + 72 * ((threadX) % 32) + blockX];
}

extern "C" __global__ void __launch_bounds__(64) out_kernel(const float *__restrict__ data, const float *__restrict__ weights_packed, const float *__restrict__ bias, float *__restrict__ out, char *__restrict__ workspace) {
  const int blockX = blockIdx.x;
  const int threadX = threadIdx.x;
  const int threadY = threadIdx.y;
  {
    __align__(16) float out_acc[16];
#pragma unroll
    for (int p3 = 0; p3 < 4; p3++) {
#pragma unroll
      for (int oc3 = 0; oc3 < 4; oc3++) {
        out_acc[4 * p3 + oc3] = 0.0f;
      }
    }
    {
      static __shared__ __align__(16) float patches_shared[576];
      {
        static __shared__ __align__(16) float filters_shared[576];
#pragma unroll
        for (int d1_d2oo = 0; d1_d2oo < 4; d1_d2oo++) {
          cp_async4(&patches_shared[8 * d1_d2oo + threadY + 36 * threadX], &data[1144 * ((((32 * blockX + 8 * d1_d2oo + threadY) / 6)) / 7) + 176 * ((((32 * blockX + 8 * d1_d2oo + threadY) / 6)) % 7) + 16 * ((32 * blockX + 8 * d1_d2oo + threadY) % 6) + threadX - 96], -32 * blockX - 8 * d1_d2oo - threadY + 83 >= 0 && 2 * ((((32 * blockX + 8 * d1_d2oo + threadY) / 6)) % 7) - 1 >= 0 && 2 * ((32 * blockX + 8 * d1_d2oo + threadY) % 6) - 1 >= 0);
        }
        cp_async16((float4 *)(filters_shared + 36 * threadY + 4 * threadX), (float4 *)(weights_packed + 32 * threadY + 4 * threadX), true);
        cp_async_commit();
        for (int ko = 0; ko < 9; ko++) {
          cp_async_wait<0>();
          __syncthreads();
          if (-ko + 7 >= 0) {
#pragma unroll
            for (int d1_d2oo2 = 0; d1_d2oo2 < 4; d1_d2oo2++) {
              cp_async4(&patches_shared[288 * ((ko + 1) % 2) + 8 * d1_d2oo2 + threadY + 36 * threadX], &data[1144 * ((((32 * blockX + 8 * d1_d2oo2 + threadY) / 6)) / 7) + 88 * ((ko + 1) / 3) + 176 * ((((32 * blockX + 8 * d1_d2oo2 + threadY) / 6)) % 7) + 8 * ((ko + 1) % 3) + 16 * ((32 * blockX + 8 * d1_d2oo2 + threadY) % 6) + threadX - 96], -32 * blockX - 8 * d1_d2oo2 - threadY + 83 >= 0 && ((ko + 1) / 3) + 2 * ((((32 * blockX + 8 * d1_d2oo2 + threadY) / 6)) % 7) - 1 >= 0 && -((ko + 1) / 3) - 2 * ((((32 * blockX + 8 * d1_d2oo2 + threadY) / 6)) % 7) + 13 >= 0 && ((ko + 1) % 3) + 2 * ((32 * blockX + 8 * d1_d2oo2 + threadY) % 6) - 1 >= 0 && -((ko + 1) % 3) - 2 * ((32 * blockX + 8 * d1_d2oo2 + threadY) % 6) + 11 >= 0);
            }
            cp_async16((float4 *)(filters_shared + 288 * ((ko + 1) % 2) + 36 * threadY + 4 * threadX), (float4 *)(weights_packed + 256 * ko + 32 * threadY + 4 * threadX + 256), true);
          }
          cp_async_commit();
#pragma unroll 4
          for (int ki = 0; ki < 8; ki++) {
            {
              __align__(16) float patches_shared_register[4];
              *(float4 *)(patches_shared_register + 0) = *(const float4 *)(patches_shared + 288 * ((ko) % 2) + 4 * threadY + 36 * ki);
              {
                __align__(16) float filters_shared_register[4];
                *(float4 *)(filters_shared_register + 0) = *(const float4 *)(filters_shared + 288 * ((ko) % 2) + 4 * threadX + 36 * ki);
#pragma unroll
                for (int p32 = 0; p32 < 4; p32++) {
#pragma unroll
                  for (int oc32 = 0; oc32 < 4; oc32++) {
                    out_acc[4 * p32 + oc32] += (patches_shared_register[p32] * filters_shared_register[oc32]);
                  }
                }
              }
            }
          }
        }
      }
    }
#pragma unroll
    for (int piii = 0; piii < 4; piii++) {
      if (-32 * blockX - 4 * threadY - piii + 83 >= 0) {
        {
          const float4 v0 = *(const float4 *)(out_acc + 4 * piii);
          const float4 v1 = *(const float4 *)(bias + 4 * threadX);
          *(float4 *)(out + 1024 * blockX + 128 * threadY + 4 * threadX + 32 * piii) = make_float4(fmaxf((v0.x + v1.x), 0.0f), fmaxf((v0.y + v1.y), 0.0f), fmaxf((v0.z + v1.z), 0.0f), fmaxf((v0.w + v1.w), 0.0f));
        }
      }
    }
  }
}
