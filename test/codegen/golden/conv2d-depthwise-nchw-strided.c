static inline long min_of(long a, long b) { return a < b ? a : b; }
static inline long max_of(long a, long b) { return a > b ? a : b; }
static inline long floor_div(long a, long b) { return a / b - (a % b < 0); }
static inline long floor_mod(long a, long b) { return a % b + (a % b < 0 ? b : 0); }
typedef float v8 __attribute__((vector_size(32)));
typedef float v8u __attribute__((vector_size(32), aligned(4), may_alias));
#ifdef __clang__
#define ALONE __attribute__((noinline))
#else
#define ALONE __attribute__((noipa))
#endif

static ALONE void run_0(const float *restrict data, const float *restrict weights, float *restrict out, char *restrict workspace) {
  for (long g = 0; g < 3; g++) {
    for (long oho = 0; oho < 3; oho++) {
      if (-oho + 1 >= 0) {
        {
          float *restrict padded = (float *)(workspace + 0);
          for (long ih = 0; ih < max_of(0, -4 * oho + 1); ih++) {
            __builtin_memset(padded + 19 * ih, 0, 76);
          }
          for (long ih2 = max_of(0, -4 * oho + 1); ih2 < min_of(5, -4 * oho + 10); ih2++) {
            __builtin_memset(padded + 19 * ih2, 0, 4);
            __builtin_memcpy(padded + 19 * ih2 + 1, data + 153 * g + 68 * oho + 17 * ih2 - 17, 68);
            __builtin_memset(padded + 19 * ih2 + 18, 0, 4);
          }
          for (long ih3 = min_of(5, -4 * oho + 10); ih3 < 5; ih3++) {
            __builtin_memset(padded + 19 * ih3, 0, 76);
          }
          for (long owo = 0; owo < 2; owo++) {
            if (-owo >= 0) {
              {
                v8 out_acc_0, out_acc_1;
                out_acc_0 = ((v8){0} + 0.0f);
                out_acc_1 = ((v8){0} + 0.0f);
                const float *const padded_at0 = padded + 16 * owo;
                const float *const weights_at1 = weights + 9 * g;
                out_acc_0 += (__builtin_shufflevector(*(const v8u *)(padded_at0), *(const v8u *)(padded_at0 + 8), 0, 2, 4, 6, 8, 10, 12, 14) * weights_at1[0]);
                out_acc_1 += (__builtin_shufflevector(*(const v8u *)(padded_at0 + 38), *(const v8u *)(padded_at0 + 46), 0, 2, 4, 6, 8, 10, 12, 14) * weights_at1[0]);
                out_acc_0 += (__builtin_shufflevector(*(const v8u *)(padded_at0 + 1), *(const v8u *)(padded_at0 + 9), 0, 2, 4, 6, 8, 10, 12, 14) * weights_at1[1]);
                out_acc_1 += (__builtin_shufflevector(*(const v8u *)(padded_at0 + 39), *(const v8u *)(padded_at0 + 47), 0, 2, 4, 6, 8, 10, 12, 14) * weights_at1[1]);
                out_acc_0 += (__builtin_shufflevector(*(const v8u *)(padded_at0 + 2), *(const v8u *)(padded_at0 + 10), 0, 2, 4, 6, 8, 10, 12, 14) * weights_at1[2]);
                out_acc_1 += (__builtin_shufflevector(*(const v8u *)(padded_at0 + 40), *(const v8u *)(padded_at0 + 48), 0, 2, 4, 6, 8, 10, 12, 14) * weights_at1[2]);
                out_acc_0 += (__builtin_shufflevector(*(const v8u *)(padded_at0 + 19), *(const v8u *)(padded_at0 + 27), 0, 2, 4, 6, 8, 10, 12, 14) * weights_at1[3]);
                out_acc_1 += (__builtin_shufflevector(*(const v8u *)(padded_at0 + 57), *(const v8u *)(padded_at0 + 65), 0, 2, 4, 6, 8, 10, 12, 14) * weights_at1[3]);
                out_acc_0 += (__builtin_shufflevector(*(const v8u *)(padded_at0 + 20), *(const v8u *)(padded_at0 + 28), 0, 2, 4, 6, 8, 10, 12, 14) * weights_at1[4]);
                out_acc_1 += (__builtin_shufflevector(*(const v8u *)(padded_at0 + 58), *(const v8u *)(padded_at0 + 66), 0, 2, 4, 6, 8, 10, 12, 14) * weights_at1[4]);
                out_acc_0 += (__builtin_shufflevector(*(const v8u *)(padded_at0 + 21), *(const v8u *)(padded_at0 + 29), 0, 2, 4, 6, 8, 10, 12, 14) * weights_at1[5]);
                out_acc_1 += (__builtin_shufflevector(*(const v8u *)(padded_at0 + 59), *(const v8u *)(padded_at0 + 67), 0, 2, 4, 6, 8, 10, 12, 14) * weights_at1[5]);
                out_acc_0 += (__builtin_shufflevector(*(const v8u *)(padded_at0 + 38), *(const v8u *)(padded_at0 + 46), 0, 2, 4, 6, 8, 10, 12, 14) * weights_at1[6]);
                out_acc_1 += (__builtin_shufflevector(*(const v8u *)(padded_at0 + 76), *(const v8u *)(padded_at0 + 84), 0, 2, 4, 6, 8, 10, 12, 14) * weights_at1[6]);
                out_acc_0 += (__builtin_shufflevector(*(const v8u *)(padded_at0 + 39), *(const v8u *)(padded_at0 + 47), 0, 2, 4, 6, 8, 10, 12, 14) * weights_at1[7]);
                out_acc_1 += (__builtin_shufflevector(*(const v8u *)(padded_at0 + 77), *(const v8u *)(padded_at0 + 85), 0, 2, 4, 6, 8, 10, 12, 14) * weights_at1[7]);
                out_acc_0 += (__builtin_shufflevector(*(const v8u *)(padded_at0 + 40), *(const v8u *)(padded_at0 + 48), 0, 2, 4, 6, 8, 10, 12, 14) * weights_at1[8]);
                out_acc_1 += (__builtin_shufflevector(*(const v8u *)(padded_at0 + 78), *(const v8u *)(padded_at0 + 86), 0, 2, 4, 6, 8, 10, 12, 14) * weights_at1[8]);
                float *const out_at2 = out + 45 * g + 18 * oho + 8 * owo;
                *(v8u *)(out_at2) = out_acc_0;
                *(v8u *)(out_at2 + 9) = out_acc_1;
              }
            } else {
              {
                float out_acc_0, out_acc_1;
                out_acc_0 = 0.0f;
                out_acc_1 = 0.0f;
                const float *const padded_at3 = padded + 16 * owo;
                const float *const weights_at4 = weights + 9 * g;
                out_acc_0 += (padded_at3[0] * weights_at4[0]);
                out_acc_1 += (padded_at3[38] * weights_at4[0]);
                out_acc_0 += (padded_at3[1] * weights_at4[1]);
                out_acc_1 += (padded_at3[39] * weights_at4[1]);
                out_acc_0 += (padded_at3[2] * weights_at4[2]);
                out_acc_1 += (padded_at3[40] * weights_at4[2]);
                out_acc_0 += (padded_at3[19] * weights_at4[3]);
                out_acc_1 += (padded_at3[57] * weights_at4[3]);
                out_acc_0 += (padded_at3[20] * weights_at4[4]);
                out_acc_1 += (padded_at3[58] * weights_at4[4]);
                out_acc_0 += (padded_at3[21] * weights_at4[5]);
                out_acc_1 += (padded_at3[59] * weights_at4[5]);
                out_acc_0 += (padded_at3[38] * weights_at4[6]);
                out_acc_1 += (padded_at3[76] * weights_at4[6]);
                out_acc_0 += (padded_at3[39] * weights_at4[7]);
                out_acc_1 += (padded_at3[77] * weights_at4[7]);
                out_acc_0 += (padded_at3[40] * weights_at4[8]);
                out_acc_1 += (padded_at3[78] * weights_at4[8]);
                float *const out_at5 = out + 45 * g + 18 * oho + 8 * owo;
                out_at5[0] = out_acc_0;
                out_at5[9] = out_acc_1;
              }
            }
          }
        }
      } else {
        {
          float *restrict padded = (float *)(workspace + 0);
          for (long ih4 = 0; ih4 < max_of(0, -4 * oho + 1); ih4++) {
            __builtin_memset(padded + 19 * ih4, 0, 76);
          }
          for (long ih5 = max_of(0, -4 * oho + 1); ih5 < min_of(3, -4 * oho + 10); ih5++) {
            __builtin_memset(padded + 19 * ih5, 0, 4);
            __builtin_memcpy(padded + 19 * ih5 + 1, data + 153 * g + 68 * oho + 17 * ih5 - 17, 68);
            __builtin_memset(padded + 19 * ih5 + 18, 0, 4);
          }
          for (long ih6 = min_of(3, -4 * oho + 10); ih6 < 3; ih6++) {
            __builtin_memset(padded + 19 * ih6, 0, 76);
          }
          for (long owo2 = 0; owo2 < 2; owo2++) {
            if (-owo2 >= 0) {
              {
                v8 out_acc_0;
                out_acc_0 = ((v8){0} + 0.0f);
                const float *const padded_at6 = padded + 16 * owo2;
                const float *const weights_at7 = weights + 9 * g;
                out_acc_0 += (__builtin_shufflevector(*(const v8u *)(padded_at6), *(const v8u *)(padded_at6 + 8), 0, 2, 4, 6, 8, 10, 12, 14) * weights_at7[0]);
                out_acc_0 += (__builtin_shufflevector(*(const v8u *)(padded_at6 + 1), *(const v8u *)(padded_at6 + 9), 0, 2, 4, 6, 8, 10, 12, 14) * weights_at7[1]);
                out_acc_0 += (__builtin_shufflevector(*(const v8u *)(padded_at6 + 2), *(const v8u *)(padded_at6 + 10), 0, 2, 4, 6, 8, 10, 12, 14) * weights_at7[2]);
                out_acc_0 += (__builtin_shufflevector(*(const v8u *)(padded_at6 + 19), *(const v8u *)(padded_at6 + 27), 0, 2, 4, 6, 8, 10, 12, 14) * weights_at7[3]);
                out_acc_0 += (__builtin_shufflevector(*(const v8u *)(padded_at6 + 20), *(const v8u *)(padded_at6 + 28), 0, 2, 4, 6, 8, 10, 12, 14) * weights_at7[4]);
                out_acc_0 += (__builtin_shufflevector(*(const v8u *)(padded_at6 + 21), *(const v8u *)(padded_at6 + 29), 0, 2, 4, 6, 8, 10, 12, 14) * weights_at7[5]);
                out_acc_0 += (__builtin_shufflevector(*(const v8u *)(padded_at6 + 38), *(const v8u *)(padded_at6 + 46), 0, 2, 4, 6, 8, 10, 12, 14) * weights_at7[6]);
                out_acc_0 += (__builtin_shufflevector(*(const v8u *)(padded_at6 + 39), *(const v8u *)(padded_at6 + 47), 0, 2, 4, 6, 8, 10, 12, 14) * weights_at7[7]);
                out_acc_0 += (__builtin_shufflevector(*(const v8u *)(padded_at6 + 40), *(const v8u *)(padded_at6 + 48), 0, 2, 4, 6, 8, 10, 12, 14) * weights_at7[8]);
                *(v8u *)(out + 45 * g + 18 * oho + 8 * owo2) = out_acc_0;
              }
            } else {
              {
                float out_acc_0;
                out_acc_0 = 0.0f;
                const float *const padded_at9 = padded + 16 * owo2;
                const float *const weights_at10 = weights + 9 * g;
                out_acc_0 += (padded_at9[0] * weights_at10[0]);
                out_acc_0 += (padded_at9[1] * weights_at10[1]);
                out_acc_0 += (padded_at9[2] * weights_at10[2]);
                out_acc_0 += (padded_at9[19] * weights_at10[3]);
                out_acc_0 += (padded_at9[20] * weights_at10[4]);
                out_acc_0 += (padded_at9[21] * weights_at10[5]);
                out_acc_0 += (padded_at9[38] * weights_at10[6]);
                out_acc_0 += (padded_at9[39] * weights_at10[7]);
                out_acc_0 += (padded_at9[40] * weights_at10[8]);
                out[45 * g + 18 * oho + 8 * owo2] = out_acc_0;
              }
            }
          }
        }
      }
    }
  }
}

static void run(const float *restrict data, const float *restrict weights, float *restrict out, char *restrict workspace) {
  run_0(data, weights, out, workspace);
}

void kernel(void *const *args, void *workspace) {
  run(args[0], args[1], args[2], workspace);
}
