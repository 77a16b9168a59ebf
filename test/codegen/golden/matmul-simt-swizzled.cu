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

extern "C" __global__ void __launch_bounds__(64) C_kernel(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, char *__restrict__ workspace) {
  const int blockX = blockIdx.x;
  const int threadX = threadIdx.x;
  const int threadY = threadIdx.y;
  {
    __align__(16) float C_acc[16];
#pragma unroll
    for (int i3 = 0; i3 < 4; i3++) {
#pragma unroll
      for (int j3 = 0; j3 < 4; j3++) {
        C_acc[4 * i3 + j3] = 0.0f;
      }
    }
    {
      static __shared__ __align__(1024) float A_shared[512];
      {
        static __shared__ __align__(1024) float B_shared[512];
#pragma unroll
        for (int d0_d1oo = 0; d0_d1oo < 4; d0_d1oo++) {
          cp_async4(&A_shared[((threadY) % 4) + 32 * threadX + 4 * ((((threadY) / 4) + 2 * d0_d1oo) ^ (threadX))], &A[1152 * blockX + 288 * d0_d1oo + 36 * threadY + threadX], -32 * blockX - 8 * d0_d1oo - threadY + 39 >= 0);
        }
        cp_async16((float4 *)(B_shared + 32 * threadY + 4 * ((threadX) ^ (threadY))), (float4 *)(B + 32 * threadY + 4 * threadX), true);
        cp_async_commit();
        for (int ko = 0; ko < 5; ko++) {
          cp_async_wait<0>();
          __syncthreads();
          if (-ko + 3 >= 0) {
#pragma unroll
            for (int d0_d1oo2 = 0; d0_d1oo2 < 4; d0_d1oo2++) {
              cp_async4(&A_shared[256 * ((ko + 1) % 2) + ((threadY) % 4) + 32 * threadX + 4 * ((((threadY) / 4) + 2 * d0_d1oo2) ^ (threadX))], &A[1152 * blockX + 8 * ko + 288 * d0_d1oo2 + 36 * threadY + threadX + 8], -32 * blockX - 8 * d0_d1oo2 - threadY + 39 >= 0 && -8 * ko - threadX + 27 >= 0);
            }
            cp_async16((float4 *)(B_shared + 256 * ((ko + 1) % 2) + 32 * threadY + 4 * ((threadX) ^ (threadY))), (float4 *)(B + 256 * ko + 32 * threadY + 4 * threadX + 256), -8 * ko - threadY + 27 >= 0);
          }
          cp_async_commit();
#pragma unroll 4
          for (int ki = 0; ki < 8; ki++) {
            {
              __align__(16) float A_shared_register[4];
              *(float4 *)(A_shared_register + 0) = *(const float4 *)(A_shared + 256 * ((ko) % 2) + 32 * ki + 4 * ((threadY) ^ (ki)));
              {
                __align__(16) float B_shared_register[4];
                *(float4 *)(B_shared_register + 0) = *(const float4 *)(B_shared + 256 * ((ko) % 2) + 32 * ki + 4 * ((threadX) ^ (ki)));
#pragma unroll
                for (int i32 = 0; i32 < 4; i32++) {
#pragma unroll
                  for (int j32 = 0; j32 < 4; j32++) {
                    C_acc[4 * i32 + j32] += (A_shared_register[i32] * B_shared_register[j32]);
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
      if (-32 * blockX - 4 * threadY - iiii + 39 >= 0) {
        *(float4 *)(C + 1024 * blockX + 128 * threadY + 4 * threadX + 32 * iiii) = *(const float4 *)(C_acc + 4 * iiii);
      }
    }
  }
}
