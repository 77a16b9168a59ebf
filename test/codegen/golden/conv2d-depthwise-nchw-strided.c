static inline long min_of(long a, long b) { return a < b ? a : b; }
static inline long max_of(long a, long b) { return a > b ? a : b; }
static inline long floor_div(long a, long b) { return a / b - (a % b < 0); }
static inline long floor_mod(long a, long b) { return a % b + (a % b < 0 ? b : 0); }
typedef float v8 __attribute__((vector_size(32)));
typedef float v8u __attribute__((vector_size(32), aligned(4), may_alias));

static void run(const float *restrict data, const float *restrict weights, float *restrict out, char *restrict workspace) {
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
                out_acc_0 += (__builtin_shufflevector(*(const v8u *)(padded + 16 * owo), *(const v8u *)(padded + 16 * owo + 8), 0, 2, 4, 6, 8, 10, 12, 14) * weights[9 * g]);
                out_acc_1 += (__builtin_shufflevector(*(const v8u *)(padded + 16 * owo + 38), *(const v8u *)(padded + 16 * owo + 46), 0, 2, 4, 6, 8, 10, 12, 14) * weights[9 * g]);
                out_acc_0 += (__builtin_shufflevector(*(const v8u *)(padded + 16 * owo + 1), *(const v8u *)(padded + 16 * owo + 9), 0, 2, 4, 6, 8, 10, 12, 14) * weights[9 * g + 1]);
                out_acc_1 += (__builtin_shufflevector(*(const v8u *)(padded + 16 * owo + 39), *(const v8u *)(padded + 16 * owo + 47), 0, 2, 4, 6, 8, 10, 12, 14) * weights[9 * g + 1]);
                out_acc_0 += (__builtin_shufflevector(*(const v8u *)(padded + 16 * owo + 2), *(const v8u *)(padded + 16 * owo + 10), 0, 2, 4, 6, 8, 10, 12, 14) * weights[9 * g + 2]);
                out_acc_1 += (__builtin_shufflevector(*(const v8u *)(padded + 16 * owo + 40), *(const v8u *)(padded + 16 * owo + 48), 0, 2, 4, 6, 8, 10, 12, 14) * weights[9 * g + 2]);
                out_acc_0 += (__builtin_shufflevector(*(const v8u *)(padded + 16 * owo + 19), *(const v8u *)(padded + 16 * owo + 27), 0, 2, 4, 6, 8, 10, 12, 14) * weights[9 * g + 3]);
                out_acc_1 += (__builtin_shufflevector(*(const v8u *)(padded + 16 * owo + 57), *(const v8u *)(padded + 16 * owo + 65), 0, 2, 4, 6, 8, 10, 12, 14) * weights[9 * g + 3]);
                out_acc_0 += (__builtin_shufflevector(*(const v8u *)(padded + 16 * owo + 20), *(const v8u *)(padded + 16 * owo + 28), 0, 2, 4, 6, 8, 10, 12, 14) * weights[9 * g + 4]);
                out_acc_1 += (__builtin_shufflevector(*(const v8u *)(padded + 16 * owo + 58), *(const v8u *)(padded + 16 * owo + 66), 0, 2, 4, 6, 8, 10, 12, 14) * weights[9 * g + 4]);
                out_acc_0 += (__builtin_shufflevector(*(const v8u *)(padded + 16 * owo + 21), *(const v8u *)(padded + 16 * owo + 29), 0, 2, 4, 6, 8, 10, 12, 14) * weights[9 * g + 5]);
                out_acc_1 += (__builtin_shufflevector(*(const v8u *)(padded + 16 * owo + 59), *(const v8u *)(padded + 16 * owo + 67), 0, 2, 4, 6, 8, 10, 12, 14) * weights[9 * g + 5]);
                out_acc_0 += (__builtin_shufflevector(*(const v8u *)(padded + 16 * owo + 38), *(const v8u *)(padded + 16 * owo + 46), 0, 2, 4, 6, 8, 10, 12, 14) * weights[9 * g + 6]);
                out_acc_1 += (__builtin_shufflevector(*(const v8u *)(padded + 16 * owo + 76), *(const v8u *)(padded + 16 * owo + 84), 0, 2, 4, 6, 8, 10, 12, 14) * weights[9 * g + 6]);
                out_acc_0 += (__builtin_shufflevector(*(const v8u *)(padded + 16 * owo + 39), *(const v8u *)(padded + 16 * owo + 47), 0, 2, 4, 6, 8, 10, 12, 14) * weights[9 * g + 7]);
                out_acc_1 += (__builtin_shufflevector(*(const v8u *)(padded + 16 * owo + 77), *(const v8u *)(padded + 16 * owo + 85), 0, 2, 4, 6, 8, 10, 12, 14) * weights[9 * g + 7]);
                out_acc_0 += (__builtin_shufflevector(*(const v8u *)(padded + 16 * owo + 40), *(const v8u *)(padded + 16 * owo + 48), 0, 2, 4, 6, 8, 10, 12, 14) * weights[9 * g + 8]);
                out_acc_1 += (__builtin_shufflevector(*(const v8u *)(padded + 16 * owo + 78), *(const v8u *)(padded + 16 * owo + 86), 0, 2, 4, 6, 8, 10, 12, 14) * weights[9 * g + 8]);
                *(v8u *)(out + 45 * g + 18 * oho + 8 * owo) = out_acc_0;
                *(v8u *)(out + 45 * g + 18 * oho + 8 * owo + 9) = out_acc_1;
              }
            } else {
              {
                float out_acc_0, out_acc_1;
                out_acc_0 = 0.0f;
                out_acc_1 = 0.0f;
                out_acc_0 += (padded[16 * owo] * weights[9 * g]);
                out_acc_1 += (padded[16 * owo + 38] * weights[9 * g]);
                out_acc_0 += (padded[16 * owo + 1] * weights[9 * g + 1]);
                out_acc_1 += (padded[16 * owo + 39] * weights[9 * g + 1]);
                out_acc_0 += (padded[16 * owo + 2] * weights[9 * g + 2]);
                out_acc_1 += (padded[16 * owo + 40] * weights[9 * g + 2]);
                out_acc_0 += (padded[16 * owo + 19] * weights[9 * g + 3]);
                out_acc_1 += (padded[16 * owo + 57] * weights[9 * g + 3]);
                out_acc_0 += (padded[16 * owo + 20] * weights[9 * g + 4]);
                out_acc_1 += (padded[16 * owo + 58] * weights[9 * g + 4]);
                out_acc_0 += (padded[16 * owo + 21] * weights[9 * g + 5]);
                out_acc_1 += (padded[16 * owo + 59] * weights[9 * g + 5]);
                out_acc_0 += (padded[16 * owo + 38] * weights[9 * g + 6]);
                out_acc_1 += (padded[16 * owo + 76] * weights[9 * g + 6]);
                out_acc_0 += (padded[16 * owo + 39] * weights[9 * g + 7]);
                out_acc_1 += (padded[16 * owo + 77] * weights[9 * g + 7]);
                out_acc_0 += (padded[16 * owo + 40] * weights[9 * g + 8]);
                out_acc_1 += (padded[16 * owo + 78] * weights[9 * g + 8]);
                out[45 * g + 18 * oho + 8 * owo] = out_acc_0;
                out[45 * g + 18 * oho + 8 * owo + 9] = out_acc_1;
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
                out_acc_0 += (__builtin_shufflevector(*(const v8u *)(padded + 16 * owo2), *(const v8u *)(padded + 16 * owo2 + 8), 0, 2, 4, 6, 8, 10, 12, 14) * weights[9 * g]);
                out_acc_0 += (__builtin_shufflevector(*(const v8u *)(padded + 16 * owo2 + 1), *(const v8u *)(padded + 16 * owo2 + 9), 0, 2, 4, 6, 8, 10, 12, 14) * weights[9 * g + 1]);
                out_acc_0 += (__builtin_shufflevector(*(const v8u *)(padded + 16 * owo2 + 2), *(const v8u *)(padded + 16 * owo2 + 10), 0, 2, 4, 6, 8, 10, 12, 14) * weights[9 * g + 2]);
                out_acc_0 += (__builtin_shufflevector(*(const v8u *)(padded + 16 * owo2 + 19), *(const v8u *)(padded + 16 * owo2 + 27), 0, 2, 4, 6, 8, 10, 12, 14) * weights[9 * g + 3]);
                out_acc_0 += (__builtin_shufflevector(*(const v8u *)(padded + 16 * owo2 + 20), *(const v8u *)(padded + 16 * owo2 + 28), 0, 2, 4, 6, 8, 10, 12, 14) * weights[9 * g + 4]);
                out_acc_0 += (__builtin_shufflevector(*(const v8u *)(padded + 16 * owo2 + 21), *(const v8u *)(padded + 16 * owo2 + 29), 0, 2, 4, 6, 8, 10, 12, 14) * weights[9 * g + 5]);
                out_acc_0 += (__builtin_shufflevector(*(const v8u *)(padded + 16 * owo2 + 38), *(const v8u *)(padded + 16 * owo2 + 46), 0, 2, 4, 6, 8, 10, 12, 14) * weights[9 * g + 6]);
                out_acc_0 += (__builtin_shufflevector(*(const v8u *)(padded + 16 * owo2 + 39), *(const v8u *)(padded + 16 * owo2 + 47), 0, 2, 4, 6, 8, 10, 12, 14) * weights[9 * g + 7]);
                out_acc_0 += (__builtin_shufflevector(*(const v8u *)(padded + 16 * owo2 + 40), *(const v8u *)(padded + 16 * owo2 + 48), 0, 2, 4, 6, 8, 10, 12, 14) * weights[9 * g + 8]);
                *(v8u *)(out + 45 * g + 18 * oho + 8 * owo2) = out_acc_0;
              }
            } else {
              {
                float out_acc_0;
                out_acc_0 = 0.0f;
                out_acc_0 += (padded[16 * owo2] * weights[9 * g]);
                out_acc_0 += (padded[16 * owo2 + 1] * weights[9 * g + 1]);
                out_acc_0 += (padded[16 * owo2 + 2] * weights[9 * g + 2]);
                out_acc_0 += (padded[16 * owo2 + 19] * weights[9 * g + 3]);
                out_acc_0 += (padded[16 * owo2 + 20] * weights[9 * g + 4]);
                out_acc_0 += (padded[16 * owo2 + 21] * weights[9 * g + 5]);
                out_acc_0 += (padded[16 * owo2 + 38] * weights[9 * g + 6]);
                out_acc_0 += (padded[16 * owo2 + 39] * weights[9 * g + 7]);
                out_acc_0 += (padded[16 * owo2 + 40] * weights[9 * g + 8]);
                out[45 * g + 18 * oho + 8 * owo2] = out_acc_0;
              }
            }
          }
        }
      }
    }
  }
}

void kernel(void *const *args, void *workspace) {
  run(args[0], args[1], args[2], workspace);
}
