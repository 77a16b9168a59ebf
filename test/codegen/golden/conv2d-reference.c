extern int omp_get_thread_num(void);
static inline long min_of(long a, long b) { return a < b ? a : b; }
static inline long max_of(long a, long b) { return a > b ? a : b; }
static inline long floor_div(long a, long b) { return a / b - (a % b < 0); }
static inline long floor_mod(long a, long b) { return a % b + (a % b < 0 ? b : 0); }
static inline double max_double(double a, double b) { return a > b ? a : b; }

static void run(const float *restrict data, const float *restrict weights, const float *restrict bias, float *restrict out, char *restrict workspace) {
  {
    float *restrict padded = (float *)(workspace + 0);
    for (long ic = 0; ic < 64; ic++) {
      __builtin_memset(padded + 3364 * ic, 0, 232);
      for (long ih = 1; ih < 57; ih++) {
        __builtin_memset(padded + 3364 * ic + 58 * ih, 0, 4);
        __builtin_memcpy(padded + 3364 * ic + 58 * ih + 1, data + 3136 * ic + 56 * ih - 56, 224);
        __builtin_memset(padded + 3364 * ic + 58 * ih + 57, 0, 4);
      }
      __builtin_memset(padded + 3364 * ic + 3306, 0, 232);
    }
#pragma omp parallel for schedule(static) num_threads(2)
    for (long n_g_oc_oho = 0; n_g_oc_oho < 896; n_g_oc_oho++) {
      for (long owo = 0; owo < 3; owo++) {
        {
          double out_acc_0, out_acc_1, out_acc_2, out_acc_3, out_acc_4, out_acc_5, out_acc_6, out_acc_7, out_acc_8, out_acc_9, out_acc_10, out_acc_11, out_acc_12, out_acc_13, out_acc_14, out_acc_15, out_acc_16, out_acc_17, out_acc_18, out_acc_19, out_acc_20, out_acc_21, out_acc_22, out_acc_23, out_acc_24, out_acc_25, out_acc_26, out_acc_27, out_acc_28, out_acc_29, out_acc_30, out_acc_31;
          out_acc_0 = 0.0f;
          out_acc_1 = 0.0f;
          out_acc_2 = 0.0f;
          out_acc_3 = 0.0f;
          out_acc_4 = 0.0f;
          out_acc_5 = 0.0f;
          out_acc_6 = 0.0f;
          out_acc_7 = 0.0f;
          out_acc_8 = 0.0f;
          out_acc_9 = 0.0f;
          out_acc_10 = 0.0f;
          out_acc_11 = 0.0f;
          out_acc_12 = 0.0f;
          out_acc_13 = 0.0f;
          out_acc_14 = 0.0f;
          out_acc_15 = 0.0f;
          out_acc_16 = 0.0f;
          out_acc_17 = 0.0f;
          out_acc_18 = 0.0f;
          out_acc_19 = 0.0f;
          out_acc_20 = 0.0f;
          out_acc_21 = 0.0f;
          out_acc_22 = 0.0f;
          out_acc_23 = 0.0f;
          out_acc_24 = 0.0f;
          out_acc_25 = 0.0f;
          out_acc_26 = 0.0f;
          out_acc_27 = 0.0f;
          out_acc_28 = 0.0f;
          out_acc_29 = 0.0f;
          out_acc_30 = 0.0f;
          out_acc_31 = 0.0f;
          for (long ic2 = 0; ic2 < 64; ic2++) {
            for (long kh = 0; kh < 3; kh++) {
              for (long kw = 0; kw < 3; kw++) {
                const float *const padded_at0 = padded + 464 * ((n_g_oc_oho) % 7) + 16 * owo + 3364 * ic2 + 58 * kh + kw;
                const float *const weights_at1 = weights + 576 * ((n_g_oc_oho) / 7) + 9 * ic2 + 3 * kh + kw;
                out_acc_0 += ((double)padded_at0[0] * (double)weights_at1[0]);
                out_acc_1 += ((double)padded_at0[2] * (double)weights_at1[0]);
                out_acc_2 += ((double)padded_at0[4] * (double)weights_at1[0]);
                out_acc_3 += ((double)padded_at0[6] * (double)weights_at1[0]);
                out_acc_4 += ((double)padded_at0[8] * (double)weights_at1[0]);
                out_acc_5 += ((double)padded_at0[10] * (double)weights_at1[0]);
                out_acc_6 += ((double)padded_at0[12] * (double)weights_at1[0]);
                out_acc_7 += ((double)padded_at0[14] * (double)weights_at1[0]);
                out_acc_8 += ((double)padded_at0[116] * (double)weights_at1[0]);
                out_acc_9 += ((double)padded_at0[118] * (double)weights_at1[0]);
                out_acc_10 += ((double)padded_at0[120] * (double)weights_at1[0]);
                out_acc_11 += ((double)padded_at0[122] * (double)weights_at1[0]);
                out_acc_12 += ((double)padded_at0[124] * (double)weights_at1[0]);
                out_acc_13 += ((double)padded_at0[126] * (double)weights_at1[0]);
                out_acc_14 += ((double)padded_at0[128] * (double)weights_at1[0]);
                out_acc_15 += ((double)padded_at0[130] * (double)weights_at1[0]);
                out_acc_16 += ((double)padded_at0[232] * (double)weights_at1[0]);
                out_acc_17 += ((double)padded_at0[234] * (double)weights_at1[0]);
                out_acc_18 += ((double)padded_at0[236] * (double)weights_at1[0]);
                out_acc_19 += ((double)padded_at0[238] * (double)weights_at1[0]);
                out_acc_20 += ((double)padded_at0[240] * (double)weights_at1[0]);
                out_acc_21 += ((double)padded_at0[242] * (double)weights_at1[0]);
                out_acc_22 += ((double)padded_at0[244] * (double)weights_at1[0]);
                out_acc_23 += ((double)padded_at0[246] * (double)weights_at1[0]);
                out_acc_24 += ((double)padded_at0[348] * (double)weights_at1[0]);
                out_acc_25 += ((double)padded_at0[350] * (double)weights_at1[0]);
                out_acc_26 += ((double)padded_at0[352] * (double)weights_at1[0]);
                out_acc_27 += ((double)padded_at0[354] * (double)weights_at1[0]);
                out_acc_28 += ((double)padded_at0[356] * (double)weights_at1[0]);
                out_acc_29 += ((double)padded_at0[358] * (double)weights_at1[0]);
                out_acc_30 += ((double)padded_at0[360] * (double)weights_at1[0]);
                out_acc_31 += ((double)padded_at0[362] * (double)weights_at1[0]);
              }
            }
          }
          float *const out_at2 = out + 112 * n_g_oc_oho + 8 * owo;
          const float *const bias_at3 = bias + ((n_g_oc_oho) / 7);
          out_at2[0] = max_double((out_acc_0 + (double)bias_at3[0]), 0.0f);
          out_at2[1] = max_double((out_acc_1 + (double)bias_at3[0]), 0.0f);
          out_at2[2] = max_double((out_acc_2 + (double)bias_at3[0]), 0.0f);
          out_at2[3] = max_double((out_acc_3 + (double)bias_at3[0]), 0.0f);
          out_at2[4] = max_double((out_acc_4 + (double)bias_at3[0]), 0.0f);
          out_at2[5] = max_double((out_acc_5 + (double)bias_at3[0]), 0.0f);
          out_at2[6] = max_double((out_acc_6 + (double)bias_at3[0]), 0.0f);
          out_at2[7] = max_double((out_acc_7 + (double)bias_at3[0]), 0.0f);
          out_at2[28] = max_double((out_acc_8 + (double)bias_at3[0]), 0.0f);
          out_at2[29] = max_double((out_acc_9 + (double)bias_at3[0]), 0.0f);
          out_at2[30] = max_double((out_acc_10 + (double)bias_at3[0]), 0.0f);
          out_at2[31] = max_double((out_acc_11 + (double)bias_at3[0]), 0.0f);
          out_at2[32] = max_double((out_acc_12 + (double)bias_at3[0]), 0.0f);
          out_at2[33] = max_double((out_acc_13 + (double)bias_at3[0]), 0.0f);
          out_at2[34] = max_double((out_acc_14 + (double)bias_at3[0]), 0.0f);
          out_at2[35] = max_double((out_acc_15 + (double)bias_at3[0]), 0.0f);
          out_at2[56] = max_double((out_acc_16 + (double)bias_at3[0]), 0.0f);
          out_at2[57] = max_double((out_acc_17 + (double)bias_at3[0]), 0.0f);
          out_at2[58] = max_double((out_acc_18 + (double)bias_at3[0]), 0.0f);
          out_at2[59] = max_double((out_acc_19 + (double)bias_at3[0]), 0.0f);
          out_at2[60] = max_double((out_acc_20 + (double)bias_at3[0]), 0.0f);
          out_at2[61] = max_double((out_acc_21 + (double)bias_at3[0]), 0.0f);
          out_at2[62] = max_double((out_acc_22 + (double)bias_at3[0]), 0.0f);
          out_at2[63] = max_double((out_acc_23 + (double)bias_at3[0]), 0.0f);
          out_at2[84] = max_double((out_acc_24 + (double)bias_at3[0]), 0.0f);
          out_at2[85] = max_double((out_acc_25 + (double)bias_at3[0]), 0.0f);
          out_at2[86] = max_double((out_acc_26 + (double)bias_at3[0]), 0.0f);
          out_at2[87] = max_double((out_acc_27 + (double)bias_at3[0]), 0.0f);
          out_at2[88] = max_double((out_acc_28 + (double)bias_at3[0]), 0.0f);
          out_at2[89] = max_double((out_acc_29 + (double)bias_at3[0]), 0.0f);
          out_at2[90] = max_double((out_acc_30 + (double)bias_at3[0]), 0.0f);
          out_at2[91] = max_double((out_acc_31 + (double)bias_at3[0]), 0.0f);
        }
      }
      {
        double out_acc_0, out_acc_1, out_acc_2, out_acc_3, out_acc_4, out_acc_5, out_acc_6, out_acc_7, out_acc_8, out_acc_9, out_acc_10, out_acc_11, out_acc_12, out_acc_13, out_acc_14, out_acc_15;
        out_acc_0 = 0.0f;
        out_acc_1 = 0.0f;
        out_acc_2 = 0.0f;
        out_acc_3 = 0.0f;
        out_acc_4 = 0.0f;
        out_acc_5 = 0.0f;
        out_acc_6 = 0.0f;
        out_acc_7 = 0.0f;
        out_acc_8 = 0.0f;
        out_acc_9 = 0.0f;
        out_acc_10 = 0.0f;
        out_acc_11 = 0.0f;
        out_acc_12 = 0.0f;
        out_acc_13 = 0.0f;
        out_acc_14 = 0.0f;
        out_acc_15 = 0.0f;
        for (long ic3 = 0; ic3 < 64; ic3++) {
          for (long kh2 = 0; kh2 < 3; kh2++) {
            for (long kw2 = 0; kw2 < 3; kw2++) {
              const float *const padded_at4 = padded + 464 * ((n_g_oc_oho) % 7) + 3364 * ic3 + 58 * kh2 + kw2;
              const float *const weights_at5 = weights + 576 * ((n_g_oc_oho) / 7) + 9 * ic3 + 3 * kh2 + kw2;
              out_acc_0 += ((double)padded_at4[48] * (double)weights_at5[0]);
              out_acc_1 += ((double)padded_at4[50] * (double)weights_at5[0]);
              out_acc_2 += ((double)padded_at4[52] * (double)weights_at5[0]);
              out_acc_3 += ((double)padded_at4[54] * (double)weights_at5[0]);
              out_acc_4 += ((double)padded_at4[164] * (double)weights_at5[0]);
              out_acc_5 += ((double)padded_at4[166] * (double)weights_at5[0]);
              out_acc_6 += ((double)padded_at4[168] * (double)weights_at5[0]);
              out_acc_7 += ((double)padded_at4[170] * (double)weights_at5[0]);
              out_acc_8 += ((double)padded_at4[280] * (double)weights_at5[0]);
              out_acc_9 += ((double)padded_at4[282] * (double)weights_at5[0]);
              out_acc_10 += ((double)padded_at4[284] * (double)weights_at5[0]);
              out_acc_11 += ((double)padded_at4[286] * (double)weights_at5[0]);
              out_acc_12 += ((double)padded_at4[396] * (double)weights_at5[0]);
              out_acc_13 += ((double)padded_at4[398] * (double)weights_at5[0]);
              out_acc_14 += ((double)padded_at4[400] * (double)weights_at5[0]);
              out_acc_15 += ((double)padded_at4[402] * (double)weights_at5[0]);
            }
          }
        }
        float *const out_at6 = out + 112 * n_g_oc_oho;
        const float *const bias_at7 = bias + ((n_g_oc_oho) / 7);
        out_at6[24] = max_double((out_acc_0 + (double)bias_at7[0]), 0.0f);
        out_at6[25] = max_double((out_acc_1 + (double)bias_at7[0]), 0.0f);
        out_at6[26] = max_double((out_acc_2 + (double)bias_at7[0]), 0.0f);
        out_at6[27] = max_double((out_acc_3 + (double)bias_at7[0]), 0.0f);
        out_at6[52] = max_double((out_acc_4 + (double)bias_at7[0]), 0.0f);
        out_at6[53] = max_double((out_acc_5 + (double)bias_at7[0]), 0.0f);
        out_at6[54] = max_double((out_acc_6 + (double)bias_at7[0]), 0.0f);
        out_at6[55] = max_double((out_acc_7 + (double)bias_at7[0]), 0.0f);
        out_at6[80] = max_double((out_acc_8 + (double)bias_at7[0]), 0.0f);
        out_at6[81] = max_double((out_acc_9 + (double)bias_at7[0]), 0.0f);
        out_at6[82] = max_double((out_acc_10 + (double)bias_at7[0]), 0.0f);
        out_at6[83] = max_double((out_acc_11 + (double)bias_at7[0]), 0.0f);
        out_at6[108] = max_double((out_acc_12 + (double)bias_at7[0]), 0.0f);
        out_at6[109] = max_double((out_acc_13 + (double)bias_at7[0]), 0.0f);
        out_at6[110] = max_double((out_acc_14 + (double)bias_at7[0]), 0.0f);
        out_at6[111] = max_double((out_acc_15 + (double)bias_at7[0]), 0.0f);
      }
    }
  }
}

void kernel(void *const *args, void *workspace) {
  run(args[0], args[1], args[2], args[3], workspace);
}
