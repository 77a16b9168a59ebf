static inline long min_of(long a, long b) { return a < b ? a : b; }
static inline long max_of(long a, long b) { return a > b ? a : b; }
static inline long floor_div(long a, long b) { return a / b - (a % b < 0); }
static inline long floor_mod(long a, long b) { return a % b + (a % b < 0 ? b : 0); }
typedef float v16 __attribute__((vector_size(64)));
typedef float v16u __attribute__((vector_size(64), aligned(4), may_alias));
static inline v16 load8of16(const float *p) { return __builtin_ia32_loadups512_mask(p, (v16){0}, 0xff); }
static inline v16 max16(v16 a, v16 b) {
#ifdef __clang__
  return __builtin_ia32_maxps512(a, b, 4);
#else
  return __builtin_ia32_maxps512_mask(a, b, a, -1, 4);
#endif
}
static inline void store8of16(float *p, v16 v) { __builtin_ia32_storeups512_mask(p, v, 0xff); }
static inline v16 load2of16(const float *p) { return __builtin_ia32_loadups512_mask(p, (v16){0}, 0x3); }
static inline void store2of16(float *p, v16 v) { __builtin_ia32_storeups512_mask(p, v, 0x3); }
#ifdef __clang__
#define ALONE __attribute__((noinline))
#else
#define ALONE __attribute__((noipa))
#endif

static ALONE void run_0(const float *restrict data, const float *restrict weights, const float *restrict bias, float *restrict out) {
  for (long joi = 0; joi < 2; joi++) {
    {
      v16 out_acc_lanes_0, out_acc_lanes_1, out_acc_lanes_2, out_acc_lanes_3, out_acc_lanes_4, out_acc_lanes_5, out_acc_lanes_6, out_acc_lanes_7;
      out_acc_lanes_0 = ((v16){0} + 0.0f);
      out_acc_lanes_1 = ((v16){0} + 0.0f);
      out_acc_lanes_2 = ((v16){0} + 0.0f);
      out_acc_lanes_3 = ((v16){0} + 0.0f);
      out_acc_lanes_4 = ((v16){0} + 0.0f);
      out_acc_lanes_5 = ((v16){0} + 0.0f);
      out_acc_lanes_6 = ((v16){0} + 0.0f);
      out_acc_lanes_7 = ((v16){0} + 0.0f);
#pragma GCC unroll 2
      for (long ko = 0; ko < 4; ko++) {
        const float *const data_at0 = data + 16 * ko;
        const float *const weights_at1 = weights + 560 * joi + 16 * ko;
        out_acc_lanes_0 += (*(const v16u *)(data_at0) * *(const v16u *)(weights_at1));
        out_acc_lanes_1 += (*(const v16u *)(data_at0) * *(const v16u *)(weights_at1 + 70));
        out_acc_lanes_2 += (*(const v16u *)(data_at0) * *(const v16u *)(weights_at1 + 140));
        out_acc_lanes_3 += (*(const v16u *)(data_at0) * *(const v16u *)(weights_at1 + 210));
        out_acc_lanes_4 += (*(const v16u *)(data_at0) * *(const v16u *)(weights_at1 + 280));
        out_acc_lanes_5 += (*(const v16u *)(data_at0) * *(const v16u *)(weights_at1 + 350));
        out_acc_lanes_6 += (*(const v16u *)(data_at0) * *(const v16u *)(weights_at1 + 420));
        out_acc_lanes_7 += (*(const v16u *)(data_at0) * *(const v16u *)(weights_at1 + 490));
      }
      {
        v16 out_acc_rest_0;
        out_acc_rest_0 = ((v16){0} + 0.0f);
        for (long kr = 0; kr < 6; kr++) {
          const float *const weights_at2 = weights + 560 * joi + kr;
          out_acc_rest_0 += (data[kr + 64] * ((v16){weights_at2[64], weights_at2[134], weights_at2[204], weights_at2[274], weights_at2[344], weights_at2[414], weights_at2[484], weights_at2[554]}));
        }
        {
          v16 out_acc_0;
          out_acc_0 = ((v16){0} + 0.0f);
          const v16 column0 = __builtin_shufflevector(out_acc_lanes_0, out_acc_lanes_0, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
          const v16 column1 = __builtin_shufflevector(out_acc_lanes_0, out_acc_lanes_0, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31);
          const v16 column2 = __builtin_shufflevector(out_acc_lanes_1, out_acc_lanes_1, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
          const v16 column3 = __builtin_shufflevector(out_acc_lanes_1, out_acc_lanes_1, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31);
          const v16 column4 = __builtin_shufflevector(out_acc_lanes_2, out_acc_lanes_2, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
          const v16 column5 = __builtin_shufflevector(out_acc_lanes_2, out_acc_lanes_2, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31);
          const v16 column6 = __builtin_shufflevector(out_acc_lanes_3, out_acc_lanes_3, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
          const v16 column7 = __builtin_shufflevector(out_acc_lanes_3, out_acc_lanes_3, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31);
          const v16 column8 = __builtin_shufflevector(out_acc_lanes_4, out_acc_lanes_4, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
          const v16 column9 = __builtin_shufflevector(out_acc_lanes_4, out_acc_lanes_4, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31);
          const v16 column10 = __builtin_shufflevector(out_acc_lanes_5, out_acc_lanes_5, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
          const v16 column11 = __builtin_shufflevector(out_acc_lanes_5, out_acc_lanes_5, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31);
          const v16 column12 = __builtin_shufflevector(out_acc_lanes_6, out_acc_lanes_6, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
          const v16 column13 = __builtin_shufflevector(out_acc_lanes_6, out_acc_lanes_6, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31);
          const v16 column14 = __builtin_shufflevector(out_acc_lanes_7, out_acc_lanes_7, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
          const v16 column15 = __builtin_shufflevector(out_acc_lanes_7, out_acc_lanes_7, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31);
          const v16 column16 = __builtin_shufflevector(column0, column8, 0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27);
          const v16 column17 = __builtin_shufflevector(column0, column8, 4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31);
          const v16 column18 = __builtin_shufflevector(column2, column10, 0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27);
          const v16 column19 = __builtin_shufflevector(column2, column10, 4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31);
          const v16 column20 = __builtin_shufflevector(column4, column12, 0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27);
          const v16 column21 = __builtin_shufflevector(column4, column12, 4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31);
          const v16 column22 = __builtin_shufflevector(column6, column14, 0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27);
          const v16 column23 = __builtin_shufflevector(column6, column14, 4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31);
          const v16 column24 = __builtin_shufflevector(column1, column9, 0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27);
          const v16 column25 = __builtin_shufflevector(column1, column9, 4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31);
          const v16 column26 = __builtin_shufflevector(column3, column11, 0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27);
          const v16 column27 = __builtin_shufflevector(column3, column11, 4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31);
          const v16 column28 = __builtin_shufflevector(column5, column13, 0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27);
          const v16 column29 = __builtin_shufflevector(column5, column13, 4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31);
          const v16 column30 = __builtin_shufflevector(column7, column15, 0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27);
          const v16 column31 = __builtin_shufflevector(column7, column15, 4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31);
          const v16 column32 = __builtin_shufflevector(column16, column20, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29);
          const v16 column33 = __builtin_shufflevector(column16, column20, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31);
          const v16 column34 = __builtin_shufflevector(column18, column22, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29);
          const v16 column35 = __builtin_shufflevector(column18, column22, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31);
          const v16 column36 = __builtin_shufflevector(column17, column21, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29);
          const v16 column37 = __builtin_shufflevector(column17, column21, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31);
          const v16 column38 = __builtin_shufflevector(column19, column23, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29);
          const v16 column39 = __builtin_shufflevector(column19, column23, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31);
          const v16 column40 = __builtin_shufflevector(column24, column28, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29);
          const v16 column41 = __builtin_shufflevector(column24, column28, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31);
          const v16 column42 = __builtin_shufflevector(column26, column30, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29);
          const v16 column43 = __builtin_shufflevector(column26, column30, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31);
          const v16 column44 = __builtin_shufflevector(column25, column29, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29);
          const v16 column45 = __builtin_shufflevector(column25, column29, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31);
          const v16 column46 = __builtin_shufflevector(column27, column31, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29);
          const v16 column47 = __builtin_shufflevector(column27, column31, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31);
          const v16 column48 = __builtin_shufflevector(column32, column34, 0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30);
          const v16 column49 = __builtin_shufflevector(column32, column34, 1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31);
          const v16 column50 = __builtin_shufflevector(column33, column35, 0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30);
          const v16 column51 = __builtin_shufflevector(column33, column35, 1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31);
          const v16 column52 = __builtin_shufflevector(column36, column38, 0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30);
          const v16 column53 = __builtin_shufflevector(column36, column38, 1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31);
          const v16 column54 = __builtin_shufflevector(column37, column39, 0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30);
          const v16 column55 = __builtin_shufflevector(column37, column39, 1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31);
          const v16 column56 = __builtin_shufflevector(column40, column42, 0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30);
          const v16 column57 = __builtin_shufflevector(column40, column42, 1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31);
          const v16 column58 = __builtin_shufflevector(column41, column43, 0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30);
          const v16 column59 = __builtin_shufflevector(column41, column43, 1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31);
          const v16 column60 = __builtin_shufflevector(column44, column46, 0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30);
          const v16 column61 = __builtin_shufflevector(column44, column46, 1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31);
          const v16 column62 = __builtin_shufflevector(column45, column47, 0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30);
          const v16 column63 = __builtin_shufflevector(column45, column47, 1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31);
          out_acc_0 += column48;
          out_acc_0 += column49;
          out_acc_0 += column50;
          out_acc_0 += column51;
          out_acc_0 += column52;
          out_acc_0 += column53;
          out_acc_0 += column54;
          out_acc_0 += column55;
          out_acc_0 += column56;
          out_acc_0 += column57;
          out_acc_0 += column58;
          out_acc_0 += column59;
          out_acc_0 += column60;
          out_acc_0 += column61;
          out_acc_0 += column62;
          out_acc_0 += column63;
          out_acc_0 = (out_acc_0 + out_acc_rest_0);
          store8of16(out + 8 * joi, max16((out_acc_0 + load8of16(bias + 8 * joi)), ((v16){0} + 0.0f)));
        }
      }
    }
  }
}

static void run(const float *restrict data, const float *restrict weights, const float *restrict bias, float *restrict out, char *restrict workspace) {
  run_0(data, weights, bias, out);
  {
    v16 out_acc_lanes_0, out_acc_lanes_1;
    out_acc_lanes_0 = ((v16){0} + 0.0f);
    out_acc_lanes_1 = ((v16){0} + 0.0f);
#pragma GCC unroll 2
    for (long ko2 = 0; ko2 < 4; ko2++) {
      const float *const data_at0 = data + 16 * ko2;
      const float *const weights_at1 = weights + 16 * ko2;
      out_acc_lanes_0 += (*(const v16u *)(data_at0) * *(const v16u *)(weights_at1 + 1120));
      out_acc_lanes_1 += (*(const v16u *)(data_at0) * *(const v16u *)(weights_at1 + 1190));
    }
    {
      v16 out_acc_rest_0;
      out_acc_rest_0 = ((v16){0} + 0.0f);
      for (long kr2 = 0; kr2 < 6; kr2++) {
        out_acc_rest_0 += (data[kr2 + 64] * ((v16){weights[kr2 + 1184], weights[kr2 + 1254]}));
      }
      {
        v16 out_acc_0;
        out_acc_0 = ((v16){0} + 0.0f);
        const v16 column64 = __builtin_shufflevector(out_acc_lanes_0, out_acc_lanes_0, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
        const v16 column65 = __builtin_shufflevector(out_acc_lanes_0, out_acc_lanes_0, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31);
        const v16 column66 = __builtin_shufflevector(out_acc_lanes_1, out_acc_lanes_1, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
        const v16 column67 = __builtin_shufflevector(out_acc_lanes_1, out_acc_lanes_1, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31);
        const v16 column68 = __builtin_shufflevector(column64, column64, 0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27);
        const v16 column69 = __builtin_shufflevector(column64, column64, 4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31);
        const v16 column70 = __builtin_shufflevector(column66, column66, 0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27);
        const v16 column71 = __builtin_shufflevector(column66, column66, 4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31);
        const v16 column72 = __builtin_shufflevector(column65, column65, 0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27);
        const v16 column73 = __builtin_shufflevector(column65, column65, 4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31);
        const v16 column74 = __builtin_shufflevector(column67, column67, 0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27);
        const v16 column75 = __builtin_shufflevector(column67, column67, 4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31);
        const v16 column76 = __builtin_shufflevector(column68, column68, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29);
        const v16 column77 = __builtin_shufflevector(column68, column68, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31);
        const v16 column78 = __builtin_shufflevector(column70, column70, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29);
        const v16 column79 = __builtin_shufflevector(column70, column70, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31);
        const v16 column80 = __builtin_shufflevector(column69, column69, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29);
        const v16 column81 = __builtin_shufflevector(column69, column69, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31);
        const v16 column82 = __builtin_shufflevector(column71, column71, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29);
        const v16 column83 = __builtin_shufflevector(column71, column71, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31);
        const v16 column84 = __builtin_shufflevector(column72, column72, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29);
        const v16 column85 = __builtin_shufflevector(column72, column72, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31);
        const v16 column86 = __builtin_shufflevector(column74, column74, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29);
        const v16 column87 = __builtin_shufflevector(column74, column74, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31);
        const v16 column88 = __builtin_shufflevector(column73, column73, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29);
        const v16 column89 = __builtin_shufflevector(column73, column73, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31);
        const v16 column90 = __builtin_shufflevector(column75, column75, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29);
        const v16 column91 = __builtin_shufflevector(column75, column75, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31);
        const v16 column92 = __builtin_shufflevector(column76, column78, 0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30);
        const v16 column93 = __builtin_shufflevector(column76, column78, 1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31);
        const v16 column94 = __builtin_shufflevector(column77, column79, 0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30);
        const v16 column95 = __builtin_shufflevector(column77, column79, 1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31);
        const v16 column96 = __builtin_shufflevector(column80, column82, 0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30);
        const v16 column97 = __builtin_shufflevector(column80, column82, 1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31);
        const v16 column98 = __builtin_shufflevector(column81, column83, 0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30);
        const v16 column99 = __builtin_shufflevector(column81, column83, 1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31);
        const v16 column100 = __builtin_shufflevector(column84, column86, 0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30);
        const v16 column101 = __builtin_shufflevector(column84, column86, 1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31);
        const v16 column102 = __builtin_shufflevector(column85, column87, 0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30);
        const v16 column103 = __builtin_shufflevector(column85, column87, 1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31);
        const v16 column104 = __builtin_shufflevector(column88, column90, 0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30);
        const v16 column105 = __builtin_shufflevector(column88, column90, 1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31);
        const v16 column106 = __builtin_shufflevector(column89, column91, 0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30);
        const v16 column107 = __builtin_shufflevector(column89, column91, 1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31);
        out_acc_0 += column92;
        out_acc_0 += column93;
        out_acc_0 += column94;
        out_acc_0 += column95;
        out_acc_0 += column96;
        out_acc_0 += column97;
        out_acc_0 += column98;
        out_acc_0 += column99;
        out_acc_0 += column100;
        out_acc_0 += column101;
        out_acc_0 += column102;
        out_acc_0 += column103;
        out_acc_0 += column104;
        out_acc_0 += column105;
        out_acc_0 += column106;
        out_acc_0 += column107;
        out_acc_0 = (out_acc_0 + out_acc_rest_0);
        store2of16(out + 16, max16((out_acc_0 + load2of16(bias + 16)), ((v16){0} + 0.0f)));
      }
    }
  }
}

void kernel(void *const *args, void *workspace) {
  run(args[0], args[1], args[2], args[3], workspace);
}
