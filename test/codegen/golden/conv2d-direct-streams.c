extern int omp_get_thread_num(void);
static inline long min_of(long a, long b) { return a < b ? a : b; }
static inline long max_of(long a, long b) { return a > b ? a : b; }
static inline long floor_div(long a, long b) { return a / b - (a % b < 0); }
static inline long floor_mod(long a, long b) { return a % b + (a % b < 0 ? b : 0); }
typedef float v8 __attribute__((vector_size(32)));
typedef float v8u __attribute__((vector_size(32), aligned(4), may_alias));

static void run(const float *restrict data, const float *restrict weights_packed, float *restrict out, char *restrict workspace) {
#pragma omp parallel for schedule(static) num_threads(2)
  for (long n_g_oco_oho = 0; n_g_oco_oho < 28; n_g_oco_oho++) {
    {
      v8 out_acc_0, out_acc_1, out_acc_2, out_acc_3, out_acc_4, out_acc_5, out_acc_6, out_acc_7;
      out_acc_0 = ((v8){0} + 0.0f);
      out_acc_1 = ((v8){0} + 0.0f);
      out_acc_2 = ((v8){0} + 0.0f);
      out_acc_3 = ((v8){0} + 0.0f);
      out_acc_4 = ((v8){0} + 0.0f);
      out_acc_5 = ((v8){0} + 0.0f);
      out_acc_6 = ((v8){0} + 0.0f);
      out_acc_7 = ((v8){0} + 0.0f);
      for (long kh = max_of(0, -((n_g_oco_oho) % 7) + 1); kh < min_of(3, -((n_g_oco_oho) % 7) + 8); kh++) {
        for (long ic = 0; ic < 64; ic++) {
          __builtin_prefetch(weights_packed + 9216 * ((n_g_oco_oho) / 7) + min_of(2304 * ((n_g_oco_oho) % 7), 9216) + 384 * kh + 2 * ic + 9216, 0, 2);
          const float *const data_at0 = data + 448 * ((n_g_oco_oho) % 7) + 448 * kh + ic;
          const float *const weights_packed_at1 = weights_packed + 9216 * ((n_g_oco_oho) / 7) + 3072 * kh + 16 * ic;
          out_acc_2 += (data_at0[-448] * *(const v8u *)(weights_packed_at1));
          out_acc_3 += (data_at0[-448] * *(const v8u *)(weights_packed_at1 + 8));
          out_acc_4 += (data_at0[-384] * *(const v8u *)(weights_packed_at1));
          out_acc_5 += (data_at0[-384] * *(const v8u *)(weights_packed_at1 + 8));
          out_acc_6 += (data_at0[-320] * *(const v8u *)(weights_packed_at1));
          out_acc_7 += (data_at0[-320] * *(const v8u *)(weights_packed_at1 + 8));
        }
        for (long ic = 0; ic < 64; ic++) {
          __builtin_prefetch(weights_packed + 9216 * ((n_g_oco_oho) / 7) + min_of(2304 * ((n_g_oco_oho) % 7), 9216) + 384 * kh + 2 * ic + 9344, 0, 2);
          const float *const data_at2 = data + 448 * ((n_g_oco_oho) % 7) + 448 * kh + ic;
          const float *const weights_packed_at3 = weights_packed + 9216 * ((n_g_oco_oho) / 7) + 3072 * kh + 16 * ic;
          out_acc_0 += (data_at2[-448] * *(const v8u *)(weights_packed_at3 + 1024));
          out_acc_1 += (data_at2[-448] * *(const v8u *)(weights_packed_at3 + 1032));
          out_acc_2 += (data_at2[-384] * *(const v8u *)(weights_packed_at3 + 1024));
          out_acc_3 += (data_at2[-384] * *(const v8u *)(weights_packed_at3 + 1032));
          out_acc_4 += (data_at2[-320] * *(const v8u *)(weights_packed_at3 + 1024));
          out_acc_5 += (data_at2[-320] * *(const v8u *)(weights_packed_at3 + 1032));
          out_acc_6 += (data_at2[-256] * *(const v8u *)(weights_packed_at3 + 1024));
          out_acc_7 += (data_at2[-256] * *(const v8u *)(weights_packed_at3 + 1032));
        }
        for (long ic = 0; ic < 64; ic++) {
          __builtin_prefetch(weights_packed + 9216 * ((n_g_oco_oho) / 7) + min_of(2304 * ((n_g_oco_oho) % 7), 9216) + 384 * kh + 2 * ic + 9472, 0, 2);
          const float *const data_at4 = data + 448 * ((n_g_oco_oho) % 7) + 448 * kh + ic;
          const float *const weights_packed_at5 = weights_packed + 9216 * ((n_g_oco_oho) / 7) + 3072 * kh + 16 * ic;
          out_acc_0 += (data_at4[-384] * *(const v8u *)(weights_packed_at5 + 2048));
          out_acc_1 += (data_at4[-384] * *(const v8u *)(weights_packed_at5 + 2056));
          out_acc_2 += (data_at4[-320] * *(const v8u *)(weights_packed_at5 + 2048));
          out_acc_3 += (data_at4[-320] * *(const v8u *)(weights_packed_at5 + 2056));
          out_acc_4 += (data_at4[-256] * *(const v8u *)(weights_packed_at5 + 2048));
          out_acc_5 += (data_at4[-256] * *(const v8u *)(weights_packed_at5 + 2056));
          out_acc_6 += (data_at4[-192] * *(const v8u *)(weights_packed_at5 + 2048));
          out_acc_7 += (data_at4[-192] * *(const v8u *)(weights_packed_at5 + 2056));
        }
      }
      float *const out_at6 = out + 16 * ((n_g_oco_oho) / 7) + 448 * ((n_g_oco_oho) % 7);
      *(v8u *)(out_at6) = out_acc_0;
      *(v8u *)(out_at6 + 8) = out_acc_1;
      *(v8u *)(out_at6 + 64) = out_acc_2;
      *(v8u *)(out_at6 + 72) = out_acc_3;
      *(v8u *)(out_at6 + 128) = out_acc_4;
      *(v8u *)(out_at6 + 136) = out_acc_5;
      *(v8u *)(out_at6 + 192) = out_acc_6;
      *(v8u *)(out_at6 + 200) = out_acc_7;
    }
    {
      v8 out_acc_0, out_acc_1, out_acc_2, out_acc_3, out_acc_4, out_acc_5;
      out_acc_0 = ((v8){0} + 0.0f);
      out_acc_1 = ((v8){0} + 0.0f);
      out_acc_2 = ((v8){0} + 0.0f);
      out_acc_3 = ((v8){0} + 0.0f);
      out_acc_4 = ((v8){0} + 0.0f);
      out_acc_5 = ((v8){0} + 0.0f);
      for (long kh2 = max_of(0, -((n_g_oco_oho) % 7) + 1); kh2 < min_of(3, -((n_g_oco_oho) % 7) + 8); kh2++) {
        for (long ic2 = 0; ic2 < 64; ic2++) {
          __builtin_prefetch(weights_packed + 9216 * ((n_g_oco_oho) / 7) + min_of(2304 * ((n_g_oco_oho) % 7) + 1152, 9216) + 384 * kh2 + 2 * ic2 + 9216, 0, 2);
          const float *const data_at7 = data + 448 * ((n_g_oco_oho) % 7) + 448 * kh2 + ic2;
          const float *const weights_packed_at8 = weights_packed + 9216 * ((n_g_oco_oho) / 7) + 3072 * kh2 + 16 * ic2;
          out_acc_0 += (data_at7[-256] * *(const v8u *)(weights_packed_at8));
          out_acc_1 += (data_at7[-256] * *(const v8u *)(weights_packed_at8 + 8));
          out_acc_2 += (data_at7[-192] * *(const v8u *)(weights_packed_at8));
          out_acc_3 += (data_at7[-192] * *(const v8u *)(weights_packed_at8 + 8));
          out_acc_4 += (data_at7[-128] * *(const v8u *)(weights_packed_at8));
          out_acc_5 += (data_at7[-128] * *(const v8u *)(weights_packed_at8 + 8));
        }
        for (long ic2 = 0; ic2 < 64; ic2++) {
          __builtin_prefetch(weights_packed + 9216 * ((n_g_oco_oho) / 7) + min_of(2304 * ((n_g_oco_oho) % 7) + 1152, 9216) + 384 * kh2 + 2 * ic2 + 9344, 0, 2);
          const float *const data_at9 = data + 448 * ((n_g_oco_oho) % 7) + 448 * kh2 + ic2;
          const float *const weights_packed_at10 = weights_packed + 9216 * ((n_g_oco_oho) / 7) + 3072 * kh2 + 16 * ic2;
          out_acc_0 += (data_at9[-192] * *(const v8u *)(weights_packed_at10 + 1024));
          out_acc_1 += (data_at9[-192] * *(const v8u *)(weights_packed_at10 + 1032));
          out_acc_2 += (data_at9[-128] * *(const v8u *)(weights_packed_at10 + 1024));
          out_acc_3 += (data_at9[-128] * *(const v8u *)(weights_packed_at10 + 1032));
          out_acc_4 += (data_at9[-64] * *(const v8u *)(weights_packed_at10 + 1024));
          out_acc_5 += (data_at9[-64] * *(const v8u *)(weights_packed_at10 + 1032));
        }
        for (long ic2 = 0; ic2 < 64; ic2++) {
          __builtin_prefetch(weights_packed + 9216 * ((n_g_oco_oho) / 7) + min_of(2304 * ((n_g_oco_oho) % 7) + 1152, 9216) + 384 * kh2 + 2 * ic2 + 9472, 0, 2);
          const float *const data_at11 = data + 448 * ((n_g_oco_oho) % 7) + 448 * kh2 + ic2;
          const float *const weights_packed_at12 = weights_packed + 9216 * ((n_g_oco_oho) / 7) + 3072 * kh2 + 16 * ic2;
          out_acc_0 += (data_at11[-128] * *(const v8u *)(weights_packed_at12 + 2048));
          out_acc_1 += (data_at11[-128] * *(const v8u *)(weights_packed_at12 + 2056));
          out_acc_2 += (data_at11[-64] * *(const v8u *)(weights_packed_at12 + 2048));
          out_acc_3 += (data_at11[-64] * *(const v8u *)(weights_packed_at12 + 2056));
        }
      }
      float *const out_at13 = out + 16 * ((n_g_oco_oho) / 7) + 448 * ((n_g_oco_oho) % 7);
      *(v8u *)(out_at13 + 256) = out_acc_0;
      *(v8u *)(out_at13 + 264) = out_acc_1;
      *(v8u *)(out_at13 + 320) = out_acc_2;
      *(v8u *)(out_at13 + 328) = out_acc_3;
      *(v8u *)(out_at13 + 384) = out_acc_4;
      *(v8u *)(out_at13 + 392) = out_acc_5;
    }
  }
}

void kernel(void *const *args, void *workspace) {
  run(args[0], args[1], args[2], workspace);
}

static void pack_0(const float *restrict weights, float *restrict weights_packed) {
  for (long d1o = 0; d1o < 4; d1o++) {
    for (long d3 = 0; d3 < 3; d3++) {
      for (long d4 = 0; d4 < 3; d4++) {
        for (long d2 = 0; d2 < 64; d2++) {
          for (long d1i = 0; d1i < 16; d1i++) {
            weights_packed[9216 * d1o + 3072 * d3 + 1024 * d4 + 16 * d2 + d1i] = weights[9216 * d1o + 3 * d3 + d4 + 9 * d2 + 576 * d1i];
          }
        }
      }
    }
  }
}

void pack(void *const *args, void *const *packed) {
  pack_0(args[1], packed[1]);
}
