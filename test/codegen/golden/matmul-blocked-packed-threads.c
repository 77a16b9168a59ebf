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
    for (long ioo_joo = 0; ioo_joo < 2; ioo_joo++) {
      char *const own = workspace + 32832 + 19520L * omp_get_thread_num();
      for (long ko = 0; ko < 2; ko++) {
        {
          float *restrict A_packed = (float *)(own + 0);
          for (long d0o = 0; d0o < 19; d0o++) {
            for (long d1 = 0; d1 < 64; d1++) {
              if (-76 * ioo_joo - 4 * d0o + 146 >= 0) {
                for (long d0i = 0; d0i < 4; d0i++) {
                  A_packed[256 * d0o + 4 * d1 + d0i] = A[9728 * ioo_joo + 64 * ko + 512 * d0o + d1 + 128 * d0i];
                }
              } else {
                for (long d0i2 = 0; d0i2 < min_of(4, -76 * ioo_joo - 4 * d0o + 150); d0i2++) {
                  A_packed[256 * d0o + 4 * d1 + d0i2] = A[9728 * ioo_joo + 64 * ko + 512 * d0o + d1 + 128 * d0i2];
                }
                __builtin_memset(A_packed + min_of(4, -76 * ioo_joo - 4 * d0o + 150) + 256 * d0o + 4 * d1, 0, (unsigned long)max_of(0, -4 * min_of(4, -76 * ioo_joo - 4 * d0o + 150) + 16));
              }
            }
          }
          for (long joii = 0; joii < 4; joii++) {
            for (long ioii = 0; ioii < 19; ioii++) {
              if (-19 * ioo_joo - ioii + 36 >= 0) {
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
                  for (long ki = 0; ki < 64; ki++) {
                    const float *const A_packed_at4 = A_packed + 256 * ioii + 4 * ki;
                    const float *const B_packed_at5 = B_packed + 1024 * ko + 2048 * joii + 16 * ki;
                    C_acc_0 += (A_packed_at4[0] * *(const v8u *)(B_packed_at5));
                    C_acc_1 += (A_packed_at4[0] * *(const v8u *)(B_packed_at5 + 8));
                    C_acc_2 += (A_packed_at4[1] * *(const v8u *)(B_packed_at5));
                    C_acc_3 += (A_packed_at4[1] * *(const v8u *)(B_packed_at5 + 8));
                    C_acc_4 += (A_packed_at4[2] * *(const v8u *)(B_packed_at5));
                    C_acc_5 += (A_packed_at4[2] * *(const v8u *)(B_packed_at5 + 8));
                    C_acc_6 += (A_packed_at4[3] * *(const v8u *)(B_packed_at5));
                    C_acc_7 += (A_packed_at4[3] * *(const v8u *)(B_packed_at5 + 8));
                  }
                  if (-ko >= 0) {
                    if (ko - 1 >= 0) {
                      float *const C_at6 = C + 4864 * ioo_joo + 16 * joii + 256 * ioii;
                      *(v8u *)(C_at6) = C_acc_0;
                      *(v8u *)(C_at6 + 8) = C_acc_1;
                      *(v8u *)(C_at6 + 64) = C_acc_2;
                      *(v8u *)(C_at6 + 72) = C_acc_3;
                      *(v8u *)(C_at6 + 128) = C_acc_4;
                      *(v8u *)(C_at6 + 136) = C_acc_5;
                      *(v8u *)(C_at6 + 192) = C_acc_6;
                      *(v8u *)(C_at6 + 200) = C_acc_7;
                    } else {
                      float *const C_at7 = C + 4864 * ioo_joo + 16 * joii + 256 * ioii;
                      *(v8u *)(C_at7) = C_acc_0;
                      *(v8u *)(C_at7 + 8) = C_acc_1;
                      *(v8u *)(C_at7 + 64) = C_acc_2;
                      *(v8u *)(C_at7 + 72) = C_acc_3;
                      *(v8u *)(C_at7 + 128) = C_acc_4;
                      *(v8u *)(C_at7 + 136) = C_acc_5;
                      *(v8u *)(C_at7 + 192) = C_acc_6;
                      *(v8u *)(C_at7 + 200) = C_acc_7;
                    }
                  } else {
                    float *const C_at8 = C + 4864 * ioo_joo + 16 * joii + 256 * ioii;
                    *(v8u *)(C_at8) = *(const v8u *)(C_at8) + C_acc_0;
                    *(v8u *)(C_at8 + 8) = *(const v8u *)(C_at8 + 8) + C_acc_1;
                    *(v8u *)(C_at8 + 64) = *(const v8u *)(C_at8 + 64) + C_acc_2;
                    *(v8u *)(C_at8 + 72) = *(const v8u *)(C_at8 + 72) + C_acc_3;
                    *(v8u *)(C_at8 + 128) = *(const v8u *)(C_at8 + 128) + C_acc_4;
                    *(v8u *)(C_at8 + 136) = *(const v8u *)(C_at8 + 136) + C_acc_5;
                    *(v8u *)(C_at8 + 192) = *(const v8u *)(C_at8 + 192) + C_acc_6;
                    *(v8u *)(C_at8 + 200) = *(const v8u *)(C_at8 + 200) + C_acc_7;
                  }
                }
              } else {
                {
                  v8 C_acc_0, C_acc_1, C_acc_2, C_acc_3;
                  C_acc_0 = ((v8){0} + 0.0f);
                  C_acc_1 = ((v8){0} + 0.0f);
                  C_acc_2 = ((v8){0} + 0.0f);
                  C_acc_3 = ((v8){0} + 0.0f);
                  for (long ki2 = 0; ki2 < 64; ki2++) {
                    const float *const A_packed_at9 = A_packed + 256 * ioii + 4 * ki2;
                    const float *const B_packed_at10 = B_packed + 1024 * ko + 2048 * joii + 16 * ki2;
                    C_acc_0 += (A_packed_at9[0] * *(const v8u *)(B_packed_at10));
                    C_acc_1 += (A_packed_at9[0] * *(const v8u *)(B_packed_at10 + 8));
                    C_acc_2 += (A_packed_at9[1] * *(const v8u *)(B_packed_at10));
                    C_acc_3 += (A_packed_at9[1] * *(const v8u *)(B_packed_at10 + 8));
                  }
                  if (-ko >= 0) {
                    if (ko - 1 >= 0) {
                      float *const C_at11 = C + 4864 * ioo_joo + 16 * joii + 256 * ioii;
                      *(v8u *)(C_at11) = C_acc_0;
                      *(v8u *)(C_at11 + 8) = C_acc_1;
                      *(v8u *)(C_at11 + 64) = C_acc_2;
                      *(v8u *)(C_at11 + 72) = C_acc_3;
                    } else {
                      float *const C_at12 = C + 4864 * ioo_joo + 16 * joii + 256 * ioii;
                      *(v8u *)(C_at12) = C_acc_0;
                      *(v8u *)(C_at12 + 8) = C_acc_1;
                      *(v8u *)(C_at12 + 64) = C_acc_2;
                      *(v8u *)(C_at12 + 72) = C_acc_3;
                    }
                  } else {
                    float *const C_at13 = C + 4864 * ioo_joo + 16 * joii + 256 * ioii;
                    *(v8u *)(C_at13) = *(const v8u *)(C_at13) + C_acc_0;
                    *(v8u *)(C_at13 + 8) = *(const v8u *)(C_at13 + 8) + C_acc_1;
                    *(v8u *)(C_at13 + 64) = *(const v8u *)(C_at13 + 64) + C_acc_2;
                    *(v8u *)(C_at13 + 72) = *(const v8u *)(C_at13 + 72) + C_acc_3;
                  }
                }
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
