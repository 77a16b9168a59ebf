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
static inline v16 min16(v16 a, v16 b) {
#ifdef __clang__
  return __builtin_ia32_minps512(a, b, 4);
#else
  return __builtin_ia32_minps512_mask(a, b, a, -1, 4);
#endif
}
#ifdef __clang__
#define ALONE __attribute__((noinline))
#else
#define ALONE __attribute__((noipa))
#endif

static ALONE void run_0(const float *restrict data_packed, const float *restrict weights_packed, const float *restrict bias, long oho, float *restrict middle) {
  for (long go = 0; go < 2; go++) {
    {
      v16 middle_acc_0, middle_acc_1, middle_acc_2, middle_acc_3, middle_acc_4, middle_acc_5;
      middle_acc_0 = ((v16){0} + 0.0f);
      middle_acc_1 = ((v16){0} + 0.0f);
      middle_acc_2 = ((v16){0} + 0.0f);
      middle_acc_3 = ((v16){0} + 0.0f);
      middle_acc_4 = ((v16){0} + 0.0f);
      middle_acc_5 = ((v16){0} + 0.0f);
      if (2 * oho - 1 >= 0) {
        const float *const data_packed_at0 = data_packed + 192 * oho + 480 * go;
        const float *const weights_packed_at1 = weights_packed + 144 * go;
        middle_acc_1 += (*(const v16u *)(data_packed_at0 - 96) * *(const v16u *)(weights_packed_at1));
        middle_acc_2 += (*(const v16u *)(data_packed_at0 - 80) * *(const v16u *)(weights_packed_at1));
      }
      const float *const data_packed_at2 = data_packed + 192 * oho + 480 * go;
      const float *const weights_packed_at3 = weights_packed + 144 * go;
      middle_acc_4 += (*(const v16u *)(data_packed_at2) * *(const v16u *)(weights_packed_at3));
      middle_acc_5 += (*(const v16u *)(data_packed_at2 + 16) * *(const v16u *)(weights_packed_at3));
      if (2 * oho - 1 >= 0) {
        middle_acc_0 += (*(const v16u *)(data_packed_at2 - 96) * *(const v16u *)(weights_packed_at3 + 16));
        middle_acc_1 += (*(const v16u *)(data_packed_at2 - 80) * *(const v16u *)(weights_packed_at3 + 16));
        middle_acc_2 += (*(const v16u *)(data_packed_at2 - 64) * *(const v16u *)(weights_packed_at3 + 16));
      }
      middle_acc_3 += (*(const v16u *)(data_packed_at2) * *(const v16u *)(weights_packed_at3 + 16));
      middle_acc_4 += (*(const v16u *)(data_packed_at2 + 16) * *(const v16u *)(weights_packed_at3 + 16));
      middle_acc_5 += (*(const v16u *)(data_packed_at2 + 32) * *(const v16u *)(weights_packed_at3 + 16));
      if (2 * oho - 1 >= 0) {
        middle_acc_0 += (*(const v16u *)(data_packed_at2 - 80) * *(const v16u *)(weights_packed_at3 + 32));
        middle_acc_1 += (*(const v16u *)(data_packed_at2 - 64) * *(const v16u *)(weights_packed_at3 + 32));
        middle_acc_2 += (*(const v16u *)(data_packed_at2 - 48) * *(const v16u *)(weights_packed_at3 + 32));
      }
      middle_acc_3 += (*(const v16u *)(data_packed_at2 + 16) * *(const v16u *)(weights_packed_at3 + 32));
      middle_acc_4 += (*(const v16u *)(data_packed_at2 + 32) * *(const v16u *)(weights_packed_at3 + 32));
      middle_acc_5 += (*(const v16u *)(data_packed_at2 + 48) * *(const v16u *)(weights_packed_at3 + 32));
      middle_acc_1 += (*(const v16u *)(data_packed_at2) * *(const v16u *)(weights_packed_at3 + 48));
      middle_acc_2 += (*(const v16u *)(data_packed_at2 + 16) * *(const v16u *)(weights_packed_at3 + 48));
      if (-2 * oho + 3 >= 0) {
        middle_acc_4 += (*(const v16u *)(data_packed_at2 + 96) * *(const v16u *)(weights_packed_at3 + 48));
        middle_acc_5 += (*(const v16u *)(data_packed_at2 + 112) * *(const v16u *)(weights_packed_at3 + 48));
      }
      middle_acc_0 += (*(const v16u *)(data_packed_at2) * *(const v16u *)(weights_packed_at3 + 64));
      middle_acc_1 += (*(const v16u *)(data_packed_at2 + 16) * *(const v16u *)(weights_packed_at3 + 64));
      middle_acc_2 += (*(const v16u *)(data_packed_at2 + 32) * *(const v16u *)(weights_packed_at3 + 64));
      if (-2 * oho + 3 >= 0) {
        middle_acc_3 += (*(const v16u *)(data_packed_at2 + 96) * *(const v16u *)(weights_packed_at3 + 64));
        middle_acc_4 += (*(const v16u *)(data_packed_at2 + 112) * *(const v16u *)(weights_packed_at3 + 64));
        middle_acc_5 += (*(const v16u *)(data_packed_at2 + 128) * *(const v16u *)(weights_packed_at3 + 64));
      }
      middle_acc_0 += (*(const v16u *)(data_packed_at2 + 16) * *(const v16u *)(weights_packed_at3 + 80));
      middle_acc_1 += (*(const v16u *)(data_packed_at2 + 32) * *(const v16u *)(weights_packed_at3 + 80));
      middle_acc_2 += (*(const v16u *)(data_packed_at2 + 48) * *(const v16u *)(weights_packed_at3 + 80));
      if (-2 * oho + 3 >= 0) {
        middle_acc_3 += (*(const v16u *)(data_packed_at2 + 112) * *(const v16u *)(weights_packed_at3 + 80));
        middle_acc_4 += (*(const v16u *)(data_packed_at2 + 128) * *(const v16u *)(weights_packed_at3 + 80));
        middle_acc_5 += (*(const v16u *)(data_packed_at2 + 144) * *(const v16u *)(weights_packed_at3 + 80));
      }
      if (-2 * oho + 3 >= 0) {
        middle_acc_1 += (*(const v16u *)(data_packed_at2 + 96) * *(const v16u *)(weights_packed_at3 + 96));
        middle_acc_2 += (*(const v16u *)(data_packed_at2 + 112) * *(const v16u *)(weights_packed_at3 + 96));
      }
      if (-2 * oho + 2 >= 0) {
        middle_acc_4 += (*(const v16u *)(data_packed_at2 + 192) * *(const v16u *)(weights_packed_at3 + 96));
        middle_acc_5 += (*(const v16u *)(data_packed_at2 + 208) * *(const v16u *)(weights_packed_at3 + 96));
      }
      if (-2 * oho + 3 >= 0) {
        middle_acc_0 += (*(const v16u *)(data_packed_at2 + 96) * *(const v16u *)(weights_packed_at3 + 112));
        middle_acc_1 += (*(const v16u *)(data_packed_at2 + 112) * *(const v16u *)(weights_packed_at3 + 112));
        middle_acc_2 += (*(const v16u *)(data_packed_at2 + 128) * *(const v16u *)(weights_packed_at3 + 112));
      }
      if (-2 * oho + 2 >= 0) {
        middle_acc_3 += (*(const v16u *)(data_packed_at2 + 192) * *(const v16u *)(weights_packed_at3 + 112));
        middle_acc_4 += (*(const v16u *)(data_packed_at2 + 208) * *(const v16u *)(weights_packed_at3 + 112));
        middle_acc_5 += (*(const v16u *)(data_packed_at2 + 224) * *(const v16u *)(weights_packed_at3 + 112));
      }
      if (-2 * oho + 3 >= 0) {
        middle_acc_0 += (*(const v16u *)(data_packed_at2 + 112) * *(const v16u *)(weights_packed_at3 + 128));
        middle_acc_1 += (*(const v16u *)(data_packed_at2 + 128) * *(const v16u *)(weights_packed_at3 + 128));
        middle_acc_2 += (*(const v16u *)(data_packed_at2 + 144) * *(const v16u *)(weights_packed_at3 + 128));
      }
      if (-2 * oho + 2 >= 0) {
        middle_acc_3 += (*(const v16u *)(data_packed_at2 + 208) * *(const v16u *)(weights_packed_at3 + 128));
        middle_acc_4 += (*(const v16u *)(data_packed_at2 + 224) * *(const v16u *)(weights_packed_at3 + 128));
        middle_acc_5 += (*(const v16u *)(data_packed_at2 + 240) * *(const v16u *)(weights_packed_at3 + 128));
      }
      const float *const bias_at4 = bias + 16 * go;
      float *const middle_at5 = middle + 192 * go;
      *(v16u *)(middle_at5) = min16(max16((middle_acc_0 + *(const v16u *)(bias_at4)), ((v16){0} + 0.0f)), ((v16){0} + 6.0f));
      *(v16u *)(middle_at5 + 16) = min16(max16((middle_acc_1 + *(const v16u *)(bias_at4)), ((v16){0} + 0.0f)), ((v16){0} + 6.0f));
      *(v16u *)(middle_at5 + 32) = min16(max16((middle_acc_2 + *(const v16u *)(bias_at4)), ((v16){0} + 0.0f)), ((v16){0} + 6.0f));
      *(v16u *)(middle_at5 + 96) = min16(max16((middle_acc_3 + *(const v16u *)(bias_at4)), ((v16){0} + 0.0f)), ((v16){0} + 6.0f));
      *(v16u *)(middle_at5 + 112) = min16(max16((middle_acc_4 + *(const v16u *)(bias_at4)), ((v16){0} + 0.0f)), ((v16){0} + 6.0f));
      *(v16u *)(middle_at5 + 128) = min16(max16((middle_acc_5 + *(const v16u *)(bias_at4)), ((v16){0} + 0.0f)), ((v16){0} + 6.0f));
    }
    {
      v16 middle_acc_0, middle_acc_1, middle_acc_2, middle_acc_3, middle_acc_4, middle_acc_5;
      middle_acc_0 = ((v16){0} + 0.0f);
      middle_acc_1 = ((v16){0} + 0.0f);
      middle_acc_2 = ((v16){0} + 0.0f);
      middle_acc_3 = ((v16){0} + 0.0f);
      middle_acc_4 = ((v16){0} + 0.0f);
      middle_acc_5 = ((v16){0} + 0.0f);
      if (2 * oho - 1 >= 0) {
        const float *const data_packed_at6 = data_packed + 192 * oho + 480 * go;
        const float *const weights_packed_at7 = weights_packed + 144 * go;
        middle_acc_0 += (*(const v16u *)(data_packed_at6 - 64) * *(const v16u *)(weights_packed_at7));
        middle_acc_1 += (*(const v16u *)(data_packed_at6 - 48) * *(const v16u *)(weights_packed_at7));
        middle_acc_2 += (*(const v16u *)(data_packed_at6 - 32) * *(const v16u *)(weights_packed_at7));
      }
      const float *const data_packed_at8 = data_packed + 192 * oho + 480 * go;
      const float *const weights_packed_at9 = weights_packed + 144 * go;
      middle_acc_3 += (*(const v16u *)(data_packed_at8 + 32) * *(const v16u *)(weights_packed_at9));
      middle_acc_4 += (*(const v16u *)(data_packed_at8 + 48) * *(const v16u *)(weights_packed_at9));
      middle_acc_5 += (*(const v16u *)(data_packed_at8 + 64) * *(const v16u *)(weights_packed_at9));
      if (2 * oho - 1 >= 0) {
        middle_acc_0 += (*(const v16u *)(data_packed_at8 - 48) * *(const v16u *)(weights_packed_at9 + 16));
        middle_acc_1 += (*(const v16u *)(data_packed_at8 - 32) * *(const v16u *)(weights_packed_at9 + 16));
        middle_acc_2 += (*(const v16u *)(data_packed_at8 - 16) * *(const v16u *)(weights_packed_at9 + 16));
      }
      middle_acc_3 += (*(const v16u *)(data_packed_at8 + 48) * *(const v16u *)(weights_packed_at9 + 16));
      middle_acc_4 += (*(const v16u *)(data_packed_at8 + 64) * *(const v16u *)(weights_packed_at9 + 16));
      middle_acc_5 += (*(const v16u *)(data_packed_at8 + 80) * *(const v16u *)(weights_packed_at9 + 16));
      if (2 * oho - 1 >= 0) {
        middle_acc_0 += (*(const v16u *)(data_packed_at8 - 32) * *(const v16u *)(weights_packed_at9 + 32));
        middle_acc_1 += (*(const v16u *)(data_packed_at8 - 16) * *(const v16u *)(weights_packed_at9 + 32));
      }
      middle_acc_3 += (*(const v16u *)(data_packed_at8 + 64) * *(const v16u *)(weights_packed_at9 + 32));
      middle_acc_4 += (*(const v16u *)(data_packed_at8 + 80) * *(const v16u *)(weights_packed_at9 + 32));
      middle_acc_0 += (*(const v16u *)(data_packed_at8 + 32) * *(const v16u *)(weights_packed_at9 + 48));
      middle_acc_1 += (*(const v16u *)(data_packed_at8 + 48) * *(const v16u *)(weights_packed_at9 + 48));
      middle_acc_2 += (*(const v16u *)(data_packed_at8 + 64) * *(const v16u *)(weights_packed_at9 + 48));
      if (-2 * oho + 3 >= 0) {
        middle_acc_3 += (*(const v16u *)(data_packed_at8 + 128) * *(const v16u *)(weights_packed_at9 + 48));
        middle_acc_4 += (*(const v16u *)(data_packed_at8 + 144) * *(const v16u *)(weights_packed_at9 + 48));
        middle_acc_5 += (*(const v16u *)(data_packed_at8 + 160) * *(const v16u *)(weights_packed_at9 + 48));
      }
      middle_acc_0 += (*(const v16u *)(data_packed_at8 + 48) * *(const v16u *)(weights_packed_at9 + 64));
      middle_acc_1 += (*(const v16u *)(data_packed_at8 + 64) * *(const v16u *)(weights_packed_at9 + 64));
      middle_acc_2 += (*(const v16u *)(data_packed_at8 + 80) * *(const v16u *)(weights_packed_at9 + 64));
      if (-2 * oho + 3 >= 0) {
        middle_acc_3 += (*(const v16u *)(data_packed_at8 + 144) * *(const v16u *)(weights_packed_at9 + 64));
        middle_acc_4 += (*(const v16u *)(data_packed_at8 + 160) * *(const v16u *)(weights_packed_at9 + 64));
        middle_acc_5 += (*(const v16u *)(data_packed_at8 + 176) * *(const v16u *)(weights_packed_at9 + 64));
      }
      middle_acc_0 += (*(const v16u *)(data_packed_at8 + 64) * *(const v16u *)(weights_packed_at9 + 80));
      middle_acc_1 += (*(const v16u *)(data_packed_at8 + 80) * *(const v16u *)(weights_packed_at9 + 80));
      if (-2 * oho + 3 >= 0) {
        middle_acc_3 += (*(const v16u *)(data_packed_at8 + 160) * *(const v16u *)(weights_packed_at9 + 80));
        middle_acc_4 += (*(const v16u *)(data_packed_at8 + 176) * *(const v16u *)(weights_packed_at9 + 80));
      }
      if (-2 * oho + 3 >= 0) {
        middle_acc_0 += (*(const v16u *)(data_packed_at8 + 128) * *(const v16u *)(weights_packed_at9 + 96));
        middle_acc_1 += (*(const v16u *)(data_packed_at8 + 144) * *(const v16u *)(weights_packed_at9 + 96));
        middle_acc_2 += (*(const v16u *)(data_packed_at8 + 160) * *(const v16u *)(weights_packed_at9 + 96));
      }
      if (-2 * oho + 2 >= 0) {
        middle_acc_3 += (*(const v16u *)(data_packed_at8 + 224) * *(const v16u *)(weights_packed_at9 + 96));
        middle_acc_4 += (*(const v16u *)(data_packed_at8 + 240) * *(const v16u *)(weights_packed_at9 + 96));
        middle_acc_5 += (*(const v16u *)(data_packed_at8 + 256) * *(const v16u *)(weights_packed_at9 + 96));
      }
      if (-2 * oho + 3 >= 0) {
        middle_acc_0 += (*(const v16u *)(data_packed_at8 + 144) * *(const v16u *)(weights_packed_at9 + 112));
        middle_acc_1 += (*(const v16u *)(data_packed_at8 + 160) * *(const v16u *)(weights_packed_at9 + 112));
        middle_acc_2 += (*(const v16u *)(data_packed_at8 + 176) * *(const v16u *)(weights_packed_at9 + 112));
      }
      if (-2 * oho + 2 >= 0) {
        middle_acc_3 += (*(const v16u *)(data_packed_at8 + 240) * *(const v16u *)(weights_packed_at9 + 112));
        middle_acc_4 += (*(const v16u *)(data_packed_at8 + 256) * *(const v16u *)(weights_packed_at9 + 112));
        middle_acc_5 += (*(const v16u *)(data_packed_at8 + 272) * *(const v16u *)(weights_packed_at9 + 112));
      }
      if (-2 * oho + 3 >= 0) {
        middle_acc_0 += (*(const v16u *)(data_packed_at8 + 160) * *(const v16u *)(weights_packed_at9 + 128));
        middle_acc_1 += (*(const v16u *)(data_packed_at8 + 176) * *(const v16u *)(weights_packed_at9 + 128));
      }
      if (-2 * oho + 2 >= 0) {
        middle_acc_3 += (*(const v16u *)(data_packed_at8 + 256) * *(const v16u *)(weights_packed_at9 + 128));
        middle_acc_4 += (*(const v16u *)(data_packed_at8 + 272) * *(const v16u *)(weights_packed_at9 + 128));
      }
      const float *const bias_at10 = bias + 16 * go;
      float *const middle_at11 = middle + 192 * go;
      *(v16u *)(middle_at11 + 48) = min16(max16((middle_acc_0 + *(const v16u *)(bias_at10)), ((v16){0} + 0.0f)), ((v16){0} + 6.0f));
      *(v16u *)(middle_at11 + 64) = min16(max16((middle_acc_1 + *(const v16u *)(bias_at10)), ((v16){0} + 0.0f)), ((v16){0} + 6.0f));
      *(v16u *)(middle_at11 + 80) = min16(max16((middle_acc_2 + *(const v16u *)(bias_at10)), ((v16){0} + 0.0f)), ((v16){0} + 6.0f));
      *(v16u *)(middle_at11 + 144) = min16(max16((middle_acc_3 + *(const v16u *)(bias_at10)), ((v16){0} + 0.0f)), ((v16){0} + 6.0f));
      *(v16u *)(middle_at11 + 160) = min16(max16((middle_acc_4 + *(const v16u *)(bias_at10)), ((v16){0} + 0.0f)), ((v16){0} + 6.0f));
      *(v16u *)(middle_at11 + 176) = min16(max16((middle_acc_5 + *(const v16u *)(bias_at10)), ((v16){0} + 0.0f)), ((v16){0} + 6.0f));
    }
  }
}

static ALONE void run_1(const float *restrict data_packed, const float *restrict weights_packed, const float *restrict bias, float *restrict middle) {
  for (long go2 = 0; go2 < 2; go2++) {
    {
      v16 middle_acc_0, middle_acc_1, middle_acc_2;
      middle_acc_0 = ((v16){0} + 0.0f);
      middle_acc_1 = ((v16){0} + 0.0f);
      middle_acc_2 = ((v16){0} + 0.0f);
      const float *const data_packed_at0 = data_packed + 480 * go2;
      const float *const weights_packed_at1 = weights_packed + 144 * go2;
      middle_acc_1 += (*(const v16u *)(data_packed_at0 + 288) * *(const v16u *)(weights_packed_at1));
      middle_acc_2 += (*(const v16u *)(data_packed_at0 + 304) * *(const v16u *)(weights_packed_at1));
      middle_acc_0 += (*(const v16u *)(data_packed_at0 + 288) * *(const v16u *)(weights_packed_at1 + 16));
      middle_acc_1 += (*(const v16u *)(data_packed_at0 + 304) * *(const v16u *)(weights_packed_at1 + 16));
      middle_acc_2 += (*(const v16u *)(data_packed_at0 + 320) * *(const v16u *)(weights_packed_at1 + 16));
      middle_acc_0 += (*(const v16u *)(data_packed_at0 + 304) * *(const v16u *)(weights_packed_at1 + 32));
      middle_acc_1 += (*(const v16u *)(data_packed_at0 + 320) * *(const v16u *)(weights_packed_at1 + 32));
      middle_acc_2 += (*(const v16u *)(data_packed_at0 + 336) * *(const v16u *)(weights_packed_at1 + 32));
      middle_acc_1 += (*(const v16u *)(data_packed_at0 + 384) * *(const v16u *)(weights_packed_at1 + 48));
      middle_acc_2 += (*(const v16u *)(data_packed_at0 + 400) * *(const v16u *)(weights_packed_at1 + 48));
      middle_acc_0 += (*(const v16u *)(data_packed_at0 + 384) * *(const v16u *)(weights_packed_at1 + 64));
      middle_acc_1 += (*(const v16u *)(data_packed_at0 + 400) * *(const v16u *)(weights_packed_at1 + 64));
      middle_acc_2 += (*(const v16u *)(data_packed_at0 + 416) * *(const v16u *)(weights_packed_at1 + 64));
      middle_acc_0 += (*(const v16u *)(data_packed_at0 + 400) * *(const v16u *)(weights_packed_at1 + 80));
      middle_acc_1 += (*(const v16u *)(data_packed_at0 + 416) * *(const v16u *)(weights_packed_at1 + 80));
      middle_acc_2 += (*(const v16u *)(data_packed_at0 + 432) * *(const v16u *)(weights_packed_at1 + 80));
      const float *const bias_at2 = bias + 16 * go2;
      float *const middle_at3 = middle + 96 * go2;
      *(v16u *)(middle_at3) = min16(max16((middle_acc_0 + *(const v16u *)(bias_at2)), ((v16){0} + 0.0f)), ((v16){0} + 6.0f));
      *(v16u *)(middle_at3 + 16) = min16(max16((middle_acc_1 + *(const v16u *)(bias_at2)), ((v16){0} + 0.0f)), ((v16){0} + 6.0f));
      *(v16u *)(middle_at3 + 32) = min16(max16((middle_acc_2 + *(const v16u *)(bias_at2)), ((v16){0} + 0.0f)), ((v16){0} + 6.0f));
    }
    {
      v16 middle_acc_0, middle_acc_1, middle_acc_2;
      middle_acc_0 = ((v16){0} + 0.0f);
      middle_acc_1 = ((v16){0} + 0.0f);
      middle_acc_2 = ((v16){0} + 0.0f);
      const float *const data_packed_at4 = data_packed + 480 * go2;
      const float *const weights_packed_at5 = weights_packed + 144 * go2;
      middle_acc_0 += (*(const v16u *)(data_packed_at4 + 320) * *(const v16u *)(weights_packed_at5));
      middle_acc_1 += (*(const v16u *)(data_packed_at4 + 336) * *(const v16u *)(weights_packed_at5));
      middle_acc_2 += (*(const v16u *)(data_packed_at4 + 352) * *(const v16u *)(weights_packed_at5));
      middle_acc_0 += (*(const v16u *)(data_packed_at4 + 336) * *(const v16u *)(weights_packed_at5 + 16));
      middle_acc_1 += (*(const v16u *)(data_packed_at4 + 352) * *(const v16u *)(weights_packed_at5 + 16));
      middle_acc_2 += (*(const v16u *)(data_packed_at4 + 368) * *(const v16u *)(weights_packed_at5 + 16));
      middle_acc_0 += (*(const v16u *)(data_packed_at4 + 352) * *(const v16u *)(weights_packed_at5 + 32));
      middle_acc_1 += (*(const v16u *)(data_packed_at4 + 368) * *(const v16u *)(weights_packed_at5 + 32));
      middle_acc_0 += (*(const v16u *)(data_packed_at4 + 416) * *(const v16u *)(weights_packed_at5 + 48));
      middle_acc_1 += (*(const v16u *)(data_packed_at4 + 432) * *(const v16u *)(weights_packed_at5 + 48));
      middle_acc_2 += (*(const v16u *)(data_packed_at4 + 448) * *(const v16u *)(weights_packed_at5 + 48));
      middle_acc_0 += (*(const v16u *)(data_packed_at4 + 432) * *(const v16u *)(weights_packed_at5 + 64));
      middle_acc_1 += (*(const v16u *)(data_packed_at4 + 448) * *(const v16u *)(weights_packed_at5 + 64));
      middle_acc_2 += (*(const v16u *)(data_packed_at4 + 464) * *(const v16u *)(weights_packed_at5 + 64));
      middle_acc_0 += (*(const v16u *)(data_packed_at4 + 448) * *(const v16u *)(weights_packed_at5 + 80));
      middle_acc_1 += (*(const v16u *)(data_packed_at4 + 464) * *(const v16u *)(weights_packed_at5 + 80));
      const float *const bias_at6 = bias + 16 * go2;
      float *const middle_at7 = middle + 96 * go2;
      *(v16u *)(middle_at7 + 48) = min16(max16((middle_acc_0 + *(const v16u *)(bias_at6)), ((v16){0} + 0.0f)), ((v16){0} + 6.0f));
      *(v16u *)(middle_at7 + 64) = min16(max16((middle_acc_1 + *(const v16u *)(bias_at6)), ((v16){0} + 0.0f)), ((v16){0} + 6.0f));
      *(v16u *)(middle_at7 + 80) = min16(max16((middle_acc_2 + *(const v16u *)(bias_at6)), ((v16){0} + 0.0f)), ((v16){0} + 6.0f));
    }
  }
}

static void run(const float *restrict data_packed, const float *restrict weights_packed, const float *restrict bias, const float *restrict weights2_packed, const float *restrict bias2, const float *restrict residual_packed, float *restrict out, char *restrict workspace) {
  for (long oho = 0; oho < 2; oho++) {
    {
      float *restrict middle = (float *)(workspace + 0);
      run_0(data_packed, weights_packed, bias, oho, middle);
      for (long ohio = 0; ohio < 2; ohio++) {
        {
          v16 out_acc_0, out_acc_1, out_acc_2, out_acc_3, out_acc_4, out_acc_5;
          out_acc_0 = ((v16){0} + 0.0f);
          out_acc_1 = ((v16){0} + 0.0f);
          out_acc_2 = ((v16){0} + 0.0f);
          out_acc_3 = ((v16){0} + 0.0f);
          out_acc_4 = ((v16){0} + 0.0f);
          out_acc_5 = ((v16){0} + 0.0f);
          for (long co = 0; co < 2; co++) {
            for (long ci = 0; ci < 16; ci++) {
              const float *const middle_at0 = middle + 96 * ohio + 192 * co + ci;
              const float *const weights2_packed_at1 = weights2_packed + 256 * co + 16 * ci;
              out_acc_0 += (middle_at0[0] * *(const v16u *)(weights2_packed_at1));
              out_acc_1 += (middle_at0[16] * *(const v16u *)(weights2_packed_at1));
              out_acc_2 += (middle_at0[32] * *(const v16u *)(weights2_packed_at1));
              out_acc_3 += (middle_at0[48] * *(const v16u *)(weights2_packed_at1));
              out_acc_4 += (middle_at0[64] * *(const v16u *)(weights2_packed_at1));
              out_acc_5 += (middle_at0[80] * *(const v16u *)(weights2_packed_at1));
            }
          }
          const float *const residual_packed_at2 = residual_packed + 192 * oho + 96 * ohio;
          float *const out_at3 = out + 192 * oho + 96 * ohio;
          *(v16u *)(out_at3) = ((out_acc_0 + *(const v16u *)(bias2 + 0)) + *(const v16u *)(residual_packed_at2));
          *(v16u *)(out_at3 + 16) = ((out_acc_1 + *(const v16u *)(bias2 + 0)) + *(const v16u *)(residual_packed_at2 + 16));
          *(v16u *)(out_at3 + 32) = ((out_acc_2 + *(const v16u *)(bias2 + 0)) + *(const v16u *)(residual_packed_at2 + 32));
          *(v16u *)(out_at3 + 48) = ((out_acc_3 + *(const v16u *)(bias2 + 0)) + *(const v16u *)(residual_packed_at2 + 48));
          *(v16u *)(out_at3 + 64) = ((out_acc_4 + *(const v16u *)(bias2 + 0)) + *(const v16u *)(residual_packed_at2 + 64));
          *(v16u *)(out_at3 + 80) = ((out_acc_5 + *(const v16u *)(bias2 + 0)) + *(const v16u *)(residual_packed_at2 + 80));
        }
      }
    }
  }
  {
    float *restrict middle = (float *)(workspace + 0);
    run_1(data_packed, weights_packed, bias, middle);
    {
      v16 out_acc_0, out_acc_1, out_acc_2, out_acc_3, out_acc_4, out_acc_5;
      out_acc_0 = ((v16){0} + 0.0f);
      out_acc_1 = ((v16){0} + 0.0f);
      out_acc_2 = ((v16){0} + 0.0f);
      out_acc_3 = ((v16){0} + 0.0f);
      out_acc_4 = ((v16){0} + 0.0f);
      out_acc_5 = ((v16){0} + 0.0f);
      for (long co2 = 0; co2 < 2; co2++) {
        for (long ci2 = 0; ci2 < 16; ci2++) {
          const float *const middle_at0 = middle + 96 * co2 + ci2;
          const float *const weights2_packed_at1 = weights2_packed + 256 * co2 + 16 * ci2;
          out_acc_0 += (middle_at0[0] * *(const v16u *)(weights2_packed_at1));
          out_acc_1 += (middle_at0[16] * *(const v16u *)(weights2_packed_at1));
          out_acc_2 += (middle_at0[32] * *(const v16u *)(weights2_packed_at1));
          out_acc_3 += (middle_at0[48] * *(const v16u *)(weights2_packed_at1));
          out_acc_4 += (middle_at0[64] * *(const v16u *)(weights2_packed_at1));
          out_acc_5 += (middle_at0[80] * *(const v16u *)(weights2_packed_at1));
        }
      }
      *(v16u *)(out + 384) = ((out_acc_0 + *(const v16u *)(bias2 + 0)) + *(const v16u *)(residual_packed + 384));
      *(v16u *)(out + 400) = ((out_acc_1 + *(const v16u *)(bias2 + 0)) + *(const v16u *)(residual_packed + 400));
      *(v16u *)(out + 416) = ((out_acc_2 + *(const v16u *)(bias2 + 0)) + *(const v16u *)(residual_packed + 416));
      *(v16u *)(out + 432) = ((out_acc_3 + *(const v16u *)(bias2 + 0)) + *(const v16u *)(residual_packed + 432));
      *(v16u *)(out + 448) = ((out_acc_4 + *(const v16u *)(bias2 + 0)) + *(const v16u *)(residual_packed + 448));
      *(v16u *)(out + 464) = ((out_acc_5 + *(const v16u *)(bias2 + 0)) + *(const v16u *)(residual_packed + 464));
    }
  }
}

void kernel(void *const *args, void *workspace) {
  run(args[0], args[1], args[2], args[3], args[4], args[5], args[6], workspace);
}

static void pack_0(const float *restrict data, float *restrict data_packed) {
  for (long d3o = 0; d3o < 2; d3o++) {
    for (long d1 = 0; d1 < 5; d1++) {
      for (long d2 = 0; d2 < 6; d2++) {
        __builtin_memcpy(data_packed + 480 * d3o + 96 * d1 + 16 * d2, data + 16 * d3o + 192 * d1 + 32 * d2, 64);
      }
    }
  }
}

static void pack_1(const float *restrict weights, float *restrict weights_packed) {
  for (long d0o = 0; d0o < 2; d0o++) {
    for (long d3 = 0; d3 < 3; d3++) {
      for (long d4 = 0; d4 < 3; d4++) {
        for (long d0i = 0; d0i < 16; d0i++) {
          weights_packed[144 * d0o + 48 * d3 + 16 * d4 + d0i] = weights[144 * d0o + 3 * d3 + d4 + 9 * d0i];
        }
      }
    }
  }
}

static void pack_2(const float *restrict weights2, float *restrict weights2_packed) {
  for (long d1 = 0; d1 < 32; d1++) {
    for (long d0i = 0; d0i < 16; d0i++) {
      weights2_packed[16 * d1 + d0i] = weights2[d1 + 32 * d0i];
    }
  }
}

static void pack_3(const float *restrict residual, float *restrict residual_packed) {
  __builtin_memcpy(residual_packed + 0, residual + 0, 1920);
}

static void unpack_output(const float *restrict out_packed, float *restrict out) {
  __builtin_memcpy(out + 0, out_packed + 0, 1920);
}

void pack(void *const *args, void *const *packed) {
  pack_0(args[0], packed[0]);
  pack_1(args[1], packed[1]);
  pack_2(args[3], packed[3]);
  pack_3(args[5], packed[5]);
}

void unpack(void *const *packed, void *const *args) {
  unpack_output(packed[6], args[6]);
}
