static inline long min_of(long a, long b) { return a < b ? a : b; }
static inline long max_of(long a, long b) { return a > b ? a : b; }
static inline long floor_div(long a, long b) { return a / b - (a % b < 0); }
static inline long floor_mod(long a, long b) { return a % b + (a % b < 0 ? b : 0); }
typedef float v16 __attribute__((vector_size(64)));
typedef float v16u __attribute__((vector_size(64), aligned(4), may_alias));
#ifdef __clang__
#define ALONE __attribute__((noinline))
#else
#define ALONE __attribute__((noipa))
#endif

static ALONE void run_0(const float *restrict data, const float *restrict weights_packed, const float *restrict bias, float *restrict out) {
  for (long ko = 0; ko < 2; ko++) {
    for (long joii = 0; joii < 3; joii++) {
      for (long ioii = 0; ioii < 3; ioii++) {
        {
          v16 out_acc_0, out_acc_1, out_acc_2, out_acc_3, out_acc_4, out_acc_5, out_acc_6, out_acc_7, out_acc_8, out_acc_9, out_acc_10, out_acc_11;
          out_acc_0 = ((v16){0} + 0.0f);
          out_acc_1 = ((v16){0} + 0.0f);
          out_acc_2 = ((v16){0} + 0.0f);
          out_acc_3 = ((v16){0} + 0.0f);
          out_acc_4 = ((v16){0} + 0.0f);
          out_acc_5 = ((v16){0} + 0.0f);
          out_acc_6 = ((v16){0} + 0.0f);
          out_acc_7 = ((v16){0} + 0.0f);
          out_acc_8 = ((v16){0} + 0.0f);
          out_acc_9 = ((v16){0} + 0.0f);
          out_acc_10 = ((v16){0} + 0.0f);
          out_acc_11 = ((v16){0} + 0.0f);
          for (long ki = 0; ki < 64; ki++) {
            __builtin_prefetch(weights_packed + 2048 * ko + 4096 * joii + 704 * ioii + 11 * ki + 4096, 0, 2);
            const float *const data_at0 = data + 64 * ko + 768 * ioii + ki;
            const float *const weights_packed_at1 = weights_packed + 2048 * ko + 4096 * joii + 32 * ki;
            out_acc_0 += (data_at0[0] * *(const v16u *)(weights_packed_at1));
            out_acc_1 += (data_at0[0] * *(const v16u *)(weights_packed_at1 + 16));
            out_acc_2 += (data_at0[128] * *(const v16u *)(weights_packed_at1));
            out_acc_3 += (data_at0[128] * *(const v16u *)(weights_packed_at1 + 16));
            out_acc_4 += (data_at0[256] * *(const v16u *)(weights_packed_at1));
            out_acc_5 += (data_at0[256] * *(const v16u *)(weights_packed_at1 + 16));
            out_acc_6 += (data_at0[384] * *(const v16u *)(weights_packed_at1));
            out_acc_7 += (data_at0[384] * *(const v16u *)(weights_packed_at1 + 16));
            out_acc_8 += (data_at0[512] * *(const v16u *)(weights_packed_at1));
            out_acc_9 += (data_at0[512] * *(const v16u *)(weights_packed_at1 + 16));
            out_acc_10 += (data_at0[640] * *(const v16u *)(weights_packed_at1));
            out_acc_11 += (data_at0[640] * *(const v16u *)(weights_packed_at1 + 16));
          }
          if (-ko >= 0) {
            if (ko - 1 >= 0) {
              const float *const bias_at2 = bias + 32 * joii;
              float *const out_at3 = out + 32 * joii + 576 * ioii;
              *(v16u *)(out_at3) = (out_acc_0 + *(const v16u *)(bias_at2));
              *(v16u *)(out_at3 + 16) = (out_acc_1 + *(const v16u *)(bias_at2 + 16));
              *(v16u *)(out_at3 + 96) = (out_acc_2 + *(const v16u *)(bias_at2));
              *(v16u *)(out_at3 + 112) = (out_acc_3 + *(const v16u *)(bias_at2 + 16));
              *(v16u *)(out_at3 + 192) = (out_acc_4 + *(const v16u *)(bias_at2));
              *(v16u *)(out_at3 + 208) = (out_acc_5 + *(const v16u *)(bias_at2 + 16));
              *(v16u *)(out_at3 + 288) = (out_acc_6 + *(const v16u *)(bias_at2));
              *(v16u *)(out_at3 + 304) = (out_acc_7 + *(const v16u *)(bias_at2 + 16));
              *(v16u *)(out_at3 + 384) = (out_acc_8 + *(const v16u *)(bias_at2));
              *(v16u *)(out_at3 + 400) = (out_acc_9 + *(const v16u *)(bias_at2 + 16));
              *(v16u *)(out_at3 + 480) = (out_acc_10 + *(const v16u *)(bias_at2));
              *(v16u *)(out_at3 + 496) = (out_acc_11 + *(const v16u *)(bias_at2 + 16));
            } else {
              float *const out_at4 = out + 32 * joii + 576 * ioii;
              *(v16u *)(out_at4) = out_acc_0;
              *(v16u *)(out_at4 + 16) = out_acc_1;
              *(v16u *)(out_at4 + 96) = out_acc_2;
              *(v16u *)(out_at4 + 112) = out_acc_3;
              *(v16u *)(out_at4 + 192) = out_acc_4;
              *(v16u *)(out_at4 + 208) = out_acc_5;
              *(v16u *)(out_at4 + 288) = out_acc_6;
              *(v16u *)(out_at4 + 304) = out_acc_7;
              *(v16u *)(out_at4 + 384) = out_acc_8;
              *(v16u *)(out_at4 + 400) = out_acc_9;
              *(v16u *)(out_at4 + 480) = out_acc_10;
              *(v16u *)(out_at4 + 496) = out_acc_11;
            }
          } else {
            if (ko - 1 >= 0) {
              const float *const out_at5 = out + 32 * joii + 576 * ioii;
              const float *const bias_at6 = bias + 32 * joii;
              float *const out_at7 = out + 32 * joii + 576 * ioii;
              *(v16u *)(out_at7) = ((*(const v16u *)(out_at5) + out_acc_0) + *(const v16u *)(bias_at6));
              *(v16u *)(out_at7 + 16) = ((*(const v16u *)(out_at5 + 16) + out_acc_1) + *(const v16u *)(bias_at6 + 16));
              *(v16u *)(out_at7 + 96) = ((*(const v16u *)(out_at5 + 96) + out_acc_2) + *(const v16u *)(bias_at6));
              *(v16u *)(out_at7 + 112) = ((*(const v16u *)(out_at5 + 112) + out_acc_3) + *(const v16u *)(bias_at6 + 16));
              *(v16u *)(out_at7 + 192) = ((*(const v16u *)(out_at5 + 192) + out_acc_4) + *(const v16u *)(bias_at6));
              *(v16u *)(out_at7 + 208) = ((*(const v16u *)(out_at5 + 208) + out_acc_5) + *(const v16u *)(bias_at6 + 16));
              *(v16u *)(out_at7 + 288) = ((*(const v16u *)(out_at5 + 288) + out_acc_6) + *(const v16u *)(bias_at6));
              *(v16u *)(out_at7 + 304) = ((*(const v16u *)(out_at5 + 304) + out_acc_7) + *(const v16u *)(bias_at6 + 16));
              *(v16u *)(out_at7 + 384) = ((*(const v16u *)(out_at5 + 384) + out_acc_8) + *(const v16u *)(bias_at6));
              *(v16u *)(out_at7 + 400) = ((*(const v16u *)(out_at5 + 400) + out_acc_9) + *(const v16u *)(bias_at6 + 16));
              *(v16u *)(out_at7 + 480) = ((*(const v16u *)(out_at5 + 480) + out_acc_10) + *(const v16u *)(bias_at6));
              *(v16u *)(out_at7 + 496) = ((*(const v16u *)(out_at5 + 496) + out_acc_11) + *(const v16u *)(bias_at6 + 16));
            } else {
              float *const out_at8 = out + 32 * joii + 576 * ioii;
              *(v16u *)(out_at8) = *(const v16u *)(out_at8) + out_acc_0;
              *(v16u *)(out_at8 + 16) = *(const v16u *)(out_at8 + 16) + out_acc_1;
              *(v16u *)(out_at8 + 96) = *(const v16u *)(out_at8 + 96) + out_acc_2;
              *(v16u *)(out_at8 + 112) = *(const v16u *)(out_at8 + 112) + out_acc_3;
              *(v16u *)(out_at8 + 192) = *(const v16u *)(out_at8 + 192) + out_acc_4;
              *(v16u *)(out_at8 + 208) = *(const v16u *)(out_at8 + 208) + out_acc_5;
              *(v16u *)(out_at8 + 288) = *(const v16u *)(out_at8 + 288) + out_acc_6;
              *(v16u *)(out_at8 + 304) = *(const v16u *)(out_at8 + 304) + out_acc_7;
              *(v16u *)(out_at8 + 384) = *(const v16u *)(out_at8 + 384) + out_acc_8;
              *(v16u *)(out_at8 + 400) = *(const v16u *)(out_at8 + 400) + out_acc_9;
              *(v16u *)(out_at8 + 480) = *(const v16u *)(out_at8 + 480) + out_acc_10;
              *(v16u *)(out_at8 + 496) = *(const v16u *)(out_at8 + 496) + out_acc_11;
            }
          }
        }
      }
    }
  }
}

static void run(const float *restrict data, const float *restrict weights_packed, const float *restrict bias, float *restrict out, char *restrict workspace) {
  run_0(data, weights_packed, bias, out);
}

void kernel(void *const *args, void *workspace) {
  run(args[0], args[1], args[2], args[3], workspace);
}

static void pack_0(const float *restrict weights, float *restrict weights_packed) {
  for (long d0o = 0; d0o < 3; d0o++) {
    for (long d1 = 0; d1 < 128; d1++) {
      for (long d0i = 0; d0i < 32; d0i++) {
        weights_packed[4096 * d0o + 32 * d1 + d0i] = weights[4096 * d0o + d1 + 128 * d0i];
      }
    }
  }
}

void pack(void *const *args, void *const *packed) {
  pack_0(args[1], packed[1]);
}
