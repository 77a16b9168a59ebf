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
#ifdef __clang__
#define ALONE __attribute__((noinline))
#else
#define ALONE __attribute__((noipa))
#endif

static ALONE void run_0(const float *restrict data_packed, const float *restrict weights_packed, const float *restrict bias, const float *restrict residual_packed, float *restrict out) {
  for (long go = 0; go < 2; go++) {
    {
      v16 out_acc_0, out_acc_1, out_acc_2, out_acc_3, out_acc_4, out_acc_5;
      out_acc_0 = ((v16){0} + 0.0f);
      out_acc_1 = ((v16){0} + 0.0f);
      out_acc_2 = ((v16){0} + 0.0f);
      out_acc_3 = ((v16){0} + 0.0f);
      out_acc_4 = ((v16){0} + 0.0f);
      out_acc_5 = ((v16){0} + 0.0f);
      const float *const data_packed_at0 = data_packed + 1296 * go;
      const float *const weights_packed_at1 = weights_packed + 144 * go;
      out_acc_4 += (*(const v16u *)(data_packed_at0) * *(const v16u *)(weights_packed_at1));
      out_acc_5 += (*(const v16u *)(data_packed_at0 + 16) * *(const v16u *)(weights_packed_at1));
      out_acc_3 += (*(const v16u *)(data_packed_at0) * *(const v16u *)(weights_packed_at1 + 16));
      out_acc_4 += (*(const v16u *)(data_packed_at0 + 16) * *(const v16u *)(weights_packed_at1 + 16));
      out_acc_5 += (*(const v16u *)(data_packed_at0 + 32) * *(const v16u *)(weights_packed_at1 + 16));
      out_acc_3 += (*(const v16u *)(data_packed_at0 + 16) * *(const v16u *)(weights_packed_at1 + 32));
      out_acc_4 += (*(const v16u *)(data_packed_at0 + 32) * *(const v16u *)(weights_packed_at1 + 32));
      out_acc_5 += (*(const v16u *)(data_packed_at0 + 48) * *(const v16u *)(weights_packed_at1 + 32));
      out_acc_1 += (*(const v16u *)(data_packed_at0) * *(const v16u *)(weights_packed_at1 + 48));
      out_acc_2 += (*(const v16u *)(data_packed_at0 + 16) * *(const v16u *)(weights_packed_at1 + 48));
      out_acc_4 += (*(const v16u *)(data_packed_at0 + 144) * *(const v16u *)(weights_packed_at1 + 48));
      out_acc_5 += (*(const v16u *)(data_packed_at0 + 160) * *(const v16u *)(weights_packed_at1 + 48));
      out_acc_0 += (*(const v16u *)(data_packed_at0) * *(const v16u *)(weights_packed_at1 + 64));
      out_acc_1 += (*(const v16u *)(data_packed_at0 + 16) * *(const v16u *)(weights_packed_at1 + 64));
      out_acc_2 += (*(const v16u *)(data_packed_at0 + 32) * *(const v16u *)(weights_packed_at1 + 64));
      out_acc_3 += (*(const v16u *)(data_packed_at0 + 144) * *(const v16u *)(weights_packed_at1 + 64));
      out_acc_4 += (*(const v16u *)(data_packed_at0 + 160) * *(const v16u *)(weights_packed_at1 + 64));
      out_acc_5 += (*(const v16u *)(data_packed_at0 + 176) * *(const v16u *)(weights_packed_at1 + 64));
      out_acc_0 += (*(const v16u *)(data_packed_at0 + 16) * *(const v16u *)(weights_packed_at1 + 80));
      out_acc_1 += (*(const v16u *)(data_packed_at0 + 32) * *(const v16u *)(weights_packed_at1 + 80));
      out_acc_2 += (*(const v16u *)(data_packed_at0 + 48) * *(const v16u *)(weights_packed_at1 + 80));
      out_acc_3 += (*(const v16u *)(data_packed_at0 + 160) * *(const v16u *)(weights_packed_at1 + 80));
      out_acc_4 += (*(const v16u *)(data_packed_at0 + 176) * *(const v16u *)(weights_packed_at1 + 80));
      out_acc_5 += (*(const v16u *)(data_packed_at0 + 192) * *(const v16u *)(weights_packed_at1 + 80));
      out_acc_1 += (*(const v16u *)(data_packed_at0 + 144) * *(const v16u *)(weights_packed_at1 + 96));
      out_acc_2 += (*(const v16u *)(data_packed_at0 + 160) * *(const v16u *)(weights_packed_at1 + 96));
      out_acc_4 += (*(const v16u *)(data_packed_at0 + 288) * *(const v16u *)(weights_packed_at1 + 96));
      out_acc_5 += (*(const v16u *)(data_packed_at0 + 304) * *(const v16u *)(weights_packed_at1 + 96));
      out_acc_0 += (*(const v16u *)(data_packed_at0 + 144) * *(const v16u *)(weights_packed_at1 + 112));
      out_acc_1 += (*(const v16u *)(data_packed_at0 + 160) * *(const v16u *)(weights_packed_at1 + 112));
      out_acc_2 += (*(const v16u *)(data_packed_at0 + 176) * *(const v16u *)(weights_packed_at1 + 112));
      out_acc_3 += (*(const v16u *)(data_packed_at0 + 288) * *(const v16u *)(weights_packed_at1 + 112));
      out_acc_4 += (*(const v16u *)(data_packed_at0 + 304) * *(const v16u *)(weights_packed_at1 + 112));
      out_acc_5 += (*(const v16u *)(data_packed_at0 + 320) * *(const v16u *)(weights_packed_at1 + 112));
      out_acc_0 += (*(const v16u *)(data_packed_at0 + 160) * *(const v16u *)(weights_packed_at1 + 128));
      out_acc_1 += (*(const v16u *)(data_packed_at0 + 176) * *(const v16u *)(weights_packed_at1 + 128));
      out_acc_2 += (*(const v16u *)(data_packed_at0 + 192) * *(const v16u *)(weights_packed_at1 + 128));
      out_acc_3 += (*(const v16u *)(data_packed_at0 + 304) * *(const v16u *)(weights_packed_at1 + 128));
      out_acc_4 += (*(const v16u *)(data_packed_at0 + 320) * *(const v16u *)(weights_packed_at1 + 128));
      out_acc_5 += (*(const v16u *)(data_packed_at0 + 336) * *(const v16u *)(weights_packed_at1 + 128));
      const float *const bias_at2 = bias + 16 * go;
      const float *const residual_packed_at3 = residual_packed + 1296 * go;
      float *const out_at4 = out + 1296 * go;
      *(v16u *)(out_at4) = max16(((out_acc_0 + *(const v16u *)(bias_at2)) + *(const v16u *)(residual_packed_at3)), ((v16){0} + 0.0f));
      *(v16u *)(out_at4 + 16) = max16(((out_acc_1 + *(const v16u *)(bias_at2)) + *(const v16u *)(residual_packed_at3 + 16)), ((v16){0} + 0.0f));
      *(v16u *)(out_at4 + 32) = max16(((out_acc_2 + *(const v16u *)(bias_at2)) + *(const v16u *)(residual_packed_at3 + 32)), ((v16){0} + 0.0f));
      *(v16u *)(out_at4 + 144) = max16(((out_acc_3 + *(const v16u *)(bias_at2)) + *(const v16u *)(residual_packed_at3 + 144)), ((v16){0} + 0.0f));
      *(v16u *)(out_at4 + 160) = max16(((out_acc_4 + *(const v16u *)(bias_at2)) + *(const v16u *)(residual_packed_at3 + 160)), ((v16){0} + 0.0f));
      *(v16u *)(out_at4 + 176) = max16(((out_acc_5 + *(const v16u *)(bias_at2)) + *(const v16u *)(residual_packed_at3 + 176)), ((v16){0} + 0.0f));
    }
    {
      v16 out_acc_0, out_acc_1, out_acc_2, out_acc_3, out_acc_4, out_acc_5;
      out_acc_0 = ((v16){0} + 0.0f);
      out_acc_1 = ((v16){0} + 0.0f);
      out_acc_2 = ((v16){0} + 0.0f);
      out_acc_3 = ((v16){0} + 0.0f);
      out_acc_4 = ((v16){0} + 0.0f);
      out_acc_5 = ((v16){0} + 0.0f);
      const float *const data_packed_at5 = data_packed + 1296 * go;
      const float *const weights_packed_at6 = weights_packed + 144 * go;
      out_acc_3 += (*(const v16u *)(data_packed_at5 + 32) * *(const v16u *)(weights_packed_at6));
      out_acc_4 += (*(const v16u *)(data_packed_at5 + 48) * *(const v16u *)(weights_packed_at6));
      out_acc_5 += (*(const v16u *)(data_packed_at5 + 64) * *(const v16u *)(weights_packed_at6));
      out_acc_3 += (*(const v16u *)(data_packed_at5 + 48) * *(const v16u *)(weights_packed_at6 + 16));
      out_acc_4 += (*(const v16u *)(data_packed_at5 + 64) * *(const v16u *)(weights_packed_at6 + 16));
      out_acc_5 += (*(const v16u *)(data_packed_at5 + 80) * *(const v16u *)(weights_packed_at6 + 16));
      out_acc_3 += (*(const v16u *)(data_packed_at5 + 64) * *(const v16u *)(weights_packed_at6 + 32));
      out_acc_4 += (*(const v16u *)(data_packed_at5 + 80) * *(const v16u *)(weights_packed_at6 + 32));
      out_acc_5 += (*(const v16u *)(data_packed_at5 + 96) * *(const v16u *)(weights_packed_at6 + 32));
      out_acc_0 += (*(const v16u *)(data_packed_at5 + 32) * *(const v16u *)(weights_packed_at6 + 48));
      out_acc_1 += (*(const v16u *)(data_packed_at5 + 48) * *(const v16u *)(weights_packed_at6 + 48));
      out_acc_2 += (*(const v16u *)(data_packed_at5 + 64) * *(const v16u *)(weights_packed_at6 + 48));
      out_acc_3 += (*(const v16u *)(data_packed_at5 + 176) * *(const v16u *)(weights_packed_at6 + 48));
      out_acc_4 += (*(const v16u *)(data_packed_at5 + 192) * *(const v16u *)(weights_packed_at6 + 48));
      out_acc_5 += (*(const v16u *)(data_packed_at5 + 208) * *(const v16u *)(weights_packed_at6 + 48));
      out_acc_0 += (*(const v16u *)(data_packed_at5 + 48) * *(const v16u *)(weights_packed_at6 + 64));
      out_acc_1 += (*(const v16u *)(data_packed_at5 + 64) * *(const v16u *)(weights_packed_at6 + 64));
      out_acc_2 += (*(const v16u *)(data_packed_at5 + 80) * *(const v16u *)(weights_packed_at6 + 64));
      out_acc_3 += (*(const v16u *)(data_packed_at5 + 192) * *(const v16u *)(weights_packed_at6 + 64));
      out_acc_4 += (*(const v16u *)(data_packed_at5 + 208) * *(const v16u *)(weights_packed_at6 + 64));
      out_acc_5 += (*(const v16u *)(data_packed_at5 + 224) * *(const v16u *)(weights_packed_at6 + 64));
      out_acc_0 += (*(const v16u *)(data_packed_at5 + 64) * *(const v16u *)(weights_packed_at6 + 80));
      out_acc_1 += (*(const v16u *)(data_packed_at5 + 80) * *(const v16u *)(weights_packed_at6 + 80));
      out_acc_2 += (*(const v16u *)(data_packed_at5 + 96) * *(const v16u *)(weights_packed_at6 + 80));
      out_acc_3 += (*(const v16u *)(data_packed_at5 + 208) * *(const v16u *)(weights_packed_at6 + 80));
      out_acc_4 += (*(const v16u *)(data_packed_at5 + 224) * *(const v16u *)(weights_packed_at6 + 80));
      out_acc_5 += (*(const v16u *)(data_packed_at5 + 240) * *(const v16u *)(weights_packed_at6 + 80));
      out_acc_0 += (*(const v16u *)(data_packed_at5 + 176) * *(const v16u *)(weights_packed_at6 + 96));
      out_acc_1 += (*(const v16u *)(data_packed_at5 + 192) * *(const v16u *)(weights_packed_at6 + 96));
      out_acc_2 += (*(const v16u *)(data_packed_at5 + 208) * *(const v16u *)(weights_packed_at6 + 96));
      out_acc_3 += (*(const v16u *)(data_packed_at5 + 320) * *(const v16u *)(weights_packed_at6 + 96));
      out_acc_4 += (*(const v16u *)(data_packed_at5 + 336) * *(const v16u *)(weights_packed_at6 + 96));
      out_acc_5 += (*(const v16u *)(data_packed_at5 + 352) * *(const v16u *)(weights_packed_at6 + 96));
      out_acc_0 += (*(const v16u *)(data_packed_at5 + 192) * *(const v16u *)(weights_packed_at6 + 112));
      out_acc_1 += (*(const v16u *)(data_packed_at5 + 208) * *(const v16u *)(weights_packed_at6 + 112));
      out_acc_2 += (*(const v16u *)(data_packed_at5 + 224) * *(const v16u *)(weights_packed_at6 + 112));
      out_acc_3 += (*(const v16u *)(data_packed_at5 + 336) * *(const v16u *)(weights_packed_at6 + 112));
      out_acc_4 += (*(const v16u *)(data_packed_at5 + 352) * *(const v16u *)(weights_packed_at6 + 112));
      out_acc_5 += (*(const v16u *)(data_packed_at5 + 368) * *(const v16u *)(weights_packed_at6 + 112));
      out_acc_0 += (*(const v16u *)(data_packed_at5 + 208) * *(const v16u *)(weights_packed_at6 + 128));
      out_acc_1 += (*(const v16u *)(data_packed_at5 + 224) * *(const v16u *)(weights_packed_at6 + 128));
      out_acc_2 += (*(const v16u *)(data_packed_at5 + 240) * *(const v16u *)(weights_packed_at6 + 128));
      out_acc_3 += (*(const v16u *)(data_packed_at5 + 352) * *(const v16u *)(weights_packed_at6 + 128));
      out_acc_4 += (*(const v16u *)(data_packed_at5 + 368) * *(const v16u *)(weights_packed_at6 + 128));
      out_acc_5 += (*(const v16u *)(data_packed_at5 + 384) * *(const v16u *)(weights_packed_at6 + 128));
      const float *const bias_at7 = bias + 16 * go;
      const float *const residual_packed_at8 = residual_packed + 1296 * go;
      float *const out_at9 = out + 1296 * go;
      *(v16u *)(out_at9 + 48) = max16(((out_acc_0 + *(const v16u *)(bias_at7)) + *(const v16u *)(residual_packed_at8 + 48)), ((v16){0} + 0.0f));
      *(v16u *)(out_at9 + 64) = max16(((out_acc_1 + *(const v16u *)(bias_at7)) + *(const v16u *)(residual_packed_at8 + 64)), ((v16){0} + 0.0f));
      *(v16u *)(out_at9 + 80) = max16(((out_acc_2 + *(const v16u *)(bias_at7)) + *(const v16u *)(residual_packed_at8 + 80)), ((v16){0} + 0.0f));
      *(v16u *)(out_at9 + 192) = max16(((out_acc_3 + *(const v16u *)(bias_at7)) + *(const v16u *)(residual_packed_at8 + 192)), ((v16){0} + 0.0f));
      *(v16u *)(out_at9 + 208) = max16(((out_acc_4 + *(const v16u *)(bias_at7)) + *(const v16u *)(residual_packed_at8 + 208)), ((v16){0} + 0.0f));
      *(v16u *)(out_at9 + 224) = max16(((out_acc_5 + *(const v16u *)(bias_at7)) + *(const v16u *)(residual_packed_at8 + 224)), ((v16){0} + 0.0f));
    }
    {
      v16 out_acc_0, out_acc_1, out_acc_2, out_acc_3, out_acc_4, out_acc_5;
      out_acc_0 = ((v16){0} + 0.0f);
      out_acc_1 = ((v16){0} + 0.0f);
      out_acc_2 = ((v16){0} + 0.0f);
      out_acc_3 = ((v16){0} + 0.0f);
      out_acc_4 = ((v16){0} + 0.0f);
      out_acc_5 = ((v16){0} + 0.0f);
      const float *const data_packed_at10 = data_packed + 1296 * go;
      const float *const weights_packed_at11 = weights_packed + 144 * go;
      out_acc_3 += (*(const v16u *)(data_packed_at10 + 80) * *(const v16u *)(weights_packed_at11));
      out_acc_4 += (*(const v16u *)(data_packed_at10 + 96) * *(const v16u *)(weights_packed_at11));
      out_acc_5 += (*(const v16u *)(data_packed_at10 + 112) * *(const v16u *)(weights_packed_at11));
      out_acc_3 += (*(const v16u *)(data_packed_at10 + 96) * *(const v16u *)(weights_packed_at11 + 16));
      out_acc_4 += (*(const v16u *)(data_packed_at10 + 112) * *(const v16u *)(weights_packed_at11 + 16));
      out_acc_5 += (*(const v16u *)(data_packed_at10 + 128) * *(const v16u *)(weights_packed_at11 + 16));
      out_acc_3 += (*(const v16u *)(data_packed_at10 + 112) * *(const v16u *)(weights_packed_at11 + 32));
      out_acc_4 += (*(const v16u *)(data_packed_at10 + 128) * *(const v16u *)(weights_packed_at11 + 32));
      out_acc_0 += (*(const v16u *)(data_packed_at10 + 80) * *(const v16u *)(weights_packed_at11 + 48));
      out_acc_1 += (*(const v16u *)(data_packed_at10 + 96) * *(const v16u *)(weights_packed_at11 + 48));
      out_acc_2 += (*(const v16u *)(data_packed_at10 + 112) * *(const v16u *)(weights_packed_at11 + 48));
      out_acc_3 += (*(const v16u *)(data_packed_at10 + 224) * *(const v16u *)(weights_packed_at11 + 48));
      out_acc_4 += (*(const v16u *)(data_packed_at10 + 240) * *(const v16u *)(weights_packed_at11 + 48));
      out_acc_5 += (*(const v16u *)(data_packed_at10 + 256) * *(const v16u *)(weights_packed_at11 + 48));
      out_acc_0 += (*(const v16u *)(data_packed_at10 + 96) * *(const v16u *)(weights_packed_at11 + 64));
      out_acc_1 += (*(const v16u *)(data_packed_at10 + 112) * *(const v16u *)(weights_packed_at11 + 64));
      out_acc_2 += (*(const v16u *)(data_packed_at10 + 128) * *(const v16u *)(weights_packed_at11 + 64));
      out_acc_3 += (*(const v16u *)(data_packed_at10 + 240) * *(const v16u *)(weights_packed_at11 + 64));
      out_acc_4 += (*(const v16u *)(data_packed_at10 + 256) * *(const v16u *)(weights_packed_at11 + 64));
      out_acc_5 += (*(const v16u *)(data_packed_at10 + 272) * *(const v16u *)(weights_packed_at11 + 64));
      out_acc_0 += (*(const v16u *)(data_packed_at10 + 112) * *(const v16u *)(weights_packed_at11 + 80));
      out_acc_1 += (*(const v16u *)(data_packed_at10 + 128) * *(const v16u *)(weights_packed_at11 + 80));
      out_acc_3 += (*(const v16u *)(data_packed_at10 + 256) * *(const v16u *)(weights_packed_at11 + 80));
      out_acc_4 += (*(const v16u *)(data_packed_at10 + 272) * *(const v16u *)(weights_packed_at11 + 80));
      out_acc_0 += (*(const v16u *)(data_packed_at10 + 224) * *(const v16u *)(weights_packed_at11 + 96));
      out_acc_1 += (*(const v16u *)(data_packed_at10 + 240) * *(const v16u *)(weights_packed_at11 + 96));
      out_acc_2 += (*(const v16u *)(data_packed_at10 + 256) * *(const v16u *)(weights_packed_at11 + 96));
      out_acc_3 += (*(const v16u *)(data_packed_at10 + 368) * *(const v16u *)(weights_packed_at11 + 96));
      out_acc_4 += (*(const v16u *)(data_packed_at10 + 384) * *(const v16u *)(weights_packed_at11 + 96));
      out_acc_5 += (*(const v16u *)(data_packed_at10 + 400) * *(const v16u *)(weights_packed_at11 + 96));
      out_acc_0 += (*(const v16u *)(data_packed_at10 + 240) * *(const v16u *)(weights_packed_at11 + 112));
      out_acc_1 += (*(const v16u *)(data_packed_at10 + 256) * *(const v16u *)(weights_packed_at11 + 112));
      out_acc_2 += (*(const v16u *)(data_packed_at10 + 272) * *(const v16u *)(weights_packed_at11 + 112));
      out_acc_3 += (*(const v16u *)(data_packed_at10 + 384) * *(const v16u *)(weights_packed_at11 + 112));
      out_acc_4 += (*(const v16u *)(data_packed_at10 + 400) * *(const v16u *)(weights_packed_at11 + 112));
      out_acc_5 += (*(const v16u *)(data_packed_at10 + 416) * *(const v16u *)(weights_packed_at11 + 112));
      out_acc_0 += (*(const v16u *)(data_packed_at10 + 256) * *(const v16u *)(weights_packed_at11 + 128));
      out_acc_1 += (*(const v16u *)(data_packed_at10 + 272) * *(const v16u *)(weights_packed_at11 + 128));
      out_acc_3 += (*(const v16u *)(data_packed_at10 + 400) * *(const v16u *)(weights_packed_at11 + 128));
      out_acc_4 += (*(const v16u *)(data_packed_at10 + 416) * *(const v16u *)(weights_packed_at11 + 128));
      const float *const bias_at12 = bias + 16 * go;
      const float *const residual_packed_at13 = residual_packed + 1296 * go;
      float *const out_at14 = out + 1296 * go;
      *(v16u *)(out_at14 + 96) = max16(((out_acc_0 + *(const v16u *)(bias_at12)) + *(const v16u *)(residual_packed_at13 + 96)), ((v16){0} + 0.0f));
      *(v16u *)(out_at14 + 112) = max16(((out_acc_1 + *(const v16u *)(bias_at12)) + *(const v16u *)(residual_packed_at13 + 112)), ((v16){0} + 0.0f));
      *(v16u *)(out_at14 + 128) = max16(((out_acc_2 + *(const v16u *)(bias_at12)) + *(const v16u *)(residual_packed_at13 + 128)), ((v16){0} + 0.0f));
      *(v16u *)(out_at14 + 240) = max16(((out_acc_3 + *(const v16u *)(bias_at12)) + *(const v16u *)(residual_packed_at13 + 240)), ((v16){0} + 0.0f));
      *(v16u *)(out_at14 + 256) = max16(((out_acc_4 + *(const v16u *)(bias_at12)) + *(const v16u *)(residual_packed_at13 + 256)), ((v16){0} + 0.0f));
      *(v16u *)(out_at14 + 272) = max16(((out_acc_5 + *(const v16u *)(bias_at12)) + *(const v16u *)(residual_packed_at13 + 272)), ((v16){0} + 0.0f));
    }
    for (long oho = 0; oho < 3; oho++) {
      {
        v16 out_acc_0, out_acc_1, out_acc_2, out_acc_3, out_acc_4, out_acc_5;
        out_acc_0 = ((v16){0} + 0.0f);
        out_acc_1 = ((v16){0} + 0.0f);
        out_acc_2 = ((v16){0} + 0.0f);
        out_acc_3 = ((v16){0} + 0.0f);
        out_acc_4 = ((v16){0} + 0.0f);
        out_acc_5 = ((v16){0} + 0.0f);
        const float *const data_packed_at15 = data_packed + 1296 * go + 288 * oho;
        const float *const weights_packed_at16 = weights_packed + 144 * go;
        out_acc_1 += (*(const v16u *)(data_packed_at15 + 144) * *(const v16u *)(weights_packed_at16));
        out_acc_2 += (*(const v16u *)(data_packed_at15 + 160) * *(const v16u *)(weights_packed_at16));
        out_acc_4 += (*(const v16u *)(data_packed_at15 + 288) * *(const v16u *)(weights_packed_at16));
        out_acc_5 += (*(const v16u *)(data_packed_at15 + 304) * *(const v16u *)(weights_packed_at16));
        out_acc_0 += (*(const v16u *)(data_packed_at15 + 144) * *(const v16u *)(weights_packed_at16 + 16));
        out_acc_1 += (*(const v16u *)(data_packed_at15 + 160) * *(const v16u *)(weights_packed_at16 + 16));
        out_acc_2 += (*(const v16u *)(data_packed_at15 + 176) * *(const v16u *)(weights_packed_at16 + 16));
        out_acc_3 += (*(const v16u *)(data_packed_at15 + 288) * *(const v16u *)(weights_packed_at16 + 16));
        out_acc_4 += (*(const v16u *)(data_packed_at15 + 304) * *(const v16u *)(weights_packed_at16 + 16));
        out_acc_5 += (*(const v16u *)(data_packed_at15 + 320) * *(const v16u *)(weights_packed_at16 + 16));
        out_acc_0 += (*(const v16u *)(data_packed_at15 + 160) * *(const v16u *)(weights_packed_at16 + 32));
        out_acc_1 += (*(const v16u *)(data_packed_at15 + 176) * *(const v16u *)(weights_packed_at16 + 32));
        out_acc_2 += (*(const v16u *)(data_packed_at15 + 192) * *(const v16u *)(weights_packed_at16 + 32));
        out_acc_3 += (*(const v16u *)(data_packed_at15 + 304) * *(const v16u *)(weights_packed_at16 + 32));
        out_acc_4 += (*(const v16u *)(data_packed_at15 + 320) * *(const v16u *)(weights_packed_at16 + 32));
        out_acc_5 += (*(const v16u *)(data_packed_at15 + 336) * *(const v16u *)(weights_packed_at16 + 32));
        out_acc_1 += (*(const v16u *)(data_packed_at15 + 288) * *(const v16u *)(weights_packed_at16 + 48));
        out_acc_2 += (*(const v16u *)(data_packed_at15 + 304) * *(const v16u *)(weights_packed_at16 + 48));
        out_acc_4 += (*(const v16u *)(data_packed_at15 + 432) * *(const v16u *)(weights_packed_at16 + 48));
        out_acc_5 += (*(const v16u *)(data_packed_at15 + 448) * *(const v16u *)(weights_packed_at16 + 48));
        out_acc_0 += (*(const v16u *)(data_packed_at15 + 288) * *(const v16u *)(weights_packed_at16 + 64));
        out_acc_1 += (*(const v16u *)(data_packed_at15 + 304) * *(const v16u *)(weights_packed_at16 + 64));
        out_acc_2 += (*(const v16u *)(data_packed_at15 + 320) * *(const v16u *)(weights_packed_at16 + 64));
        out_acc_3 += (*(const v16u *)(data_packed_at15 + 432) * *(const v16u *)(weights_packed_at16 + 64));
        out_acc_4 += (*(const v16u *)(data_packed_at15 + 448) * *(const v16u *)(weights_packed_at16 + 64));
        out_acc_5 += (*(const v16u *)(data_packed_at15 + 464) * *(const v16u *)(weights_packed_at16 + 64));
        out_acc_0 += (*(const v16u *)(data_packed_at15 + 304) * *(const v16u *)(weights_packed_at16 + 80));
        out_acc_1 += (*(const v16u *)(data_packed_at15 + 320) * *(const v16u *)(weights_packed_at16 + 80));
        out_acc_2 += (*(const v16u *)(data_packed_at15 + 336) * *(const v16u *)(weights_packed_at16 + 80));
        out_acc_3 += (*(const v16u *)(data_packed_at15 + 448) * *(const v16u *)(weights_packed_at16 + 80));
        out_acc_4 += (*(const v16u *)(data_packed_at15 + 464) * *(const v16u *)(weights_packed_at16 + 80));
        out_acc_5 += (*(const v16u *)(data_packed_at15 + 480) * *(const v16u *)(weights_packed_at16 + 80));
        out_acc_1 += (*(const v16u *)(data_packed_at15 + 432) * *(const v16u *)(weights_packed_at16 + 96));
        out_acc_2 += (*(const v16u *)(data_packed_at15 + 448) * *(const v16u *)(weights_packed_at16 + 96));
        out_acc_4 += (*(const v16u *)(data_packed_at15 + 576) * *(const v16u *)(weights_packed_at16 + 96));
        out_acc_5 += (*(const v16u *)(data_packed_at15 + 592) * *(const v16u *)(weights_packed_at16 + 96));
        out_acc_0 += (*(const v16u *)(data_packed_at15 + 432) * *(const v16u *)(weights_packed_at16 + 112));
        out_acc_1 += (*(const v16u *)(data_packed_at15 + 448) * *(const v16u *)(weights_packed_at16 + 112));
        out_acc_2 += (*(const v16u *)(data_packed_at15 + 464) * *(const v16u *)(weights_packed_at16 + 112));
        out_acc_3 += (*(const v16u *)(data_packed_at15 + 576) * *(const v16u *)(weights_packed_at16 + 112));
        out_acc_4 += (*(const v16u *)(data_packed_at15 + 592) * *(const v16u *)(weights_packed_at16 + 112));
        out_acc_5 += (*(const v16u *)(data_packed_at15 + 608) * *(const v16u *)(weights_packed_at16 + 112));
        out_acc_0 += (*(const v16u *)(data_packed_at15 + 448) * *(const v16u *)(weights_packed_at16 + 128));
        out_acc_1 += (*(const v16u *)(data_packed_at15 + 464) * *(const v16u *)(weights_packed_at16 + 128));
        out_acc_2 += (*(const v16u *)(data_packed_at15 + 480) * *(const v16u *)(weights_packed_at16 + 128));
        out_acc_3 += (*(const v16u *)(data_packed_at15 + 592) * *(const v16u *)(weights_packed_at16 + 128));
        out_acc_4 += (*(const v16u *)(data_packed_at15 + 608) * *(const v16u *)(weights_packed_at16 + 128));
        out_acc_5 += (*(const v16u *)(data_packed_at15 + 624) * *(const v16u *)(weights_packed_at16 + 128));
        const float *const bias_at17 = bias + 16 * go;
        const float *const residual_packed_at18 = residual_packed + 1296 * go + 288 * oho;
        float *const out_at19 = out + 1296 * go + 288 * oho;
        *(v16u *)(out_at19 + 288) = max16(((out_acc_0 + *(const v16u *)(bias_at17)) + *(const v16u *)(residual_packed_at18 + 288)), ((v16){0} + 0.0f));
        *(v16u *)(out_at19 + 304) = max16(((out_acc_1 + *(const v16u *)(bias_at17)) + *(const v16u *)(residual_packed_at18 + 304)), ((v16){0} + 0.0f));
        *(v16u *)(out_at19 + 320) = max16(((out_acc_2 + *(const v16u *)(bias_at17)) + *(const v16u *)(residual_packed_at18 + 320)), ((v16){0} + 0.0f));
        *(v16u *)(out_at19 + 432) = max16(((out_acc_3 + *(const v16u *)(bias_at17)) + *(const v16u *)(residual_packed_at18 + 432)), ((v16){0} + 0.0f));
        *(v16u *)(out_at19 + 448) = max16(((out_acc_4 + *(const v16u *)(bias_at17)) + *(const v16u *)(residual_packed_at18 + 448)), ((v16){0} + 0.0f));
        *(v16u *)(out_at19 + 464) = max16(((out_acc_5 + *(const v16u *)(bias_at17)) + *(const v16u *)(residual_packed_at18 + 464)), ((v16){0} + 0.0f));
      }
      {
        v16 out_acc_0, out_acc_1, out_acc_2, out_acc_3, out_acc_4, out_acc_5;
        out_acc_0 = ((v16){0} + 0.0f);
        out_acc_1 = ((v16){0} + 0.0f);
        out_acc_2 = ((v16){0} + 0.0f);
        out_acc_3 = ((v16){0} + 0.0f);
        out_acc_4 = ((v16){0} + 0.0f);
        out_acc_5 = ((v16){0} + 0.0f);
        const float *const data_packed_at20 = data_packed + 1296 * go + 288 * oho;
        const float *const weights_packed_at21 = weights_packed + 144 * go;
        out_acc_0 += (*(const v16u *)(data_packed_at20 + 176) * *(const v16u *)(weights_packed_at21));
        out_acc_1 += (*(const v16u *)(data_packed_at20 + 192) * *(const v16u *)(weights_packed_at21));
        out_acc_2 += (*(const v16u *)(data_packed_at20 + 208) * *(const v16u *)(weights_packed_at21));
        out_acc_3 += (*(const v16u *)(data_packed_at20 + 320) * *(const v16u *)(weights_packed_at21));
        out_acc_4 += (*(const v16u *)(data_packed_at20 + 336) * *(const v16u *)(weights_packed_at21));
        out_acc_5 += (*(const v16u *)(data_packed_at20 + 352) * *(const v16u *)(weights_packed_at21));
        out_acc_0 += (*(const v16u *)(data_packed_at20 + 192) * *(const v16u *)(weights_packed_at21 + 16));
        out_acc_1 += (*(const v16u *)(data_packed_at20 + 208) * *(const v16u *)(weights_packed_at21 + 16));
        out_acc_2 += (*(const v16u *)(data_packed_at20 + 224) * *(const v16u *)(weights_packed_at21 + 16));
        out_acc_3 += (*(const v16u *)(data_packed_at20 + 336) * *(const v16u *)(weights_packed_at21 + 16));
        out_acc_4 += (*(const v16u *)(data_packed_at20 + 352) * *(const v16u *)(weights_packed_at21 + 16));
        out_acc_5 += (*(const v16u *)(data_packed_at20 + 368) * *(const v16u *)(weights_packed_at21 + 16));
        out_acc_0 += (*(const v16u *)(data_packed_at20 + 208) * *(const v16u *)(weights_packed_at21 + 32));
        out_acc_1 += (*(const v16u *)(data_packed_at20 + 224) * *(const v16u *)(weights_packed_at21 + 32));
        out_acc_2 += (*(const v16u *)(data_packed_at20 + 240) * *(const v16u *)(weights_packed_at21 + 32));
        out_acc_3 += (*(const v16u *)(data_packed_at20 + 352) * *(const v16u *)(weights_packed_at21 + 32));
        out_acc_4 += (*(const v16u *)(data_packed_at20 + 368) * *(const v16u *)(weights_packed_at21 + 32));
        out_acc_5 += (*(const v16u *)(data_packed_at20 + 384) * *(const v16u *)(weights_packed_at21 + 32));
        out_acc_0 += (*(const v16u *)(data_packed_at20 + 320) * *(const v16u *)(weights_packed_at21 + 48));
        out_acc_1 += (*(const v16u *)(data_packed_at20 + 336) * *(const v16u *)(weights_packed_at21 + 48));
        out_acc_2 += (*(const v16u *)(data_packed_at20 + 352) * *(const v16u *)(weights_packed_at21 + 48));
        out_acc_3 += (*(const v16u *)(data_packed_at20 + 464) * *(const v16u *)(weights_packed_at21 + 48));
        out_acc_4 += (*(const v16u *)(data_packed_at20 + 480) * *(const v16u *)(weights_packed_at21 + 48));
        out_acc_5 += (*(const v16u *)(data_packed_at20 + 496) * *(const v16u *)(weights_packed_at21 + 48));
        out_acc_0 += (*(const v16u *)(data_packed_at20 + 336) * *(const v16u *)(weights_packed_at21 + 64));
        out_acc_1 += (*(const v16u *)(data_packed_at20 + 352) * *(const v16u *)(weights_packed_at21 + 64));
        out_acc_2 += (*(const v16u *)(data_packed_at20 + 368) * *(const v16u *)(weights_packed_at21 + 64));
        out_acc_3 += (*(const v16u *)(data_packed_at20 + 480) * *(const v16u *)(weights_packed_at21 + 64));
        out_acc_4 += (*(const v16u *)(data_packed_at20 + 496) * *(const v16u *)(weights_packed_at21 + 64));
        out_acc_5 += (*(const v16u *)(data_packed_at20 + 512) * *(const v16u *)(weights_packed_at21 + 64));
        out_acc_0 += (*(const v16u *)(data_packed_at20 + 352) * *(const v16u *)(weights_packed_at21 + 80));
        out_acc_1 += (*(const v16u *)(data_packed_at20 + 368) * *(const v16u *)(weights_packed_at21 + 80));
        out_acc_2 += (*(const v16u *)(data_packed_at20 + 384) * *(const v16u *)(weights_packed_at21 + 80));
        out_acc_3 += (*(const v16u *)(data_packed_at20 + 496) * *(const v16u *)(weights_packed_at21 + 80));
        out_acc_4 += (*(const v16u *)(data_packed_at20 + 512) * *(const v16u *)(weights_packed_at21 + 80));
        out_acc_5 += (*(const v16u *)(data_packed_at20 + 528) * *(const v16u *)(weights_packed_at21 + 80));
        out_acc_0 += (*(const v16u *)(data_packed_at20 + 464) * *(const v16u *)(weights_packed_at21 + 96));
        out_acc_1 += (*(const v16u *)(data_packed_at20 + 480) * *(const v16u *)(weights_packed_at21 + 96));
        out_acc_2 += (*(const v16u *)(data_packed_at20 + 496) * *(const v16u *)(weights_packed_at21 + 96));
        out_acc_3 += (*(const v16u *)(data_packed_at20 + 608) * *(const v16u *)(weights_packed_at21 + 96));
        out_acc_4 += (*(const v16u *)(data_packed_at20 + 624) * *(const v16u *)(weights_packed_at21 + 96));
        out_acc_5 += (*(const v16u *)(data_packed_at20 + 640) * *(const v16u *)(weights_packed_at21 + 96));
        out_acc_0 += (*(const v16u *)(data_packed_at20 + 480) * *(const v16u *)(weights_packed_at21 + 112));
        out_acc_1 += (*(const v16u *)(data_packed_at20 + 496) * *(const v16u *)(weights_packed_at21 + 112));
        out_acc_2 += (*(const v16u *)(data_packed_at20 + 512) * *(const v16u *)(weights_packed_at21 + 112));
        out_acc_3 += (*(const v16u *)(data_packed_at20 + 624) * *(const v16u *)(weights_packed_at21 + 112));
        out_acc_4 += (*(const v16u *)(data_packed_at20 + 640) * *(const v16u *)(weights_packed_at21 + 112));
        out_acc_5 += (*(const v16u *)(data_packed_at20 + 656) * *(const v16u *)(weights_packed_at21 + 112));
        out_acc_0 += (*(const v16u *)(data_packed_at20 + 496) * *(const v16u *)(weights_packed_at21 + 128));
        out_acc_1 += (*(const v16u *)(data_packed_at20 + 512) * *(const v16u *)(weights_packed_at21 + 128));
        out_acc_2 += (*(const v16u *)(data_packed_at20 + 528) * *(const v16u *)(weights_packed_at21 + 128));
        out_acc_3 += (*(const v16u *)(data_packed_at20 + 640) * *(const v16u *)(weights_packed_at21 + 128));
        out_acc_4 += (*(const v16u *)(data_packed_at20 + 656) * *(const v16u *)(weights_packed_at21 + 128));
        out_acc_5 += (*(const v16u *)(data_packed_at20 + 672) * *(const v16u *)(weights_packed_at21 + 128));
        const float *const bias_at22 = bias + 16 * go;
        const float *const residual_packed_at23 = residual_packed + 1296 * go + 288 * oho;
        float *const out_at24 = out + 1296 * go + 288 * oho;
        *(v16u *)(out_at24 + 336) = max16(((out_acc_0 + *(const v16u *)(bias_at22)) + *(const v16u *)(residual_packed_at23 + 336)), ((v16){0} + 0.0f));
        *(v16u *)(out_at24 + 352) = max16(((out_acc_1 + *(const v16u *)(bias_at22)) + *(const v16u *)(residual_packed_at23 + 352)), ((v16){0} + 0.0f));
        *(v16u *)(out_at24 + 368) = max16(((out_acc_2 + *(const v16u *)(bias_at22)) + *(const v16u *)(residual_packed_at23 + 368)), ((v16){0} + 0.0f));
        *(v16u *)(out_at24 + 480) = max16(((out_acc_3 + *(const v16u *)(bias_at22)) + *(const v16u *)(residual_packed_at23 + 480)), ((v16){0} + 0.0f));
        *(v16u *)(out_at24 + 496) = max16(((out_acc_4 + *(const v16u *)(bias_at22)) + *(const v16u *)(residual_packed_at23 + 496)), ((v16){0} + 0.0f));
        *(v16u *)(out_at24 + 512) = max16(((out_acc_5 + *(const v16u *)(bias_at22)) + *(const v16u *)(residual_packed_at23 + 512)), ((v16){0} + 0.0f));
      }
      {
        v16 out_acc_0, out_acc_1, out_acc_2, out_acc_3, out_acc_4, out_acc_5;
        out_acc_0 = ((v16){0} + 0.0f);
        out_acc_1 = ((v16){0} + 0.0f);
        out_acc_2 = ((v16){0} + 0.0f);
        out_acc_3 = ((v16){0} + 0.0f);
        out_acc_4 = ((v16){0} + 0.0f);
        out_acc_5 = ((v16){0} + 0.0f);
        const float *const data_packed_at25 = data_packed + 1296 * go + 288 * oho;
        const float *const weights_packed_at26 = weights_packed + 144 * go;
        out_acc_0 += (*(const v16u *)(data_packed_at25 + 224) * *(const v16u *)(weights_packed_at26));
        out_acc_1 += (*(const v16u *)(data_packed_at25 + 240) * *(const v16u *)(weights_packed_at26));
        out_acc_2 += (*(const v16u *)(data_packed_at25 + 256) * *(const v16u *)(weights_packed_at26));
        out_acc_3 += (*(const v16u *)(data_packed_at25 + 368) * *(const v16u *)(weights_packed_at26));
        out_acc_4 += (*(const v16u *)(data_packed_at25 + 384) * *(const v16u *)(weights_packed_at26));
        out_acc_5 += (*(const v16u *)(data_packed_at25 + 400) * *(const v16u *)(weights_packed_at26));
        out_acc_0 += (*(const v16u *)(data_packed_at25 + 240) * *(const v16u *)(weights_packed_at26 + 16));
        out_acc_1 += (*(const v16u *)(data_packed_at25 + 256) * *(const v16u *)(weights_packed_at26 + 16));
        out_acc_2 += (*(const v16u *)(data_packed_at25 + 272) * *(const v16u *)(weights_packed_at26 + 16));
        out_acc_3 += (*(const v16u *)(data_packed_at25 + 384) * *(const v16u *)(weights_packed_at26 + 16));
        out_acc_4 += (*(const v16u *)(data_packed_at25 + 400) * *(const v16u *)(weights_packed_at26 + 16));
        out_acc_5 += (*(const v16u *)(data_packed_at25 + 416) * *(const v16u *)(weights_packed_at26 + 16));
        out_acc_0 += (*(const v16u *)(data_packed_at25 + 256) * *(const v16u *)(weights_packed_at26 + 32));
        out_acc_1 += (*(const v16u *)(data_packed_at25 + 272) * *(const v16u *)(weights_packed_at26 + 32));
        out_acc_3 += (*(const v16u *)(data_packed_at25 + 400) * *(const v16u *)(weights_packed_at26 + 32));
        out_acc_4 += (*(const v16u *)(data_packed_at25 + 416) * *(const v16u *)(weights_packed_at26 + 32));
        out_acc_0 += (*(const v16u *)(data_packed_at25 + 368) * *(const v16u *)(weights_packed_at26 + 48));
        out_acc_1 += (*(const v16u *)(data_packed_at25 + 384) * *(const v16u *)(weights_packed_at26 + 48));
        out_acc_2 += (*(const v16u *)(data_packed_at25 + 400) * *(const v16u *)(weights_packed_at26 + 48));
        out_acc_3 += (*(const v16u *)(data_packed_at25 + 512) * *(const v16u *)(weights_packed_at26 + 48));
        out_acc_4 += (*(const v16u *)(data_packed_at25 + 528) * *(const v16u *)(weights_packed_at26 + 48));
        out_acc_5 += (*(const v16u *)(data_packed_at25 + 544) * *(const v16u *)(weights_packed_at26 + 48));
        out_acc_0 += (*(const v16u *)(data_packed_at25 + 384) * *(const v16u *)(weights_packed_at26 + 64));
        out_acc_1 += (*(const v16u *)(data_packed_at25 + 400) * *(const v16u *)(weights_packed_at26 + 64));
        out_acc_2 += (*(const v16u *)(data_packed_at25 + 416) * *(const v16u *)(weights_packed_at26 + 64));
        out_acc_3 += (*(const v16u *)(data_packed_at25 + 528) * *(const v16u *)(weights_packed_at26 + 64));
        out_acc_4 += (*(const v16u *)(data_packed_at25 + 544) * *(const v16u *)(weights_packed_at26 + 64));
        out_acc_5 += (*(const v16u *)(data_packed_at25 + 560) * *(const v16u *)(weights_packed_at26 + 64));
        out_acc_0 += (*(const v16u *)(data_packed_at25 + 400) * *(const v16u *)(weights_packed_at26 + 80));
        out_acc_1 += (*(const v16u *)(data_packed_at25 + 416) * *(const v16u *)(weights_packed_at26 + 80));
        out_acc_3 += (*(const v16u *)(data_packed_at25 + 544) * *(const v16u *)(weights_packed_at26 + 80));
        out_acc_4 += (*(const v16u *)(data_packed_at25 + 560) * *(const v16u *)(weights_packed_at26 + 80));
        out_acc_0 += (*(const v16u *)(data_packed_at25 + 512) * *(const v16u *)(weights_packed_at26 + 96));
        out_acc_1 += (*(const v16u *)(data_packed_at25 + 528) * *(const v16u *)(weights_packed_at26 + 96));
        out_acc_2 += (*(const v16u *)(data_packed_at25 + 544) * *(const v16u *)(weights_packed_at26 + 96));
        out_acc_3 += (*(const v16u *)(data_packed_at25 + 656) * *(const v16u *)(weights_packed_at26 + 96));
        out_acc_4 += (*(const v16u *)(data_packed_at25 + 672) * *(const v16u *)(weights_packed_at26 + 96));
        out_acc_5 += (*(const v16u *)(data_packed_at25 + 688) * *(const v16u *)(weights_packed_at26 + 96));
        out_acc_0 += (*(const v16u *)(data_packed_at25 + 528) * *(const v16u *)(weights_packed_at26 + 112));
        out_acc_1 += (*(const v16u *)(data_packed_at25 + 544) * *(const v16u *)(weights_packed_at26 + 112));
        out_acc_2 += (*(const v16u *)(data_packed_at25 + 560) * *(const v16u *)(weights_packed_at26 + 112));
        out_acc_3 += (*(const v16u *)(data_packed_at25 + 672) * *(const v16u *)(weights_packed_at26 + 112));
        out_acc_4 += (*(const v16u *)(data_packed_at25 + 688) * *(const v16u *)(weights_packed_at26 + 112));
        out_acc_5 += (*(const v16u *)(data_packed_at25 + 704) * *(const v16u *)(weights_packed_at26 + 112));
        out_acc_0 += (*(const v16u *)(data_packed_at25 + 544) * *(const v16u *)(weights_packed_at26 + 128));
        out_acc_1 += (*(const v16u *)(data_packed_at25 + 560) * *(const v16u *)(weights_packed_at26 + 128));
        out_acc_3 += (*(const v16u *)(data_packed_at25 + 688) * *(const v16u *)(weights_packed_at26 + 128));
        out_acc_4 += (*(const v16u *)(data_packed_at25 + 704) * *(const v16u *)(weights_packed_at26 + 128));
        const float *const bias_at27 = bias + 16 * go;
        const float *const residual_packed_at28 = residual_packed + 1296 * go + 288 * oho;
        float *const out_at29 = out + 1296 * go + 288 * oho;
        *(v16u *)(out_at29 + 384) = max16(((out_acc_0 + *(const v16u *)(bias_at27)) + *(const v16u *)(residual_packed_at28 + 384)), ((v16){0} + 0.0f));
        *(v16u *)(out_at29 + 400) = max16(((out_acc_1 + *(const v16u *)(bias_at27)) + *(const v16u *)(residual_packed_at28 + 400)), ((v16){0} + 0.0f));
        *(v16u *)(out_at29 + 416) = max16(((out_acc_2 + *(const v16u *)(bias_at27)) + *(const v16u *)(residual_packed_at28 + 416)), ((v16){0} + 0.0f));
        *(v16u *)(out_at29 + 528) = max16(((out_acc_3 + *(const v16u *)(bias_at27)) + *(const v16u *)(residual_packed_at28 + 528)), ((v16){0} + 0.0f));
        *(v16u *)(out_at29 + 544) = max16(((out_acc_4 + *(const v16u *)(bias_at27)) + *(const v16u *)(residual_packed_at28 + 544)), ((v16){0} + 0.0f));
        *(v16u *)(out_at29 + 560) = max16(((out_acc_5 + *(const v16u *)(bias_at27)) + *(const v16u *)(residual_packed_at28 + 560)), ((v16){0} + 0.0f));
      }
    }
    {
      v16 out_acc_0, out_acc_1, out_acc_2;
      out_acc_0 = ((v16){0} + 0.0f);
      out_acc_1 = ((v16){0} + 0.0f);
      out_acc_2 = ((v16){0} + 0.0f);
      const float *const data_packed_at30 = data_packed + 1296 * go;
      const float *const weights_packed_at31 = weights_packed + 144 * go;
      out_acc_1 += (*(const v16u *)(data_packed_at30 + 1008) * *(const v16u *)(weights_packed_at31));
      out_acc_2 += (*(const v16u *)(data_packed_at30 + 1024) * *(const v16u *)(weights_packed_at31));
      out_acc_0 += (*(const v16u *)(data_packed_at30 + 1008) * *(const v16u *)(weights_packed_at31 + 16));
      out_acc_1 += (*(const v16u *)(data_packed_at30 + 1024) * *(const v16u *)(weights_packed_at31 + 16));
      out_acc_2 += (*(const v16u *)(data_packed_at30 + 1040) * *(const v16u *)(weights_packed_at31 + 16));
      out_acc_0 += (*(const v16u *)(data_packed_at30 + 1024) * *(const v16u *)(weights_packed_at31 + 32));
      out_acc_1 += (*(const v16u *)(data_packed_at30 + 1040) * *(const v16u *)(weights_packed_at31 + 32));
      out_acc_2 += (*(const v16u *)(data_packed_at30 + 1056) * *(const v16u *)(weights_packed_at31 + 32));
      out_acc_1 += (*(const v16u *)(data_packed_at30 + 1152) * *(const v16u *)(weights_packed_at31 + 48));
      out_acc_2 += (*(const v16u *)(data_packed_at30 + 1168) * *(const v16u *)(weights_packed_at31 + 48));
      out_acc_0 += (*(const v16u *)(data_packed_at30 + 1152) * *(const v16u *)(weights_packed_at31 + 64));
      out_acc_1 += (*(const v16u *)(data_packed_at30 + 1168) * *(const v16u *)(weights_packed_at31 + 64));
      out_acc_2 += (*(const v16u *)(data_packed_at30 + 1184) * *(const v16u *)(weights_packed_at31 + 64));
      out_acc_0 += (*(const v16u *)(data_packed_at30 + 1168) * *(const v16u *)(weights_packed_at31 + 80));
      out_acc_1 += (*(const v16u *)(data_packed_at30 + 1184) * *(const v16u *)(weights_packed_at31 + 80));
      out_acc_2 += (*(const v16u *)(data_packed_at30 + 1200) * *(const v16u *)(weights_packed_at31 + 80));
      const float *const bias_at32 = bias + 16 * go;
      const float *const residual_packed_at33 = residual_packed + 1296 * go;
      float *const out_at34 = out + 1296 * go;
      *(v16u *)(out_at34 + 1152) = max16(((out_acc_0 + *(const v16u *)(bias_at32)) + *(const v16u *)(residual_packed_at33 + 1152)), ((v16){0} + 0.0f));
      *(v16u *)(out_at34 + 1168) = max16(((out_acc_1 + *(const v16u *)(bias_at32)) + *(const v16u *)(residual_packed_at33 + 1168)), ((v16){0} + 0.0f));
      *(v16u *)(out_at34 + 1184) = max16(((out_acc_2 + *(const v16u *)(bias_at32)) + *(const v16u *)(residual_packed_at33 + 1184)), ((v16){0} + 0.0f));
    }
    {
      v16 out_acc_0, out_acc_1, out_acc_2;
      out_acc_0 = ((v16){0} + 0.0f);
      out_acc_1 = ((v16){0} + 0.0f);
      out_acc_2 = ((v16){0} + 0.0f);
      const float *const data_packed_at35 = data_packed + 1296 * go;
      const float *const weights_packed_at36 = weights_packed + 144 * go;
      out_acc_0 += (*(const v16u *)(data_packed_at35 + 1040) * *(const v16u *)(weights_packed_at36));
      out_acc_1 += (*(const v16u *)(data_packed_at35 + 1056) * *(const v16u *)(weights_packed_at36));
      out_acc_2 += (*(const v16u *)(data_packed_at35 + 1072) * *(const v16u *)(weights_packed_at36));
      out_acc_0 += (*(const v16u *)(data_packed_at35 + 1056) * *(const v16u *)(weights_packed_at36 + 16));
      out_acc_1 += (*(const v16u *)(data_packed_at35 + 1072) * *(const v16u *)(weights_packed_at36 + 16));
      out_acc_2 += (*(const v16u *)(data_packed_at35 + 1088) * *(const v16u *)(weights_packed_at36 + 16));
      out_acc_0 += (*(const v16u *)(data_packed_at35 + 1072) * *(const v16u *)(weights_packed_at36 + 32));
      out_acc_1 += (*(const v16u *)(data_packed_at35 + 1088) * *(const v16u *)(weights_packed_at36 + 32));
      out_acc_2 += (*(const v16u *)(data_packed_at35 + 1104) * *(const v16u *)(weights_packed_at36 + 32));
      out_acc_0 += (*(const v16u *)(data_packed_at35 + 1184) * *(const v16u *)(weights_packed_at36 + 48));
      out_acc_1 += (*(const v16u *)(data_packed_at35 + 1200) * *(const v16u *)(weights_packed_at36 + 48));
      out_acc_2 += (*(const v16u *)(data_packed_at35 + 1216) * *(const v16u *)(weights_packed_at36 + 48));
      out_acc_0 += (*(const v16u *)(data_packed_at35 + 1200) * *(const v16u *)(weights_packed_at36 + 64));
      out_acc_1 += (*(const v16u *)(data_packed_at35 + 1216) * *(const v16u *)(weights_packed_at36 + 64));
      out_acc_2 += (*(const v16u *)(data_packed_at35 + 1232) * *(const v16u *)(weights_packed_at36 + 64));
      out_acc_0 += (*(const v16u *)(data_packed_at35 + 1216) * *(const v16u *)(weights_packed_at36 + 80));
      out_acc_1 += (*(const v16u *)(data_packed_at35 + 1232) * *(const v16u *)(weights_packed_at36 + 80));
      out_acc_2 += (*(const v16u *)(data_packed_at35 + 1248) * *(const v16u *)(weights_packed_at36 + 80));
      const float *const bias_at37 = bias + 16 * go;
      const float *const residual_packed_at38 = residual_packed + 1296 * go;
      float *const out_at39 = out + 1296 * go;
      *(v16u *)(out_at39 + 1200) = max16(((out_acc_0 + *(const v16u *)(bias_at37)) + *(const v16u *)(residual_packed_at38 + 1200)), ((v16){0} + 0.0f));
      *(v16u *)(out_at39 + 1216) = max16(((out_acc_1 + *(const v16u *)(bias_at37)) + *(const v16u *)(residual_packed_at38 + 1216)), ((v16){0} + 0.0f));
      *(v16u *)(out_at39 + 1232) = max16(((out_acc_2 + *(const v16u *)(bias_at37)) + *(const v16u *)(residual_packed_at38 + 1232)), ((v16){0} + 0.0f));
    }
    {
      v16 out_acc_0, out_acc_1, out_acc_2;
      out_acc_0 = ((v16){0} + 0.0f);
      out_acc_1 = ((v16){0} + 0.0f);
      out_acc_2 = ((v16){0} + 0.0f);
      const float *const data_packed_at40 = data_packed + 1296 * go;
      const float *const weights_packed_at41 = weights_packed + 144 * go;
      out_acc_0 += (*(const v16u *)(data_packed_at40 + 1088) * *(const v16u *)(weights_packed_at41));
      out_acc_1 += (*(const v16u *)(data_packed_at40 + 1104) * *(const v16u *)(weights_packed_at41));
      out_acc_2 += (*(const v16u *)(data_packed_at40 + 1120) * *(const v16u *)(weights_packed_at41));
      out_acc_0 += (*(const v16u *)(data_packed_at40 + 1104) * *(const v16u *)(weights_packed_at41 + 16));
      out_acc_1 += (*(const v16u *)(data_packed_at40 + 1120) * *(const v16u *)(weights_packed_at41 + 16));
      out_acc_2 += (*(const v16u *)(data_packed_at40 + 1136) * *(const v16u *)(weights_packed_at41 + 16));
      out_acc_0 += (*(const v16u *)(data_packed_at40 + 1120) * *(const v16u *)(weights_packed_at41 + 32));
      out_acc_1 += (*(const v16u *)(data_packed_at40 + 1136) * *(const v16u *)(weights_packed_at41 + 32));
      out_acc_0 += (*(const v16u *)(data_packed_at40 + 1232) * *(const v16u *)(weights_packed_at41 + 48));
      out_acc_1 += (*(const v16u *)(data_packed_at40 + 1248) * *(const v16u *)(weights_packed_at41 + 48));
      out_acc_2 += (*(const v16u *)(data_packed_at40 + 1264) * *(const v16u *)(weights_packed_at41 + 48));
      out_acc_0 += (*(const v16u *)(data_packed_at40 + 1248) * *(const v16u *)(weights_packed_at41 + 64));
      out_acc_1 += (*(const v16u *)(data_packed_at40 + 1264) * *(const v16u *)(weights_packed_at41 + 64));
      out_acc_2 += (*(const v16u *)(data_packed_at40 + 1280) * *(const v16u *)(weights_packed_at41 + 64));
      out_acc_0 += (*(const v16u *)(data_packed_at40 + 1264) * *(const v16u *)(weights_packed_at41 + 80));
      out_acc_1 += (*(const v16u *)(data_packed_at40 + 1280) * *(const v16u *)(weights_packed_at41 + 80));
      const float *const bias_at42 = bias + 16 * go;
      const float *const residual_packed_at43 = residual_packed + 1296 * go;
      float *const out_at44 = out + 1296 * go;
      *(v16u *)(out_at44 + 1248) = max16(((out_acc_0 + *(const v16u *)(bias_at42)) + *(const v16u *)(residual_packed_at43 + 1248)), ((v16){0} + 0.0f));
      *(v16u *)(out_at44 + 1264) = max16(((out_acc_1 + *(const v16u *)(bias_at42)) + *(const v16u *)(residual_packed_at43 + 1264)), ((v16){0} + 0.0f));
      *(v16u *)(out_at44 + 1280) = max16(((out_acc_2 + *(const v16u *)(bias_at42)) + *(const v16u *)(residual_packed_at43 + 1280)), ((v16){0} + 0.0f));
    }
  }
}

static void run(const float *restrict data_packed, const float *restrict weights_packed, const float *restrict bias, const float *restrict residual_packed, float *restrict out, char *restrict workspace) {
  run_0(data_packed, weights_packed, bias, residual_packed, out);
}

void kernel(void *const *args, void *workspace) {
  run(args[0], args[1], args[2], args[3], args[4], workspace);
}

static void pack_0(const float *restrict data, float *restrict data_packed) {
  for (long d3o = 0; d3o < 2; d3o++) {
    for (long d1 = 0; d1 < 9; d1++) {
      for (long d2 = 0; d2 < 9; d2++) {
        __builtin_memcpy(data_packed + 1296 * d3o + 144 * d1 + 16 * d2, data + 16 * d3o + 288 * d1 + 32 * d2, 64);
      }
    }
  }
}

static void pack_1(const float *restrict residual, float *restrict residual_packed) {
  for (long d3o = 0; d3o < 2; d3o++) {
    for (long d1 = 0; d1 < 9; d1++) {
      for (long d2 = 0; d2 < 9; d2++) {
        __builtin_memcpy(residual_packed + 1296 * d3o + 144 * d1 + 16 * d2, residual + 16 * d3o + 288 * d1 + 32 * d2, 64);
      }
    }
  }
}

static void pack_2(const float *restrict weights, float *restrict weights_packed) {
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

static void unpack_output(const float *restrict out_packed, float *restrict out) {
  for (long oh = 0; oh < 9; oh++) {
    for (long ow = 0; ow < 9; ow++) {
      for (long g = 0; g < 32; g++) {
        out[288 * oh + 32 * ow + g] = out_packed[1296 * ((g) / 16) + ((g) % 16) + 144 * oh + 16 * ow];
      }
    }
  }
}

void pack(void *const *args, void *const *packed) {
  pack_0(args[0], packed[0]);
  pack_1(args[3], packed[3]);
  pack_2(args[1], packed[1]);
}

void unpack(void *const *packed, void *const *args) {
  unpack_output(packed[4], args[4]);
}
