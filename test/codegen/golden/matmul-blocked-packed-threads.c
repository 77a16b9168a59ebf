extern int omp_get_thread_num(void);
static inline long min_of(long a, long b) { return a < b ? a : b; }
static inline long max_of(long a, long b) { return a > b ? a : b; }
static inline long floor_div(long a, long b) { return a / b - (a % b < 0); }
static inline long floor_mod(long a, long b) { return a % b + (a % b < 0 ? b : 0); }
typedef float v8 __attribute__((vector_size(32)));
typedef float v8u __attribute__((vector_size(32), aligned(4), may_alias));

static void run(const float *restrict A, const float *restrict B, float *restrict C, char *restrict workspace) {
  {
    float *restrict B_packed = (float *)(workspace + 0);
#pragma omp parallel for schedule(static) num_threads(2)
    for (long d1o = 0; d1o < 4; d1o++) {
      for (long d0 = 0; d0 < 128; d0++) {
        __builtin_memcpy(B_packed + 2048 * d1o + 16 * d0, B + 16 * d1o + 64 * d0, 64);
      }
    }
#pragma omp parallel for schedule(static) num_threads(2)
    for (long ioo = 0; ioo < 3; ioo++) {
      char *const own = workspace + 32832 + 32832L * omp_get_thread_num();
      {
        float *restrict A_packed = (float *)(own + 0);
        for (long d0o = 0; d0o < min_of(16, -16 * ioo + 38); d0o++) {
          if (-64 * ioo - 4 * d0o + 146 >= 0) {
            for (long d0i = 0; d0i < 4; d0i++) {
              for (long d1 = 0; d1 < 128; d1++) {
                A_packed[512 * d0o + d0i + 4 * d1] = A[8192 * ioo + 512 * d0o + 128 * d0i + d1];
              }
            }
          } else {
            for (long d0i2 = 0; d0i2 < max_of(min_of(4, -64 * ioo - 4 * d0o + 150), 0); d0i2++) {
              for (long d12 = 0; d12 < 128; d12++) {
                A_packed[512 * d0o + d0i2 + 4 * d12] = A[8192 * ioo + 512 * d0o + 128 * d0i2 + d12];
              }
            }
            for (long d0i3 = max_of(min_of(4, -64 * ioo - 4 * d0o + 150), 0); d0i3 < 4; d0i3++) {
              for (long d13 = 0; d13 < 128; d13++) {
                A_packed[512 * d0o + d0i3 + 4 * d13] = 0.0f;
              }
            }
          }
        }
        for (long joi = 0; joi < 4; joi++) {
          for (long ioi = 0; ioi < min_of(16, -16 * ioo + 38); ioi++) {
            if (-16 * ioo - ioi + 36 >= 0) {
              {
                v8 C_acc_0, C_acc_1, C_acc_2, C_acc_3, C_acc_4, C_acc_5, C_acc_6, C_acc_7;
                C_acc_0 = ((v8){0} + 0.0f);
                C_acc_1 = ((v8){0} + 0.0f);
                C_acc_2 = ((v8){0} + 0.0f);
                C_acc_3 = ((v8){0} + 0.0f);
                C_acc_4 = ((v8){0} + 0.0f);
                C_acc_5 = ((v8){0} + 0.0f);
                C_acc_6 = ((v8){0} + 0.0f);
                C_acc_7 = ((v8){0} + 0.0f);
                for (long k = 0; k < 128; k++) {
                  C_acc_0 += (A_packed[512 * ioi + 4 * k] * *(const v8u *)(B_packed + 2048 * joi + 16 * k));
                  C_acc_1 += (A_packed[512 * ioi + 4 * k] * *(const v8u *)(B_packed + 2048 * joi + 16 * k + 8));
                  C_acc_2 += (A_packed[512 * ioi + 4 * k + 1] * *(const v8u *)(B_packed + 2048 * joi + 16 * k));
                  C_acc_3 += (A_packed[512 * ioi + 4 * k + 1] * *(const v8u *)(B_packed + 2048 * joi + 16 * k + 8));
                  C_acc_4 += (A_packed[512 * ioi + 4 * k + 2] * *(const v8u *)(B_packed + 2048 * joi + 16 * k));
                  C_acc_5 += (A_packed[512 * ioi + 4 * k + 2] * *(const v8u *)(B_packed + 2048 * joi + 16 * k + 8));
                  C_acc_6 += (A_packed[512 * ioi + 4 * k + 3] * *(const v8u *)(B_packed + 2048 * joi + 16 * k));
                  C_acc_7 += (A_packed[512 * ioi + 4 * k + 3] * *(const v8u *)(B_packed + 2048 * joi + 16 * k + 8));
                }
                *(v8u *)(C + 4096 * ioo + 16 * joi + 256 * ioi) = C_acc_0;
                *(v8u *)(C + 4096 * ioo + 16 * joi + 256 * ioi + 8) = C_acc_1;
                *(v8u *)(C + 4096 * ioo + 16 * joi + 256 * ioi + 64) = C_acc_2;
                *(v8u *)(C + 4096 * ioo + 16 * joi + 256 * ioi + 72) = C_acc_3;
                *(v8u *)(C + 4096 * ioo + 16 * joi + 256 * ioi + 128) = C_acc_4;
                *(v8u *)(C + 4096 * ioo + 16 * joi + 256 * ioi + 136) = C_acc_5;
                *(v8u *)(C + 4096 * ioo + 16 * joi + 256 * ioi + 192) = C_acc_6;
                *(v8u *)(C + 4096 * ioo + 16 * joi + 256 * ioi + 200) = C_acc_7;
              }
            } else {
              {
                v8 C_acc_0, C_acc_1, C_acc_2, C_acc_3;
                C_acc_0 = ((v8){0} + 0.0f);
                C_acc_1 = ((v8){0} + 0.0f);
                C_acc_2 = ((v8){0} + 0.0f);
                C_acc_3 = ((v8){0} + 0.0f);
                for (long k2 = 0; k2 < 128; k2++) {
                  C_acc_0 += (A_packed[512 * ioi + 4 * k2] * *(const v8u *)(B_packed + 2048 * joi + 16 * k2));
                  C_acc_1 += (A_packed[512 * ioi + 4 * k2] * *(const v8u *)(B_packed + 2048 * joi + 16 * k2 + 8));
                  C_acc_2 += (A_packed[512 * ioi + 4 * k2 + 1] * *(const v8u *)(B_packed + 2048 * joi + 16 * k2));
                  C_acc_3 += (A_packed[512 * ioi + 4 * k2 + 1] * *(const v8u *)(B_packed + 2048 * joi + 16 * k2 + 8));
                }
                *(v8u *)(C + 4096 * ioo + 16 * joi + 256 * ioi) = C_acc_0;
                *(v8u *)(C + 4096 * ioo + 16 * joi + 256 * ioi + 8) = C_acc_1;
                *(v8u *)(C + 4096 * ioo + 16 * joi + 256 * ioi + 64) = C_acc_2;
                *(v8u *)(C + 4096 * ioo + 16 * joi + 256 * ioi + 72) = C_acc_3;
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
