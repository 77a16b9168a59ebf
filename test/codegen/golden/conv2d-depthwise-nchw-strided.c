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
    for (long oho = 0; oho < 2; oho++) {
      {
        float *restrict padded = (float *)(workspace + 0);
        __builtin_memset(padded + 0, 0, (unsigned long)max_of(0, 76 * max_of(0, -4 * oho + 1)));
        for (long ih = max_of(0, -4 * oho + 1); ih < min_of(5, -4 * oho + 10); ih++) {
          __builtin_memset(padded + 19 * ih, 0, 4);
          __builtin_memcpy(padded + 19 * ih + 1, data + 153 * g + 68 * oho + 17 * ih - 17, 68);
          __builtin_memset(padded + 19 * ih + 18, 0, 4);
        }
        __builtin_memset(padded + 19 * min_of(5, -4 * oho + 10), 0, (unsigned long)max_of(0, -76 * min_of(5, -4 * oho + 10) + 380));
        {
          v8 out_acc_0, out_acc_1;
          out_acc_0 = ((v8){0} + 0.0f);
          out_acc_1 = ((v8){0} + 0.0f);
          const float *const weights_at0 = weights + 9 * g;
          out_acc_0 += (__builtin_shufflevector(*(const v8u *)(padded + 0), *(const v8u *)(padded + 8), 0, 2, 4, 6, 8, 10, 12, 14) * weights_at0[0]);
          out_acc_1 += (__builtin_shufflevector(*(const v8u *)(padded + 38), *(const v8u *)(padded + 46), 0, 2, 4, 6, 8, 10, 12, 14) * weights_at0[0]);
          out_acc_0 += (__builtin_shufflevector(*(const v8u *)(padded + 1), *(const v8u *)(padded + 9), 0, 2, 4, 6, 8, 10, 12, 14) * weights_at0[1]);
          out_acc_1 += (__builtin_shufflevector(*(const v8u *)(padded + 39), *(const v8u *)(padded + 47), 0, 2, 4, 6, 8, 10, 12, 14) * weights_at0[1]);
          out_acc_0 += (__builtin_shufflevector(*(const v8u *)(padded + 2), *(const v8u *)(padded + 10), 0, 2, 4, 6, 8, 10, 12, 14) * weights_at0[2]);
          out_acc_1 += (__builtin_shufflevector(*(const v8u *)(padded + 40), *(const v8u *)(padded + 48), 0, 2, 4, 6, 8, 10, 12, 14) * weights_at0[2]);
          out_acc_0 += (__builtin_shufflevector(*(const v8u *)(padded + 19), *(const v8u *)(padded + 27), 0, 2, 4, 6, 8, 10, 12, 14) * weights_at0[3]);
          out_acc_1 += (__builtin_shufflevector(*(const v8u *)(padded + 57), *(const v8u *)(padded + 65), 0, 2, 4, 6, 8, 10, 12, 14) * weights_at0[3]);
          out_acc_0 += (__builtin_shufflevector(*(const v8u *)(padded + 20), *(const v8u *)(padded + 28), 0, 2, 4, 6, 8, 10, 12, 14) * weights_at0[4]);
          out_acc_1 += (__builtin_shufflevector(*(const v8u *)(padded + 58), *(const v8u *)(padded + 66), 0, 2, 4, 6, 8, 10, 12, 14) * weights_at0[4]);
          out_acc_0 += (__builtin_shufflevector(*(const v8u *)(padded + 21), *(const v8u *)(padded + 29), 0, 2, 4, 6, 8, 10, 12, 14) * weights_at0[5]);
          out_acc_1 += (__builtin_shufflevector(*(const v8u *)(padded + 59), *(const v8u *)(padded + 67), 0, 2, 4, 6, 8, 10, 12, 14) * weights_at0[5]);
          out_acc_0 += (__builtin_shufflevector(*(const v8u *)(padded + 38), *(const v8u *)(padded + 46), 0, 2, 4, 6, 8, 10, 12, 14) * weights_at0[6]);
          out_acc_1 += (__builtin_shufflevector(*(const v8u *)(padded + 76), *(const v8u *)(padded + 84), 0, 2, 4, 6, 8, 10, 12, 14) * weights_at0[6]);
          out_acc_0 += (__builtin_shufflevector(*(const v8u *)(padded + 39), *(const v8u *)(padded + 47), 0, 2, 4, 6, 8, 10, 12, 14) * weights_at0[7]);
          out_acc_1 += (__builtin_shufflevector(*(const v8u *)(padded + 77), *(const v8u *)(padded + 85), 0, 2, 4, 6, 8, 10, 12, 14) * weights_at0[7]);
          out_acc_0 += (__builtin_shufflevector(*(const v8u *)(padded + 40), *(const v8u *)(padded + 48), 0, 2, 4, 6, 8, 10, 12, 14) * weights_at0[8]);
          out_acc_1 += (__builtin_shufflevector(*(const v8u *)(padded + 78), *(const v8u *)(padded + 86), 0, 2, 4, 6, 8, 10, 12, 14) * weights_at0[8]);
          float *const out_at1 = out + 45 * g + 18 * oho;
          *(v8u *)(out_at1) = out_acc_0;
          *(v8u *)(out_at1 + 9) = out_acc_1;
        }
        {
          float out_acc_0, out_acc_1;
          out_acc_0 = 0.0f;
          out_acc_1 = 0.0f;
          const float *const weights_at2 = weights + 9 * g;
          out_acc_0 += (padded[16] * weights_at2[0]);
          out_acc_1 += (padded[54] * weights_at2[0]);
          out_acc_0 += (padded[17] * weights_at2[1]);
          out_acc_1 += (padded[55] * weights_at2[1]);
          out_acc_0 += (padded[18] * weights_at2[2]);
          out_acc_1 += (padded[56] * weights_at2[2]);
          out_acc_0 += (padded[35] * weights_at2[3]);
          out_acc_1 += (padded[73] * weights_at2[3]);
          out_acc_0 += (padded[36] * weights_at2[4]);
          out_acc_1 += (padded[74] * weights_at2[4]);
          out_acc_0 += (padded[37] * weights_at2[5]);
          out_acc_1 += (padded[75] * weights_at2[5]);
          out_acc_0 += (padded[54] * weights_at2[6]);
          out_acc_1 += (padded[92] * weights_at2[6]);
          out_acc_0 += (padded[55] * weights_at2[7]);
          out_acc_1 += (padded[93] * weights_at2[7]);
          out_acc_0 += (padded[56] * weights_at2[8]);
          out_acc_1 += (padded[94] * weights_at2[8]);
          float *const out_at3 = out + 45 * g + 18 * oho;
          out_at3[8] = out_acc_0;
          out_at3[17] = out_acc_1;
        }
      }
    }
    {
      float *restrict padded = (float *)(workspace + 0);
      for (long ih2 = 0; ih2 < 2; ih2++) {
        __builtin_memset(padded + 19 * ih2, 0, 4);
        __builtin_memcpy(padded + 19 * ih2 + 1, data + 153 * g + 17 * ih2 + 119, 68);
        __builtin_memset(padded + 19 * ih2 + 18, 0, 4);
      }
      __builtin_memset(padded + 38, 0, 76);
      {
        v8 out_acc_0;
        out_acc_0 = ((v8){0} + 0.0f);
        const float *const weights_at4 = weights + 9 * g;
        out_acc_0 += (__builtin_shufflevector(*(const v8u *)(padded + 0), *(const v8u *)(padded + 8), 0, 2, 4, 6, 8, 10, 12, 14) * weights_at4[0]);
        out_acc_0 += (__builtin_shufflevector(*(const v8u *)(padded + 1), *(const v8u *)(padded + 9), 0, 2, 4, 6, 8, 10, 12, 14) * weights_at4[1]);
        out_acc_0 += (__builtin_shufflevector(*(const v8u *)(padded + 2), *(const v8u *)(padded + 10), 0, 2, 4, 6, 8, 10, 12, 14) * weights_at4[2]);
        out_acc_0 += (__builtin_shufflevector(*(const v8u *)(padded + 19), *(const v8u *)(padded + 27), 0, 2, 4, 6, 8, 10, 12, 14) * weights_at4[3]);
        out_acc_0 += (__builtin_shufflevector(*(const v8u *)(padded + 20), *(const v8u *)(padded + 28), 0, 2, 4, 6, 8, 10, 12, 14) * weights_at4[4]);
        out_acc_0 += (__builtin_shufflevector(*(const v8u *)(padded + 21), *(const v8u *)(padded + 29), 0, 2, 4, 6, 8, 10, 12, 14) * weights_at4[5]);
        out_acc_0 += (__builtin_shufflevector(*(const v8u *)(padded + 38), *(const v8u *)(padded + 46), 0, 2, 4, 6, 8, 10, 12, 14) * weights_at4[6]);
        out_acc_0 += (__builtin_shufflevector(*(const v8u *)(padded + 39), *(const v8u *)(padded + 47), 0, 2, 4, 6, 8, 10, 12, 14) * weights_at4[7]);
        out_acc_0 += (__builtin_shufflevector(*(const v8u *)(padded + 40), *(const v8u *)(padded + 48), 0, 2, 4, 6, 8, 10, 12, 14) * weights_at4[8]);
        *(v8u *)(out + 45 * g + 36) = out_acc_0;
      }
      {
        float out_acc_0;
        out_acc_0 = 0.0f;
        const float *const weights_at6 = weights + 9 * g;
        out_acc_0 += (padded[16] * weights_at6[0]);
        out_acc_0 += (padded[17] * weights_at6[1]);
        out_acc_0 += (padded[18] * weights_at6[2]);
        out_acc_0 += (padded[35] * weights_at6[3]);
        out_acc_0 += (padded[36] * weights_at6[4]);
        out_acc_0 += (padded[37] * weights_at6[5]);
        out_acc_0 += (padded[54] * weights_at6[6]);
        out_acc_0 += (padded[55] * weights_at6[7]);
        out_acc_0 += (padded[56] * weights_at6[8]);
        out[45 * g + 44] = out_acc_0;
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
