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
      static __shared__ __align__(16) float A_shared[864];
      {
        static __shared__ __align__(16) float B_shared[864];
        cp_async16((float4 *)(A_shared + 36 * threadY + 4 * threadX), (float4 *)(A + 32 * ((blockX) / 2) + 64 * threadY + 4 * threadX), true);
        cp_async16((float4 *)(B_shared + 36 * threadY + 4 * threadX), (float4 *)(B + 32 * ((blockX) % 2) + 64 * threadY + 4 * threadX), true);
        cp_async_commit();
        cp_async16((float4 *)(A_shared + 36 * threadY + 4 * threadX + 288), (float4 *)(A + 32 * ((blockX) / 2) + 64 * threadY + 4 * threadX + 512), true);
        cp_async16((float4 *)(B_shared + 36 * threadY + 4 * threadX + 288), (float4 *)(B + 32 * ((blockX) % 2) + 64 * threadY + 4 * threadX + 512), true);
        cp_async_commit();
        for (int ko = 0; ko < 9; ko++) {
          cp_async_wait<1>();
          __syncthreads();
          if (-ko + 6 >= 0) {
            cp_async16((float4 *)(A_shared + 288 * ((ko + 2) % 3) + 36 * threadY + 4 * threadX), (float4 *)(A + 32 * ((blockX) / 2) + 512 * ko + 64 * threadY + 4 * threadX + 1024), -8 * ko - threadY + 53 >= 0);
            cp_async16((float4 *)(B_shared + 288 * ((ko + 2) % 3) + 36 * threadY + 4 * threadX), (float4 *)(B + 32 * ((blockX) % 2) + 512 * ko + 64 * threadY + 4 * threadX + 1024), -8 * ko - threadY + 53 >= 0);
          }
          cp_async_commit();
#pragma unroll 4
          for (int ki = 0; ki < 8; ki++) {
            {
              __align__(16) float A_shared_register[4];
              *(float4 *)(A_shared_register + 0) = *(const float4 *)(A_shared + 288 * ((ko) % 3) + 4 * threadY + 36 * ki);
              {
                __align__(16) float B_shared_register[4];
                *(float4 *)(B_shared_register + 0) = *(const float4 *)(B_shared + 288 * ((ko) % 3) + 4 * threadX + 36 * ki);
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
      *(float4 *)(C + 2048 * ((blockX) / 2) + 32 * ((blockX) % 2) + 256 * threadY + 4 * threadX + 64 * iiii) = *(const float4 *)(C_acc + 4 * iiii);
    }
  }
}
