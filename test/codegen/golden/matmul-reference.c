static inline long min_of(long a, long b) { return a < b ? a : b; }
static inline long max_of(long a, long b) { return a > b ? a : b; }
static inline long floor_div(long a, long b) { return a / b - (a % b < 0); }
static inline long floor_mod(long a, long b) { return a % b + (a % b < 0 ? b : 0); }

static void run(const float *restrict A, const float *restrict B, float *restrict C, char *restrict workspace) {
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
      const float *const B_at0 = B + 9 * k;
      C_acc_0 += ((double)A[k] * (double)B_at0[0]);
      C_acc_1 += ((double)A[k] * (double)B_at0[1]);
      C_acc_2 += ((double)A[k] * (double)B_at0[2]);
      C_acc_3 += ((double)A[k] * (double)B_at0[3]);
      C_acc_4 += ((double)A[k] * (double)B_at0[4]);
      C_acc_5 += ((double)A[k] * (double)B_at0[5]);
      C_acc_6 += ((double)A[k] * (double)B_at0[6]);
      C_acc_7 += ((double)A[k] * (double)B_at0[7]);
      C_acc_8 += ((double)A[k + 3] * (double)B_at0[0]);
      C_acc_9 += ((double)A[k + 3] * (double)B_at0[1]);
      C_acc_10 += ((double)A[k + 3] * (double)B_at0[2]);
      C_acc_11 += ((double)A[k + 3] * (double)B_at0[3]);
      C_acc_12 += ((double)A[k + 3] * (double)B_at0[4]);
      C_acc_13 += ((double)A[k + 3] * (double)B_at0[5]);
      C_acc_14 += ((double)A[k + 3] * (double)B_at0[6]);
      C_acc_15 += ((double)A[k + 3] * (double)B_at0[7]);
      C_acc_16 += ((double)A[k + 6] * (double)B_at0[0]);
      C_acc_17 += ((double)A[k + 6] * (double)B_at0[1]);
      C_acc_18 += ((double)A[k + 6] * (double)B_at0[2]);
      C_acc_19 += ((double)A[k + 6] * (double)B_at0[3]);
      C_acc_20 += ((double)A[k + 6] * (double)B_at0[4]);
      C_acc_21 += ((double)A[k + 6] * (double)B_at0[5]);
      C_acc_22 += ((double)A[k + 6] * (double)B_at0[6]);
      C_acc_23 += ((double)A[k + 6] * (double)B_at0[7]);
      C_acc_24 += ((double)A[k + 9] * (double)B_at0[0]);
      C_acc_25 += ((double)A[k + 9] * (double)B_at0[1]);
      C_acc_26 += ((double)A[k + 9] * (double)B_at0[2]);
      C_acc_27 += ((double)A[k + 9] * (double)B_at0[3]);
      C_acc_28 += ((double)A[k + 9] * (double)B_at0[4]);
      C_acc_29 += ((double)A[k + 9] * (double)B_at0[5]);
      C_acc_30 += ((double)A[k + 9] * (double)B_at0[6]);
      C_acc_31 += ((double)A[k + 9] * (double)B_at0[7]);
    }
    C[0] = C_acc_0;
    C[1] = C_acc_1;
    C[2] = C_acc_2;
    C[3] = C_acc_3;
    C[4] = C_acc_4;
    C[5] = C_acc_5;
    C[6] = C_acc_6;
    C[7] = C_acc_7;
    C[9] = C_acc_8;
    C[10] = C_acc_9;
    C[11] = C_acc_10;
    C[12] = C_acc_11;
    C[13] = C_acc_12;
    C[14] = C_acc_13;
    C[15] = C_acc_14;
    C[16] = C_acc_15;
    C[18] = C_acc_16;
    C[19] = C_acc_17;
    C[20] = C_acc_18;
    C[21] = C_acc_19;
    C[22] = C_acc_20;
    C[23] = C_acc_21;
    C[24] = C_acc_22;
    C[25] = C_acc_23;
    C[27] = C_acc_24;
    C[28] = C_acc_25;
    C[29] = C_acc_26;
    C[30] = C_acc_27;
    C[31] = C_acc_28;
    C[32] = C_acc_29;
    C[33] = C_acc_30;
    C[34] = C_acc_31;
  }
  {
    double C_acc_0, C_acc_1, C_acc_2, C_acc_3;
    C_acc_0 = 0.0f;
    C_acc_1 = 0.0f;
    C_acc_2 = 0.0f;
    C_acc_3 = 0.0f;
    for (long k2 = 0; k2 < 3; k2++) {
      const float *const B_at0 = B + 9 * k2;
      C_acc_0 += ((double)A[k2] * (double)B_at0[8]);
      C_acc_1 += ((double)A[k2 + 3] * (double)B_at0[8]);
      C_acc_2 += ((double)A[k2 + 6] * (double)B_at0[8]);
      C_acc_3 += ((double)A[k2 + 9] * (double)B_at0[8]);
    }
    C[8] = C_acc_0;
    C[17] = C_acc_1;
    C[26] = C_acc_2;
    C[35] = C_acc_3;
  }
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
      const float *const B_at0 = B + 9 * k3;
      C_acc_0 += ((double)A[k3 + 12] * (double)B_at0[0]);
      C_acc_1 += ((double)A[k3 + 12] * (double)B_at0[1]);
      C_acc_2 += ((double)A[k3 + 12] * (double)B_at0[2]);
      C_acc_3 += ((double)A[k3 + 12] * (double)B_at0[3]);
      C_acc_4 += ((double)A[k3 + 12] * (double)B_at0[4]);
      C_acc_5 += ((double)A[k3 + 12] * (double)B_at0[5]);
      C_acc_6 += ((double)A[k3 + 12] * (double)B_at0[6]);
      C_acc_7 += ((double)A[k3 + 12] * (double)B_at0[7]);
    }
    C[36] = C_acc_0;
    C[37] = C_acc_1;
    C[38] = C_acc_2;
    C[39] = C_acc_3;
    C[40] = C_acc_4;
    C[41] = C_acc_5;
    C[42] = C_acc_6;
    C[43] = C_acc_7;
  }
  {
    double C_acc_0;
    C_acc_0 = 0.0f;
    for (long k4 = 0; k4 < 3; k4++) {
      C_acc_0 += ((double)A[k4 + 12] * (double)B[9 * k4 + 8]);
    }
    C[44] = C_acc_0;
  }
}

void kernel(void *const *args, void *workspace) {
  run(args[0], args[1], args[2], workspace);
}
