extern "C" __global__ void __launch_bounds__(64) weights_pack(const float *__restrict__ weights, float *__restrict__ U) {
  const int blockX = blockIdx.x;
  const int threadX = threadIdx.x;
  {
    __align__(16) float weight_columns[18];
    {
      __align__(16) float taps[3];
#pragma unroll
      for (int kh = 0; kh < 3; kh++) {
        taps[kh] = weights[9 * ((64 * blockX + threadX) / 24) + 72 * ((64 * blockX + threadX) % 24) + 3 * kh];
      }
      weight_columns[0] = taps[0];
      weight_columns[3] = (((0.3333333432674408f * taps[0]) + (0.3333333432674408f * taps[1])) + (0.3333333432674408f * taps[2]));
      weight_columns[6] = (((-0.3333333432674408f * taps[0]) + (0.3333333432674408f * taps[1])) + (-0.3333333432674408f * taps[2]));
      weight_columns[9] = (((-1.0666667222976685f * taps[0]) + (-0.5333333611488342f * taps[1])) + (-0.2666666805744171f * taps[2]));
      weight_columns[12] = (((0.06666667014360428f * taps[0]) + (-0.13333334028720856f * taps[1])) + (0.2666666805744171f * taps[2]));
      weight_columns[15] = taps[2];
    }
    {
      __align__(16) float taps[3];
#pragma unroll
      for (int kh = 0; kh < 3; kh++) {
        taps[kh] = weights[9 * ((64 * blockX + threadX) / 24) + 72 * ((64 * blockX + threadX) % 24) + 3 * kh + 1];
      }
      weight_columns[1] = taps[0];
      weight_columns[4] = (((0.3333333432674408f * taps[0]) + (0.3333333432674408f * taps[1])) + (0.3333333432674408f * taps[2]));
      weight_columns[7] = (((-0.3333333432674408f * taps[0]) + (0.3333333432674408f * taps[1])) + (-0.3333333432674408f * taps[2]));
      weight_columns[10] = (((-1.0666667222976685f * taps[0]) + (-0.5333333611488342f * taps[1])) + (-0.2666666805744171f * taps[2]));
      weight_columns[13] = (((0.06666667014360428f * taps[0]) + (-0.13333334028720856f * taps[1])) + (0.2666666805744171f * taps[2]));
      weight_columns[16] = taps[2];
    }
    {
      __align__(16) float taps[3];
#pragma unroll
      for (int kh = 0; kh < 3; kh++) {
        taps[kh] = weights[9 * ((64 * blockX + threadX) / 24) + 72 * ((64 * blockX + threadX) % 24) + 3 * kh + 2];
      }
      weight_columns[2] = taps[0];
      weight_columns[5] = (((0.3333333432674408f * taps[0]) + (0.3333333432674408f * taps[1])) + (0.3333333432674408f * taps[2]));
      weight_columns[8] = (((-0.3333333432674408f * taps[0]) + (0.3333333432674408f * taps[1])) + (-0.3333333432674408f * taps[2]));
      weight_columns[11] = (((-1.0666667222976685f * taps[0]) + (-0.5333333611488342f * taps[1])) + (-0.2666666805744171f * taps[2]));
      weight_columns[14] = (((0.06666667014360428f * taps[0]) + (-0.13333334028720856f * taps[1])) + (0.2666666805744171f * taps[2]));
      weight_columns[17] = taps[2];
    }
    U[64 * blockX + threadX] = (0.0f - weight_columns[0]);
    U[64 * blockX + threadX + 192] = (((0.5f * weight_columns[0]) + (0.5f * weight_columns[1])) + (0.5f * weight_columns[2]));
    U[64 * blockX + threadX + 384] = (((0.5f * weight_columns[0]) + (-0.5f * weight_columns[1])) + (0.5f * weight_columns[2]));
    U[64 * blockX + threadX + 576] = weight_columns[2];
    U[64 * blockX + threadX + 768] = (0.0f - weight_columns[3]);
    U[64 * blockX + threadX + 960] = (((0.5f * weight_columns[3]) + (0.5f * weight_columns[4])) + (0.5f * weight_columns[5]));
    U[64 * blockX + threadX + 1152] = (((0.5f * weight_columns[3]) + (-0.5f * weight_columns[4])) + (0.5f * weight_columns[5]));
    U[64 * blockX + threadX + 1344] = weight_columns[5];
    U[64 * blockX + threadX + 1536] = (0.0f - weight_columns[6]);
    U[64 * blockX + threadX + 1728] = (((0.5f * weight_columns[6]) + (0.5f * weight_columns[7])) + (0.5f * weight_columns[8]));
    U[64 * blockX + threadX + 1920] = (((0.5f * weight_columns[6]) + (-0.5f * weight_columns[7])) + (0.5f * weight_columns[8]));
    U[64 * blockX + threadX + 2112] = weight_columns[8];
    U[64 * blockX + threadX + 2304] = (0.0f - weight_columns[9]);
    U[64 * blockX + threadX + 2496] = (((0.5f * weight_columns[9]) + (0.5f * weight_columns[10])) + (0.5f * weight_columns[11]));
    U[64 * blockX + threadX + 2688] = (((0.5f * weight_columns[9]) + (-0.5f * weight_columns[10])) + (0.5f * weight_columns[11]));
    U[64 * blockX + threadX + 2880] = weight_columns[11];
    U[64 * blockX + threadX + 3072] = (0.0f - weight_columns[12]);
    U[64 * blockX + threadX + 3264] = (((0.5f * weight_columns[12]) + (0.5f * weight_columns[13])) + (0.5f * weight_columns[14]));
    U[64 * blockX + threadX + 3456] = (((0.5f * weight_columns[12]) + (-0.5f * weight_columns[13])) + (0.5f * weight_columns[14]));
    U[64 * blockX + threadX + 3648] = weight_columns[14];
    U[64 * blockX + threadX + 3840] = (0.0f - weight_columns[15]);
    U[64 * blockX + threadX + 4032] = (((0.5f * weight_columns[15]) + (0.5f * weight_columns[16])) + (0.5f * weight_columns[17]));
    U[64 * blockX + threadX + 4224] = (((0.5f * weight_columns[15]) + (-0.5f * weight_columns[16])) + (0.5f * weight_columns[17]));
    U[64 * blockX + threadX + 4416] = weight_columns[17];
  }
}

extern "C" __global__ void __launch_bounds__(64) V_kernel0(const float *__restrict__ data, const float *__restrict__ U, const float *__restrict__ bias, float *__restrict__ out, char *__restrict__ workspace) {
  float *const V = (float *)(workspace + 0);
  const int blockX = blockIdx.x;
  const int threadX = threadIdx.x;
  if (-64 * blockX - threadX + 223 >= 0) {
    {
      __align__(16) float columns[24];
      {
        __align__(16) float patch[6];
#pragma unroll
        for (int i = 0; i < 6; i++) {
          patch[i] = (4 * ((((64 * blockX + threadX) % 28)) / 7) + i - 1 >= 0 && -4 * ((((64 * blockX + threadX) % 28)) / 7) - i + 14 >= 0 && 2 * ((((64 * blockX + threadX) % 28)) % 7) - 1 >= 0 ? data[56 * ((((64 * blockX + threadX) % 28)) / 7) + 196 * ((64 * blockX + threadX) / 28) + 2 * ((((64 * blockX + threadX) % 28)) % 7) + 14 * i - 15] : 0.0f);
        }
        columns[0] = ((((patch[0] + (-1.5f * patch[1])) + (-2.0f * patch[2])) + (1.5f * patch[3])) + patch[4]);
        columns[4] = ((((0.5f * patch[2]) - patch[1]) + (2.5f * patch[3])) + patch[4]);
        columns[8] = (((patch[1] + (-2.5f * patch[2])) + (0.5f * patch[3])) + patch[4]);
        columns[12] = ((((-2.0f * patch[1]) - patch[2]) + (2.0f * patch[3])) + patch[4]);
        columns[16] = ((((0.5f * patch[1]) - patch[2]) + (-0.5f * patch[3])) + patch[4]);
        columns[20] = ((((patch[1] + (-1.5f * patch[2])) + (-2.0f * patch[3])) + (1.5f * patch[4])) + patch[5]);
      }
      {
        __align__(16) float patch[6];
#pragma unroll
        for (int i = 0; i < 6; i++) {
          patch[i] = (4 * ((((64 * blockX + threadX) % 28)) / 7) + i - 1 >= 0 && -4 * ((((64 * blockX + threadX) % 28)) / 7) - i + 14 >= 0 ? data[56 * ((((64 * blockX + threadX) % 28)) / 7) + 196 * ((64 * blockX + threadX) / 28) + 2 * ((((64 * blockX + threadX) % 28)) % 7) + 14 * i - 14] : 0.0f);
        }
        columns[1] = ((((patch[0] + (-1.5f * patch[1])) + (-2.0f * patch[2])) + (1.5f * patch[3])) + patch[4]);
        columns[5] = ((((0.5f * patch[2]) - patch[1]) + (2.5f * patch[3])) + patch[4]);
        columns[9] = (((patch[1] + (-2.5f * patch[2])) + (0.5f * patch[3])) + patch[4]);
        columns[13] = ((((-2.0f * patch[1]) - patch[2]) + (2.0f * patch[3])) + patch[4]);
        columns[17] = ((((0.5f * patch[1]) - patch[2]) + (-0.5f * patch[3])) + patch[4]);
        columns[21] = ((((patch[1] + (-1.5f * patch[2])) + (-2.0f * patch[3])) + (1.5f * patch[4])) + patch[5]);
      }
      {
        __align__(16) float patch[6];
#pragma unroll
        for (int i = 0; i < 6; i++) {
          patch[i] = (4 * ((((64 * blockX + threadX) % 28)) / 7) + i - 1 >= 0 && -4 * ((((64 * blockX + threadX) % 28)) / 7) - i + 14 >= 0 ? data[56 * ((((64 * blockX + threadX) % 28)) / 7) + 196 * ((64 * blockX + threadX) / 28) + 2 * ((((64 * blockX + threadX) % 28)) % 7) + 14 * i - 13] : 0.0f);
        }
        columns[2] = ((((patch[0] + (-1.5f * patch[1])) + (-2.0f * patch[2])) + (1.5f * patch[3])) + patch[4]);
        columns[6] = ((((0.5f * patch[2]) - patch[1]) + (2.5f * patch[3])) + patch[4]);
        columns[10] = (((patch[1] + (-2.5f * patch[2])) + (0.5f * patch[3])) + patch[4]);
        columns[14] = ((((-2.0f * patch[1]) - patch[2]) + (2.0f * patch[3])) + patch[4]);
        columns[18] = ((((0.5f * patch[1]) - patch[2]) + (-0.5f * patch[3])) + patch[4]);
        columns[22] = ((((patch[1] + (-1.5f * patch[2])) + (-2.0f * patch[3])) + (1.5f * patch[4])) + patch[5]);
      }
      {
        __align__(16) float patch[6];
#pragma unroll
        for (int i = 0; i < 6; i++) {
          patch[i] = (4 * ((((64 * blockX + threadX) % 28)) / 7) + i - 1 >= 0 && -4 * ((((64 * blockX + threadX) % 28)) / 7) - i + 14 >= 0 && -2 * ((((64 * blockX + threadX) % 28)) % 7) + 11 >= 0 ? data[56 * ((((64 * blockX + threadX) % 28)) / 7) + 196 * ((64 * blockX + threadX) / 28) + 2 * ((((64 * blockX + threadX) % 28)) % 7) + 14 * i - 12] : 0.0f);
        }
        columns[3] = ((((patch[0] + (-1.5f * patch[1])) + (-2.0f * patch[2])) + (1.5f * patch[3])) + patch[4]);
        columns[7] = ((((0.5f * patch[2]) - patch[1]) + (2.5f * patch[3])) + patch[4]);
        columns[11] = (((patch[1] + (-2.5f * patch[2])) + (0.5f * patch[3])) + patch[4]);
        columns[15] = ((((-2.0f * patch[1]) - patch[2]) + (2.0f * patch[3])) + patch[4]);
        columns[19] = ((((0.5f * patch[1]) - patch[2]) + (-0.5f * patch[3])) + patch[4]);
        columns[23] = ((((patch[1] + (-1.5f * patch[2])) + (-2.0f * patch[3])) + (1.5f * patch[4])) + patch[5]);
      }
      V[64 * blockX + threadX] = (columns[2] - columns[0]);
      V[64 * blockX + threadX + 224] = (columns[1] + columns[2]);
      V[64 * blockX + threadX + 448] = (columns[2] - columns[1]);
      V[64 * blockX + threadX + 672] = (columns[3] - columns[1]);
      V[64 * blockX + threadX + 896] = (columns[6] - columns[4]);
      V[64 * blockX + threadX + 1120] = (columns[5] + columns[6]);
      V[64 * blockX + threadX + 1344] = (columns[6] - columns[5]);
      V[64 * blockX + threadX + 1568] = (columns[7] - columns[5]);
      V[64 * blockX + threadX + 1792] = (columns[10] - columns[8]);
      V[64 * blockX + threadX + 2016] = (columns[9] + columns[10]);
      V[64 * blockX + threadX + 2240] = (columns[10] - columns[9]);
      V[64 * blockX + threadX + 2464] = (columns[11] - columns[9]);
      V[64 * blockX + threadX + 2688] = (columns[14] - columns[12]);
      V[64 * blockX + threadX + 2912] = (columns[13] + columns[14]);
      V[64 * blockX + threadX + 3136] = (columns[14] - columns[13]);
      V[64 * blockX + threadX + 3360] = (columns[15] - columns[13]);
      V[64 * blockX + threadX + 3584] = (columns[18] - columns[16]);
      V[64 * blockX + threadX + 3808] = (columns[17] + columns[18]);
      V[64 * blockX + threadX + 4032] = (columns[18] - columns[17]);
      V[64 * blockX + threadX + 4256] = (columns[19] - columns[17]);
      V[64 * blockX + threadX + 4480] = (columns[22] - columns[20]);
      V[64 * blockX + threadX + 4704] = (columns[21] + columns[22]);
      V[64 * blockX + threadX + 4928] = (columns[22] - columns[21]);
      V[64 * blockX + threadX + 5152] = (columns[23] - columns[21]);
    }
  }
}

extern "C" __global__ void __launch_bounds__(64) M_kernel1(const float *__restrict__ data, const float *__restrict__ U, const float *__restrict__ bias, float *__restrict__ out, char *__restrict__ workspace) {
  float *const V = (float *)(workspace + 0);
  float *const M = (float *)(workspace + 21568);
  const int blockX = blockIdx.x;
  const int threadX = threadIdx.x;
  const int threadY = threadIdx.y;
  {
    __align__(16) float M_acc[16];
#pragma unroll
    for (int oc3 = 0; oc3 < 4; oc3++) {
#pragma unroll
      for (int p3 = 0; p3 < 4; p3++) {
        M_acc[4 * oc3 + p3] = 0.0f;
      }
    }
    {
      static __shared__ __align__(16) float U_shared[288];
      *(float4 *)(U_shared + 36 * threadY + 4 * threadX) = (-4 * threadX + 23 >= 0 ? *(const float4 *)(U + 192 * blockX + 24 * threadY + 4 * threadX) : make_float4(0.0f, 0.0f, 0.0f, 0.0f));
      {
        static __shared__ __align__(16) float V_shared[288];
        *(float4 *)(V_shared + 36 * threadY + 4 * threadX) = (-4 * threadX + 27 >= 0 ? *(const float4 *)(V + 224 * blockX + 28 * threadY + 4 * threadX) : make_float4(0.0f, 0.0f, 0.0f, 0.0f));
        __syncthreads();
#pragma unroll 4
        for (int ici = 0; ici < 8; ici++) {
          {
            __align__(16) float U_shared_register[4];
            *(float4 *)(U_shared_register + 0) = *(const float4 *)(U_shared + 4 * threadY + 36 * ici);
            {
              __align__(16) float V_shared_register[4];
              *(float4 *)(V_shared_register + 0) = *(const float4 *)(V_shared + 4 * threadX + 36 * ici);
#pragma unroll
              for (int oc32 = 0; oc32 < 4; oc32++) {
#pragma unroll
                for (int p32 = 0; p32 < 4; p32++) {
                  M_acc[4 * oc32 + p32] += (V_shared_register[p32] * U_shared_register[oc32]);
                }
              }
            }
          }
        }
      }
    }
#pragma unroll
    for (int ociii = 0; ociii < 4; ociii++) {
      if (-4 * threadY - ociii + 23 >= 0) {
        if (-4 * threadX + 27 >= 0) {
          *(float4 *)(M + 672 * blockX + 112 * threadY + 4 * threadX + 28 * ociii) = *(const float4 *)(M_acc + 4 * ociii);
        }
      }
    }
  }
}

extern "C" __global__ void __launch_bounds__(64) out_kernel2(const float *__restrict__ data, const float *__restrict__ U, const float *__restrict__ bias, float *__restrict__ out, char *__restrict__ workspace) {
  float *const M = (float *)(workspace + 21568);
  const int blockX = blockIdx.x;
  const int threadX = threadIdx.x;
  if (-64 * blockX - threadX + 671 >= 0) {
    {
      __align__(16) float rows[16];
      {
        __align__(16) float gathered[6];
#pragma unroll
        for (int a = 0; a < 6; a++) {
          gathered[a] = M[64 * blockX + threadX + 2688 * a];
        }
        rows[0] = ((((gathered[0] + gathered[1]) + gathered[2]) + gathered[3]) + gathered[4]);
        rows[4] = (((gathered[1] - gathered[2]) + (0.5f * gathered[3])) + (-2.0f * gathered[4]));
        rows[8] = (((gathered[1] + gathered[2]) + (0.25f * gathered[3])) + (4.0f * gathered[4]));
        rows[12] = ((((gathered[1] - gathered[2]) + (0.125f * gathered[3])) + (-8.0f * gathered[4])) + gathered[5]);
      }
      {
        __align__(16) float gathered[6];
#pragma unroll
        for (int a = 0; a < 6; a++) {
          gathered[a] = M[64 * blockX + threadX + 2688 * a + 672];
        }
        rows[1] = ((((gathered[0] + gathered[1]) + gathered[2]) + gathered[3]) + gathered[4]);
        rows[5] = (((gathered[1] - gathered[2]) + (0.5f * gathered[3])) + (-2.0f * gathered[4]));
        rows[9] = (((gathered[1] + gathered[2]) + (0.25f * gathered[3])) + (4.0f * gathered[4]));
        rows[13] = ((((gathered[1] - gathered[2]) + (0.125f * gathered[3])) + (-8.0f * gathered[4])) + gathered[5]);
      }
      {
        __align__(16) float gathered[6];
#pragma unroll
        for (int a = 0; a < 6; a++) {
          gathered[a] = M[64 * blockX + threadX + 2688 * a + 1344];
        }
        rows[2] = ((((gathered[0] + gathered[1]) + gathered[2]) + gathered[3]) + gathered[4]);
        rows[6] = (((gathered[1] - gathered[2]) + (0.5f * gathered[3])) + (-2.0f * gathered[4]));
        rows[10] = (((gathered[1] + gathered[2]) + (0.25f * gathered[3])) + (4.0f * gathered[4]));
        rows[14] = ((((gathered[1] - gathered[2]) + (0.125f * gathered[3])) + (-8.0f * gathered[4])) + gathered[5]);
      }
      {
        __align__(16) float gathered[6];
#pragma unroll
        for (int a = 0; a < 6; a++) {
          gathered[a] = M[64 * blockX + threadX + 2688 * a + 2016];
        }
        rows[3] = ((((gathered[0] + gathered[1]) + gathered[2]) + gathered[3]) + gathered[4]);
        rows[7] = (((gathered[1] - gathered[2]) + (0.5f * gathered[3])) + (-2.0f * gathered[4]));
        rows[11] = (((gathered[1] + gathered[2]) + (0.25f * gathered[3])) + (4.0f * gathered[4]));
        rows[15] = ((((gathered[1] - gathered[2]) + (0.125f * gathered[3])) + (-8.0f * gathered[4])) + gathered[5]);
      }
      out[196 * ((((64 * blockX + threadX) / 7)) / 4) + 56 * ((((64 * blockX + threadX) / 7)) % 4) + 2 * ((64 * blockX + threadX) % 7)] = (((rows[0] + rows[1]) + rows[2]) + bias[((((64 * blockX + threadX) / 7)) / 4)]);
      out[196 * ((((64 * blockX + threadX) / 7)) / 4) + 56 * ((((64 * blockX + threadX) / 7)) % 4) + 2 * ((64 * blockX + threadX) % 7) + 1] = (((rows[1] - rows[2]) + rows[3]) + bias[((((64 * blockX + threadX) / 7)) / 4)]);
      out[196 * ((((64 * blockX + threadX) / 7)) / 4) + 56 * ((((64 * blockX + threadX) / 7)) % 4) + 2 * ((64 * blockX + threadX) % 7) + 14] = (((rows[4] + rows[5]) + rows[6]) + bias[((((64 * blockX + threadX) / 7)) / 4)]);
      out[196 * ((((64 * blockX + threadX) / 7)) / 4) + 56 * ((((64 * blockX + threadX) / 7)) % 4) + 2 * ((64 * blockX + threadX) % 7) + 15] = (((rows[5] - rows[6]) + rows[7]) + bias[((((64 * blockX + threadX) / 7)) / 4)]);
      if (-4 * ((((64 * blockX + threadX) / 7)) % 4) + 11 >= 0) {
        out[196 * ((((64 * blockX + threadX) / 7)) / 4) + 56 * ((((64 * blockX + threadX) / 7)) % 4) + 2 * ((64 * blockX + threadX) % 7) + 28] = (((rows[8] + rows[9]) + rows[10]) + bias[((((64 * blockX + threadX) / 7)) / 4)]);
        out[196 * ((((64 * blockX + threadX) / 7)) / 4) + 56 * ((((64 * blockX + threadX) / 7)) % 4) + 2 * ((64 * blockX + threadX) % 7) + 29] = (((rows[9] - rows[10]) + rows[11]) + bias[((((64 * blockX + threadX) / 7)) / 4)]);
      }
      if (-4 * ((((64 * blockX + threadX) / 7)) % 4) + 10 >= 0) {
        out[196 * ((((64 * blockX + threadX) / 7)) / 4) + 56 * ((((64 * blockX + threadX) / 7)) % 4) + 2 * ((64 * blockX + threadX) % 7) + 42] = (((rows[12] + rows[13]) + rows[14]) + bias[((((64 * blockX + threadX) / 7)) / 4)]);
        out[196 * ((((64 * blockX + threadX) / 7)) / 4) + 56 * ((((64 * blockX + threadX) / 7)) % 4) + 2 * ((64 * blockX + threadX) % 7) + 43] = (((rows[13] - rows[14]) + rows[15]) + bias[((((64 * blockX + threadX) / 7)) / 4)]);
      }
    }
  }
}
