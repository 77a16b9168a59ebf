static inline long min_of(long a, long b) { return a < b ? a : b; }
static inline long max_of(long a, long b) { return a > b ? a : b; }
static inline long floor_div(long a, long b) { return a / b - (a % b < 0); }
static inline long floor_mod(long a, long b) { return a % b + (a % b < 0 ? b : 0); }
typedef float v8 __attribute__((vector_size(32)));
typedef float v8u __attribute__((vector_size(32), aligned(4), may_alias));
static inline v8 max8(v8 a, v8 b) { return __builtin_ia32_maxps256(a, b); }

static void run(const float *restrict data, const float *restrict weights_packed, const float *restrict bias, const float *restrict weights2_packed, const float *restrict bias2, const float *restrict residual, float *restrict out, char *restrict workspace) {
  {
    float *restrict data_packed = (float *)(workspace + 0);
    for (long d0o = 0; d0o < 5; d0o++) {
      for (long d1 = 0; d1 < 70; d1++) {
        for (long d0i = 0; d0i < 4; d0i++) {
          data_packed[280 * d0o + 4 * d1 + d0i] = data[280 * d0o + d1 + 70 * d0i];
        }
      }
    }
    for (long ho = 0; ho < 2; ho++) {
      {
        float *restrict middle = (float *)(workspace + 5696);
        for (long ho2 = 0; ho2 < ((min_of(48, -48 * ho + 72) + 23) / 24); ho2++) {
          for (long io = 0; io < 5; io++) {
            {
              v8 middle_acc_0, middle_acc_1, middle_acc_2, middle_acc_3, middle_acc_4, middle_acc_5, middle_acc_6, middle_acc_7, middle_acc_8, middle_acc_9, middle_acc_10, middle_acc_11;
              middle_acc_0 = ((v8){0} + 0.0f);
              middle_acc_1 = ((v8){0} + 0.0f);
              middle_acc_2 = ((v8){0} + 0.0f);
              middle_acc_3 = ((v8){0} + 0.0f);
              middle_acc_4 = ((v8){0} + 0.0f);
              middle_acc_5 = ((v8){0} + 0.0f);
              middle_acc_6 = ((v8){0} + 0.0f);
              middle_acc_7 = ((v8){0} + 0.0f);
              middle_acc_8 = ((v8){0} + 0.0f);
              middle_acc_9 = ((v8){0} + 0.0f);
              middle_acc_10 = ((v8){0} + 0.0f);
              middle_acc_11 = ((v8){0} + 0.0f);
#pragma GCC unroll 2
              for (long k = 0; k < 70; k++) {
                const float *const data_packed_at2 = data_packed + 280 * io + 4 * k;
                const float *const weights_packed_at3 = weights_packed + 3360 * ho + 1680 * ho2 + 24 * k;
                middle_acc_0 += (data_packed_at2[0] * *(const v8u *)(weights_packed_at3));
                middle_acc_1 += (data_packed_at2[0] * *(const v8u *)(weights_packed_at3 + 8));
                middle_acc_2 += (data_packed_at2[0] * *(const v8u *)(weights_packed_at3 + 16));
                middle_acc_3 += (data_packed_at2[1] * *(const v8u *)(weights_packed_at3));
                middle_acc_4 += (data_packed_at2[1] * *(const v8u *)(weights_packed_at3 + 8));
                middle_acc_5 += (data_packed_at2[1] * *(const v8u *)(weights_packed_at3 + 16));
                middle_acc_6 += (data_packed_at2[2] * *(const v8u *)(weights_packed_at3));
                middle_acc_7 += (data_packed_at2[2] * *(const v8u *)(weights_packed_at3 + 8));
                middle_acc_8 += (data_packed_at2[2] * *(const v8u *)(weights_packed_at3 + 16));
                middle_acc_9 += (data_packed_at2[3] * *(const v8u *)(weights_packed_at3));
                middle_acc_10 += (data_packed_at2[3] * *(const v8u *)(weights_packed_at3 + 8));
                middle_acc_11 += (data_packed_at2[3] * *(const v8u *)(weights_packed_at3 + 16));
              }
              const float *const bias_at4 = bias + 48 * ho + 24 * ho2;
              float *const middle_at5 = middle + 24 * ho2 + 192 * io;
              *(v8u *)(middle_at5) = max8((middle_acc_0 + *(const v8u *)(bias_at4)), ((v8){0} + 0.0f));
              *(v8u *)(middle_at5 + 8) = max8((middle_acc_1 + *(const v8u *)(bias_at4 + 8)), ((v8){0} + 0.0f));
              *(v8u *)(middle_at5 + 16) = max8((middle_acc_2 + *(const v8u *)(bias_at4 + 16)), ((v8){0} + 0.0f));
              *(v8u *)(middle_at5 + 48) = max8((middle_acc_3 + *(const v8u *)(bias_at4)), ((v8){0} + 0.0f));
              *(v8u *)(middle_at5 + 56) = max8((middle_acc_4 + *(const v8u *)(bias_at4 + 8)), ((v8){0} + 0.0f));
              *(v8u *)(middle_at5 + 64) = max8((middle_acc_5 + *(const v8u *)(bias_at4 + 16)), ((v8){0} + 0.0f));
              *(v8u *)(middle_at5 + 96) = max8((middle_acc_6 + *(const v8u *)(bias_at4)), ((v8){0} + 0.0f));
              *(v8u *)(middle_at5 + 104) = max8((middle_acc_7 + *(const v8u *)(bias_at4 + 8)), ((v8){0} + 0.0f));
              *(v8u *)(middle_at5 + 112) = max8((middle_acc_8 + *(const v8u *)(bias_at4 + 16)), ((v8){0} + 0.0f));
              *(v8u *)(middle_at5 + 144) = max8((middle_acc_9 + *(const v8u *)(bias_at4)), ((v8){0} + 0.0f));
              *(v8u *)(middle_at5 + 152) = max8((middle_acc_10 + *(const v8u *)(bias_at4 + 8)), ((v8){0} + 0.0f));
              *(v8u *)(middle_at5 + 160) = max8((middle_acc_11 + *(const v8u *)(bias_at4 + 16)), ((v8){0} + 0.0f));
            }
          }
        }
        for (long iio = 0; iio < 5; iio++) {
          {
            v8 out_acc_0, out_acc_1, out_acc_2, out_acc_3, out_acc_4, out_acc_5, out_acc_6, out_acc_7, out_acc_8, out_acc_9, out_acc_10, out_acc_11;
            out_acc_0 = ((v8){0} + 0.0f);
            out_acc_1 = ((v8){0} + 0.0f);
            out_acc_2 = ((v8){0} + 0.0f);
            out_acc_3 = ((v8){0} + 0.0f);
            out_acc_4 = ((v8){0} + 0.0f);
            out_acc_5 = ((v8){0} + 0.0f);
            out_acc_6 = ((v8){0} + 0.0f);
            out_acc_7 = ((v8){0} + 0.0f);
            out_acc_8 = ((v8){0} + 0.0f);
            out_acc_9 = ((v8){0} + 0.0f);
            out_acc_10 = ((v8){0} + 0.0f);
            out_acc_11 = ((v8){0} + 0.0f);
#pragma GCC unroll 2
            for (long hi = 0; hi < min_of(48, -48 * ho + 72); hi++) {
              const float *const middle_at6 = middle + 192 * iio + hi;
              const float *const weights2_packed_at7 = weights2_packed + 1152 * ho + 24 * hi;
              out_acc_0 += (middle_at6[0] * *(const v8u *)(weights2_packed_at7));
              out_acc_1 += (middle_at6[0] * *(const v8u *)(weights2_packed_at7 + 8));
              out_acc_2 += (middle_at6[0] * *(const v8u *)(weights2_packed_at7 + 16));
              out_acc_3 += (middle_at6[48] * *(const v8u *)(weights2_packed_at7));
              out_acc_4 += (middle_at6[48] * *(const v8u *)(weights2_packed_at7 + 8));
              out_acc_5 += (middle_at6[48] * *(const v8u *)(weights2_packed_at7 + 16));
              out_acc_6 += (middle_at6[96] * *(const v8u *)(weights2_packed_at7));
              out_acc_7 += (middle_at6[96] * *(const v8u *)(weights2_packed_at7 + 8));
              out_acc_8 += (middle_at6[96] * *(const v8u *)(weights2_packed_at7 + 16));
              out_acc_9 += (middle_at6[144] * *(const v8u *)(weights2_packed_at7));
              out_acc_10 += (middle_at6[144] * *(const v8u *)(weights2_packed_at7 + 8));
              out_acc_11 += (middle_at6[144] * *(const v8u *)(weights2_packed_at7 + 16));
            }
            if (-ho >= 0) {
              if (ho - 1 >= 0) {
                const float *const residual_at8 = residual + 96 * iio;
                float *const out_at9 = out + 96 * iio;
                *(v8u *)(out_at9) = ((out_acc_0 + *(const v8u *)(bias2 + 0)) + *(const v8u *)(residual_at8));
                *(v8u *)(out_at9 + 8) = ((out_acc_1 + *(const v8u *)(bias2 + 8)) + *(const v8u *)(residual_at8 + 8));
                *(v8u *)(out_at9 + 16) = ((out_acc_2 + *(const v8u *)(bias2 + 16)) + *(const v8u *)(residual_at8 + 16));
                *(v8u *)(out_at9 + 24) = ((out_acc_3 + *(const v8u *)(bias2 + 0)) + *(const v8u *)(residual_at8 + 24));
                *(v8u *)(out_at9 + 32) = ((out_acc_4 + *(const v8u *)(bias2 + 8)) + *(const v8u *)(residual_at8 + 32));
                *(v8u *)(out_at9 + 40) = ((out_acc_5 + *(const v8u *)(bias2 + 16)) + *(const v8u *)(residual_at8 + 40));
                *(v8u *)(out_at9 + 48) = ((out_acc_6 + *(const v8u *)(bias2 + 0)) + *(const v8u *)(residual_at8 + 48));
                *(v8u *)(out_at9 + 56) = ((out_acc_7 + *(const v8u *)(bias2 + 8)) + *(const v8u *)(residual_at8 + 56));
                *(v8u *)(out_at9 + 64) = ((out_acc_8 + *(const v8u *)(bias2 + 16)) + *(const v8u *)(residual_at8 + 64));
                *(v8u *)(out_at9 + 72) = ((out_acc_9 + *(const v8u *)(bias2 + 0)) + *(const v8u *)(residual_at8 + 72));
                *(v8u *)(out_at9 + 80) = ((out_acc_10 + *(const v8u *)(bias2 + 8)) + *(const v8u *)(residual_at8 + 80));
                *(v8u *)(out_at9 + 88) = ((out_acc_11 + *(const v8u *)(bias2 + 16)) + *(const v8u *)(residual_at8 + 88));
              } else {
                float *const out_at10 = out + 96 * iio;
                *(v8u *)(out_at10) = out_acc_0;
                *(v8u *)(out_at10 + 8) = out_acc_1;
                *(v8u *)(out_at10 + 16) = out_acc_2;
                *(v8u *)(out_at10 + 24) = out_acc_3;
                *(v8u *)(out_at10 + 32) = out_acc_4;
                *(v8u *)(out_at10 + 40) = out_acc_5;
                *(v8u *)(out_at10 + 48) = out_acc_6;
                *(v8u *)(out_at10 + 56) = out_acc_7;
                *(v8u *)(out_at10 + 64) = out_acc_8;
                *(v8u *)(out_at10 + 72) = out_acc_9;
                *(v8u *)(out_at10 + 80) = out_acc_10;
                *(v8u *)(out_at10 + 88) = out_acc_11;
              }
            } else {
              if (ho - 1 >= 0) {
                const float *const out_at11 = out + 96 * iio;
                const float *const residual_at12 = residual + 96 * iio;
                float *const out_at13 = out + 96 * iio;
                *(v8u *)(out_at13) = (((*(const v8u *)(out_at11) + out_acc_0) + *(const v8u *)(bias2 + 0)) + *(const v8u *)(residual_at12));
                *(v8u *)(out_at13 + 8) = (((*(const v8u *)(out_at11 + 8) + out_acc_1) + *(const v8u *)(bias2 + 8)) + *(const v8u *)(residual_at12 + 8));
                *(v8u *)(out_at13 + 16) = (((*(const v8u *)(out_at11 + 16) + out_acc_2) + *(const v8u *)(bias2 + 16)) + *(const v8u *)(residual_at12 + 16));
                *(v8u *)(out_at13 + 24) = (((*(const v8u *)(out_at11 + 24) + out_acc_3) + *(const v8u *)(bias2 + 0)) + *(const v8u *)(residual_at12 + 24));
                *(v8u *)(out_at13 + 32) = (((*(const v8u *)(out_at11 + 32) + out_acc_4) + *(const v8u *)(bias2 + 8)) + *(const v8u *)(residual_at12 + 32));
                *(v8u *)(out_at13 + 40) = (((*(const v8u *)(out_at11 + 40) + out_acc_5) + *(const v8u *)(bias2 + 16)) + *(const v8u *)(residual_at12 + 40));
                *(v8u *)(out_at13 + 48) = (((*(const v8u *)(out_at11 + 48) + out_acc_6) + *(const v8u *)(bias2 + 0)) + *(const v8u *)(residual_at12 + 48));
                *(v8u *)(out_at13 + 56) = (((*(const v8u *)(out_at11 + 56) + out_acc_7) + *(const v8u *)(bias2 + 8)) + *(const v8u *)(residual_at12 + 56));
                *(v8u *)(out_at13 + 64) = (((*(const v8u *)(out_at11 + 64) + out_acc_8) + *(const v8u *)(bias2 + 16)) + *(const v8u *)(residual_at12 + 64));
                *(v8u *)(out_at13 + 72) = (((*(const v8u *)(out_at11 + 72) + out_acc_9) + *(const v8u *)(bias2 + 0)) + *(const v8u *)(residual_at12 + 72));
                *(v8u *)(out_at13 + 80) = (((*(const v8u *)(out_at11 + 80) + out_acc_10) + *(const v8u *)(bias2 + 8)) + *(const v8u *)(residual_at12 + 80));
                *(v8u *)(out_at13 + 88) = (((*(const v8u *)(out_at11 + 88) + out_acc_11) + *(const v8u *)(bias2 + 16)) + *(const v8u *)(residual_at12 + 88));
              } else {
                float *const out_at14 = out + 96 * iio;
                *(v8u *)(out_at14) = *(const v8u *)(out_at14) + out_acc_0;
                *(v8u *)(out_at14 + 8) = *(const v8u *)(out_at14 + 8) + out_acc_1;
                *(v8u *)(out_at14 + 16) = *(const v8u *)(out_at14 + 16) + out_acc_2;
                *(v8u *)(out_at14 + 24) = *(const v8u *)(out_at14 + 24) + out_acc_3;
                *(v8u *)(out_at14 + 32) = *(const v8u *)(out_at14 + 32) + out_acc_4;
                *(v8u *)(out_at14 + 40) = *(const v8u *)(out_at14 + 40) + out_acc_5;
                *(v8u *)(out_at14 + 48) = *(const v8u *)(out_at14 + 48) + out_acc_6;
                *(v8u *)(out_at14 + 56) = *(const v8u *)(out_at14 + 56) + out_acc_7;
                *(v8u *)(out_at14 + 64) = *(const v8u *)(out_at14 + 64) + out_acc_8;
                *(v8u *)(out_at14 + 72) = *(const v8u *)(out_at14 + 72) + out_acc_9;
                *(v8u *)(out_at14 + 80) = *(const v8u *)(out_at14 + 80) + out_acc_10;
                *(v8u *)(out_at14 + 88) = *(const v8u *)(out_at14 + 88) + out_acc_11;
              }
            }
          }
        }
      }
    }
  }
}

void kernel(void *const *args, void *workspace) {
  run(args[0], args[1], args[2], args[3], args[4], args[5], args[6], workspace);
}

static void pack_0(const float *restrict weights, float *restrict weights_packed) {
  for (long d1o = 0; d1o < 3; d1o++) {
    for (long d0 = 0; d0 < 70; d0++) {
      __builtin_memcpy(weights_packed + 1680 * d1o + 24 * d0, weights + 24 * d1o + 72 * d0, 96);
    }
  }
}

static void pack_1(const float *restrict weights2, float *restrict weights2_packed) {
  __builtin_memcpy(weights2_packed + 0, weights2 + 0, 6912);
}

void pack(void *const *args, void *const *packed) {
  pack_0(args[1], packed[1]);
  pack_1(args[3], packed[3]);
}
