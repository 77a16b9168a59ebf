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

static ALONE void run_0(const float *restrict data_packed, const float *restrict weights_packed, float *restrict out) {
  for (long go = 0; go < 2; go++) {
    {
      v16 out_acc_0, out_acc_1, out_acc_2;
      out_acc_0 = ((v16){0} + 0.0f);
      out_acc_1 = ((v16){0} + 0.0f);
      out_acc_2 = ((v16){0} + 0.0f);
      for (long ic = 0; ic < 2; ic++) {
        const float *const data_packed_at0 = data_packed + 240 * go + ic;
        const float *const weights_packed_at1 = weights_packed + 288 * go + 144 * ic;
        out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed_at0), *(const v16u *)(data_packed_at0), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at1 + 48));
        out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed_at0 + 8), *(const v16u *)(data_packed_at0 + 8), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at1 + 48));
        out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed_at0), *(const v16u *)(data_packed_at0), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at1 + 64));
        out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed_at0 + 8), *(const v16u *)(data_packed_at0 + 8), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at1 + 64));
        out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed_at0 + 16), *(const v16u *)(data_packed_at0 + 16), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at1 + 64));
        out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed_at0 + 8), *(const v16u *)(data_packed_at0 + 8), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at1 + 80));
        out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed_at0 + 16), *(const v16u *)(data_packed_at0 + 16), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at1 + 80));
        out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed_at0 + 24), *(const v16u *)(data_packed_at0 + 24), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at1 + 80));
        out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed_at0 + 48), *(const v16u *)(data_packed_at0 + 48), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at1 + 96));
        out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed_at0 + 56), *(const v16u *)(data_packed_at0 + 56), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at1 + 96));
        out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed_at0 + 48), *(const v16u *)(data_packed_at0 + 48), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at1 + 112));
        out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed_at0 + 56), *(const v16u *)(data_packed_at0 + 56), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at1 + 112));
        out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed_at0 + 64), *(const v16u *)(data_packed_at0 + 64), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at1 + 112));
        out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed_at0 + 56), *(const v16u *)(data_packed_at0 + 56), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at1 + 128));
        out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed_at0 + 64), *(const v16u *)(data_packed_at0 + 64), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at1 + 128));
        out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed_at0 + 72), *(const v16u *)(data_packed_at0 + 72), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at1 + 128));
      }
      float *const out_at2 = out + 480 * go;
      *(v16u *)(out_at2) = out_acc_0;
      *(v16u *)(out_at2 + 16) = out_acc_1;
      *(v16u *)(out_at2 + 32) = out_acc_2;
    }
    {
      v16 out_acc_0, out_acc_1, out_acc_2;
      out_acc_0 = ((v16){0} + 0.0f);
      out_acc_1 = ((v16){0} + 0.0f);
      out_acc_2 = ((v16){0} + 0.0f);
      for (long ic2 = 0; ic2 < 2; ic2++) {
        const float *const data_packed_at3 = data_packed + 240 * go + ic2;
        const float *const weights_packed_at4 = weights_packed + 288 * go + 144 * ic2;
        out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed_at3 + 16), *(const v16u *)(data_packed_at3 + 16), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at4 + 48));
        out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed_at3 + 24), *(const v16u *)(data_packed_at3 + 24), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at4 + 48));
        out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed_at3 + 32), *(const v16u *)(data_packed_at3 + 32), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at4 + 48));
        out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed_at3 + 24), *(const v16u *)(data_packed_at3 + 24), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at4 + 64));
        out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed_at3 + 32), *(const v16u *)(data_packed_at3 + 32), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at4 + 64));
        out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed_at3 + 40), *(const v16u *)(data_packed_at3 + 40), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at4 + 64));
        out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed_at3 + 32), *(const v16u *)(data_packed_at3 + 32), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at4 + 80));
        out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed_at3 + 40), *(const v16u *)(data_packed_at3 + 40), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at4 + 80));
        out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed_at3 + 64), *(const v16u *)(data_packed_at3 + 64), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at4 + 96));
        out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed_at3 + 72), *(const v16u *)(data_packed_at3 + 72), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at4 + 96));
        out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed_at3 + 80), *(const v16u *)(data_packed_at3 + 80), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at4 + 96));
        out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed_at3 + 72), *(const v16u *)(data_packed_at3 + 72), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at4 + 112));
        out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed_at3 + 80), *(const v16u *)(data_packed_at3 + 80), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at4 + 112));
        out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed_at3 + 88), *(const v16u *)(data_packed_at3 + 88), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at4 + 112));
        out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed_at3 + 80), *(const v16u *)(data_packed_at3 + 80), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at4 + 128));
        out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed_at3 + 88), *(const v16u *)(data_packed_at3 + 88), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at4 + 128));
      }
      float *const out_at5 = out + 480 * go;
      *(v16u *)(out_at5 + 48) = out_acc_0;
      *(v16u *)(out_at5 + 64) = out_acc_1;
      *(v16u *)(out_at5 + 80) = out_acc_2;
    }
    for (long oho = 0; oho < 3; oho++) {
      {
        v16 out_acc_0, out_acc_1, out_acc_2;
        out_acc_0 = ((v16){0} + 0.0f);
        out_acc_1 = ((v16){0} + 0.0f);
        out_acc_2 = ((v16){0} + 0.0f);
        for (long ic3 = 0; ic3 < 2; ic3++) {
          const float *const data_packed_at6 = data_packed + 240 * go + 48 * oho + ic3;
          const float *const weights_packed_at7 = weights_packed + 288 * go + 144 * ic3;
          out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed_at6), *(const v16u *)(data_packed_at6), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at7));
          out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed_at6 + 8), *(const v16u *)(data_packed_at6 + 8), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at7));
          out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed_at6), *(const v16u *)(data_packed_at6), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at7 + 16));
          out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed_at6 + 8), *(const v16u *)(data_packed_at6 + 8), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at7 + 16));
          out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed_at6 + 16), *(const v16u *)(data_packed_at6 + 16), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at7 + 16));
          out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed_at6 + 8), *(const v16u *)(data_packed_at6 + 8), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at7 + 32));
          out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed_at6 + 16), *(const v16u *)(data_packed_at6 + 16), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at7 + 32));
          out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed_at6 + 24), *(const v16u *)(data_packed_at6 + 24), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at7 + 32));
          out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed_at6 + 48), *(const v16u *)(data_packed_at6 + 48), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at7 + 48));
          out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed_at6 + 56), *(const v16u *)(data_packed_at6 + 56), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at7 + 48));
          out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed_at6 + 48), *(const v16u *)(data_packed_at6 + 48), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at7 + 64));
          out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed_at6 + 56), *(const v16u *)(data_packed_at6 + 56), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at7 + 64));
          out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed_at6 + 64), *(const v16u *)(data_packed_at6 + 64), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at7 + 64));
          out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed_at6 + 56), *(const v16u *)(data_packed_at6 + 56), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at7 + 80));
          out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed_at6 + 64), *(const v16u *)(data_packed_at6 + 64), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at7 + 80));
          out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed_at6 + 72), *(const v16u *)(data_packed_at6 + 72), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at7 + 80));
          out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed_at6 + 96), *(const v16u *)(data_packed_at6 + 96), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at7 + 96));
          out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed_at6 + 104), *(const v16u *)(data_packed_at6 + 104), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at7 + 96));
          out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed_at6 + 96), *(const v16u *)(data_packed_at6 + 96), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at7 + 112));
          out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed_at6 + 104), *(const v16u *)(data_packed_at6 + 104), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at7 + 112));
          out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed_at6 + 112), *(const v16u *)(data_packed_at6 + 112), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at7 + 112));
          out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed_at6 + 104), *(const v16u *)(data_packed_at6 + 104), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at7 + 128));
          out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed_at6 + 112), *(const v16u *)(data_packed_at6 + 112), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at7 + 128));
          out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed_at6 + 120), *(const v16u *)(data_packed_at6 + 120), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at7 + 128));
        }
        float *const out_at8 = out + 480 * go + 96 * oho;
        *(v16u *)(out_at8 + 96) = out_acc_0;
        *(v16u *)(out_at8 + 112) = out_acc_1;
        *(v16u *)(out_at8 + 128) = out_acc_2;
      }
      {
        v16 out_acc_0, out_acc_1, out_acc_2;
        out_acc_0 = ((v16){0} + 0.0f);
        out_acc_1 = ((v16){0} + 0.0f);
        out_acc_2 = ((v16){0} + 0.0f);
        for (long ic4 = 0; ic4 < 2; ic4++) {
          const float *const data_packed_at9 = data_packed + 240 * go + 48 * oho + ic4;
          const float *const weights_packed_at10 = weights_packed + 288 * go + 144 * ic4;
          out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed_at9 + 16), *(const v16u *)(data_packed_at9 + 16), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at10));
          out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed_at9 + 24), *(const v16u *)(data_packed_at9 + 24), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at10));
          out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed_at9 + 32), *(const v16u *)(data_packed_at9 + 32), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at10));
          out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed_at9 + 24), *(const v16u *)(data_packed_at9 + 24), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at10 + 16));
          out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed_at9 + 32), *(const v16u *)(data_packed_at9 + 32), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at10 + 16));
          out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed_at9 + 40), *(const v16u *)(data_packed_at9 + 40), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at10 + 16));
          out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed_at9 + 32), *(const v16u *)(data_packed_at9 + 32), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at10 + 32));
          out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed_at9 + 40), *(const v16u *)(data_packed_at9 + 40), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at10 + 32));
          out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed_at9 + 64), *(const v16u *)(data_packed_at9 + 64), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at10 + 48));
          out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed_at9 + 72), *(const v16u *)(data_packed_at9 + 72), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at10 + 48));
          out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed_at9 + 80), *(const v16u *)(data_packed_at9 + 80), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at10 + 48));
          out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed_at9 + 72), *(const v16u *)(data_packed_at9 + 72), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at10 + 64));
          out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed_at9 + 80), *(const v16u *)(data_packed_at9 + 80), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at10 + 64));
          out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed_at9 + 88), *(const v16u *)(data_packed_at9 + 88), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at10 + 64));
          out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed_at9 + 80), *(const v16u *)(data_packed_at9 + 80), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at10 + 80));
          out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed_at9 + 88), *(const v16u *)(data_packed_at9 + 88), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at10 + 80));
          out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed_at9 + 112), *(const v16u *)(data_packed_at9 + 112), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at10 + 96));
          out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed_at9 + 120), *(const v16u *)(data_packed_at9 + 120), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at10 + 96));
          out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed_at9 + 128), *(const v16u *)(data_packed_at9 + 128), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at10 + 96));
          out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed_at9 + 120), *(const v16u *)(data_packed_at9 + 120), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at10 + 112));
          out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed_at9 + 128), *(const v16u *)(data_packed_at9 + 128), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at10 + 112));
          out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed_at9 + 136), *(const v16u *)(data_packed_at9 + 136), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at10 + 112));
          out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed_at9 + 128), *(const v16u *)(data_packed_at9 + 128), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at10 + 128));
          out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed_at9 + 136), *(const v16u *)(data_packed_at9 + 136), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at10 + 128));
        }
        float *const out_at11 = out + 480 * go + 96 * oho;
        *(v16u *)(out_at11 + 144) = out_acc_0;
        *(v16u *)(out_at11 + 160) = out_acc_1;
        *(v16u *)(out_at11 + 176) = out_acc_2;
      }
    }
    {
      v16 out_acc_0, out_acc_1, out_acc_2;
      out_acc_0 = ((v16){0} + 0.0f);
      out_acc_1 = ((v16){0} + 0.0f);
      out_acc_2 = ((v16){0} + 0.0f);
      for (long ic5 = 0; ic5 < 2; ic5++) {
        const float *const data_packed_at12 = data_packed + 240 * go + ic5;
        const float *const weights_packed_at13 = weights_packed + 288 * go + 144 * ic5;
        out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed_at12 + 144), *(const v16u *)(data_packed_at12 + 144), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at13));
        out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed_at12 + 152), *(const v16u *)(data_packed_at12 + 152), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at13));
        out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed_at12 + 144), *(const v16u *)(data_packed_at12 + 144), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at13 + 16));
        out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed_at12 + 152), *(const v16u *)(data_packed_at12 + 152), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at13 + 16));
        out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed_at12 + 160), *(const v16u *)(data_packed_at12 + 160), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at13 + 16));
        out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed_at12 + 152), *(const v16u *)(data_packed_at12 + 152), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at13 + 32));
        out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed_at12 + 160), *(const v16u *)(data_packed_at12 + 160), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at13 + 32));
        out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed_at12 + 168), *(const v16u *)(data_packed_at12 + 168), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at13 + 32));
        out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed_at12 + 192), *(const v16u *)(data_packed_at12 + 192), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at13 + 48));
        out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed_at12 + 200), *(const v16u *)(data_packed_at12 + 200), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at13 + 48));
        out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed_at12 + 192), *(const v16u *)(data_packed_at12 + 192), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at13 + 64));
        out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed_at12 + 200), *(const v16u *)(data_packed_at12 + 200), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at13 + 64));
        out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed_at12 + 208), *(const v16u *)(data_packed_at12 + 208), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at13 + 64));
        out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed_at12 + 200), *(const v16u *)(data_packed_at12 + 200), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at13 + 80));
        out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed_at12 + 208), *(const v16u *)(data_packed_at12 + 208), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at13 + 80));
        out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed_at12 + 216), *(const v16u *)(data_packed_at12 + 216), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at13 + 80));
      }
      float *const out_at14 = out + 480 * go;
      *(v16u *)(out_at14 + 384) = out_acc_0;
      *(v16u *)(out_at14 + 400) = out_acc_1;
      *(v16u *)(out_at14 + 416) = out_acc_2;
    }
    {
      v16 out_acc_0, out_acc_1, out_acc_2;
      out_acc_0 = ((v16){0} + 0.0f);
      out_acc_1 = ((v16){0} + 0.0f);
      out_acc_2 = ((v16){0} + 0.0f);
      for (long ic6 = 0; ic6 < 2; ic6++) {
        const float *const data_packed_at15 = data_packed + 240 * go + ic6;
        const float *const weights_packed_at16 = weights_packed + 288 * go + 144 * ic6;
        out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed_at15 + 160), *(const v16u *)(data_packed_at15 + 160), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at16));
        out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed_at15 + 168), *(const v16u *)(data_packed_at15 + 168), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at16));
        out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed_at15 + 176), *(const v16u *)(data_packed_at15 + 176), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at16));
        out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed_at15 + 168), *(const v16u *)(data_packed_at15 + 168), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at16 + 16));
        out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed_at15 + 176), *(const v16u *)(data_packed_at15 + 176), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at16 + 16));
        out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed_at15 + 184), *(const v16u *)(data_packed_at15 + 184), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at16 + 16));
        out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed_at15 + 176), *(const v16u *)(data_packed_at15 + 176), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at16 + 32));
        out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed_at15 + 184), *(const v16u *)(data_packed_at15 + 184), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at16 + 32));
        out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed_at15 + 208), *(const v16u *)(data_packed_at15 + 208), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at16 + 48));
        out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed_at15 + 216), *(const v16u *)(data_packed_at15 + 216), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at16 + 48));
        out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed_at15 + 224), *(const v16u *)(data_packed_at15 + 224), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at16 + 48));
        out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed_at15 + 216), *(const v16u *)(data_packed_at15 + 216), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at16 + 64));
        out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed_at15 + 224), *(const v16u *)(data_packed_at15 + 224), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at16 + 64));
        out_acc_2 += (__builtin_shufflevector(*(const v16u *)(data_packed_at15 + 232), *(const v16u *)(data_packed_at15 + 232), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at16 + 64));
        out_acc_0 += (__builtin_shufflevector(*(const v16u *)(data_packed_at15 + 224), *(const v16u *)(data_packed_at15 + 224), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at16 + 80));
        out_acc_1 += (__builtin_shufflevector(*(const v16u *)(data_packed_at15 + 232), *(const v16u *)(data_packed_at15 + 232), 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6) * *(const v16u *)(weights_packed_at16 + 80));
      }
      float *const out_at17 = out + 480 * go;
      *(v16u *)(out_at17 + 432) = out_acc_0;
      *(v16u *)(out_at17 + 448) = out_acc_1;
      *(v16u *)(out_at17 + 464) = out_acc_2;
    }
  }
}

static void run(const float *restrict data_packed, const float *restrict weights_packed, float *restrict out, char *restrict workspace) {
  run_0(data_packed, weights_packed, out);
}

void kernel(void *const *args, void *workspace) {
  run(args[0], args[1], args[2], workspace);
}

static void pack_0(const float *restrict data, float *restrict data_packed) {
  for (long d3o = 0; d3o < 2; d3o++) {
    for (long d1 = 0; d1 < 5; d1++) {
      for (long d2 = 0; d2 < 6; d2++) {
        __builtin_memcpy(data_packed + 240 * d3o + 48 * d1 + 8 * d2, data + 8 * d3o + 96 * d1 + 16 * d2, 32);
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
