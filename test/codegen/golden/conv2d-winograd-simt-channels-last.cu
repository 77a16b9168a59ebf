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

extern "C" __global__ void __launch_bounds__(128) V_kernel0(const float *__restrict__ data, const float *__restrict__ weights, const float *__restrict__ residual, float *__restrict__ out, char *__restrict__ workspace) {
  float *const V = (float *)(workspace + 0);
  const int blockX = blockIdx.x;
  const int threadX = threadIdx.x;
  if (-128 * blockX - threadX + 1087 >= 0) {
    {
      __align__(16) float columns[4];
#pragma unroll
      for (int j = 0; j < 4; j++) {
        {
          __align__(16) float patch[1];
          patch[0] = (-((threadX) / 16) - 8 * blockX + 64 >= 0 ? (2 * ((((threadX) / 16) + 8 * blockX) % 5) + j - 1 >= 0 && -2 * ((((threadX) / 16) + 8 * blockX) % 5) - j + 9 >= 0 ? data[144 * ((((threadX) / 16) + 8 * blockX) / 5) + 32 * ((((threadX) / 16) + 8 * blockX) % 5) + ((threadX) % 16) + 16 * j - 16] : 0.0f) : 0.0f);
          columns[j] = patch[0];
        }
      }
      V[128 * blockX + threadX] = (columns[2] - columns[0]);
      V[128 * blockX + threadX + 1088] = (columns[1] + columns[2]);
      V[128 * blockX + threadX + 2176] = (columns[2] - columns[1]);
      V[128 * blockX + threadX + 3264] = (columns[3] - columns[1]);
    }
  }
}

extern "C" __global__ void __launch_bounds__(128) U_kernel1(const float *__restrict__ data, const float *__restrict__ weights, const float *__restrict__ residual, float *__restrict__ out, char *__restrict__ workspace) {
  float *const U = (float *)(workspace + 17472);
  const int blockX = blockIdx.x;
  const int threadX = threadIdx.x;
  {
    __align__(16) float weight_columns[3];
#pragma unroll
    for (int kw = 0; kw < 3; kw++) {
      {
        __align__(16) float taps[1];
        taps[0] = weights[3 * ((threadX) / 32) + 48 * ((threadX) % 32) + 12 * blockX + kw];
        weight_columns[kw] = taps[0];
      }
    }
    U[128 * blockX + threadX] = (0.0f - weight_columns[0]);
    U[128 * blockX + threadX + 512] = (((0.5f * weight_columns[0]) + (0.5f * weight_columns[1])) + (0.5f * weight_columns[2]));
    U[128 * blockX + threadX + 1024] = (((0.5f * weight_columns[0]) + (-0.5f * weight_columns[1])) + (0.5f * weight_columns[2]));
    U[128 * blockX + threadX + 1536] = weight_columns[2];
  }
}

extern "C" __global__ void __launch_bounds__(64) M_kernel2(const float *__restrict__ data, const float *__restrict__ weights, const float *__restrict__ residual, float *__restrict__ out, char *__restrict__ workspace) {
  float *const V = (float *)(workspace + 0);
  float *const U = (float *)(workspace + 17472);
  float *const M = (float *)(workspace + 25728);
  const int blockX = blockIdx.x;
  const int threadX = threadIdx.x;
  const int threadY = threadIdx.y;
  {
    __align__(16) float M_acc[16];
#pragma unroll
    for (int p3 = 0; p3 < 4; p3++) {
#pragma unroll
      for (int oc3 = 0; oc3 < 4; oc3++) {
        M_acc[4 * p3 + oc3] = 0.0f;
      }
    }
    {
      static __shared__ __align__(16) float V_shared[576];
      {
        static __shared__ __align__(16) float U_shared[576];
#pragma unroll
        for (int d2_d3oo = 0; d2_d3oo < 4; d2_d3oo++) {
          cp_async4(&V_shared[8 * d2_d3oo + threadY + 36 * threadX], &V[1088 * ((blockX) / 3) + 512 * ((blockX) % 3) + 128 * d2_d3oo + 16 * threadY + threadX], -32 * ((blockX) % 3) - 8 * d2_d3oo - threadY + 67 >= 0);
        }
        cp_async16((float4 *)(U_shared + 36 * threadY + 4 * threadX), (float4 *)(U + 512 * ((blockX) / 3) + 32 * threadY + 4 * threadX), true);
        cp_async_commit();
        for (int ico = 0; ico < 2; ico++) {
          cp_async_wait<0>();
          __syncthreads();
          if (-ico >= 0) {
#pragma unroll
            for (int d2_d3oo2 = 0; d2_d3oo2 < 4; d2_d3oo2++) {
              cp_async4(&V_shared[288 * ((ico + 1) % 2) + 8 * d2_d3oo2 + threadY + 36 * threadX], &V[1088 * ((blockX) / 3) + 512 * ((blockX) % 3) + 8 * ico + 128 * d2_d3oo2 + 16 * threadY + threadX + 8], -32 * ((blockX) % 3) - 8 * d2_d3oo2 - threadY + 67 >= 0);
            }
            cp_async16((float4 *)(U_shared + 288 * ((ico + 1) % 2) + 36 * threadY + 4 * threadX), (float4 *)(U + 512 * ((blockX) / 3) + 256 * ico + 32 * threadY + 4 * threadX + 256), true);
          }
          cp_async_commit();
#pragma unroll 4
          for (int ici = 0; ici < 8; ici++) {
            {
              __align__(16) float V_shared_register[4];
              *(float4 *)(V_shared_register + 0) = *(const float4 *)(V_shared + 4 * threadY + 288 * ico + 36 * ici);
              {
                __align__(16) float U_shared_register[4];
                *(float4 *)(U_shared_register + 0) = *(const float4 *)(U_shared + 4 * threadX + 288 * ico + 36 * ici);
#pragma unroll
                for (int p32 = 0; p32 < 4; p32++) {
#pragma unroll
                  for (int oc32 = 0; oc32 < 4; oc32++) {
                    M_acc[4 * p32 + oc32] += (V_shared_register[p32] * U_shared_register[oc32]);
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
      if (-32 * ((blockX) % 3) - 4 * threadY - piii + 67 >= 0) {
        *(float4 *)(M + 2176 * ((blockX) / 3) + 1024 * ((blockX) % 3) + 128 * threadY + 4 * threadX + 32 * piii) = *(const float4 *)(M_acc + 4 * piii);
      }
    }
  }
}

extern "C" __global__ void __launch_bounds__(128) out_kernel3(const float *__restrict__ data, const float *__restrict__ weights, const float *__restrict__ residual, float *__restrict__ out, char *__restrict__ workspace) {
  float *const M = (float *)(workspace + 25728);
  const int blockX = blockIdx.x;
  const int threadX = threadIdx.x;
  if (-128 * blockX - threadX + 2079 >= 0) {
    {
      __align__(16) float rows[4];
#pragma unroll
      for (int b = 0; b < 4; b++) {
        {
          __align__(16) float gathered[1];
          gathered[0] = M[128 * blockX + threadX + 2176 * b];
          rows[b] = gathered[0];
        }
      }
      out[288 * ((((threadX) / 32) + 4 * blockX) / 5) + 64 * ((((threadX) / 32) + 4 * blockX) % 5) + ((threadX) % 32)] = fmaxf((((rows[0] + rows[1]) + rows[2]) + residual[288 * ((((threadX) / 32) + 4 * blockX) / 5) + 64 * ((((threadX) / 32) + 4 * blockX) % 5) + ((threadX) % 32)]), 0.0f);
      if (-2 * ((((threadX) / 32) + 4 * blockX) % 5) + 7 >= 0) {
        out[288 * ((((threadX) / 32) + 4 * blockX) / 5) + 64 * ((((threadX) / 32) + 4 * blockX) % 5) + ((threadX) % 32) + 32] = fmaxf((((rows[1] - rows[2]) + rows[3]) + residual[288 * ((((threadX) / 32) + 4 * blockX) / 5) + 64 * ((((threadX) / 32) + 4 * blockX) % 5) + ((threadX) % 32) + 32]), 0.0f);
      }
    }
  }
}
