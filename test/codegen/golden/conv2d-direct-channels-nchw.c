static inline long min_of(long a, long b) { return a < b ? a : b; }
static inline long max_of(long a, long b) { return a > b ? a : b; }
static inline long floor_div(long a, long b) { return a / b - (a % b < 0); }
static inline long floor_mod(long a, long b) { return a % b + (a % b < 0 ? b : 0); }
typedef float v16 __attribute__((vector_size(64)));
typedef float v16u __attribute__((vector_size(64), aligned(4), may_alias));
static inline void store4of16(float *p, v16 v) { __builtin_ia32_storeups512_mask(p, v, 0xf); }
#ifdef __clang__
#define ALONE __attribute__((noinline))
#else
#define ALONE __attribute__((noipa))
#endif

static ALONE void run_0(const float *restrict weights_packed, float *restrict out, long oho, float *restrict padded) {
  for (long owo = 0; owo < 2; owo++) {
    {
      v16 out_acc_0, out_acc_1, out_acc_2, out_acc_3;
      out_acc_0 = ((v16){0} + 0.0f);
      out_acc_1 = ((v16){0} + 0.0f);
      out_acc_2 = ((v16){0} + 0.0f);
      out_acc_3 = ((v16){0} + 0.0f);
      for (long ic2 = 0; ic2 < 8; ic2++) {
        for (long kh = 0; kh < 3; kh++) {
          for (long kw = 0; kw < 3; kw++) {
            const float *const padded_at0 = padded + 4 * owo + 33 * ic2 + 11 * kh + kw;
            const float *const weights_packed_at1 = weights_packed + 144 * ic2 + 48 * kh + 16 * kw;
            out_acc_0 += (padded_at0[0] * *(const v16u *)(weights_packed_at1));
            out_acc_1 += (padded_at0[1] * *(const v16u *)(weights_packed_at1));
            out_acc_2 += (padded_at0[2] * *(const v16u *)(weights_packed_at1));
            out_acc_3 += (padded_at0[3] * *(const v16u *)(weights_packed_at1));
          }
        }
      }
      float *const out_at2 = out + 9 * oho + 4 * owo;
      const v16 column0 = __builtin_shufflevector(out_acc_0, out_acc_0, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
      const v16 column1 = __builtin_shufflevector(out_acc_0, out_acc_0, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31);
      const v16 column2 = __builtin_shufflevector(out_acc_1, out_acc_1, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
      const v16 column3 = __builtin_shufflevector(out_acc_1, out_acc_1, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31);
      const v16 column4 = __builtin_shufflevector(out_acc_2, out_acc_2, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
      const v16 column5 = __builtin_shufflevector(out_acc_2, out_acc_2, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31);
      const v16 column6 = __builtin_shufflevector(out_acc_3, out_acc_3, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
      const v16 column7 = __builtin_shufflevector(out_acc_3, out_acc_3, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31);
      const v16 column8 = __builtin_shufflevector(column0, column0, 0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27);
      const v16 column9 = __builtin_shufflevector(column0, column0, 4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31);
      const v16 column10 = __builtin_shufflevector(column2, column2, 0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27);
      const v16 column11 = __builtin_shufflevector(column2, column2, 4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31);
      const v16 column12 = __builtin_shufflevector(column4, column4, 0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27);
      const v16 column13 = __builtin_shufflevector(column4, column4, 4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31);
      const v16 column14 = __builtin_shufflevector(column6, column6, 0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27);
      const v16 column15 = __builtin_shufflevector(column6, column6, 4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31);
      const v16 column16 = __builtin_shufflevector(column1, column1, 0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27);
      const v16 column17 = __builtin_shufflevector(column1, column1, 4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31);
      const v16 column18 = __builtin_shufflevector(column3, column3, 0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27);
      const v16 column19 = __builtin_shufflevector(column3, column3, 4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31);
      const v16 column20 = __builtin_shufflevector(column5, column5, 0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27);
      const v16 column21 = __builtin_shufflevector(column5, column5, 4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31);
      const v16 column22 = __builtin_shufflevector(column7, column7, 0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27);
      const v16 column23 = __builtin_shufflevector(column7, column7, 4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31);
      const v16 column24 = __builtin_shufflevector(column8, column12, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29);
      const v16 column25 = __builtin_shufflevector(column8, column12, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31);
      const v16 column26 = __builtin_shufflevector(column10, column14, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29);
      const v16 column27 = __builtin_shufflevector(column10, column14, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31);
      const v16 column28 = __builtin_shufflevector(column9, column13, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29);
      const v16 column29 = __builtin_shufflevector(column9, column13, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31);
      const v16 column30 = __builtin_shufflevector(column11, column15, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29);
      const v16 column31 = __builtin_shufflevector(column11, column15, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31);
      const v16 column32 = __builtin_shufflevector(column16, column20, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29);
      const v16 column33 = __builtin_shufflevector(column16, column20, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31);
      const v16 column34 = __builtin_shufflevector(column18, column22, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29);
      const v16 column35 = __builtin_shufflevector(column18, column22, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31);
      const v16 column36 = __builtin_shufflevector(column17, column21, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29);
      const v16 column37 = __builtin_shufflevector(column17, column21, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31);
      const v16 column38 = __builtin_shufflevector(column19, column23, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29);
      const v16 column39 = __builtin_shufflevector(column19, column23, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31);
      const v16 column40 = __builtin_shufflevector(column24, column26, 0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30);
      const v16 column41 = __builtin_shufflevector(column24, column26, 1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31);
      const v16 column42 = __builtin_shufflevector(column25, column27, 0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30);
      const v16 column43 = __builtin_shufflevector(column25, column27, 1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31);
      const v16 column44 = __builtin_shufflevector(column28, column30, 0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30);
      const v16 column45 = __builtin_shufflevector(column28, column30, 1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31);
      const v16 column46 = __builtin_shufflevector(column29, column31, 0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30);
      const v16 column47 = __builtin_shufflevector(column29, column31, 1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31);
      const v16 column48 = __builtin_shufflevector(column32, column34, 0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30);
      const v16 column49 = __builtin_shufflevector(column32, column34, 1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31);
      const v16 column50 = __builtin_shufflevector(column33, column35, 0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30);
      const v16 column51 = __builtin_shufflevector(column33, column35, 1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31);
      const v16 column52 = __builtin_shufflevector(column36, column38, 0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30);
      const v16 column53 = __builtin_shufflevector(column36, column38, 1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31);
      const v16 column54 = __builtin_shufflevector(column37, column39, 0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30);
      const v16 column55 = __builtin_shufflevector(column37, column39, 1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31);
      store4of16(out_at2, column40);
      store4of16(out_at2 + 63, column41);
      store4of16(out_at2 + 126, column42);
      store4of16(out_at2 + 189, column43);
      store4of16(out_at2 + 252, column44);
      store4of16(out_at2 + 315, column45);
      store4of16(out_at2 + 378, column46);
      store4of16(out_at2 + 441, column47);
      store4of16(out_at2 + 504, column48);
      store4of16(out_at2 + 567, column49);
      store4of16(out_at2 + 630, column50);
      store4of16(out_at2 + 693, column51);
      store4of16(out_at2 + 756, column52);
      store4of16(out_at2 + 819, column53);
      store4of16(out_at2 + 882, column54);
      store4of16(out_at2 + 945, column55);
    }
  }
}

static void run(const float *restrict data, const float *restrict weights_packed, float *restrict out, char *restrict workspace) {
  for (long oho = 0; oho < 7; oho++) {
    {
      float *restrict padded = (float *)(workspace + 0);
      for (long ic = 0; ic < 8; ic++) {
        __builtin_memset(padded + 33 * ic, 0, (unsigned long)max_of(0, 44 * max_of(0, -oho + 1)));
        for (long ih = max_of(0, -oho + 1); ih < min_of(3, -oho + 8); ih++) {
          __builtin_memset(padded + 33 * ic + 11 * ih, 0, 4);
          __builtin_memcpy(padded + 33 * ic + 11 * ih + 1, data + 9 * oho + 63 * ic + 9 * ih - 9, 36);
          __builtin_memset(padded + 33 * ic + 11 * ih + 10, 0, 4);
        }
        __builtin_memset(padded + 11 * min_of(3, -oho + 8) + 33 * ic, 0, (unsigned long)max_of(0, -44 * min_of(3, -oho + 8) + 132));
      }
      run_0(weights_packed, out, oho, padded);
      {
        v16 out_acc_0;
        out_acc_0 = ((v16){0} + 0.0f);
        for (long ic3 = 0; ic3 < 8; ic3++) {
          for (long kh2 = 0; kh2 < 3; kh2++) {
            for (long kw2 = 0; kw2 < 3; kw2++) {
              out_acc_0 += (padded[33 * ic3 + 11 * kh2 + kw2 + 8] * *(const v16u *)(weights_packed + 144 * ic3 + 48 * kh2 + 16 * kw2));
            }
          }
        }
        float *const out_at0 = out + 9 * oho;
        out_at0[8] = out_acc_0[0];
        out_at0[71] = out_acc_0[1];
        out_at0[134] = out_acc_0[2];
        out_at0[197] = out_acc_0[3];
        out_at0[260] = out_acc_0[4];
        out_at0[323] = out_acc_0[5];
        out_at0[386] = out_acc_0[6];
        out_at0[449] = out_acc_0[7];
        out_at0[512] = out_acc_0[8];
        out_at0[575] = out_acc_0[9];
        out_at0[638] = out_acc_0[10];
        out_at0[701] = out_acc_0[11];
        out_at0[764] = out_acc_0[12];
        out_at0[827] = out_acc_0[13];
        out_at0[890] = out_acc_0[14];
        out_at0[953] = out_acc_0[15];
      }
    }
  }
}

void kernel(void *const *args, void *workspace) {
  run(args[0], args[1], args[2], workspace);
}

static void pack_0(const float *restrict weights, float *restrict weights_packed) {
  for (long d2 = 0; d2 < 8; d2++) {
    for (long d3 = 0; d3 < 3; d3++) {
      for (long d4 = 0; d4 < 3; d4++) {
        for (long d1i = 0; d1i < 16; d1i++) {
          weights_packed[144 * d2 + 48 * d3 + 16 * d4 + d1i] = weights[9 * d2 + 3 * d3 + d4 + 72 * d1i];
        }
      }
    }
  }
}

void pack(void *const *args, void *const *packed) {
  pack_0(args[1], packed[1]);
}
