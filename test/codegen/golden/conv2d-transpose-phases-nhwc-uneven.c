extern int omp_get_thread_num(void);
static inline long min_of(long a, long b) { return a < b ? a : b; }
static inline long max_of(long a, long b) { return a > b ? a : b; }
static inline long floor_div(long a, long b) { return a / b - (a % b < 0); }
static inline long floor_mod(long a, long b) { return a % b + (a % b < 0 ? b : 0); }
typedef float v16 __attribute__((vector_size(64)));
typedef float v16u __attribute__((vector_size(64), aligned(4), may_alias));
static inline v16 max16(v16 a, v16 b) {
#ifdef __clang__
  return __builtin_ia32_maxps512(a, b, 4);
#else
  return __builtin_ia32_maxps512_mask(a, b, a, -1, 4);
#endif
}
static inline v16 load4of16(const float *p) { return __builtin_ia32_loadups512_mask(p, (v16){0}, 0xf); }
static inline void store4of16(float *p, v16 v) { __builtin_ia32_storeups512_mask(p, v, 0xf); }

static void run(const float *restrict data, const float *restrict weights_packed, const float *restrict bias, float *restrict out, char *restrict workspace) {
  {
    float *restrict padded = (float *)(workspace + 0);
#pragma omp parallel for schedule(static) num_threads(2)
    for (long n_ih_iw = 0; n_ih_iw < 36; n_ih_iw++) {
      if (-((n_ih_iw) / 6) + 4 >= 0) {
        if (-((n_ih_iw) % 6) + 4 >= 0) {
          __builtin_memcpy(padded + 8 * n_ih_iw, data + 40 * ((n_ih_iw) / 6) + 8 * ((n_ih_iw) % 6), 32);
        } else {
          __builtin_memset(padded + 8 * n_ih_iw, 0, 32);
        }
      } else {
        __builtin_memset(padded + 8 * n_ih_iw, 0, 32);
      }
    }
#pragma omp parallel for schedule(static) num_threads(2)
    for (long n_g_ohoo_ohi_owi_oco = 0; n_g_ohoo_ohi_owi_oco < 12; n_g_ohoo_ohi_owi_oco++) {
      if (-((((n_g_ohoo_ohi_owi_oco) / 2)) / 2) + 1 >= 0) {
        {
          v16 phase_0, phase_1, phase_2, phase_3, phase_4, phase_5, phase_6, phase_7, phase_8, phase_9, phase_10, phase_11;
          phase_0 = ((v16){0} + 0.0f);
          phase_1 = ((v16){0} + 0.0f);
          phase_2 = ((v16){0} + 0.0f);
          phase_3 = ((v16){0} + 0.0f);
          phase_4 = ((v16){0} + 0.0f);
          phase_5 = ((v16){0} + 0.0f);
          phase_6 = ((v16){0} + 0.0f);
          phase_7 = ((v16){0} + 0.0f);
          phase_8 = ((v16){0} + 0.0f);
          phase_9 = ((v16){0} + 0.0f);
          phase_10 = ((v16){0} + 0.0f);
          phase_11 = ((v16){0} + 0.0f);
          for (long ic = 0; ic < 8; ic++) {
            for (long kh = 0; kh < floor_div(-((((((n_g_ohoo_ohi_owi_oco) / 2)) % 2) + 1) % 2), 2) + 2; kh++) {
              for (long kw = 0; kw < floor_div(-((((n_g_ohoo_ohi_owi_oco) % 2) + 1) % 2), 2) + 2; kw++) {
                const float *const padded_at0 = padded + 8 * ((-((((n_g_ohoo_ohi_owi_oco) % 2) + 1) % 2) + ((n_g_ohoo_ohi_owi_oco) % 2) + 1) / 2) + 96 * ((((n_g_ohoo_ohi_owi_oco) / 2)) / 2) + 48 * ((((((n_g_ohoo_ohi_owi_oco) / 2)) % 2) - ((((((n_g_ohoo_ohi_owi_oco) / 2)) % 2) + 1) % 2) + 1) / 2) + ic - 48 * kh - 8 * kw;
                const float *const weights_packed_at1 = weights_packed + 1280 * ((((((n_g_ohoo_ohi_owi_oco) / 2)) % 2) + 1) % 2) + 640 * ((((n_g_ohoo_ohi_owi_oco) % 2) + 1) % 2) + 80 * ic + 40 * kh + 20 * kw;
                phase_0 += (padded_at0[0] * *(const v16u *)(weights_packed_at1));
                phase_1 += (padded_at0[0] * *(const v16u *)(weights_packed_at1 + 16));
                phase_2 += (padded_at0[8] * *(const v16u *)(weights_packed_at1));
                phase_3 += (padded_at0[8] * *(const v16u *)(weights_packed_at1 + 16));
                phase_4 += (padded_at0[16] * *(const v16u *)(weights_packed_at1));
                phase_5 += (padded_at0[16] * *(const v16u *)(weights_packed_at1 + 16));
                phase_6 += (padded_at0[48] * *(const v16u *)(weights_packed_at1));
                phase_7 += (padded_at0[48] * *(const v16u *)(weights_packed_at1 + 16));
                phase_8 += (padded_at0[56] * *(const v16u *)(weights_packed_at1));
                phase_9 += (padded_at0[56] * *(const v16u *)(weights_packed_at1 + 16));
                phase_10 += (padded_at0[64] * *(const v16u *)(weights_packed_at1));
                phase_11 += (padded_at0[64] * *(const v16u *)(weights_packed_at1 + 16));
              }
            }
          }
          if (-4 * ((((n_g_ohoo_ohi_owi_oco) / 2)) / 2) - ((((n_g_ohoo_ohi_owi_oco) / 2)) % 2) + 8 >= 0) {
            float *const out_at2 = out + 720 * ((((n_g_ohoo_ohi_owi_oco) / 2)) / 2) + 180 * ((((n_g_ohoo_ohi_owi_oco) / 2)) % 2) + 20 * ((n_g_ohoo_ohi_owi_oco) % 2);
            *(v16u *)(out_at2) = max16((phase_0 + *(const v16u *)(bias + 0)), ((v16){0} + 0.0f));
            store4of16(out_at2 + 16, max16((phase_1 + load4of16(bias + 16)), ((v16){0} + 0.0f)));
            *(v16u *)(out_at2 + 40) = max16((phase_2 + *(const v16u *)(bias + 0)), ((v16){0} + 0.0f));
            store4of16(out_at2 + 56, max16((phase_3 + load4of16(bias + 16)), ((v16){0} + 0.0f)));
            *(v16u *)(out_at2 + 80) = max16((phase_4 + *(const v16u *)(bias + 0)), ((v16){0} + 0.0f));
            store4of16(out_at2 + 96, max16((phase_5 + load4of16(bias + 16)), ((v16){0} + 0.0f)));
          }
          if (-4 * ((((n_g_ohoo_ohi_owi_oco) / 2)) / 2) - ((((n_g_ohoo_ohi_owi_oco) / 2)) % 2) + 6 >= 0) {
            float *const out_at3 = out + 720 * ((((n_g_ohoo_ohi_owi_oco) / 2)) / 2) + 180 * ((((n_g_ohoo_ohi_owi_oco) / 2)) % 2) + 20 * ((n_g_ohoo_ohi_owi_oco) % 2);
            *(v16u *)(out_at3 + 360) = max16((phase_6 + *(const v16u *)(bias + 0)), ((v16){0} + 0.0f));
            store4of16(out_at3 + 376, max16((phase_7 + load4of16(bias + 16)), ((v16){0} + 0.0f)));
            *(v16u *)(out_at3 + 400) = max16((phase_8 + *(const v16u *)(bias + 0)), ((v16){0} + 0.0f));
            store4of16(out_at3 + 416, max16((phase_9 + load4of16(bias + 16)), ((v16){0} + 0.0f)));
            *(v16u *)(out_at3 + 440) = max16((phase_10 + *(const v16u *)(bias + 0)), ((v16){0} + 0.0f));
            store4of16(out_at3 + 456, max16((phase_11 + load4of16(bias + 16)), ((v16){0} + 0.0f)));
          }
        }
        {
          v16 phase_0, phase_1, phase_2, phase_3, phase_4, phase_5, phase_6, phase_7;
          phase_0 = ((v16){0} + 0.0f);
          phase_1 = ((v16){0} + 0.0f);
          phase_2 = ((v16){0} + 0.0f);
          phase_3 = ((v16){0} + 0.0f);
          phase_4 = ((v16){0} + 0.0f);
          phase_5 = ((v16){0} + 0.0f);
          phase_6 = ((v16){0} + 0.0f);
          phase_7 = ((v16){0} + 0.0f);
          for (long ic2 = 0; ic2 < 8; ic2++) {
            for (long kh2 = 0; kh2 < floor_div(-((((((n_g_ohoo_ohi_owi_oco) / 2)) % 2) + 1) % 2), 2) + 2; kh2++) {
              for (long kw2 = 0; kw2 < floor_div(-((((n_g_ohoo_ohi_owi_oco) % 2) + 1) % 2), 2) + 2; kw2++) {
                const float *const padded_at4 = padded + 8 * ((-((((n_g_ohoo_ohi_owi_oco) % 2) + 1) % 2) + ((n_g_ohoo_ohi_owi_oco) % 2) + 1) / 2) + 96 * ((((n_g_ohoo_ohi_owi_oco) / 2)) / 2) + 48 * ((((((n_g_ohoo_ohi_owi_oco) / 2)) % 2) - ((((((n_g_ohoo_ohi_owi_oco) / 2)) % 2) + 1) % 2) + 1) / 2) + ic2 - 48 * kh2 - 8 * kw2;
                const float *const weights_packed_at5 = weights_packed + 1280 * ((((((n_g_ohoo_ohi_owi_oco) / 2)) % 2) + 1) % 2) + 640 * ((((n_g_ohoo_ohi_owi_oco) % 2) + 1) % 2) + 80 * ic2 + 40 * kh2 + 20 * kw2;
                phase_0 += (padded_at4[24] * *(const v16u *)(weights_packed_at5));
                phase_1 += (padded_at4[24] * *(const v16u *)(weights_packed_at5 + 16));
                phase_2 += (padded_at4[32] * *(const v16u *)(weights_packed_at5));
                phase_3 += (padded_at4[32] * *(const v16u *)(weights_packed_at5 + 16));
                phase_4 += (padded_at4[72] * *(const v16u *)(weights_packed_at5));
                phase_5 += (padded_at4[72] * *(const v16u *)(weights_packed_at5 + 16));
                phase_6 += (padded_at4[80] * *(const v16u *)(weights_packed_at5));
                phase_7 += (padded_at4[80] * *(const v16u *)(weights_packed_at5 + 16));
              }
            }
          }
          if (-4 * ((((n_g_ohoo_ohi_owi_oco) / 2)) / 2) - ((((n_g_ohoo_ohi_owi_oco) / 2)) % 2) + 8 >= 0) {
            float *const out_at6 = out + 720 * ((((n_g_ohoo_ohi_owi_oco) / 2)) / 2) + 180 * ((((n_g_ohoo_ohi_owi_oco) / 2)) % 2) + 20 * ((n_g_ohoo_ohi_owi_oco) % 2);
            *(v16u *)(out_at6 + 120) = max16((phase_0 + *(const v16u *)(bias + 0)), ((v16){0} + 0.0f));
            store4of16(out_at6 + 136, max16((phase_1 + load4of16(bias + 16)), ((v16){0} + 0.0f)));
            if (-((n_g_ohoo_ohi_owi_oco) % 2) >= 0) {
              *(v16u *)(out_at6 + 160) = max16((phase_2 + *(const v16u *)(bias + 0)), ((v16){0} + 0.0f));
              store4of16(out_at6 + 176, max16((phase_3 + load4of16(bias + 16)), ((v16){0} + 0.0f)));
            }
          }
          if (-4 * ((((n_g_ohoo_ohi_owi_oco) / 2)) / 2) - ((((n_g_ohoo_ohi_owi_oco) / 2)) % 2) + 6 >= 0) {
            float *const out_at7 = out + 720 * ((((n_g_ohoo_ohi_owi_oco) / 2)) / 2) + 180 * ((((n_g_ohoo_ohi_owi_oco) / 2)) % 2) + 20 * ((n_g_ohoo_ohi_owi_oco) % 2);
            *(v16u *)(out_at7 + 480) = max16((phase_4 + *(const v16u *)(bias + 0)), ((v16){0} + 0.0f));
            store4of16(out_at7 + 496, max16((phase_5 + load4of16(bias + 16)), ((v16){0} + 0.0f)));
            if (-((n_g_ohoo_ohi_owi_oco) % 2) >= 0) {
              *(v16u *)(out_at7 + 520) = max16((phase_6 + *(const v16u *)(bias + 0)), ((v16){0} + 0.0f));
              store4of16(out_at7 + 536, max16((phase_7 + load4of16(bias + 16)), ((v16){0} + 0.0f)));
            }
          }
        }
      } else {
        {
          v16 phase_0, phase_1, phase_2, phase_3, phase_4, phase_5;
          phase_0 = ((v16){0} + 0.0f);
          phase_1 = ((v16){0} + 0.0f);
          phase_2 = ((v16){0} + 0.0f);
          phase_3 = ((v16){0} + 0.0f);
          phase_4 = ((v16){0} + 0.0f);
          phase_5 = ((v16){0} + 0.0f);
          for (long ic3 = 0; ic3 < 8; ic3++) {
            for (long kh3 = 0; kh3 < floor_div(-((((((n_g_ohoo_ohi_owi_oco) / 2)) % 2) + 1) % 2), 2) + 2; kh3++) {
              for (long kw3 = 0; kw3 < floor_div(-((((n_g_ohoo_ohi_owi_oco) % 2) + 1) % 2), 2) + 2; kw3++) {
                const float *const padded_at8 = padded + 8 * ((-((((n_g_ohoo_ohi_owi_oco) % 2) + 1) % 2) + ((n_g_ohoo_ohi_owi_oco) % 2) + 1) / 2) + 96 * ((((n_g_ohoo_ohi_owi_oco) / 2)) / 2) + 48 * ((((((n_g_ohoo_ohi_owi_oco) / 2)) % 2) - ((((((n_g_ohoo_ohi_owi_oco) / 2)) % 2) + 1) % 2) + 1) / 2) + ic3 - 48 * kh3 - 8 * kw3;
                const float *const weights_packed_at9 = weights_packed + 1280 * ((((((n_g_ohoo_ohi_owi_oco) / 2)) % 2) + 1) % 2) + 640 * ((((n_g_ohoo_ohi_owi_oco) % 2) + 1) % 2) + 80 * ic3 + 40 * kh3 + 20 * kw3;
                phase_0 += (padded_at8[0] * *(const v16u *)(weights_packed_at9));
                phase_1 += (padded_at8[0] * *(const v16u *)(weights_packed_at9 + 16));
                phase_2 += (padded_at8[8] * *(const v16u *)(weights_packed_at9));
                phase_3 += (padded_at8[8] * *(const v16u *)(weights_packed_at9 + 16));
                phase_4 += (padded_at8[16] * *(const v16u *)(weights_packed_at9));
                phase_5 += (padded_at8[16] * *(const v16u *)(weights_packed_at9 + 16));
              }
            }
          }
          if (-4 * ((((n_g_ohoo_ohi_owi_oco) / 2)) / 2) - ((((n_g_ohoo_ohi_owi_oco) / 2)) % 2) + 8 >= 0) {
            float *const out_at10 = out + 720 * ((((n_g_ohoo_ohi_owi_oco) / 2)) / 2) + 180 * ((((n_g_ohoo_ohi_owi_oco) / 2)) % 2) + 20 * ((n_g_ohoo_ohi_owi_oco) % 2);
            *(v16u *)(out_at10) = max16((phase_0 + *(const v16u *)(bias + 0)), ((v16){0} + 0.0f));
            store4of16(out_at10 + 16, max16((phase_1 + load4of16(bias + 16)), ((v16){0} + 0.0f)));
            *(v16u *)(out_at10 + 40) = max16((phase_2 + *(const v16u *)(bias + 0)), ((v16){0} + 0.0f));
            store4of16(out_at10 + 56, max16((phase_3 + load4of16(bias + 16)), ((v16){0} + 0.0f)));
            *(v16u *)(out_at10 + 80) = max16((phase_4 + *(const v16u *)(bias + 0)), ((v16){0} + 0.0f));
            store4of16(out_at10 + 96, max16((phase_5 + load4of16(bias + 16)), ((v16){0} + 0.0f)));
          }
        }
        {
          v16 phase_0, phase_1, phase_2, phase_3;
          phase_0 = ((v16){0} + 0.0f);
          phase_1 = ((v16){0} + 0.0f);
          phase_2 = ((v16){0} + 0.0f);
          phase_3 = ((v16){0} + 0.0f);
          for (long ic4 = 0; ic4 < 8; ic4++) {
            for (long kh4 = 0; kh4 < floor_div(-((((((n_g_ohoo_ohi_owi_oco) / 2)) % 2) + 1) % 2), 2) + 2; kh4++) {
              for (long kw4 = 0; kw4 < floor_div(-((((n_g_ohoo_ohi_owi_oco) % 2) + 1) % 2), 2) + 2; kw4++) {
                const float *const padded_at11 = padded + 8 * ((-((((n_g_ohoo_ohi_owi_oco) % 2) + 1) % 2) + ((n_g_ohoo_ohi_owi_oco) % 2) + 1) / 2) + 96 * ((((n_g_ohoo_ohi_owi_oco) / 2)) / 2) + 48 * ((((((n_g_ohoo_ohi_owi_oco) / 2)) % 2) - ((((((n_g_ohoo_ohi_owi_oco) / 2)) % 2) + 1) % 2) + 1) / 2) + ic4 - 48 * kh4 - 8 * kw4;
                const float *const weights_packed_at12 = weights_packed + 1280 * ((((((n_g_ohoo_ohi_owi_oco) / 2)) % 2) + 1) % 2) + 640 * ((((n_g_ohoo_ohi_owi_oco) % 2) + 1) % 2) + 80 * ic4 + 40 * kh4 + 20 * kw4;
                phase_0 += (padded_at11[24] * *(const v16u *)(weights_packed_at12));
                phase_1 += (padded_at11[24] * *(const v16u *)(weights_packed_at12 + 16));
                phase_2 += (padded_at11[32] * *(const v16u *)(weights_packed_at12));
                phase_3 += (padded_at11[32] * *(const v16u *)(weights_packed_at12 + 16));
              }
            }
          }
          if (-4 * ((((n_g_ohoo_ohi_owi_oco) / 2)) / 2) - ((((n_g_ohoo_ohi_owi_oco) / 2)) % 2) + 8 >= 0) {
            float *const out_at13 = out + 720 * ((((n_g_ohoo_ohi_owi_oco) / 2)) / 2) + 180 * ((((n_g_ohoo_ohi_owi_oco) / 2)) % 2) + 20 * ((n_g_ohoo_ohi_owi_oco) % 2);
            *(v16u *)(out_at13 + 120) = max16((phase_0 + *(const v16u *)(bias + 0)), ((v16){0} + 0.0f));
            store4of16(out_at13 + 136, max16((phase_1 + load4of16(bias + 16)), ((v16){0} + 0.0f)));
            if (-((n_g_ohoo_ohi_owi_oco) % 2) >= 0) {
              *(v16u *)(out_at13 + 160) = max16((phase_2 + *(const v16u *)(bias + 0)), ((v16){0} + 0.0f));
              store4of16(out_at13 + 176, max16((phase_3 + load4of16(bias + 16)), ((v16){0} + 0.0f)));
            }
          }
        }
      }
    }
  }
}

void kernel(void *const *args, void *workspace) {
  run(args[0], args[1], args[2], args[3], workspace);
}

static void pack_0(const float *restrict weights, float *restrict weights_packed) {
  for (long d3i = 0; d3i < 2; d3i++) {
    for (long d4i = 0; d4i < 2; d4i++) {
      for (long d1 = 0; d1 < 8; d1++) {
        for (long d3o = 0; d3o < 2; d3o++) {
          if (-d3i - 2 * d3o + 2 >= 0) {
            for (long d4o = 0; d4o < 2; d4o++) {
              if (-d4i - 2 * d4o + 2 >= 0) {
                for (long d2i = 0; d2i < 20; d2i++) {
                  weights_packed[1280 * d3i + 640 * d4i + 80 * d1 + 40 * d3o + 20 * d4o + d2i] = weights[3 * d3i + d4i + 180 * d1 + 6 * d3o + 2 * d4o + 9 * d2i];
                }
              } else {
                __builtin_memset(weights_packed + 1280 * d3i + 640 * d4i + 80 * d1 + 40 * d3o + 20 * d4o, 0, 80);
              }
            }
          } else {
            __builtin_memset(weights_packed + 1280 * d3i + 640 * d4i + 80 * d1 + 40 * d3o, 0, 160);
          }
        }
      }
    }
  }
}

void pack(void *const *args, void *const *packed) {
  pack_0(args[1], packed[1]);
}
