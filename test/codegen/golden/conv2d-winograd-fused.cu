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

extern __shared__ __align__(16) float4 dynamic_shared[];

extern "C" __global__ void __launch_bounds__(128) weights_pack(const float *__restrict__ weights, float *__restrict__ U) {
  const int blockX = blockIdx.x;
  const int threadX = threadIdx.x;
  {
    __align__(16) float weight_columns[12];
    {
      __align__(16) float taps[3];
#pragma unroll
      for (int kh = 0; kh < 3; kh++) {
        taps[kh] = (-((threadX) / 32) - 4 * blockX + 18 >= 0 ? weights[9 * ((threadX) / 32) + 171 * ((threadX) % 32) + 36 * blockX + 3 * kh] : 0.0f);
      }
      weight_columns[0] = (0.0f - taps[0]);
      weight_columns[3] = (((0.5f * taps[0]) + (0.5f * taps[1])) + (0.5f * taps[2]));
      weight_columns[6] = (((0.5f * taps[0]) + (-0.5f * taps[1])) + (0.5f * taps[2]));
      weight_columns[9] = taps[2];
    }
    {
      __align__(16) float taps[3];
#pragma unroll
      for (int kh = 0; kh < 3; kh++) {
        taps[kh] = (-((threadX) / 32) - 4 * blockX + 18 >= 0 ? weights[9 * ((threadX) / 32) + 171 * ((threadX) % 32) + 36 * blockX + 3 * kh + 1] : 0.0f);
      }
      weight_columns[1] = (0.0f - taps[0]);
      weight_columns[4] = (((0.5f * taps[0]) + (0.5f * taps[1])) + (0.5f * taps[2]));
      weight_columns[7] = (((0.5f * taps[0]) + (-0.5f * taps[1])) + (0.5f * taps[2]));
      weight_columns[10] = taps[2];
    }
    {
      __align__(16) float taps[3];
#pragma unroll
      for (int kh = 0; kh < 3; kh++) {
        taps[kh] = (-((threadX) / 32) - 4 * blockX + 18 >= 0 ? weights[9 * ((threadX) / 32) + 171 * ((threadX) % 32) + 36 * blockX + 3 * kh + 2] : 0.0f);
      }
      weight_columns[2] = (0.0f - taps[0]);
      weight_columns[5] = (((0.5f * taps[0]) + (0.5f * taps[1])) + (0.5f * taps[2]));
      weight_columns[8] = (((0.5f * taps[0]) + (-0.5f * taps[1])) + (0.5f * taps[2]));
      weight_columns[11] = taps[2];
    }
    U[128 * blockX + threadX] = (0.0f - weight_columns[0]);
    U[128 * blockX + threadX + 768] = (((0.5f * weight_columns[0]) + (0.5f * weight_columns[1])) + (0.5f * weight_columns[2]));
    U[128 * blockX + threadX + 1536] = (((0.5f * weight_columns[0]) + (-0.5f * weight_columns[1])) + (0.5f * weight_columns[2]));
    U[128 * blockX + threadX + 2304] = weight_columns[2];
    U[128 * blockX + threadX + 3072] = (0.0f - weight_columns[3]);
    U[128 * blockX + threadX + 3840] = (((0.5f * weight_columns[3]) + (0.5f * weight_columns[4])) + (0.5f * weight_columns[5]));
    U[128 * blockX + threadX + 4608] = (((0.5f * weight_columns[3]) + (-0.5f * weight_columns[4])) + (0.5f * weight_columns[5]));
    U[128 * blockX + threadX + 5376] = weight_columns[5];
    U[128 * blockX + threadX + 6144] = (0.0f - weight_columns[6]);
    U[128 * blockX + threadX + 6912] = (((0.5f * weight_columns[6]) + (0.5f * weight_columns[7])) + (0.5f * weight_columns[8]));
    U[128 * blockX + threadX + 7680] = (((0.5f * weight_columns[6]) + (-0.5f * weight_columns[7])) + (0.5f * weight_columns[8]));
    U[128 * blockX + threadX + 8448] = weight_columns[8];
    U[128 * blockX + threadX + 9216] = (0.0f - weight_columns[9]);
    U[128 * blockX + threadX + 9984] = (((0.5f * weight_columns[9]) + (0.5f * weight_columns[10])) + (0.5f * weight_columns[11]));
    U[128 * blockX + threadX + 10752] = (((0.5f * weight_columns[9]) + (-0.5f * weight_columns[10])) + (0.5f * weight_columns[11]));
    U[128 * blockX + threadX + 11520] = weight_columns[11];
  }
}

extern "C" __global__ void __launch_bounds__(256) out_kernel(const float *__restrict__ data, const float *__restrict__ U, const float *__restrict__ bias, float *__restrict__ out, char *__restrict__ workspace) {
  const int blockX = blockIdx.x;
  const int threadX = threadIdx.x;
  const int threadY = threadIdx.y;
  const int threadZ = threadIdx.z;
  {
    float *const M = (float *)((char *)dynamic_shared + 0);
    {
      __align__(16) float M_acc[32];
#pragma unroll
      for (int oc1 = 0; oc1 < 2; oc1++) {
#pragma unroll
        for (int oc3 = 0; oc3 < 4; oc3++) {
#pragma unroll
          for (int p3 = 0; p3 < 4; p3++) {
            M_acc[16 * oc1 + 4 * oc3 + p3] = 0.0f;
          }
        }
      }
      {
        float *const V = (float *)((char *)dynamic_shared + 32768);
        {
          float *const U_shared = (float *)((char *)dynamic_shared + 49152);
          if (-16 * threadZ - 4 * threadY - threadX + 127 >= 0) {
            {
              __align__(16) float columns[16];
              {
                __align__(16) float patch[4];
#pragma unroll
                for (int i = 0; i < 4; i++) {
                  patch[i] = (-16 * blockX - 4 * threadY - threadX + 48 >= 0 ? (2 * ((((16 * blockX + 4 * threadY + threadX) / 7)) % 7) + i - 1 >= 0 && -2 * ((((16 * blockX + 4 * threadY + threadX) / 7)) % 7) - i + 14 >= 0 && 2 * ((16 * blockX + 4 * threadY + threadX) % 7) - 1 >= 0 ? data[3458 * ((((16 * blockX + 4 * threadY + threadX) / 7)) / 7) + 26 * ((((16 * blockX + 4 * threadY + threadX) / 7)) % 7) + 2 * ((16 * blockX + 4 * threadY + threadX) % 7) + 182 * threadZ + 13 * i - 14] : 0.0f) : 0.0f);
                }
                columns[0] = (patch[2] - patch[0]);
                columns[4] = (patch[1] + patch[2]);
                columns[8] = (patch[2] - patch[1]);
                columns[12] = (patch[3] - patch[1]);
              }
              {
                __align__(16) float patch[4];
#pragma unroll
                for (int i = 0; i < 4; i++) {
                  patch[i] = (-16 * blockX - 4 * threadY - threadX + 48 >= 0 ? (2 * ((((16 * blockX + 4 * threadY + threadX) / 7)) % 7) + i - 1 >= 0 && -2 * ((((16 * blockX + 4 * threadY + threadX) / 7)) % 7) - i + 14 >= 0 ? data[3458 * ((((16 * blockX + 4 * threadY + threadX) / 7)) / 7) + 26 * ((((16 * blockX + 4 * threadY + threadX) / 7)) % 7) + 2 * ((16 * blockX + 4 * threadY + threadX) % 7) + 182 * threadZ + 13 * i - 13] : 0.0f) : 0.0f);
                }
                columns[1] = (patch[2] - patch[0]);
                columns[5] = (patch[1] + patch[2]);
                columns[9] = (patch[2] - patch[1]);
                columns[13] = (patch[3] - patch[1]);
              }
              {
                __align__(16) float patch[4];
#pragma unroll
                for (int i = 0; i < 4; i++) {
                  patch[i] = (-16 * blockX - 4 * threadY - threadX + 48 >= 0 ? (2 * ((((16 * blockX + 4 * threadY + threadX) / 7)) % 7) + i - 1 >= 0 && -2 * ((((16 * blockX + 4 * threadY + threadX) / 7)) % 7) - i + 14 >= 0 && -2 * ((16 * blockX + 4 * threadY + threadX) % 7) + 11 >= 0 ? data[3458 * ((((16 * blockX + 4 * threadY + threadX) / 7)) / 7) + 26 * ((((16 * blockX + 4 * threadY + threadX) / 7)) % 7) + 2 * ((16 * blockX + 4 * threadY + threadX) % 7) + 182 * threadZ + 13 * i - 12] : 0.0f) : 0.0f);
                }
                columns[2] = (patch[2] - patch[0]);
                columns[6] = (patch[1] + patch[2]);
                columns[10] = (patch[2] - patch[1]);
                columns[14] = (patch[3] - patch[1]);
              }
              {
                __align__(16) float patch[4];
#pragma unroll
                for (int i = 0; i < 4; i++) {
                  patch[i] = (-16 * blockX - 4 * threadY - threadX + 48 >= 0 ? (2 * ((((16 * blockX + 4 * threadY + threadX) / 7)) % 7) + i - 1 >= 0 && -2 * ((((16 * blockX + 4 * threadY + threadX) / 7)) % 7) - i + 14 >= 0 && -2 * ((16 * blockX + 4 * threadY + threadX) % 7) + 10 >= 0 ? data[3458 * ((((16 * blockX + 4 * threadY + threadX) / 7)) / 7) + 26 * ((((16 * blockX + 4 * threadY + threadX) / 7)) % 7) + 2 * ((16 * blockX + 4 * threadY + threadX) % 7) + 182 * threadZ + 13 * i - 11] : 0.0f) : 0.0f);
                }
                columns[3] = (patch[2] - patch[0]);
                columns[7] = (patch[1] + patch[2]);
                columns[11] = (patch[2] - patch[1]);
                columns[15] = (patch[3] - patch[1]);
              }
              V[16 * threadZ + 4 * threadY + threadX] = (columns[2] - columns[0]);
              V[16 * threadZ + 4 * threadY + threadX + 128] = (columns[1] + columns[2]);
              V[16 * threadZ + 4 * threadY + threadX + 256] = (columns[2] - columns[1]);
              V[16 * threadZ + 4 * threadY + threadX + 384] = (columns[3] - columns[1]);
              V[16 * threadZ + 4 * threadY + threadX + 512] = (columns[6] - columns[4]);
              V[16 * threadZ + 4 * threadY + threadX + 640] = (columns[5] + columns[6]);
              V[16 * threadZ + 4 * threadY + threadX + 768] = (columns[6] - columns[5]);
              V[16 * threadZ + 4 * threadY + threadX + 896] = (columns[7] - columns[5]);
              V[16 * threadZ + 4 * threadY + threadX + 1024] = (columns[10] - columns[8]);
              V[16 * threadZ + 4 * threadY + threadX + 1152] = (columns[9] + columns[10]);
              V[16 * threadZ + 4 * threadY + threadX + 1280] = (columns[10] - columns[9]);
              V[16 * threadZ + 4 * threadY + threadX + 1408] = (columns[11] - columns[9]);
              V[16 * threadZ + 4 * threadY + threadX + 1536] = (columns[14] - columns[12]);
              V[16 * threadZ + 4 * threadY + threadX + 1664] = (columns[13] + columns[14]);
              V[16 * threadZ + 4 * threadY + threadX + 1792] = (columns[14] - columns[13]);
              V[16 * threadZ + 4 * threadY + threadX + 1920] = (columns[15] - columns[13]);
            }
          }
          for (int d0_d1_d2_d3oo = 0; d0_d1_d2_d3oo < 4; d0_d1_d2_d3oo++) {
            cp_async16((float4 *)(U_shared + 1024 * d0_d1_d2_d3oo + 64 * threadZ + 16 * threadY + 4 * threadX), (float4 *)(U + 768 * ((threadZ) / 4) + 64 * ((threadZ) % 4) + 3072 * d0_d1_d2_d3oo + 16 * threadY + 4 * threadX), true);
          }
          cp_async_commit();
          for (int ico = 0; ico < 3; ico++) {
            cp_async_wait<0>();
            __syncthreads();
            if (-ico + 1 >= 0) {
              if (-16 * threadZ - 4 * threadY - threadX + 127 >= 0) {
                {
                  __align__(16) float columns[16];
                  {
                    __align__(16) float patch[4];
#pragma unroll
                    for (int i2 = 0; i2 < 4; i2++) {
                      patch[i2] = (-16 * blockX - 4 * threadY - threadX + 48 >= 0 && -8 * ico - threadZ + 10 >= 0 ? (2 * ((((16 * blockX + 4 * threadY + threadX) / 7)) % 7) + i2 - 1 >= 0 && -2 * ((((16 * blockX + 4 * threadY + threadX) / 7)) % 7) - i2 + 14 >= 0 && 2 * ((16 * blockX + 4 * threadY + threadX) % 7) - 1 >= 0 ? data[3458 * ((((16 * blockX + 4 * threadY + threadX) / 7)) / 7) + 26 * ((((16 * blockX + 4 * threadY + threadX) / 7)) % 7) + 2 * ((16 * blockX + 4 * threadY + threadX) % 7) + 1456 * ico + 182 * threadZ + 13 * i2 + 1442] : 0.0f) : 0.0f);
                    }
                    columns[0] = (patch[2] - patch[0]);
                    columns[4] = (patch[1] + patch[2]);
                    columns[8] = (patch[2] - patch[1]);
                    columns[12] = (patch[3] - patch[1]);
                  }
                  {
                    __align__(16) float patch[4];
#pragma unroll
                    for (int i2 = 0; i2 < 4; i2++) {
                      patch[i2] = (-16 * blockX - 4 * threadY - threadX + 48 >= 0 && -8 * ico - threadZ + 10 >= 0 ? (2 * ((((16 * blockX + 4 * threadY + threadX) / 7)) % 7) + i2 - 1 >= 0 && -2 * ((((16 * blockX + 4 * threadY + threadX) / 7)) % 7) - i2 + 14 >= 0 ? data[3458 * ((((16 * blockX + 4 * threadY + threadX) / 7)) / 7) + 26 * ((((16 * blockX + 4 * threadY + threadX) / 7)) % 7) + 2 * ((16 * blockX + 4 * threadY + threadX) % 7) + 1456 * ico + 182 * threadZ + 13 * i2 + 1443] : 0.0f) : 0.0f);
                    }
                    columns[1] = (patch[2] - patch[0]);
                    columns[5] = (patch[1] + patch[2]);
                    columns[9] = (patch[2] - patch[1]);
                    columns[13] = (patch[3] - patch[1]);
                  }
                  {
                    __align__(16) float patch[4];
#pragma unroll
                    for (int i2 = 0; i2 < 4; i2++) {
                      patch[i2] = (-16 * blockX - 4 * threadY - threadX + 48 >= 0 && -8 * ico - threadZ + 10 >= 0 ? (2 * ((((16 * blockX + 4 * threadY + threadX) / 7)) % 7) + i2 - 1 >= 0 && -2 * ((((16 * blockX + 4 * threadY + threadX) / 7)) % 7) - i2 + 14 >= 0 && -2 * ((16 * blockX + 4 * threadY + threadX) % 7) + 11 >= 0 ? data[3458 * ((((16 * blockX + 4 * threadY + threadX) / 7)) / 7) + 26 * ((((16 * blockX + 4 * threadY + threadX) / 7)) % 7) + 2 * ((16 * blockX + 4 * threadY + threadX) % 7) + 1456 * ico + 182 * threadZ + 13 * i2 + 1444] : 0.0f) : 0.0f);
                    }
                    columns[2] = (patch[2] - patch[0]);
                    columns[6] = (patch[1] + patch[2]);
                    columns[10] = (patch[2] - patch[1]);
                    columns[14] = (patch[3] - patch[1]);
                  }
                  {
                    __align__(16) float patch[4];
#pragma unroll
                    for (int i2 = 0; i2 < 4; i2++) {
                      patch[i2] = (-16 * blockX - 4 * threadY - threadX + 48 >= 0 && -8 * ico - threadZ + 10 >= 0 ? (2 * ((((16 * blockX + 4 * threadY + threadX) / 7)) % 7) + i2 - 1 >= 0 && -2 * ((((16 * blockX + 4 * threadY + threadX) / 7)) % 7) - i2 + 14 >= 0 && -2 * ((16 * blockX + 4 * threadY + threadX) % 7) + 10 >= 0 ? data[3458 * ((((16 * blockX + 4 * threadY + threadX) / 7)) / 7) + 26 * ((((16 * blockX + 4 * threadY + threadX) / 7)) % 7) + 2 * ((16 * blockX + 4 * threadY + threadX) % 7) + 1456 * ico + 182 * threadZ + 13 * i2 + 1445] : 0.0f) : 0.0f);
                    }
                    columns[3] = (patch[2] - patch[0]);
                    columns[7] = (patch[1] + patch[2]);
                    columns[11] = (patch[2] - patch[1]);
                    columns[15] = (patch[3] - patch[1]);
                  }
                  V[2048 * ((ico + 1) % 2) + 16 * threadZ + 4 * threadY + threadX] = (columns[2] - columns[0]);
                  V[2048 * ((ico + 1) % 2) + 16 * threadZ + 4 * threadY + threadX + 128] = (columns[1] + columns[2]);
                  V[2048 * ((ico + 1) % 2) + 16 * threadZ + 4 * threadY + threadX + 256] = (columns[2] - columns[1]);
                  V[2048 * ((ico + 1) % 2) + 16 * threadZ + 4 * threadY + threadX + 384] = (columns[3] - columns[1]);
                  V[2048 * ((ico + 1) % 2) + 16 * threadZ + 4 * threadY + threadX + 512] = (columns[6] - columns[4]);
                  V[2048 * ((ico + 1) % 2) + 16 * threadZ + 4 * threadY + threadX + 640] = (columns[5] + columns[6]);
                  V[2048 * ((ico + 1) % 2) + 16 * threadZ + 4 * threadY + threadX + 768] = (columns[6] - columns[5]);
                  V[2048 * ((ico + 1) % 2) + 16 * threadZ + 4 * threadY + threadX + 896] = (columns[7] - columns[5]);
                  V[2048 * ((ico + 1) % 2) + 16 * threadZ + 4 * threadY + threadX + 1024] = (columns[10] - columns[8]);
                  V[2048 * ((ico + 1) % 2) + 16 * threadZ + 4 * threadY + threadX + 1152] = (columns[9] + columns[10]);
                  V[2048 * ((ico + 1) % 2) + 16 * threadZ + 4 * threadY + threadX + 1280] = (columns[10] - columns[9]);
                  V[2048 * ((ico + 1) % 2) + 16 * threadZ + 4 * threadY + threadX + 1408] = (columns[11] - columns[9]);
                  V[2048 * ((ico + 1) % 2) + 16 * threadZ + 4 * threadY + threadX + 1536] = (columns[14] - columns[12]);
                  V[2048 * ((ico + 1) % 2) + 16 * threadZ + 4 * threadY + threadX + 1664] = (columns[13] + columns[14]);
                  V[2048 * ((ico + 1) % 2) + 16 * threadZ + 4 * threadY + threadX + 1792] = (columns[14] - columns[13]);
                  V[2048 * ((ico + 1) % 2) + 16 * threadZ + 4 * threadY + threadX + 1920] = (columns[15] - columns[13]);
                }
              }
              for (int d0_d1_d2_d3oo2 = 0; d0_d1_d2_d3oo2 < 4; d0_d1_d2_d3oo2++) {
                cp_async16((float4 *)(U_shared + 4096 * ((ico + 1) % 2) + 1024 * d0_d1_d2_d3oo2 + 64 * threadZ + 16 * threadY + 4 * threadX), (float4 *)(U + 768 * ((threadZ) / 4) + 64 * ((threadZ) % 4) + 256 * ico + 3072 * d0_d1_d2_d3oo2 + 16 * threadY + 4 * threadX + 256), true);
              }
            }
            cp_async_commit();
#pragma unroll 4
            for (int ici = 0; ici < 8; ici++) {
              {
                __align__(16) float V_register[4];
                *(float4 *)(V_register + 0) = *(const float4 *)(V + 2048 * ((ico) % 2) + 128 * threadZ + 4 * threadX + 16 * ici);
                {
                  __align__(16) float U_shared_register[8];
#pragma unroll
                  for (int d31 = 0; d31 < 2; d31++) {
                    *(float4 *)(U_shared_register + 4 * d31) = *(const float4 *)(U_shared + 4096 * ((ico) % 2) + 256 * threadZ + 4 * threadY + 32 * ici + 16 * d31);
                  }
#pragma unroll
                  for (int oc12 = 0; oc12 < 2; oc12++) {
#pragma unroll
                    for (int oc32 = 0; oc32 < 4; oc32++) {
#pragma unroll
                      for (int p32 = 0; p32 < 4; p32++) {
                        M_acc[16 * oc12 + 4 * oc32 + p32] += (V_register[p32] * U_shared_register[4 * oc12 + oc32]);
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
      for (int oco = 0; oco < 2; oco++) {
#pragma unroll
        for (int ocii = 0; ocii < 4; ocii++) {
          *(float4 *)(M + 512 * threadZ + 64 * threadY + 4 * threadX + 256 * oco + 16 * ocii) = *(const float4 *)(M_acc + 16 * oco + 4 * ocii);
        }
      }
    }
    __syncthreads();
    for (int oci_n_oho_owoio = 0; oci_n_oho_owoio < 2; oci_n_oho_owoio++) {
      if (-16 * blockX - 4 * threadY - threadX + 48 >= 0) {
        {
          __align__(16) float rows[8];
          {
            __align__(16) float gathered[4];
#pragma unroll
            for (int a = 0; a < 4; a++) {
              gathered[a] = M[256 * oci_n_oho_owoio + 16 * threadZ + 4 * threadY + threadX + 2048 * a];
            }
            rows[0] = ((gathered[0] + gathered[1]) + gathered[2]);
            rows[4] = ((gathered[1] - gathered[2]) + gathered[3]);
          }
          {
            __align__(16) float gathered[4];
#pragma unroll
            for (int a = 0; a < 4; a++) {
              gathered[a] = M[256 * oci_n_oho_owoio + 16 * threadZ + 4 * threadY + threadX + 2048 * a + 512];
            }
            rows[1] = ((gathered[0] + gathered[1]) + gathered[2]);
            rows[5] = ((gathered[1] - gathered[2]) + gathered[3]);
          }
          {
            __align__(16) float gathered[4];
#pragma unroll
            for (int a = 0; a < 4; a++) {
              gathered[a] = M[256 * oci_n_oho_owoio + 16 * threadZ + 4 * threadY + threadX + 2048 * a + 1024];
            }
            rows[2] = ((gathered[0] + gathered[1]) + gathered[2]);
            rows[6] = ((gathered[1] - gathered[2]) + gathered[3]);
          }
          {
            __align__(16) float gathered[4];
#pragma unroll
            for (int a = 0; a < 4; a++) {
              gathered[a] = M[256 * oci_n_oho_owoio + 16 * threadZ + 4 * threadY + threadX + 2048 * a + 1536];
            }
            rows[3] = ((gathered[0] + gathered[1]) + gathered[2]);
            rows[7] = ((gathered[1] - gathered[2]) + gathered[3]);
          }
          out[5824 * ((((16 * blockX + 4 * threadY + threadX) / 7)) / 7) + 26 * ((((16 * blockX + 4 * threadY + threadX) / 7)) % 7) + 2 * ((16 * blockX + 4 * threadY + threadX) % 7) + 2912 * oci_n_oho_owoio + 182 * threadZ] = (((rows[0] + rows[1]) + rows[2]) + bias[16 * oci_n_oho_owoio + threadZ]);
          if (-2 * ((16 * blockX + 4 * threadY + threadX) % 7) + 11 >= 0) {
            out[5824 * ((((16 * blockX + 4 * threadY + threadX) / 7)) / 7) + 26 * ((((16 * blockX + 4 * threadY + threadX) / 7)) % 7) + 2 * ((16 * blockX + 4 * threadY + threadX) % 7) + 2912 * oci_n_oho_owoio + 182 * threadZ + 1] = (((rows[1] - rows[2]) + rows[3]) + bias[16 * oci_n_oho_owoio + threadZ]);
          }
          out[5824 * ((((16 * blockX + 4 * threadY + threadX) / 7)) / 7) + 26 * ((((16 * blockX + 4 * threadY + threadX) / 7)) % 7) + 2 * ((16 * blockX + 4 * threadY + threadX) % 7) + 2912 * oci_n_oho_owoio + 182 * threadZ + 13] = (((rows[4] + rows[5]) + rows[6]) + bias[16 * oci_n_oho_owoio + threadZ]);
          if (-2 * ((16 * blockX + 4 * threadY + threadX) % 7) + 11 >= 0) {
            out[5824 * ((((16 * blockX + 4 * threadY + threadX) / 7)) / 7) + 26 * ((((16 * blockX + 4 * threadY + threadX) / 7)) % 7) + 2 * ((16 * blockX + 4 * threadY + threadX) % 7) + 2912 * oci_n_oho_owoio + 182 * threadZ + 14] = (((rows[5] - rows[6]) + rows[7]) + bias[16 * oci_n_oho_owoio + threadZ]);
          }
        }
      }
    }
  }
}
