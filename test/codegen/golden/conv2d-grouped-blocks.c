static inline long min_of(long a, long b) { return a < b ? a : b; }
static inline long max_of(long a, long b) { return a > b ? a : b; }
static inline long floor_div(long a, long b) { return a / b - (a % b < 0); }
static inline long floor_mod(long a, long b) { return a % b + (a % b < 0 ? b : 0); }
typedef float v16 __attribute__((vector_size(64)));
typedef float v16u __attribute__((vector_size(64), aligned(4), may_alias));

static void run(const float *restrict data_packed, const float *restrict weights_packed, float *restrict out, char *restrict workspace) {
  for (long go = 0; go < 2; go++) {
    {
      v16 out_acc_0, out_acc_1, out_acc_2;
      out_acc_0 = ((v16){0} + 0.0f);
      out_acc_1 = ((v16){0} + 0.0f);
      out_acc_2 = ((v16){0} + 0.0f);
      for (long ic = 0; ic < 2; ic++) {
        out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic), *(const v16u *)(data_packed + 240 * go + ic), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic + 48));
        out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic + 8), *(const v16u *)(data_packed + 240 * go + ic + 8), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic + 48));
        out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic), *(const v16u *)(data_packed + 240 * go + ic), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic + 64));
        out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic + 8), *(const v16u *)(data_packed + 240 * go + ic + 8), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic + 64));
        out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic + 16), *(const v16u *)(data_packed + 240 * go + ic + 16), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic + 64));
        out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic + 8), *(const v16u *)(data_packed + 240 * go + ic + 8), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic + 80));
        out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic + 16), *(const v16u *)(data_packed + 240 * go + ic + 16), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic + 80));
        out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic + 24), *(const v16u *)(data_packed + 240 * go + ic + 24), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic + 80));
        out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic + 48), *(const v16u *)(data_packed + 240 * go + ic + 48), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic + 96));
        out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic + 56), *(const v16u *)(data_packed + 240 * go + ic + 56), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic + 96));
        out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic + 48), *(const v16u *)(data_packed + 240 * go + ic + 48), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic + 112));
        out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic + 56), *(const v16u *)(data_packed + 240 * go + ic + 56), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic + 112));
        out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic + 64), *(const v16u *)(data_packed + 240 * go + ic + 64), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic + 112));
        out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic + 56), *(const v16u *)(data_packed + 240 * go + ic + 56), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic + 128));
        out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic + 64), *(const v16u *)(data_packed + 240 * go + ic + 64), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic + 128));
        out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic + 72), *(const v16u *)(data_packed + 240 * go + ic + 72), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic + 128));
      }
      *(v16u *)(out + 480 * go) = out_acc_0;
      *(v16u *)(out + 480 * go + 16) = out_acc_1;
      *(v16u *)(out + 480 * go + 32) = out_acc_2;
    }
    {
      v16 out_acc_0, out_acc_1, out_acc_2;
      out_acc_0 = ((v16){0} + 0.0f);
      out_acc_1 = ((v16){0} + 0.0f);
      out_acc_2 = ((v16){0} + 0.0f);
      for (long ic2 = 0; ic2 < 2; ic2++) {
        out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic2 + 16), *(const v16u *)(data_packed + 240 * go + ic2 + 16), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic2 + 48));
        out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic2 + 24), *(const v16u *)(data_packed + 240 * go + ic2 + 24), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic2 + 48));
        out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic2 + 32), *(const v16u *)(data_packed + 240 * go + ic2 + 32), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic2 + 48));
        out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic2 + 24), *(const v16u *)(data_packed + 240 * go + ic2 + 24), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic2 + 64));
        out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic2 + 32), *(const v16u *)(data_packed + 240 * go + ic2 + 32), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic2 + 64));
        out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic2 + 40), *(const v16u *)(data_packed + 240 * go + ic2 + 40), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic2 + 64));
        out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic2 + 32), *(const v16u *)(data_packed + 240 * go + ic2 + 32), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic2 + 80));
        out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic2 + 40), *(const v16u *)(data_packed + 240 * go + ic2 + 40), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic2 + 80));
        out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic2 + 64), *(const v16u *)(data_packed + 240 * go + ic2 + 64), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic2 + 96));
        out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic2 + 72), *(const v16u *)(data_packed + 240 * go + ic2 + 72), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic2 + 96));
        out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic2 + 80), *(const v16u *)(data_packed + 240 * go + ic2 + 80), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic2 + 96));
        out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic2 + 72), *(const v16u *)(data_packed + 240 * go + ic2 + 72), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic2 + 112));
        out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic2 + 80), *(const v16u *)(data_packed + 240 * go + ic2 + 80), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic2 + 112));
        out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic2 + 88), *(const v16u *)(data_packed + 240 * go + ic2 + 88), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic2 + 112));
        out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic2 + 80), *(const v16u *)(data_packed + 240 * go + ic2 + 80), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic2 + 128));
        out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic2 + 88), *(const v16u *)(data_packed + 240 * go + ic2 + 88), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic2 + 128));
      }
      *(v16u *)(out + 480 * go + 48) = out_acc_0;
      *(v16u *)(out + 480 * go + 64) = out_acc_1;
      *(v16u *)(out + 480 * go + 80) = out_acc_2;
    }
    for (long oho = 0; oho < 3; oho++) {
      {
        v16 out_acc_0, out_acc_1, out_acc_2;
        out_acc_0 = ((v16){0} + 0.0f);
        out_acc_1 = ((v16){0} + 0.0f);
        out_acc_2 = ((v16){0} + 0.0f);
        for (long ic3 = 0; ic3 < 2; ic3++) {
          out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + 48 * oho + ic3), *(const v16u *)(data_packed + 240 * go + 48 * oho + ic3), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic3));
          out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + 48 * oho + ic3 + 8), *(const v16u *)(data_packed + 240 * go + 48 * oho + ic3 + 8), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic3));
          out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + 48 * oho + ic3), *(const v16u *)(data_packed + 240 * go + 48 * oho + ic3), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic3 + 16));
          out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + 48 * oho + ic3 + 8), *(const v16u *)(data_packed + 240 * go + 48 * oho + ic3 + 8), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic3 + 16));
          out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + 48 * oho + ic3 + 16), *(const v16u *)(data_packed + 240 * go + 48 * oho + ic3 + 16), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic3 + 16));
          out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + 48 * oho + ic3 + 8), *(const v16u *)(data_packed + 240 * go + 48 * oho + ic3 + 8), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic3 + 32));
          out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + 48 * oho + ic3 + 16), *(const v16u *)(data_packed + 240 * go + 48 * oho + ic3 + 16), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic3 + 32));
          out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + 48 * oho + ic3 + 24), *(const v16u *)(data_packed + 240 * go + 48 * oho + ic3 + 24), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic3 + 32));
          out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + 48 * oho + ic3 + 48), *(const v16u *)(data_packed + 240 * go + 48 * oho + ic3 + 48), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic3 + 48));
          out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + 48 * oho + ic3 + 56), *(const v16u *)(data_packed + 240 * go + 48 * oho + ic3 + 56), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic3 + 48));
          out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + 48 * oho + ic3 + 48), *(const v16u *)(data_packed + 240 * go + 48 * oho + ic3 + 48), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic3 + 64));
          out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + 48 * oho + ic3 + 56), *(const v16u *)(data_packed + 240 * go + 48 * oho + ic3 + 56), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic3 + 64));
          out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + 48 * oho + ic3 + 64), *(const v16u *)(data_packed + 240 * go + 48 * oho + ic3 + 64), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic3 + 64));
          out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + 48 * oho + ic3 + 56), *(const v16u *)(data_packed + 240 * go + 48 * oho + ic3 + 56), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic3 + 80));
          out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + 48 * oho + ic3 + 64), *(const v16u *)(data_packed + 240 * go + 48 * oho + ic3 + 64), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic3 + 80));
          out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + 48 * oho + ic3 + 72), *(const v16u *)(data_packed + 240 * go + 48 * oho + ic3 + 72), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic3 + 80));
          out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + 48 * oho + ic3 + 96), *(const v16u *)(data_packed + 240 * go + 48 * oho + ic3 + 96), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic3 + 96));
          out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + 48 * oho + ic3 + 104), *(const v16u *)(data_packed + 240 * go + 48 * oho + ic3 + 104), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic3 + 96));
          out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + 48 * oho + ic3 + 96), *(const v16u *)(data_packed + 240 * go + 48 * oho + ic3 + 96), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic3 + 112));
          out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + 48 * oho + ic3 + 104), *(const v16u *)(data_packed + 240 * go + 48 * oho + ic3 + 104), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic3 + 112));
          out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + 48 * oho + ic3 + 112), *(const v16u *)(data_packed + 240 * go + 48 * oho + ic3 + 112), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic3 + 112));
          out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + 48 * oho + ic3 + 104), *(const v16u *)(data_packed + 240 * go + 48 * oho + ic3 + 104), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic3 + 128));
          out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + 48 * oho + ic3 + 112), *(const v16u *)(data_packed + 240 * go + 48 * oho + ic3 + 112), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic3 + 128));
          out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + 48 * oho + ic3 + 120), *(const v16u *)(data_packed + 240 * go + 48 * oho + ic3 + 120), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic3 + 128));
        }
        *(v16u *)(out + 480 * go + 96 * oho + 96) = out_acc_0;
        *(v16u *)(out + 480 * go + 96 * oho + 112) = out_acc_1;
        *(v16u *)(out + 480 * go + 96 * oho + 128) = out_acc_2;
      }
      {
        v16 out_acc_0, out_acc_1, out_acc_2;
        out_acc_0 = ((v16){0} + 0.0f);
        out_acc_1 = ((v16){0} + 0.0f);
        out_acc_2 = ((v16){0} + 0.0f);
        for (long ic4 = 0; ic4 < 2; ic4++) {
          out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + 48 * oho + ic4 + 16), *(const v16u *)(data_packed + 240 * go + 48 * oho + ic4 + 16), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic4));
          out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + 48 * oho + ic4 + 24), *(const v16u *)(data_packed + 240 * go + 48 * oho + ic4 + 24), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic4));
          out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + 48 * oho + ic4 + 32), *(const v16u *)(data_packed + 240 * go + 48 * oho + ic4 + 32), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic4));
          out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + 48 * oho + ic4 + 24), *(const v16u *)(data_packed + 240 * go + 48 * oho + ic4 + 24), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic4 + 16));
          out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + 48 * oho + ic4 + 32), *(const v16u *)(data_packed + 240 * go + 48 * oho + ic4 + 32), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic4 + 16));
          out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + 48 * oho + ic4 + 40), *(const v16u *)(data_packed + 240 * go + 48 * oho + ic4 + 40), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic4 + 16));
          out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + 48 * oho + ic4 + 32), *(const v16u *)(data_packed + 240 * go + 48 * oho + ic4 + 32), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic4 + 32));
          out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + 48 * oho + ic4 + 40), *(const v16u *)(data_packed + 240 * go + 48 * oho + ic4 + 40), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic4 + 32));
          out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + 48 * oho + ic4 + 64), *(const v16u *)(data_packed + 240 * go + 48 * oho + ic4 + 64), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic4 + 48));
          out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + 48 * oho + ic4 + 72), *(const v16u *)(data_packed + 240 * go + 48 * oho + ic4 + 72), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic4 + 48));
          out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + 48 * oho + ic4 + 80), *(const v16u *)(data_packed + 240 * go + 48 * oho + ic4 + 80), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic4 + 48));
          out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + 48 * oho + ic4 + 72), *(const v16u *)(data_packed + 240 * go + 48 * oho + ic4 + 72), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic4 + 64));
          out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + 48 * oho + ic4 + 80), *(const v16u *)(data_packed + 240 * go + 48 * oho + ic4 + 80), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic4 + 64));
          out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + 48 * oho + ic4 + 88), *(const v16u *)(data_packed + 240 * go + 48 * oho + ic4 + 88), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic4 + 64));
          out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + 48 * oho + ic4 + 80), *(const v16u *)(data_packed + 240 * go + 48 * oho + ic4 + 80), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic4 + 80));
          out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + 48 * oho + ic4 + 88), *(const v16u *)(data_packed + 240 * go + 48 * oho + ic4 + 88), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic4 + 80));
          out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + 48 * oho + ic4 + 112), *(const v16u *)(data_packed + 240 * go + 48 * oho + ic4 + 112), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic4 + 96));
          out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + 48 * oho + ic4 + 120), *(const v16u *)(data_packed + 240 * go + 48 * oho + ic4 + 120), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic4 + 96));
          out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + 48 * oho + ic4 + 128), *(const v16u *)(data_packed + 240 * go + 48 * oho + ic4 + 128), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic4 + 96));
          out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + 48 * oho + ic4 + 120), *(const v16u *)(data_packed + 240 * go + 48 * oho + ic4 + 120), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic4 + 112));
          out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + 48 * oho + ic4 + 128), *(const v16u *)(data_packed + 240 * go + 48 * oho + ic4 + 128), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic4 + 112));
          out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + 48 * oho + ic4 + 136), *(const v16u *)(data_packed + 240 * go + 48 * oho + ic4 + 136), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic4 + 112));
          out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + 48 * oho + ic4 + 128), *(const v16u *)(data_packed + 240 * go + 48 * oho + ic4 + 128), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic4 + 128));
          out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + 48 * oho + ic4 + 136), *(const v16u *)(data_packed + 240 * go + 48 * oho + ic4 + 136), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic4 + 128));
        }
        *(v16u *)(out + 480 * go + 96 * oho + 144) = out_acc_0;
        *(v16u *)(out + 480 * go + 96 * oho + 160) = out_acc_1;
        *(v16u *)(out + 480 * go + 96 * oho + 176) = out_acc_2;
      }
    }
    {
      v16 out_acc_0, out_acc_1, out_acc_2;
      out_acc_0 = ((v16){0} + 0.0f);
      out_acc_1 = ((v16){0} + 0.0f);
      out_acc_2 = ((v16){0} + 0.0f);
      for (long ic5 = 0; ic5 < 2; ic5++) {
        out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic5 + 144), *(const v16u *)(data_packed + 240 * go + ic5 + 144), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic5));
        out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic5 + 152), *(const v16u *)(data_packed + 240 * go + ic5 + 152), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic5));
        out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic5 + 144), *(const v16u *)(data_packed + 240 * go + ic5 + 144), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic5 + 16));
        out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic5 + 152), *(const v16u *)(data_packed + 240 * go + ic5 + 152), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic5 + 16));
        out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic5 + 160), *(const v16u *)(data_packed + 240 * go + ic5 + 160), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic5 + 16));
        out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic5 + 152), *(const v16u *)(data_packed + 240 * go + ic5 + 152), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic5 + 32));
        out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic5 + 160), *(const v16u *)(data_packed + 240 * go + ic5 + 160), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic5 + 32));
        out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic5 + 168), *(const v16u *)(data_packed + 240 * go + ic5 + 168), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic5 + 32));
        out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic5 + 192), *(const v16u *)(data_packed + 240 * go + ic5 + 192), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic5 + 48));
        out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic5 + 200), *(const v16u *)(data_packed + 240 * go + ic5 + 200), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic5 + 48));
        out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic5 + 192), *(const v16u *)(data_packed + 240 * go + ic5 + 192), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic5 + 64));
        out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic5 + 200), *(const v16u *)(data_packed + 240 * go + ic5 + 200), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic5 + 64));
        out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic5 + 208), *(const v16u *)(data_packed + 240 * go + ic5 + 208), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic5 + 64));
        out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic5 + 200), *(const v16u *)(data_packed + 240 * go + ic5 + 200), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic5 + 80));
        out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic5 + 208), *(const v16u *)(data_packed + 240 * go + ic5 + 208), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic5 + 80));
        out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic5 + 216), *(const v16u *)(data_packed + 240 * go + ic5 + 216), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic5 + 80));
      }
      *(v16u *)(out + 480 * go + 384) = out_acc_0;
      *(v16u *)(out + 480 * go + 400) = out_acc_1;
      *(v16u *)(out + 480 * go + 416) = out_acc_2;
    }
    {
      v16 out_acc_0, out_acc_1, out_acc_2;
      out_acc_0 = ((v16){0} + 0.0f);
      out_acc_1 = ((v16){0} + 0.0f);
      out_acc_2 = ((v16){0} + 0.0f);
      for (long ic6 = 0; ic6 < 2; ic6++) {
        out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic6 + 160), *(const v16u *)(data_packed + 240 * go + ic6 + 160), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic6));
        out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic6 + 168), *(const v16u *)(data_packed + 240 * go + ic6 + 168), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic6));
        out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic6 + 176), *(const v16u *)(data_packed + 240 * go + ic6 + 176), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic6));
        out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic6 + 168), *(const v16u *)(data_packed + 240 * go + ic6 + 168), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic6 + 16));
        out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic6 + 176), *(const v16u *)(data_packed + 240 * go + ic6 + 176), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic6 + 16));
        out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic6 + 184), *(const v16u *)(data_packed + 240 * go + ic6 + 184), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic6 + 16));
        out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic6 + 176), *(const v16u *)(data_packed + 240 * go + ic6 + 176), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic6 + 32));
        out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic6 + 184), *(const v16u *)(data_packed + 240 * go + ic6 + 184), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic6 + 32));
        out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic6 + 208), *(const v16u *)(data_packed + 240 * go + ic6 + 208), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic6 + 48));
        out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic6 + 216), *(const v16u *)(data_packed + 240 * go + ic6 + 216), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic6 + 48));
        out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic6 + 224), *(const v16u *)(data_packed + 240 * go + ic6 + 224), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic6 + 48));
        out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic6 + 216), *(const v16u *)(data_packed + 240 * go + ic6 + 216), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic6 + 64));
        out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic6 + 224), *(const v16u *)(data_packed + 240 * go + ic6 + 224), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic6 + 64));
        out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic6 + 232), *(const v16u *)(data_packed + 240 * go + ic6 + 232), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic6 + 64));
        out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic6 + 224), *(const v16u *)(data_packed + 240 * go + ic6 + 224), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic6 + 80));
        out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed + 240 * go + ic6 + 232), *(const v16u *)(data_packed + 240 * go + ic6 + 232), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed + 288 * go + 144 * ic6 + 80));
      }
      *(v16u *)(out + 480 * go + 432) = out_acc_0;
      *(v16u *)(out + 480 * go + 448) = out_acc_1;
      *(v16u *)(out + 480 * go + 464) = out_acc_2;
    }
  }
}

void kernel(void *const *args, void *workspace) {
  run(args[0], args[1], args[2], workspace);
}

static void pack_0(const float *restrict data, float *restrict data_packed) {
  for (long d3o = 0; d3o < 2; d3o++) {
    for (long d1 = 0; d1 < 5; d1++) {
      for (long d2 = 0; d2 < 6; d2++) {
        for (long d3i = 0; d3i < 4; d3i++) {
          __builtin_memcpy(data_packed + 240 * d3o + 48 * d1 + 8 * d2 + 2 * d3i, data + 8 * d3o + 96 * d1 + 16 * d2 + 2 * d3i, 8);
        }
      }
    }
  }
}

static void pack_1(const float *restrict weights, float *restrict weights_packed) {
  for (long d0o = 0; d0o < 2; d0o++) {
    for (long d2 = 0; d2 < 2; d2++) {
      for (long d3 = 0; d3 < 3; d3++) {
        for (long d4 = 0; d4 < 3; d4++) {
          for (long d0i = 0; d0i < 4; d0i++) {
            for (long d1 = 0; d1 < 4; d1++) {
              weights_packed[288 * d0o + 144 * d2 + 48 * d3 + 16 * d4 + 4 * d0i + d1] = weights[288 * d0o + 9 * d2 + 3 * d3 + d4 + 72 * d0i + 18 * d1];
            }
          }
        }
      }
    }
  }
}

static void unpack_output(const float *restrict out_packed, float *restrict out) {
  for (long oh = 0; oh < 5; oh++) {
    for (long ow = 0; ow < 6; ow++) {
      for (long g = 0; g < 8; g++) {
        __builtin_memcpy(out + 192 * oh + 32 * ow + 4 * g, out_packed + 480 * ((g) / 4) + 4 * ((g) % 4) + 96 * oh + 16 * ow, 16);
      }
    }
  }
}

void pack(void *const *args, void *const *packed) {
  pack_0(args[0], packed[0]);
  pack_1(args[1], packed[1]);
}

void unpack(void *const *packed, void *const *args) {
  unpack_output(packed[2], args[2]);
}
