static inline long min_of(long a, long b) { return a < b ? a : b; }
static inline long max_of(long a, long b) { return a > b ? a : b; }
static inline long floor_div(long a, long b) { return a / b - (a % b < 0); }
static inline long floor_mod(long a, long b) { return a % b + (a % b < 0 ? b : 0); }
typedef float v16 __attribute__((vector_size(64)));
typedef float v16u __attribute__((vector_size(64), aligned(4), may_alias));
typedef int i16 __attribute__((vector_size(64)));
static inline v16 max16(v16 a, v16 b) { i16 m = a > b; return (v16)((m & (i16)a) | (~m & (i16)b)); }

static void run(const float *restrict data_packed, const float *restrict weights_packed, const float *restrict bias, const float *restrict residual_packed, float *restrict out, char *restrict workspace) {
  for (long go = 0; go < 2; go++) {
    {
      v16 out_acc_0, out_acc_1, out_acc_2, out_acc_3, out_acc_4, out_acc_5;
      out_acc_0 = ((v16){0} + 0.0f);
      out_acc_1 = ((v16){0} + 0.0f);
      out_acc_2 = ((v16){0} + 0.0f);
      out_acc_3 = ((v16){0} + 0.0f);
      out_acc_4 = ((v16){0} + 0.0f);
      out_acc_5 = ((v16){0} + 0.0f);
      out_acc_4 += (*(const v16u *)(data_packed + 1296 * go) * *(const v16u *)(weights_packed + 144 * go));
      out_acc_5 += (*(const v16u *)(data_packed + 1296 * go + 16) * *(const v16u *)(weights_packed + 144 * go));
      out_acc_3 += (*(const v16u *)(data_packed + 1296 * go) * *(const v16u *)(weights_packed + 144 * go + 16));
      out_acc_4 += (*(const v16u *)(data_packed + 1296 * go + 16) * *(const v16u *)(weights_packed + 144 * go + 16));
      out_acc_5 += (*(const v16u *)(data_packed + 1296 * go + 32) * *(const v16u *)(weights_packed + 144 * go + 16));
      out_acc_3 += (*(const v16u *)(data_packed + 1296 * go + 16) * *(const v16u *)(weights_packed + 144 * go + 32));
      out_acc_4 += (*(const v16u *)(data_packed + 1296 * go + 32) * *(const v16u *)(weights_packed + 144 * go + 32));
      out_acc_5 += (*(const v16u *)(data_packed + 1296 * go + 48) * *(const v16u *)(weights_packed + 144 * go + 32));
      out_acc_1 += (*(const v16u *)(data_packed + 1296 * go) * *(const v16u *)(weights_packed + 144 * go + 48));
      out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 16) * *(const v16u *)(weights_packed + 144 * go + 48));
      out_acc_4 += (*(const v16u *)(data_packed + 1296 * go + 144) * *(const v16u *)(weights_packed + 144 * go + 48));
      out_acc_5 += (*(const v16u *)(data_packed + 1296 * go + 160) * *(const v16u *)(weights_packed + 144 * go + 48));
      out_acc_0 += (*(const v16u *)(data_packed + 1296 * go) * *(const v16u *)(weights_packed + 144 * go + 64));
      out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 16) * *(const v16u *)(weights_packed + 144 * go + 64));
      out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 32) * *(const v16u *)(weights_packed + 144 * go + 64));
      out_acc_3 += (*(const v16u *)(data_packed + 1296 * go + 144) * *(const v16u *)(weights_packed + 144 * go + 64));
      out_acc_4 += (*(const v16u *)(data_packed + 1296 * go + 160) * *(const v16u *)(weights_packed + 144 * go + 64));
      out_acc_5 += (*(const v16u *)(data_packed + 1296 * go + 176) * *(const v16u *)(weights_packed + 144 * go + 64));
      out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 16) * *(const v16u *)(weights_packed + 144 * go + 80));
      out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 32) * *(const v16u *)(weights_packed + 144 * go + 80));
      out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 48) * *(const v16u *)(weights_packed + 144 * go + 80));
      out_acc_3 += (*(const v16u *)(data_packed + 1296 * go + 160) * *(const v16u *)(weights_packed + 144 * go + 80));
      out_acc_4 += (*(const v16u *)(data_packed + 1296 * go + 176) * *(const v16u *)(weights_packed + 144 * go + 80));
      out_acc_5 += (*(const v16u *)(data_packed + 1296 * go + 192) * *(const v16u *)(weights_packed + 144 * go + 80));
      out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 144) * *(const v16u *)(weights_packed + 144 * go + 96));
      out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 160) * *(const v16u *)(weights_packed + 144 * go + 96));
      out_acc_4 += (*(const v16u *)(data_packed + 1296 * go + 288) * *(const v16u *)(weights_packed + 144 * go + 96));
      out_acc_5 += (*(const v16u *)(data_packed + 1296 * go + 304) * *(const v16u *)(weights_packed + 144 * go + 96));
      out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 144) * *(const v16u *)(weights_packed + 144 * go + 112));
      out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 160) * *(const v16u *)(weights_packed + 144 * go + 112));
      out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 176) * *(const v16u *)(weights_packed + 144 * go + 112));
      out_acc_3 += (*(const v16u *)(data_packed + 1296 * go + 288) * *(const v16u *)(weights_packed + 144 * go + 112));
      out_acc_4 += (*(const v16u *)(data_packed + 1296 * go + 304) * *(const v16u *)(weights_packed + 144 * go + 112));
      out_acc_5 += (*(const v16u *)(data_packed + 1296 * go + 320) * *(const v16u *)(weights_packed + 144 * go + 112));
      out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 160) * *(const v16u *)(weights_packed + 144 * go + 128));
      out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 176) * *(const v16u *)(weights_packed + 144 * go + 128));
      out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 192) * *(const v16u *)(weights_packed + 144 * go + 128));
      out_acc_3 += (*(const v16u *)(data_packed + 1296 * go + 304) * *(const v16u *)(weights_packed + 144 * go + 128));
      out_acc_4 += (*(const v16u *)(data_packed + 1296 * go + 320) * *(const v16u *)(weights_packed + 144 * go + 128));
      out_acc_5 += (*(const v16u *)(data_packed + 1296 * go + 336) * *(const v16u *)(weights_packed + 144 * go + 128));
      *(v16u *)(out + 1296 * go) = max16(((out_acc_0 + *(const v16u *)(bias + 16 * go)) + *(const v16u *)(residual_packed + 1296 * go)), ((v16){0} + 0.0f));
      *(v16u *)(out + 1296 * go + 16) = max16(((out_acc_1 + *(const v16u *)(bias + 16 * go)) + *(const v16u *)(residual_packed + 1296 * go + 16)), ((v16){0} + 0.0f));
      *(v16u *)(out + 1296 * go + 32) = max16(((out_acc_2 + *(const v16u *)(bias + 16 * go)) + *(const v16u *)(residual_packed + 1296 * go + 32)), ((v16){0} + 0.0f));
      *(v16u *)(out + 1296 * go + 144) = max16(((out_acc_3 + *(const v16u *)(bias + 16 * go)) + *(const v16u *)(residual_packed + 1296 * go + 144)), ((v16){0} + 0.0f));
      *(v16u *)(out + 1296 * go + 160) = max16(((out_acc_4 + *(const v16u *)(bias + 16 * go)) + *(const v16u *)(residual_packed + 1296 * go + 160)), ((v16){0} + 0.0f));
      *(v16u *)(out + 1296 * go + 176) = max16(((out_acc_5 + *(const v16u *)(bias + 16 * go)) + *(const v16u *)(residual_packed + 1296 * go + 176)), ((v16){0} + 0.0f));
    }
    {
      v16 out_acc_0, out_acc_1, out_acc_2, out_acc_3, out_acc_4, out_acc_5;
      out_acc_0 = ((v16){0} + 0.0f);
      out_acc_1 = ((v16){0} + 0.0f);
      out_acc_2 = ((v16){0} + 0.0f);
      out_acc_3 = ((v16){0} + 0.0f);
      out_acc_4 = ((v16){0} + 0.0f);
      out_acc_5 = ((v16){0} + 0.0f);
      out_acc_3 += (*(const v16u *)(data_packed + 1296 * go + 32) * *(const v16u *)(weights_packed + 144 * go));
      out_acc_4 += (*(const v16u *)(data_packed + 1296 * go + 48) * *(const v16u *)(weights_packed + 144 * go));
      out_acc_5 += (*(const v16u *)(data_packed + 1296 * go + 64) * *(const v16u *)(weights_packed + 144 * go));
      out_acc_3 += (*(const v16u *)(data_packed + 1296 * go + 48) * *(const v16u *)(weights_packed + 144 * go + 16));
      out_acc_4 += (*(const v16u *)(data_packed + 1296 * go + 64) * *(const v16u *)(weights_packed + 144 * go + 16));
      out_acc_5 += (*(const v16u *)(data_packed + 1296 * go + 80) * *(const v16u *)(weights_packed + 144 * go + 16));
      out_acc_3 += (*(const v16u *)(data_packed + 1296 * go + 64) * *(const v16u *)(weights_packed + 144 * go + 32));
      out_acc_4 += (*(const v16u *)(data_packed + 1296 * go + 80) * *(const v16u *)(weights_packed + 144 * go + 32));
      out_acc_5 += (*(const v16u *)(data_packed + 1296 * go + 96) * *(const v16u *)(weights_packed + 144 * go + 32));
      out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 32) * *(const v16u *)(weights_packed + 144 * go + 48));
      out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 48) * *(const v16u *)(weights_packed + 144 * go + 48));
      out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 64) * *(const v16u *)(weights_packed + 144 * go + 48));
      out_acc_3 += (*(const v16u *)(data_packed + 1296 * go + 176) * *(const v16u *)(weights_packed + 144 * go + 48));
      out_acc_4 += (*(const v16u *)(data_packed + 1296 * go + 192) * *(const v16u *)(weights_packed + 144 * go + 48));
      out_acc_5 += (*(const v16u *)(data_packed + 1296 * go + 208) * *(const v16u *)(weights_packed + 144 * go + 48));
      out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 48) * *(const v16u *)(weights_packed + 144 * go + 64));
      out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 64) * *(const v16u *)(weights_packed + 144 * go + 64));
      out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 80) * *(const v16u *)(weights_packed + 144 * go + 64));
      out_acc_3 += (*(const v16u *)(data_packed + 1296 * go + 192) * *(const v16u *)(weights_packed + 144 * go + 64));
      out_acc_4 += (*(const v16u *)(data_packed + 1296 * go + 208) * *(const v16u *)(weights_packed + 144 * go + 64));
      out_acc_5 += (*(const v16u *)(data_packed + 1296 * go + 224) * *(const v16u *)(weights_packed + 144 * go + 64));
      out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 64) * *(const v16u *)(weights_packed + 144 * go + 80));
      out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 80) * *(const v16u *)(weights_packed + 144 * go + 80));
      out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 96) * *(const v16u *)(weights_packed + 144 * go + 80));
      out_acc_3 += (*(const v16u *)(data_packed + 1296 * go + 208) * *(const v16u *)(weights_packed + 144 * go + 80));
      out_acc_4 += (*(const v16u *)(data_packed + 1296 * go + 224) * *(const v16u *)(weights_packed + 144 * go + 80));
      out_acc_5 += (*(const v16u *)(data_packed + 1296 * go + 240) * *(const v16u *)(weights_packed + 144 * go + 80));
      out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 176) * *(const v16u *)(weights_packed + 144 * go + 96));
      out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 192) * *(const v16u *)(weights_packed + 144 * go + 96));
      out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 208) * *(const v16u *)(weights_packed + 144 * go + 96));
      out_acc_3 += (*(const v16u *)(data_packed + 1296 * go + 320) * *(const v16u *)(weights_packed + 144 * go + 96));
      out_acc_4 += (*(const v16u *)(data_packed + 1296 * go + 336) * *(const v16u *)(weights_packed + 144 * go + 96));
      out_acc_5 += (*(const v16u *)(data_packed + 1296 * go + 352) * *(const v16u *)(weights_packed + 144 * go + 96));
      out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 192) * *(const v16u *)(weights_packed + 144 * go + 112));
      out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 208) * *(const v16u *)(weights_packed + 144 * go + 112));
      out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 224) * *(const v16u *)(weights_packed + 144 * go + 112));
      out_acc_3 += (*(const v16u *)(data_packed + 1296 * go + 336) * *(const v16u *)(weights_packed + 144 * go + 112));
      out_acc_4 += (*(const v16u *)(data_packed + 1296 * go + 352) * *(const v16u *)(weights_packed + 144 * go + 112));
      out_acc_5 += (*(const v16u *)(data_packed + 1296 * go + 368) * *(const v16u *)(weights_packed + 144 * go + 112));
      out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 208) * *(const v16u *)(weights_packed + 144 * go + 128));
      out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 224) * *(const v16u *)(weights_packed + 144 * go + 128));
      out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 240) * *(const v16u *)(weights_packed + 144 * go + 128));
      out_acc_3 += (*(const v16u *)(data_packed + 1296 * go + 352) * *(const v16u *)(weights_packed + 144 * go + 128));
      out_acc_4 += (*(const v16u *)(data_packed + 1296 * go + 368) * *(const v16u *)(weights_packed + 144 * go + 128));
      out_acc_5 += (*(const v16u *)(data_packed + 1296 * go + 384) * *(const v16u *)(weights_packed + 144 * go + 128));
      *(v16u *)(out + 1296 * go + 48) = max16(((out_acc_0 + *(const v16u *)(bias + 16 * go)) + *(const v16u *)(residual_packed + 1296 * go + 48)), ((v16){0} + 0.0f));
      *(v16u *)(out + 1296 * go + 64) = max16(((out_acc_1 + *(const v16u *)(bias + 16 * go)) + *(const v16u *)(residual_packed + 1296 * go + 64)), ((v16){0} + 0.0f));
      *(v16u *)(out + 1296 * go + 80) = max16(((out_acc_2 + *(const v16u *)(bias + 16 * go)) + *(const v16u *)(residual_packed + 1296 * go + 80)), ((v16){0} + 0.0f));
      *(v16u *)(out + 1296 * go + 192) = max16(((out_acc_3 + *(const v16u *)(bias + 16 * go)) + *(const v16u *)(residual_packed + 1296 * go + 192)), ((v16){0} + 0.0f));
      *(v16u *)(out + 1296 * go + 208) = max16(((out_acc_4 + *(const v16u *)(bias + 16 * go)) + *(const v16u *)(residual_packed + 1296 * go + 208)), ((v16){0} + 0.0f));
      *(v16u *)(out + 1296 * go + 224) = max16(((out_acc_5 + *(const v16u *)(bias + 16 * go)) + *(const v16u *)(residual_packed + 1296 * go + 224)), ((v16){0} + 0.0f));
    }
    {
      v16 out_acc_0, out_acc_1, out_acc_2, out_acc_3, out_acc_4, out_acc_5;
      out_acc_0 = ((v16){0} + 0.0f);
      out_acc_1 = ((v16){0} + 0.0f);
      out_acc_2 = ((v16){0} + 0.0f);
      out_acc_3 = ((v16){0} + 0.0f);
      out_acc_4 = ((v16){0} + 0.0f);
      out_acc_5 = ((v16){0} + 0.0f);
      out_acc_3 += (*(const v16u *)(data_packed + 1296 * go + 80) * *(const v16u *)(weights_packed + 144 * go));
      out_acc_4 += (*(const v16u *)(data_packed + 1296 * go + 96) * *(const v16u *)(weights_packed + 144 * go));
      out_acc_5 += (*(const v16u *)(data_packed + 1296 * go + 112) * *(const v16u *)(weights_packed + 144 * go));
      out_acc_3 += (*(const v16u *)(data_packed + 1296 * go + 96) * *(const v16u *)(weights_packed + 144 * go + 16));
      out_acc_4 += (*(const v16u *)(data_packed + 1296 * go + 112) * *(const v16u *)(weights_packed + 144 * go + 16));
      out_acc_5 += (*(const v16u *)(data_packed + 1296 * go + 128) * *(const v16u *)(weights_packed + 144 * go + 16));
      out_acc_3 += (*(const v16u *)(data_packed + 1296 * go + 112) * *(const v16u *)(weights_packed + 144 * go + 32));
      out_acc_4 += (*(const v16u *)(data_packed + 1296 * go + 128) * *(const v16u *)(weights_packed + 144 * go + 32));
      out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 80) * *(const v16u *)(weights_packed + 144 * go + 48));
      out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 96) * *(const v16u *)(weights_packed + 144 * go + 48));
      out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 112) * *(const v16u *)(weights_packed + 144 * go + 48));
      out_acc_3 += (*(const v16u *)(data_packed + 1296 * go + 224) * *(const v16u *)(weights_packed + 144 * go + 48));
      out_acc_4 += (*(const v16u *)(data_packed + 1296 * go + 240) * *(const v16u *)(weights_packed + 144 * go + 48));
      out_acc_5 += (*(const v16u *)(data_packed + 1296 * go + 256) * *(const v16u *)(weights_packed + 144 * go + 48));
      out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 96) * *(const v16u *)(weights_packed + 144 * go + 64));
      out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 112) * *(const v16u *)(weights_packed + 144 * go + 64));
      out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 128) * *(const v16u *)(weights_packed + 144 * go + 64));
      out_acc_3 += (*(const v16u *)(data_packed + 1296 * go + 240) * *(const v16u *)(weights_packed + 144 * go + 64));
      out_acc_4 += (*(const v16u *)(data_packed + 1296 * go + 256) * *(const v16u *)(weights_packed + 144 * go + 64));
      out_acc_5 += (*(const v16u *)(data_packed + 1296 * go + 272) * *(const v16u *)(weights_packed + 144 * go + 64));
      out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 112) * *(const v16u *)(weights_packed + 144 * go + 80));
      out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 128) * *(const v16u *)(weights_packed + 144 * go + 80));
      out_acc_3 += (*(const v16u *)(data_packed + 1296 * go + 256) * *(const v16u *)(weights_packed + 144 * go + 80));
      out_acc_4 += (*(const v16u *)(data_packed + 1296 * go + 272) * *(const v16u *)(weights_packed + 144 * go + 80));
      out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 224) * *(const v16u *)(weights_packed + 144 * go + 96));
      out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 240) * *(const v16u *)(weights_packed + 144 * go + 96));
      out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 256) * *(const v16u *)(weights_packed + 144 * go + 96));
      out_acc_3 += (*(const v16u *)(data_packed + 1296 * go + 368) * *(const v16u *)(weights_packed + 144 * go + 96));
      out_acc_4 += (*(const v16u *)(data_packed + 1296 * go + 384) * *(const v16u *)(weights_packed + 144 * go + 96));
      out_acc_5 += (*(const v16u *)(data_packed + 1296 * go + 400) * *(const v16u *)(weights_packed + 144 * go + 96));
      out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 240) * *(const v16u *)(weights_packed + 144 * go + 112));
      out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 256) * *(const v16u *)(weights_packed + 144 * go + 112));
      out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 272) * *(const v16u *)(weights_packed + 144 * go + 112));
      out_acc_3 += (*(const v16u *)(data_packed + 1296 * go + 384) * *(const v16u *)(weights_packed + 144 * go + 112));
      out_acc_4 += (*(const v16u *)(data_packed + 1296 * go + 400) * *(const v16u *)(weights_packed + 144 * go + 112));
      out_acc_5 += (*(const v16u *)(data_packed + 1296 * go + 416) * *(const v16u *)(weights_packed + 144 * go + 112));
      out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 256) * *(const v16u *)(weights_packed + 144 * go + 128));
      out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 272) * *(const v16u *)(weights_packed + 144 * go + 128));
      out_acc_3 += (*(const v16u *)(data_packed + 1296 * go + 400) * *(const v16u *)(weights_packed + 144 * go + 128));
      out_acc_4 += (*(const v16u *)(data_packed + 1296 * go + 416) * *(const v16u *)(weights_packed + 144 * go + 128));
      *(v16u *)(out + 1296 * go + 96) = max16(((out_acc_0 + *(const v16u *)(bias + 16 * go)) + *(const v16u *)(residual_packed + 1296 * go + 96)), ((v16){0} + 0.0f));
      *(v16u *)(out + 1296 * go + 112) = max16(((out_acc_1 + *(const v16u *)(bias + 16 * go)) + *(const v16u *)(residual_packed + 1296 * go + 112)), ((v16){0} + 0.0f));
      *(v16u *)(out + 1296 * go + 128) = max16(((out_acc_2 + *(const v16u *)(bias + 16 * go)) + *(const v16u *)(residual_packed + 1296 * go + 128)), ((v16){0} + 0.0f));
      *(v16u *)(out + 1296 * go + 240) = max16(((out_acc_3 + *(const v16u *)(bias + 16 * go)) + *(const v16u *)(residual_packed + 1296 * go + 240)), ((v16){0} + 0.0f));
      *(v16u *)(out + 1296 * go + 256) = max16(((out_acc_4 + *(const v16u *)(bias + 16 * go)) + *(const v16u *)(residual_packed + 1296 * go + 256)), ((v16){0} + 0.0f));
      *(v16u *)(out + 1296 * go + 272) = max16(((out_acc_5 + *(const v16u *)(bias + 16 * go)) + *(const v16u *)(residual_packed + 1296 * go + 272)), ((v16){0} + 0.0f));
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
        out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 144) * *(const v16u *)(weights_packed + 144 * go));
        out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 160) * *(const v16u *)(weights_packed + 144 * go));
        out_acc_4 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 288) * *(const v16u *)(weights_packed + 144 * go));
        out_acc_5 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 304) * *(const v16u *)(weights_packed + 144 * go));
        out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 144) * *(const v16u *)(weights_packed + 144 * go + 16));
        out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 160) * *(const v16u *)(weights_packed + 144 * go + 16));
        out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 176) * *(const v16u *)(weights_packed + 144 * go + 16));
        out_acc_3 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 288) * *(const v16u *)(weights_packed + 144 * go + 16));
        out_acc_4 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 304) * *(const v16u *)(weights_packed + 144 * go + 16));
        out_acc_5 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 320) * *(const v16u *)(weights_packed + 144 * go + 16));
        out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 160) * *(const v16u *)(weights_packed + 144 * go + 32));
        out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 176) * *(const v16u *)(weights_packed + 144 * go + 32));
        out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 192) * *(const v16u *)(weights_packed + 144 * go + 32));
        out_acc_3 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 304) * *(const v16u *)(weights_packed + 144 * go + 32));
        out_acc_4 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 320) * *(const v16u *)(weights_packed + 144 * go + 32));
        out_acc_5 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 336) * *(const v16u *)(weights_packed + 144 * go + 32));
        out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 288) * *(const v16u *)(weights_packed + 144 * go + 48));
        out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 304) * *(const v16u *)(weights_packed + 144 * go + 48));
        out_acc_4 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 432) * *(const v16u *)(weights_packed + 144 * go + 48));
        out_acc_5 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 448) * *(const v16u *)(weights_packed + 144 * go + 48));
        out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 288) * *(const v16u *)(weights_packed + 144 * go + 64));
        out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 304) * *(const v16u *)(weights_packed + 144 * go + 64));
        out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 320) * *(const v16u *)(weights_packed + 144 * go + 64));
        out_acc_3 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 432) * *(const v16u *)(weights_packed + 144 * go + 64));
        out_acc_4 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 448) * *(const v16u *)(weights_packed + 144 * go + 64));
        out_acc_5 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 464) * *(const v16u *)(weights_packed + 144 * go + 64));
        out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 304) * *(const v16u *)(weights_packed + 144 * go + 80));
        out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 320) * *(const v16u *)(weights_packed + 144 * go + 80));
        out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 336) * *(const v16u *)(weights_packed + 144 * go + 80));
        out_acc_3 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 448) * *(const v16u *)(weights_packed + 144 * go + 80));
        out_acc_4 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 464) * *(const v16u *)(weights_packed + 144 * go + 80));
        out_acc_5 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 480) * *(const v16u *)(weights_packed + 144 * go + 80));
        out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 432) * *(const v16u *)(weights_packed + 144 * go + 96));
        out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 448) * *(const v16u *)(weights_packed + 144 * go + 96));
        out_acc_4 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 576) * *(const v16u *)(weights_packed + 144 * go + 96));
        out_acc_5 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 592) * *(const v16u *)(weights_packed + 144 * go + 96));
        out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 432) * *(const v16u *)(weights_packed + 144 * go + 112));
        out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 448) * *(const v16u *)(weights_packed + 144 * go + 112));
        out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 464) * *(const v16u *)(weights_packed + 144 * go + 112));
        out_acc_3 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 576) * *(const v16u *)(weights_packed + 144 * go + 112));
        out_acc_4 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 592) * *(const v16u *)(weights_packed + 144 * go + 112));
        out_acc_5 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 608) * *(const v16u *)(weights_packed + 144 * go + 112));
        out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 448) * *(const v16u *)(weights_packed + 144 * go + 128));
        out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 464) * *(const v16u *)(weights_packed + 144 * go + 128));
        out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 480) * *(const v16u *)(weights_packed + 144 * go + 128));
        out_acc_3 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 592) * *(const v16u *)(weights_packed + 144 * go + 128));
        out_acc_4 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 608) * *(const v16u *)(weights_packed + 144 * go + 128));
        out_acc_5 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 624) * *(const v16u *)(weights_packed + 144 * go + 128));
        *(v16u *)(out + 1296 * go + 288 * oho + 288) = max16(((out_acc_0 + *(const v16u *)(bias + 16 * go)) + *(const v16u *)(residual_packed + 1296 * go + 288 * oho + 288)), ((v16){0} + 0.0f));
        *(v16u *)(out + 1296 * go + 288 * oho + 304) = max16(((out_acc_1 + *(const v16u *)(bias + 16 * go)) + *(const v16u *)(residual_packed + 1296 * go + 288 * oho + 304)), ((v16){0} + 0.0f));
        *(v16u *)(out + 1296 * go + 288 * oho + 320) = max16(((out_acc_2 + *(const v16u *)(bias + 16 * go)) + *(const v16u *)(residual_packed + 1296 * go + 288 * oho + 320)), ((v16){0} + 0.0f));
        *(v16u *)(out + 1296 * go + 288 * oho + 432) = max16(((out_acc_3 + *(const v16u *)(bias + 16 * go)) + *(const v16u *)(residual_packed + 1296 * go + 288 * oho + 432)), ((v16){0} + 0.0f));
        *(v16u *)(out + 1296 * go + 288 * oho + 448) = max16(((out_acc_4 + *(const v16u *)(bias + 16 * go)) + *(const v16u *)(residual_packed + 1296 * go + 288 * oho + 448)), ((v16){0} + 0.0f));
        *(v16u *)(out + 1296 * go + 288 * oho + 464) = max16(((out_acc_5 + *(const v16u *)(bias + 16 * go)) + *(const v16u *)(residual_packed + 1296 * go + 288 * oho + 464)), ((v16){0} + 0.0f));
      }
      {
        v16 out_acc_0, out_acc_1, out_acc_2, out_acc_3, out_acc_4, out_acc_5;
        out_acc_0 = ((v16){0} + 0.0f);
        out_acc_1 = ((v16){0} + 0.0f);
        out_acc_2 = ((v16){0} + 0.0f);
        out_acc_3 = ((v16){0} + 0.0f);
        out_acc_4 = ((v16){0} + 0.0f);
        out_acc_5 = ((v16){0} + 0.0f);
        out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 176) * *(const v16u *)(weights_packed + 144 * go));
        out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 192) * *(const v16u *)(weights_packed + 144 * go));
        out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 208) * *(const v16u *)(weights_packed + 144 * go));
        out_acc_3 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 320) * *(const v16u *)(weights_packed + 144 * go));
        out_acc_4 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 336) * *(const v16u *)(weights_packed + 144 * go));
        out_acc_5 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 352) * *(const v16u *)(weights_packed + 144 * go));
        out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 192) * *(const v16u *)(weights_packed + 144 * go + 16));
        out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 208) * *(const v16u *)(weights_packed + 144 * go + 16));
        out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 224) * *(const v16u *)(weights_packed + 144 * go + 16));
        out_acc_3 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 336) * *(const v16u *)(weights_packed + 144 * go + 16));
        out_acc_4 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 352) * *(const v16u *)(weights_packed + 144 * go + 16));
        out_acc_5 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 368) * *(const v16u *)(weights_packed + 144 * go + 16));
        out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 208) * *(const v16u *)(weights_packed + 144 * go + 32));
        out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 224) * *(const v16u *)(weights_packed + 144 * go + 32));
        out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 240) * *(const v16u *)(weights_packed + 144 * go + 32));
        out_acc_3 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 352) * *(const v16u *)(weights_packed + 144 * go + 32));
        out_acc_4 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 368) * *(const v16u *)(weights_packed + 144 * go + 32));
        out_acc_5 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 384) * *(const v16u *)(weights_packed + 144 * go + 32));
        out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 320) * *(const v16u *)(weights_packed + 144 * go + 48));
        out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 336) * *(const v16u *)(weights_packed + 144 * go + 48));
        out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 352) * *(const v16u *)(weights_packed + 144 * go + 48));
        out_acc_3 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 464) * *(const v16u *)(weights_packed + 144 * go + 48));
        out_acc_4 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 480) * *(const v16u *)(weights_packed + 144 * go + 48));
        out_acc_5 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 496) * *(const v16u *)(weights_packed + 144 * go + 48));
        out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 336) * *(const v16u *)(weights_packed + 144 * go + 64));
        out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 352) * *(const v16u *)(weights_packed + 144 * go + 64));
        out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 368) * *(const v16u *)(weights_packed + 144 * go + 64));
        out_acc_3 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 480) * *(const v16u *)(weights_packed + 144 * go + 64));
        out_acc_4 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 496) * *(const v16u *)(weights_packed + 144 * go + 64));
        out_acc_5 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 512) * *(const v16u *)(weights_packed + 144 * go + 64));
        out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 352) * *(const v16u *)(weights_packed + 144 * go + 80));
        out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 368) * *(const v16u *)(weights_packed + 144 * go + 80));
        out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 384) * *(const v16u *)(weights_packed + 144 * go + 80));
        out_acc_3 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 496) * *(const v16u *)(weights_packed + 144 * go + 80));
        out_acc_4 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 512) * *(const v16u *)(weights_packed + 144 * go + 80));
        out_acc_5 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 528) * *(const v16u *)(weights_packed + 144 * go + 80));
        out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 464) * *(const v16u *)(weights_packed + 144 * go + 96));
        out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 480) * *(const v16u *)(weights_packed + 144 * go + 96));
        out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 496) * *(const v16u *)(weights_packed + 144 * go + 96));
        out_acc_3 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 608) * *(const v16u *)(weights_packed + 144 * go + 96));
        out_acc_4 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 624) * *(const v16u *)(weights_packed + 144 * go + 96));
        out_acc_5 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 640) * *(const v16u *)(weights_packed + 144 * go + 96));
        out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 480) * *(const v16u *)(weights_packed + 144 * go + 112));
        out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 496) * *(const v16u *)(weights_packed + 144 * go + 112));
        out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 512) * *(const v16u *)(weights_packed + 144 * go + 112));
        out_acc_3 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 624) * *(const v16u *)(weights_packed + 144 * go + 112));
        out_acc_4 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 640) * *(const v16u *)(weights_packed + 144 * go + 112));
        out_acc_5 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 656) * *(const v16u *)(weights_packed + 144 * go + 112));
        out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 496) * *(const v16u *)(weights_packed + 144 * go + 128));
        out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 512) * *(const v16u *)(weights_packed + 144 * go + 128));
        out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 528) * *(const v16u *)(weights_packed + 144 * go + 128));
        out_acc_3 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 640) * *(const v16u *)(weights_packed + 144 * go + 128));
        out_acc_4 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 656) * *(const v16u *)(weights_packed + 144 * go + 128));
        out_acc_5 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 672) * *(const v16u *)(weights_packed + 144 * go + 128));
        *(v16u *)(out + 1296 * go + 288 * oho + 336) = max16(((out_acc_0 + *(const v16u *)(bias + 16 * go)) + *(const v16u *)(residual_packed + 1296 * go + 288 * oho + 336)), ((v16){0} + 0.0f));
        *(v16u *)(out + 1296 * go + 288 * oho + 352) = max16(((out_acc_1 + *(const v16u *)(bias + 16 * go)) + *(const v16u *)(residual_packed + 1296 * go + 288 * oho + 352)), ((v16){0} + 0.0f));
        *(v16u *)(out + 1296 * go + 288 * oho + 368) = max16(((out_acc_2 + *(const v16u *)(bias + 16 * go)) + *(const v16u *)(residual_packed + 1296 * go + 288 * oho + 368)), ((v16){0} + 0.0f));
        *(v16u *)(out + 1296 * go + 288 * oho + 480) = max16(((out_acc_3 + *(const v16u *)(bias + 16 * go)) + *(const v16u *)(residual_packed + 1296 * go + 288 * oho + 480)), ((v16){0} + 0.0f));
        *(v16u *)(out + 1296 * go + 288 * oho + 496) = max16(((out_acc_4 + *(const v16u *)(bias + 16 * go)) + *(const v16u *)(residual_packed + 1296 * go + 288 * oho + 496)), ((v16){0} + 0.0f));
        *(v16u *)(out + 1296 * go + 288 * oho + 512) = max16(((out_acc_5 + *(const v16u *)(bias + 16 * go)) + *(const v16u *)(residual_packed + 1296 * go + 288 * oho + 512)), ((v16){0} + 0.0f));
      }
      {
        v16 out_acc_0, out_acc_1, out_acc_2, out_acc_3, out_acc_4, out_acc_5;
        out_acc_0 = ((v16){0} + 0.0f);
        out_acc_1 = ((v16){0} + 0.0f);
        out_acc_2 = ((v16){0} + 0.0f);
        out_acc_3 = ((v16){0} + 0.0f);
        out_acc_4 = ((v16){0} + 0.0f);
        out_acc_5 = ((v16){0} + 0.0f);
        out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 224) * *(const v16u *)(weights_packed + 144 * go));
        out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 240) * *(const v16u *)(weights_packed + 144 * go));
        out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 256) * *(const v16u *)(weights_packed + 144 * go));
        out_acc_3 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 368) * *(const v16u *)(weights_packed + 144 * go));
        out_acc_4 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 384) * *(const v16u *)(weights_packed + 144 * go));
        out_acc_5 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 400) * *(const v16u *)(weights_packed + 144 * go));
        out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 240) * *(const v16u *)(weights_packed + 144 * go + 16));
        out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 256) * *(const v16u *)(weights_packed + 144 * go + 16));
        out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 272) * *(const v16u *)(weights_packed + 144 * go + 16));
        out_acc_3 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 384) * *(const v16u *)(weights_packed + 144 * go + 16));
        out_acc_4 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 400) * *(const v16u *)(weights_packed + 144 * go + 16));
        out_acc_5 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 416) * *(const v16u *)(weights_packed + 144 * go + 16));
        out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 256) * *(const v16u *)(weights_packed + 144 * go + 32));
        out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 272) * *(const v16u *)(weights_packed + 144 * go + 32));
        out_acc_3 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 400) * *(const v16u *)(weights_packed + 144 * go + 32));
        out_acc_4 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 416) * *(const v16u *)(weights_packed + 144 * go + 32));
        out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 368) * *(const v16u *)(weights_packed + 144 * go + 48));
        out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 384) * *(const v16u *)(weights_packed + 144 * go + 48));
        out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 400) * *(const v16u *)(weights_packed + 144 * go + 48));
        out_acc_3 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 512) * *(const v16u *)(weights_packed + 144 * go + 48));
        out_acc_4 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 528) * *(const v16u *)(weights_packed + 144 * go + 48));
        out_acc_5 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 544) * *(const v16u *)(weights_packed + 144 * go + 48));
        out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 384) * *(const v16u *)(weights_packed + 144 * go + 64));
        out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 400) * *(const v16u *)(weights_packed + 144 * go + 64));
        out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 416) * *(const v16u *)(weights_packed + 144 * go + 64));
        out_acc_3 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 528) * *(const v16u *)(weights_packed + 144 * go + 64));
        out_acc_4 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 544) * *(const v16u *)(weights_packed + 144 * go + 64));
        out_acc_5 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 560) * *(const v16u *)(weights_packed + 144 * go + 64));
        out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 400) * *(const v16u *)(weights_packed + 144 * go + 80));
        out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 416) * *(const v16u *)(weights_packed + 144 * go + 80));
        out_acc_3 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 544) * *(const v16u *)(weights_packed + 144 * go + 80));
        out_acc_4 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 560) * *(const v16u *)(weights_packed + 144 * go + 80));
        out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 512) * *(const v16u *)(weights_packed + 144 * go + 96));
        out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 528) * *(const v16u *)(weights_packed + 144 * go + 96));
        out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 544) * *(const v16u *)(weights_packed + 144 * go + 96));
        out_acc_3 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 656) * *(const v16u *)(weights_packed + 144 * go + 96));
        out_acc_4 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 672) * *(const v16u *)(weights_packed + 144 * go + 96));
        out_acc_5 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 688) * *(const v16u *)(weights_packed + 144 * go + 96));
        out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 528) * *(const v16u *)(weights_packed + 144 * go + 112));
        out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 544) * *(const v16u *)(weights_packed + 144 * go + 112));
        out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 560) * *(const v16u *)(weights_packed + 144 * go + 112));
        out_acc_3 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 672) * *(const v16u *)(weights_packed + 144 * go + 112));
        out_acc_4 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 688) * *(const v16u *)(weights_packed + 144 * go + 112));
        out_acc_5 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 704) * *(const v16u *)(weights_packed + 144 * go + 112));
        out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 544) * *(const v16u *)(weights_packed + 144 * go + 128));
        out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 560) * *(const v16u *)(weights_packed + 144 * go + 128));
        out_acc_3 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 688) * *(const v16u *)(weights_packed + 144 * go + 128));
        out_acc_4 += (*(const v16u *)(data_packed + 1296 * go + 288 * oho + 704) * *(const v16u *)(weights_packed + 144 * go + 128));
        *(v16u *)(out + 1296 * go + 288 * oho + 384) = max16(((out_acc_0 + *(const v16u *)(bias + 16 * go)) + *(const v16u *)(residual_packed + 1296 * go + 288 * oho + 384)), ((v16){0} + 0.0f));
        *(v16u *)(out + 1296 * go + 288 * oho + 400) = max16(((out_acc_1 + *(const v16u *)(bias + 16 * go)) + *(const v16u *)(residual_packed + 1296 * go + 288 * oho + 400)), ((v16){0} + 0.0f));
        *(v16u *)(out + 1296 * go + 288 * oho + 416) = max16(((out_acc_2 + *(const v16u *)(bias + 16 * go)) + *(const v16u *)(residual_packed + 1296 * go + 288 * oho + 416)), ((v16){0} + 0.0f));
        *(v16u *)(out + 1296 * go + 288 * oho + 528) = max16(((out_acc_3 + *(const v16u *)(bias + 16 * go)) + *(const v16u *)(residual_packed + 1296 * go + 288 * oho + 528)), ((v16){0} + 0.0f));
        *(v16u *)(out + 1296 * go + 288 * oho + 544) = max16(((out_acc_4 + *(const v16u *)(bias + 16 * go)) + *(const v16u *)(residual_packed + 1296 * go + 288 * oho + 544)), ((v16){0} + 0.0f));
        *(v16u *)(out + 1296 * go + 288 * oho + 560) = max16(((out_acc_5 + *(const v16u *)(bias + 16 * go)) + *(const v16u *)(residual_packed + 1296 * go + 288 * oho + 560)), ((v16){0} + 0.0f));
      }
    }
    {
      v16 out_acc_0, out_acc_1, out_acc_2;
      out_acc_0 = ((v16){0} + 0.0f);
      out_acc_1 = ((v16){0} + 0.0f);
      out_acc_2 = ((v16){0} + 0.0f);
      out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 1008) * *(const v16u *)(weights_packed + 144 * go));
      out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 1024) * *(const v16u *)(weights_packed + 144 * go));
      out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 1008) * *(const v16u *)(weights_packed + 144 * go + 16));
      out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 1024) * *(const v16u *)(weights_packed + 144 * go + 16));
      out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 1040) * *(const v16u *)(weights_packed + 144 * go + 16));
      out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 1024) * *(const v16u *)(weights_packed + 144 * go + 32));
      out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 1040) * *(const v16u *)(weights_packed + 144 * go + 32));
      out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 1056) * *(const v16u *)(weights_packed + 144 * go + 32));
      out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 1152) * *(const v16u *)(weights_packed + 144 * go + 48));
      out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 1168) * *(const v16u *)(weights_packed + 144 * go + 48));
      out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 1152) * *(const v16u *)(weights_packed + 144 * go + 64));
      out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 1168) * *(const v16u *)(weights_packed + 144 * go + 64));
      out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 1184) * *(const v16u *)(weights_packed + 144 * go + 64));
      out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 1168) * *(const v16u *)(weights_packed + 144 * go + 80));
      out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 1184) * *(const v16u *)(weights_packed + 144 * go + 80));
      out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 1200) * *(const v16u *)(weights_packed + 144 * go + 80));
      *(v16u *)(out + 1296 * go + 1152) = max16(((out_acc_0 + *(const v16u *)(bias + 16 * go)) + *(const v16u *)(residual_packed + 1296 * go + 1152)), ((v16){0} + 0.0f));
      *(v16u *)(out + 1296 * go + 1168) = max16(((out_acc_1 + *(const v16u *)(bias + 16 * go)) + *(const v16u *)(residual_packed + 1296 * go + 1168)), ((v16){0} + 0.0f));
      *(v16u *)(out + 1296 * go + 1184) = max16(((out_acc_2 + *(const v16u *)(bias + 16 * go)) + *(const v16u *)(residual_packed + 1296 * go + 1184)), ((v16){0} + 0.0f));
    }
    {
      v16 out_acc_0, out_acc_1, out_acc_2;
      out_acc_0 = ((v16){0} + 0.0f);
      out_acc_1 = ((v16){0} + 0.0f);
      out_acc_2 = ((v16){0} + 0.0f);
      out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 1040) * *(const v16u *)(weights_packed + 144 * go));
      out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 1056) * *(const v16u *)(weights_packed + 144 * go));
      out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 1072) * *(const v16u *)(weights_packed + 144 * go));
      out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 1056) * *(const v16u *)(weights_packed + 144 * go + 16));
      out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 1072) * *(const v16u *)(weights_packed + 144 * go + 16));
      out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 1088) * *(const v16u *)(weights_packed + 144 * go + 16));
      out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 1072) * *(const v16u *)(weights_packed + 144 * go + 32));
      out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 1088) * *(const v16u *)(weights_packed + 144 * go + 32));
      out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 1104) * *(const v16u *)(weights_packed + 144 * go + 32));
      out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 1184) * *(const v16u *)(weights_packed + 144 * go + 48));
      out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 1200) * *(const v16u *)(weights_packed + 144 * go + 48));
      out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 1216) * *(const v16u *)(weights_packed + 144 * go + 48));
      out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 1200) * *(const v16u *)(weights_packed + 144 * go + 64));
      out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 1216) * *(const v16u *)(weights_packed + 144 * go + 64));
      out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 1232) * *(const v16u *)(weights_packed + 144 * go + 64));
      out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 1216) * *(const v16u *)(weights_packed + 144 * go + 80));
      out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 1232) * *(const v16u *)(weights_packed + 144 * go + 80));
      out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 1248) * *(const v16u *)(weights_packed + 144 * go + 80));
      *(v16u *)(out + 1296 * go + 1200) = max16(((out_acc_0 + *(const v16u *)(bias + 16 * go)) + *(const v16u *)(residual_packed + 1296 * go + 1200)), ((v16){0} + 0.0f));
      *(v16u *)(out + 1296 * go + 1216) = max16(((out_acc_1 + *(const v16u *)(bias + 16 * go)) + *(const v16u *)(residual_packed + 1296 * go + 1216)), ((v16){0} + 0.0f));
      *(v16u *)(out + 1296 * go + 1232) = max16(((out_acc_2 + *(const v16u *)(bias + 16 * go)) + *(const v16u *)(residual_packed + 1296 * go + 1232)), ((v16){0} + 0.0f));
    }
    {
      v16 out_acc_0, out_acc_1, out_acc_2;
      out_acc_0 = ((v16){0} + 0.0f);
      out_acc_1 = ((v16){0} + 0.0f);
      out_acc_2 = ((v16){0} + 0.0f);
      out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 1088) * *(const v16u *)(weights_packed + 144 * go));
      out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 1104) * *(const v16u *)(weights_packed + 144 * go));
      out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 1120) * *(const v16u *)(weights_packed + 144 * go));
      out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 1104) * *(const v16u *)(weights_packed + 144 * go + 16));
      out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 1120) * *(const v16u *)(weights_packed + 144 * go + 16));
      out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 1136) * *(const v16u *)(weights_packed + 144 * go + 16));
      out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 1120) * *(const v16u *)(weights_packed + 144 * go + 32));
      out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 1136) * *(const v16u *)(weights_packed + 144 * go + 32));
      out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 1232) * *(const v16u *)(weights_packed + 144 * go + 48));
      out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 1248) * *(const v16u *)(weights_packed + 144 * go + 48));
      out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 1264) * *(const v16u *)(weights_packed + 144 * go + 48));
      out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 1248) * *(const v16u *)(weights_packed + 144 * go + 64));
      out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 1264) * *(const v16u *)(weights_packed + 144 * go + 64));
      out_acc_2 += (*(const v16u *)(data_packed + 1296 * go + 1280) * *(const v16u *)(weights_packed + 144 * go + 64));
      out_acc_0 += (*(const v16u *)(data_packed + 1296 * go + 1264) * *(const v16u *)(weights_packed + 144 * go + 80));
      out_acc_1 += (*(const v16u *)(data_packed + 1296 * go + 1280) * *(const v16u *)(weights_packed + 144 * go + 80));
      *(v16u *)(out + 1296 * go + 1248) = max16(((out_acc_0 + *(const v16u *)(bias + 16 * go)) + *(const v16u *)(residual_packed + 1296 * go + 1248)), ((v16){0} + 0.0f));
      *(v16u *)(out + 1296 * go + 1264) = max16(((out_acc_1 + *(const v16u *)(bias + 16 * go)) + *(const v16u *)(residual_packed + 1296 * go + 1264)), ((v16){0} + 0.0f));
      *(v16u *)(out + 1296 * go + 1280) = max16(((out_acc_2 + *(const v16u *)(bias + 16 * go)) + *(const v16u *)(residual_packed + 1296 * go + 1280)), ((v16){0} + 0.0f));
    }
  }
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
