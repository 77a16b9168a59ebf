static inline long min_of(long a, long b) { return a < b ? a : b; }
static inline long max_of(long a, long b) { return a > b ? a : b; }
static inline long floor_div(long a, long b) { return a / b - (a % b < 0); }
static inline long floor_mod(long a, long b) { return a % b + (a % b < 0 ? b : 0); }

static void run(const float *restrict A, const float *restrict B, float *restrict C, char *restrict workspace) {
  for (long io = 0; io < 2; io++) {
    if (-io >= 0) {
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
          const float *const A_at0 = A + 12 * io + k;
          const float *const B_at1 = B + 9 * k;
          C_acc_0 += ((double)A_at0[0] * (double)B_at1[0]);
          C_acc_1 += ((double)A_at0[0] * (double)B_at1[1]);
          C_acc_2 += ((double)A_at0[0] * (double)B_at1[2]);
          C_acc_3 += ((double)A_at0[0] * (double)B_at1[3]);
          C_acc_4 += ((double)A_at0[0] * (double)B_at1[4]);
          C_acc_5 += ((double)A_at0[0] * (double)B_at1[5]);
          C_acc_6 += ((double)A_at0[0] * (double)B_at1[6]);
          C_acc_7 += ((double)A_at0[0] * (double)B_at1[7]);
          C_acc_8 += ((double)A_at0[3] * (double)B_at1[0]);
          C_acc_9 += ((double)A_at0[3] * (double)B_at1[1]);
          C_acc_10 += ((double)A_at0[3] * (double)B_at1[2]);
          C_acc_11 += ((double)A_at0[3] * (double)B_at1[3]);
          C_acc_12 += ((double)A_at0[3] * (double)B_at1[4]);
          C_acc_13 += ((double)A_at0[3] * (double)B_at1[5]);
          C_acc_14 += ((double)A_at0[3] * (double)B_at1[6]);
          C_acc_15 += ((double)A_at0[3] * (double)B_at1[7]);
          C_acc_16 += ((double)A_at0[6] * (double)B_at1[0]);
          C_acc_17 += ((double)A_at0[6] * (double)B_at1[1]);
          C_acc_18 += ((double)A_at0[6] * (double)B_at1[2]);
          C_acc_19 += ((double)A_at0[6] * (double)B_at1[3]);
          C_acc_20 += ((double)A_at0[6] * (double)B_at1[4]);
          C_acc_21 += ((double)A_at0[6] * (double)B_at1[5]);
          C_acc_22 += ((double)A_at0[6] * (double)B_at1[6]);
          C_acc_23 += ((double)A_at0[6] * (double)B_at1[7]);
          C_acc_24 += ((double)A_at0[9] * (double)B_at1[0]);
          C_acc_25 += ((double)A_at0[9] * (double)B_at1[1]);
          C_acc_26 += ((double)A_at0[9] * (double)B_at1[2]);
          C_acc_27 += ((double)A_at0[9] * (double)B_at1[3]);
          C_acc_28 += ((double)A_at0[9] * (double)B_at1[4]);
          C_acc_29 += ((double)A_at0[9] * (double)B_at1[5]);
          C_acc_30 += ((double)A_at0[9] * (double)B_at1[6]);
          C_acc_31 += ((double)A_at0[9] * (double)B_at1[7]);
        }
        float *const C_at0 = C + 36 * io;
        C_at0[0] = C_acc_0;
        C_at0[1] = C_acc_1;
        C_at0[2] = C_acc_2;
        C_at0[3] = C_acc_3;
        C_at0[4] = C_acc_4;
        C_at0[5] = C_acc_5;
        C_at0[6] = C_acc_6;
        C_at0[7] = C_acc_7;
        C_at0[9] = C_acc_8;
        C_at0[10] = C_acc_9;
        C_at0[11] = C_acc_10;
        C_at0[12] = C_acc_11;
        C_at0[13] = C_acc_12;
        C_at0[14] = C_acc_13;
        C_at0[15] = C_acc_14;
        C_at0[16] = C_acc_15;
        C_at0[18] = C_acc_16;
        C_at0[19] = C_acc_17;
        C_at0[20] = C_acc_18;
        C_at0[21] = C_acc_19;
        C_at0[22] = C_acc_20;
        C_at0[23] = C_acc_21;
        C_at0[24] = C_acc_22;
        C_at0[25] = C_acc_23;
        C_at0[27] = C_acc_24;
        C_at0[28] = C_acc_25;
        C_at0[29] = C_acc_26;
        C_at0[30] = C_acc_27;
        C_at0[31] = C_acc_28;
        C_at0[32] = C_acc_29;
        C_at0[33] = C_acc_30;
        C_at0[34] = C_acc_31;
      }
      {
        double C_acc_0, C_acc_1, C_acc_2, C_acc_3;
        C_acc_0 = 0.0f;
        C_acc_1 = 0.0f;
        C_acc_2 = 0.0f;
        C_acc_3 = 0.0f;
        for (long k2 = 0; k2 < 3; k2++) {
          const float *const A_at0 = A + 12 * io + k2;
          const float *const B_at1 = B + 9 * k2;
          C_acc_0 += ((double)A_at0[0] * (double)B_at1[8]);
          C_acc_1 += ((double)A_at0[3] * (double)B_at1[8]);
          C_acc_2 += ((double)A_at0[6] * (double)B_at1[8]);
          C_acc_3 += ((double)A_at0[9] * (double)B_at1[8]);
        }
        float *const C_at1 = C + 36 * io;
        C_at1[8] = C_acc_0;
        C_at1[17] = C_acc_1;
        C_at1[26] = C_acc_2;
        C_at1[35] = C_acc_3;
      }
    } else {
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
          const float *const A_at0 = A + 12 * io + k3;
          const float *const B_at1 = B + 9 * k3;
          C_acc_0 += ((double)A_at0[0] * (double)B_at1[0]);
          C_acc_1 += ((double)A_at0[0] * (double)B_at1[1]);
          C_acc_2 += ((double)A_at0[0] * (double)B_at1[2]);
          C_acc_3 += ((double)A_at0[0] * (double)B_at1[3]);
          C_acc_4 += ((double)A_at0[0] * (double)B_at1[4]);
          C_acc_5 += ((double)A_at0[0] * (double)B_at1[5]);
          C_acc_6 += ((double)A_at0[0] * (double)B_at1[6]);
          C_acc_7 += ((double)A_at0[0] * (double)B_at1[7]);
        }
        float *const C_at2 = C + 36 * io;
        C_at2[0] = C_acc_0;
        C_at2[1] = C_acc_1;
        C_at2[2] = C_acc_2;
        C_at2[3] = C_acc_3;
        C_at2[4] = C_acc_4;
        C_at2[5] = C_acc_5;
        C_at2[6] = C_acc_6;
        C_at2[7] = C_acc_7;
      }
      {
        double C_acc_0;
        C_acc_0 = 0.0f;
        for (long k4 = 0; k4 < 3; k4++) {
          C_acc_0 += ((double)A[12 * io + k4] * (double)B[9 * k4 + 8]);
        }
        C[36 * io + 8] = C_acc_0;
      }
    }
  }
}

void kernel(void *const *args, void *workspace) {
  run(args[0], args[1], args[2], workspace);
}
