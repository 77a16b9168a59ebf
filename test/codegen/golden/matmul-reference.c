extern int omp_get_thread_num(void);
static inline long min_of(long a, long b) { return a < b ? a : b; }
static inline long max_of(long a, long b) { return a > b ? a : b; }
static inline long floor_div(long a, long b) { return a / b - (a % b < 0); }
static inline long floor_mod(long a, long b) { return a % b + (a % b < 0 ? b : 0); }

static void run(const float *restrict A, const float *restrict B, float *restrict C, char *restrict workspace) {
#pragma omp parallel for schedule(static) num_threads(2)
  for (long io = 0; io < 2; io++) {
    if (-io >= 0) {
      for (long jo = 0; jo < 2; jo++) {
        if (-jo >= 0) {
          {
            double C_acc_0, C_acc_1, C_acc_2, C_acc_3, C_acc_4, C_acc_5, C_acc_6, C_acc_7, C_acc_8, C_acc_9, C_acc_10, C_acc_11, C_acc_12, C_acc_13, C_acc_14, C_acc_15, C_acc_16, C_acc_17, C_acc_18, C_acc_19, C_acc_20, C_acc_21, C_acc_22, C_acc_23, C_acc_24, C_acc_25, C_acc_26, C_acc_27, C_acc_28, C_acc_29, C_acc_30, C_acc_31;
            C_acc_0 = 0.0f;
            C_acc_1 = 0.0f;
            C_acc_2 = 0.0f;
            C_acc_3 = 0.0f;
            C_acc_4 = 0.0f;
            C_acc_5 = 0.0f;
            C_acc_6 = 0.0f;
            C_acc_7 = 0.0f;
            C_acc_8 = 0.0f;
            C_acc_9 = 0.0f;
            C_acc_10 = 0.0f;
            C_acc_11 = 0.0f;
            C_acc_12 = 0.0f;
            C_acc_13 = 0.0f;
            C_acc_14 = 0.0f;
            C_acc_15 = 0.0f;
            C_acc_16 = 0.0f;
            C_acc_17 = 0.0f;
            C_acc_18 = 0.0f;
            C_acc_19 = 0.0f;
            C_acc_20 = 0.0f;
            C_acc_21 = 0.0f;
            C_acc_22 = 0.0f;
            C_acc_23 = 0.0f;
            C_acc_24 = 0.0f;
            C_acc_25 = 0.0f;
            C_acc_26 = 0.0f;
            C_acc_27 = 0.0f;
            C_acc_28 = 0.0f;
            C_acc_29 = 0.0f;
            C_acc_30 = 0.0f;
            C_acc_31 = 0.0f;
            for (long k = 0; k < 3; k++) {
              C_acc_0 += ((double)A[12 * io + k] * (double)B[8 * jo + 9 * k]);
              C_acc_1 += ((double)A[12 * io + k] * (double)B[8 * jo + 9 * k + 1]);
              C_acc_2 += ((double)A[12 * io + k] * (double)B[8 * jo + 9 * k + 2]);
              C_acc_3 += ((double)A[12 * io + k] * (double)B[8 * jo + 9 * k + 3]);
              C_acc_4 += ((double)A[12 * io + k] * (double)B[8 * jo + 9 * k + 4]);
              C_acc_5 += ((double)A[12 * io + k] * (double)B[8 * jo + 9 * k + 5]);
              C_acc_6 += ((double)A[12 * io + k] * (double)B[8 * jo + 9 * k + 6]);
              C_acc_7 += ((double)A[12 * io + k] * (double)B[8 * jo + 9 * k + 7]);
              C_acc_8 += ((double)A[12 * io + k + 3] * (double)B[8 * jo + 9 * k]);
              C_acc_9 += ((double)A[12 * io + k + 3] * (double)B[8 * jo + 9 * k + 1]);
              C_acc_10 += ((double)A[12 * io + k + 3] * (double)B[8 * jo + 9 * k + 2]);
              C_acc_11 += ((double)A[12 * io + k + 3] * (double)B[8 * jo + 9 * k + 3]);
              C_acc_12 += ((double)A[12 * io + k + 3] * (double)B[8 * jo + 9 * k + 4]);
              C_acc_13 += ((double)A[12 * io + k + 3] * (double)B[8 * jo + 9 * k + 5]);
              C_acc_14 += ((double)A[12 * io + k + 3] * (double)B[8 * jo + 9 * k + 6]);
              C_acc_15 += ((double)A[12 * io + k + 3] * (double)B[8 * jo + 9 * k + 7]);
              C_acc_16 += ((double)A[12 * io + k + 6] * (double)B[8 * jo + 9 * k]);
              C_acc_17 += ((double)A[12 * io + k + 6] * (double)B[8 * jo + 9 * k + 1]);
              C_acc_18 += ((double)A[12 * io + k + 6] * (double)B[8 * jo + 9 * k + 2]);
              C_acc_19 += ((double)A[12 * io + k + 6] * (double)B[8 * jo + 9 * k + 3]);
              C_acc_20 += ((double)A[12 * io + k + 6] * (double)B[8 * jo + 9 * k + 4]);
              C_acc_21 += ((double)A[12 * io + k + 6] * (double)B[8 * jo + 9 * k + 5]);
              C_acc_22 += ((double)A[12 * io + k + 6] * (double)B[8 * jo + 9 * k + 6]);
              C_acc_23 += ((double)A[12 * io + k + 6] * (double)B[8 * jo + 9 * k + 7]);
              C_acc_24 += ((double)A[12 * io + k + 9] * (double)B[8 * jo + 9 * k]);
              C_acc_25 += ((double)A[12 * io + k + 9] * (double)B[8 * jo + 9 * k + 1]);
              C_acc_26 += ((double)A[12 * io + k + 9] * (double)B[8 * jo + 9 * k + 2]);
              C_acc_27 += ((double)A[12 * io + k + 9] * (double)B[8 * jo + 9 * k + 3]);
              C_acc_28 += ((double)A[12 * io + k + 9] * (double)B[8 * jo + 9 * k + 4]);
              C_acc_29 += ((double)A[12 * io + k + 9] * (double)B[8 * jo + 9 * k + 5]);
              C_acc_30 += ((double)A[12 * io + k + 9] * (double)B[8 * jo + 9 * k + 6]);
              C_acc_31 += ((double)A[12 * io + k + 9] * (double)B[8 * jo + 9 * k + 7]);
            }
            C[36 * io + 8 * jo] = C_acc_0;
            C[36 * io + 8 * jo + 1] = C_acc_1;
            C[36 * io + 8 * jo + 2] = C_acc_2;
            C[36 * io + 8 * jo + 3] = C_acc_3;
            C[36 * io + 8 * jo + 4] = C_acc_4;
            C[36 * io + 8 * jo + 5] = C_acc_5;
            C[36 * io + 8 * jo + 6] = C_acc_6;
            C[36 * io + 8 * jo + 7] = C_acc_7;
            C[36 * io + 8 * jo + 9] = C_acc_8;
            C[36 * io + 8 * jo + 10] = C_acc_9;
            C[36 * io + 8 * jo + 11] = C_acc_10;
            C[36 * io + 8 * jo + 12] = C_acc_11;
            C[36 * io + 8 * jo + 13] = C_acc_12;
            C[36 * io + 8 * jo + 14] = C_acc_13;
            C[36 * io + 8 * jo + 15] = C_acc_14;
            C[36 * io + 8 * jo + 16] = C_acc_15;
            C[36 * io + 8 * jo + 18] = C_acc_16;
            C[36 * io + 8 * jo + 19] = C_acc_17;
            C[36 * io + 8 * jo + 20] = C_acc_18;
            C[36 * io + 8 * jo + 21] = C_acc_19;
            C[36 * io + 8 * jo + 22] = C_acc_20;
            C[36 * io + 8 * jo + 23] = C_acc_21;
            C[36 * io + 8 * jo + 24] = C_acc_22;
            C[36 * io + 8 * jo + 25] = C_acc_23;
            C[36 * io + 8 * jo + 27] = C_acc_24;
            C[36 * io + 8 * jo + 28] = C_acc_25;
            C[36 * io + 8 * jo + 29] = C_acc_26;
            C[36 * io + 8 * jo + 30] = C_acc_27;
            C[36 * io + 8 * jo + 31] = C_acc_28;
            C[36 * io + 8 * jo + 32] = C_acc_29;
            C[36 * io + 8 * jo + 33] = C_acc_30;
            C[36 * io + 8 * jo + 34] = C_acc_31;
          }
        } else {
          {
            double C_acc_0, C_acc_1, C_acc_2, C_acc_3;
            C_acc_0 = 0.0f;
            C_acc_1 = 0.0f;
            C_acc_2 = 0.0f;
            C_acc_3 = 0.0f;
            for (long k2 = 0; k2 < 3; k2++) {
              C_acc_0 += ((double)A[12 * io + k2] * (double)B[8 * jo + 9 * k2]);
              C_acc_1 += ((double)A[12 * io + k2 + 3] * (double)B[8 * jo + 9 * k2]);
              C_acc_2 += ((double)A[12 * io + k2 + 6] * (double)B[8 * jo + 9 * k2]);
              C_acc_3 += ((double)A[12 * io + k2 + 9] * (double)B[8 * jo + 9 * k2]);
            }
            C[36 * io + 8 * jo] = C_acc_0;
            C[36 * io + 8 * jo + 9] = C_acc_1;
            C[36 * io + 8 * jo + 18] = C_acc_2;
            C[36 * io + 8 * jo + 27] = C_acc_3;
          }
        }
      }
    } else {
      for (long jo2 = 0; jo2 < 2; jo2++) {
        if (-jo2 >= 0) {
          {
            double C_acc_0, C_acc_1, C_acc_2, C_acc_3, C_acc_4, C_acc_5, C_acc_6, C_acc_7;
            C_acc_0 = 0.0f;
            C_acc_1 = 0.0f;
            C_acc_2 = 0.0f;
            C_acc_3 = 0.0f;
            C_acc_4 = 0.0f;
            C_acc_5 = 0.0f;
            C_acc_6 = 0.0f;
            C_acc_7 = 0.0f;
            for (long k3 = 0; k3 < 3; k3++) {
              C_acc_0 += ((double)A[12 * io + k3] * (double)B[8 * jo2 + 9 * k3]);
              C_acc_1 += ((double)A[12 * io + k3] * (double)B[8 * jo2 + 9 * k3 + 1]);
              C_acc_2 += ((double)A[12 * io + k3] * (double)B[8 * jo2 + 9 * k3 + 2]);
              C_acc_3 += ((double)A[12 * io + k3] * (double)B[8 * jo2 + 9 * k3 + 3]);
              C_acc_4 += ((double)A[12 * io + k3] * (double)B[8 * jo2 + 9 * k3 + 4]);
              C_acc_5 += ((double)A[12 * io + k3] * (double)B[8 * jo2 + 9 * k3 + 5]);
              C_acc_6 += ((double)A[12 * io + k3] * (double)B[8 * jo2 + 9 * k3 + 6]);
              C_acc_7 += ((double)A[12 * io + k3] * (double)B[8 * jo2 + 9 * k3 + 7]);
            }
            C[36 * io + 8 * jo2] = C_acc_0;
            C[36 * io + 8 * jo2 + 1] = C_acc_1;
            C[36 * io + 8 * jo2 + 2] = C_acc_2;
            C[36 * io + 8 * jo2 + 3] = C_acc_3;
            C[36 * io + 8 * jo2 + 4] = C_acc_4;
            C[36 * io + 8 * jo2 + 5] = C_acc_5;
            C[36 * io + 8 * jo2 + 6] = C_acc_6;
            C[36 * io + 8 * jo2 + 7] = C_acc_7;
          }
        } else {
          {
            double C_acc_0;
            C_acc_0 = 0.0f;
            for (long k4 = 0; k4 < 3; k4++) {
              C_acc_0 += ((double)A[12 * io + k4] * (double)B[8 * jo2 + 9 * k4]);
            }
            C[36 * io + 8 * jo2] = C_acc_0;
          }
        }
      }
    }
  }
}

void kernel(void *const *args, void *workspace) {
  run(args[0], args[1], args[2], workspace);
}
