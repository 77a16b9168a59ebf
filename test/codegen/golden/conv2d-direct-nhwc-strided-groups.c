extern int omp_get_thread_num(void);
static inline long min_of(long a, long b) { return a < b ? a : b; }
static inline long max_of(long a, long b) { return a > b ? a : b; }
static inline long floor_div(long a, long b) { return a / b - (a % b < 0); }
static inline long floor_mod(long a, long b) { return a % b + (a % b < 0 ? b : 0); }
typedef float v16 __attribute__((vector_size(64)));
typedef float v16u __attribute__((vector_size(64), aligned(4), may_alias));
static inline void store4of16(float *p, v16 v) { __builtin_ia32_storeups512_mask(p, v, 0xf); }

static void run(const float *restrict data, const float *restrict weights_packed, float *restrict out, char *restrict workspace) {
#pragma omp parallel for schedule(static) num_threads(2)
  for (long n_g_oco_oho = 0; n_g_oco_oho < 4; n_g_oco_oho++) {
    for (long owo = 0; owo < 2; owo++) {
      {
        v16 out_acc_0, out_acc_1, out_acc_2, out_acc_3, out_acc_4, out_acc_5, out_acc_6, out_acc_7;
        out_acc_0 = ((v16){0} + 0.0f);
        out_acc_1 = ((v16){0} + 0.0f);
        out_acc_2 = ((v16){0} + 0.0f);
        out_acc_3 = ((v16){0} + 0.0f);
        out_acc_4 = ((v16){0} + 0.0f);
        out_acc_5 = ((v16){0} + 0.0f);
        out_acc_6 = ((v16){0} + 0.0f);
        out_acc_7 = ((v16){0} + 0.0f);
        for (long ic = 0; ic < 3; ic++) {
          for (long kh = 0; kh < 3; kh++) {
            for (long kw = 0; kw < 3; kw++) {
              const float *const data_at0 = data + 3 * ((n_g_oco_oho) / 2) + 216 * ((n_g_oco_oho) % 2) + 24 * owo + ic + 54 * kh + 6 * kw;
              const float *const weights_packed_at1 = weights_packed + 540 * ((n_g_oco_oho) / 2) + 180 * ic + 60 * kh + 20 * kw;
              out_acc_0 += (data_at0[0] * *(const v16u *)(weights_packed_at1));
              out_acc_1 += (data_at0[0] * *(const v16u *)(weights_packed_at1 + 16));
              out_acc_2 += (data_at0[12] * *(const v16u *)(weights_packed_at1));
              out_acc_3 += (data_at0[12] * *(const v16u *)(weights_packed_at1 + 16));
              out_acc_4 += (data_at0[108] * *(const v16u *)(weights_packed_at1));
              out_acc_5 += (data_at0[108] * *(const v16u *)(weights_packed_at1 + 16));
              out_acc_6 += (data_at0[120] * *(const v16u *)(weights_packed_at1));
              out_acc_7 += (data_at0[120] * *(const v16u *)(weights_packed_at1 + 16));
            }
          }
        }
        float *const out_at2 = out + 20 * ((n_g_oco_oho) / 2) + 320 * ((n_g_oco_oho) % 2) + 80 * owo;
        *(v16u *)(out_at2) = out_acc_0;
        store4of16(out_at2 + 16, out_acc_1);
        *(v16u *)(out_at2 + 40) = out_acc_2;
        store4of16(out_at2 + 56, out_acc_3);
        *(v16u *)(out_at2 + 160) = out_acc_4;
        store4of16(out_at2 + 176, out_acc_5);
        *(v16u *)(out_at2 + 200) = out_acc_6;
        store4of16(out_at2 + 216, out_acc_7);
      }
    }
  }
}

void kernel(void *const *args, void *workspace) {
  run(args[0], args[1], args[2], workspace);
}

static void pack_0(const float *restrict weights, float *restrict weights_packed) {
  for (long d0 = 0; d0 < 2; d0++) {
    for (long d2 = 0; d2 < 3; d2++) {
      for (long d3 = 0; d3 < 3; d3++) {
        for (long d4 = 0; d4 < 3; d4++) {
          for (long d1i = 0; d1i < 20; d1i++) {
            weights_packed[540 * d0 + 180 * d2 + 60 * d3 + 20 * d4 + d1i] = weights[540 * d0 + 9 * d2 + 3 * d3 + d4 + 27 * d1i];
          }
        }
      }
    }
  }
}

void pack(void *const *args, void *const *packed) {
  pack_0(args[1], packed[1]);
}
