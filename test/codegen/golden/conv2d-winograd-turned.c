static inline long min_of(long a, long b) { return a < b ? a : b; }
static inline long max_of(long a, long b) { return a > b ? a : b; }
static inline long floor_div(long a, long b) { return a / b - (a % b < 0); }
static inline long floor_mod(long a, long b) { return a % b + (a % b < 0 ? b : 0); }
typedef float v8 __attribute__((vector_size(32)));
typedef float v8u __attribute__((vector_size(32), aligned(4), may_alias));
static inline v8 load7of8(const float *p) {
  long long xl __attribute__((vector_size(16)));
  __builtin_memcpy(&xl, p, 16);
  long long xh8 __attribute__((vector_size(16))) = {0};
  long long xh8_;
  __builtin_memcpy(&xh8_, (const char *)p + 16, 8);
  xh8[0] = xh8_;
  int xh __attribute__((vector_size(16))) = (__typeof__(xh))xh8;
  int xh_;
  __builtin_memcpy(&xh_, (const char *)p + 24, 4);
  xh[2] = xh_;
  typedef long long x_half __attribute__((vector_size(16)));
  long long x __attribute__((vector_size(32))) = __builtin_shufflevector((x_half)xl, (x_half)xh, 0, 1, 2, 3);
  return (v8)x;
}
#ifdef __clang__
#define ALONE __attribute__((noinline))
#else
#define ALONE __attribute__((noipa))
#endif

static ALONE void run_0(const float *restrict data, float *restrict padded) {
  for (long ih = 0; ih < 4; ih++) {
    {
      v8 turned_0, turned_1, turned_2, turned_3, turned_4, turned_5, turned_6, turned_7;
      const float *const data_at0 = data + 22 * ih;
      turned_0 = ((v8){0.0f, data_at0[0], data_at0[1], data_at0[2], data_at0[3], data_at0[4], data_at0[5], data_at0[6]});
      turned_1 = ((v8){0.0f, data_at0[88], data_at0[89], data_at0[90], data_at0[91], data_at0[92], data_at0[93], data_at0[94]});
      turned_2 = ((v8){0.0f, data_at0[176], data_at0[177], data_at0[178], data_at0[179], data_at0[180], data_at0[181], data_at0[182]});
      turned_3 = ((v8){0.0f, data_at0[264], data_at0[265], data_at0[266], data_at0[267], data_at0[268], data_at0[269], data_at0[270]});
      turned_4 = ((v8){0.0f, data_at0[352], data_at0[353], data_at0[354], data_at0[355], data_at0[356], data_at0[357], data_at0[358]});
      turned_5 = ((v8){0.0f, data_at0[440], data_at0[441], data_at0[442], data_at0[443], data_at0[444], data_at0[445], data_at0[446]});
      turned_6 = ((v8){0.0f, data_at0[528], data_at0[529], data_at0[530], data_at0[531], data_at0[532], data_at0[533], data_at0[534]});
      turned_7 = ((v8){0.0f, data_at0[616], data_at0[617], data_at0[618], data_at0[619], data_at0[620], data_at0[621], data_at0[622]});
      float *const padded_at1 = padded + 192 * ih;
      const v8 column0 = __builtin_shufflevector(turned_0, turned_4, 0, 1, 2, 3, 8, 9, 10, 11);
      const v8 column1 = __builtin_shufflevector(turned_0, turned_4, 4, 5, 6, 7, 12, 13, 14, 15);
      const v8 column2 = __builtin_shufflevector(turned_1, turned_5, 0, 1, 2, 3, 8, 9, 10, 11);
      const v8 column3 = __builtin_shufflevector(turned_1, turned_5, 4, 5, 6, 7, 12, 13, 14, 15);
      const v8 column4 = __builtin_shufflevector(turned_2, turned_6, 0, 1, 2, 3, 8, 9, 10, 11);
      const v8 column5 = __builtin_shufflevector(turned_2, turned_6, 4, 5, 6, 7, 12, 13, 14, 15);
      const v8 column6 = __builtin_shufflevector(turned_3, turned_7, 0, 1, 2, 3, 8, 9, 10, 11);
      const v8 column7 = __builtin_shufflevector(turned_3, turned_7, 4, 5, 6, 7, 12, 13, 14, 15);
      const v8 column8 = __builtin_shufflevector(column0, column4, 0, 1, 8, 9, 4, 5, 12, 13);
      const v8 column9 = __builtin_shufflevector(column0, column4, 2, 3, 10, 11, 6, 7, 14, 15);
      const v8 column10 = __builtin_shufflevector(column2, column6, 0, 1, 8, 9, 4, 5, 12, 13);
      const v8 column11 = __builtin_shufflevector(column2, column6, 2, 3, 10, 11, 6, 7, 14, 15);
      const v8 column12 = __builtin_shufflevector(column1, column5, 0, 1, 8, 9, 4, 5, 12, 13);
      const v8 column13 = __builtin_shufflevector(column1, column5, 2, 3, 10, 11, 6, 7, 14, 15);
      const v8 column14 = __builtin_shufflevector(column3, column7, 0, 1, 8, 9, 4, 5, 12, 13);
      const v8 column15 = __builtin_shufflevector(column3, column7, 2, 3, 10, 11, 6, 7, 14, 15);
      const v8 column16 = __builtin_shufflevector(column8, column10, 0, 8, 2, 10, 4, 12, 6, 14);
      const v8 column17 = __builtin_shufflevector(column8, column10, 1, 9, 3, 11, 5, 13, 7, 15);
      const v8 column18 = __builtin_shufflevector(column9, column11, 0, 8, 2, 10, 4, 12, 6, 14);
      const v8 column19 = __builtin_shufflevector(column9, column11, 1, 9, 3, 11, 5, 13, 7, 15);
      const v8 column20 = __builtin_shufflevector(column12, column14, 0, 8, 2, 10, 4, 12, 6, 14);
      const v8 column21 = __builtin_shufflevector(column12, column14, 1, 9, 3, 11, 5, 13, 7, 15);
      const v8 column22 = __builtin_shufflevector(column13, column15, 0, 8, 2, 10, 4, 12, 6, 14);
      const v8 column23 = __builtin_shufflevector(column13, column15, 1, 9, 3, 11, 5, 13, 7, 15);
      *(v8u *)(padded_at1) = column16;
      *(v8u *)(padded_at1 + 8) = column17;
      *(v8u *)(padded_at1 + 16) = column18;
      *(v8u *)(padded_at1 + 24) = column19;
      *(v8u *)(padded_at1 + 32) = column20;
      *(v8u *)(padded_at1 + 40) = column21;
      *(v8u *)(padded_at1 + 48) = column22;
      *(v8u *)(padded_at1 + 56) = column23;
    }
    {
      v8 turned_0, turned_1, turned_2, turned_3, turned_4, turned_5, turned_6, turned_7;
      const float *const data_at2 = data + 22 * ih;
      turned_0 = *(const v8u *)(data_at2 + 7);
      turned_1 = *(const v8u *)(data_at2 + 95);
      turned_2 = *(const v8u *)(data_at2 + 183);
      turned_3 = *(const v8u *)(data_at2 + 271);
      turned_4 = *(const v8u *)(data_at2 + 359);
      turned_5 = *(const v8u *)(data_at2 + 447);
      turned_6 = *(const v8u *)(data_at2 + 535);
      turned_7 = *(const v8u *)(data_at2 + 623);
      float *const padded_at3 = padded + 192 * ih;
      const v8 column24 = __builtin_shufflevector(turned_0, turned_4, 0, 1, 2, 3, 8, 9, 10, 11);
      const v8 column25 = __builtin_shufflevector(turned_0, turned_4, 4, 5, 6, 7, 12, 13, 14, 15);
      const v8 column26 = __builtin_shufflevector(turned_1, turned_5, 0, 1, 2, 3, 8, 9, 10, 11);
      const v8 column27 = __builtin_shufflevector(turned_1, turned_5, 4, 5, 6, 7, 12, 13, 14, 15);
      const v8 column28 = __builtin_shufflevector(turned_2, turned_6, 0, 1, 2, 3, 8, 9, 10, 11);
      const v8 column29 = __builtin_shufflevector(turned_2, turned_6, 4, 5, 6, 7, 12, 13, 14, 15);
      const v8 column30 = __builtin_shufflevector(turned_3, turned_7, 0, 1, 2, 3, 8, 9, 10, 11);
      const v8 column31 = __builtin_shufflevector(turned_3, turned_7, 4, 5, 6, 7, 12, 13, 14, 15);
      const v8 column32 = __builtin_shufflevector(column24, column28, 0, 1, 8, 9, 4, 5, 12, 13);
      const v8 column33 = __builtin_shufflevector(column24, column28, 2, 3, 10, 11, 6, 7, 14, 15);
      const v8 column34 = __builtin_shufflevector(column26, column30, 0, 1, 8, 9, 4, 5, 12, 13);
      const v8 column35 = __builtin_shufflevector(column26, column30, 2, 3, 10, 11, 6, 7, 14, 15);
      const v8 column36 = __builtin_shufflevector(column25, column29, 0, 1, 8, 9, 4, 5, 12, 13);
      const v8 column37 = __builtin_shufflevector(column25, column29, 2, 3, 10, 11, 6, 7, 14, 15);
      const v8 column38 = __builtin_shufflevector(column27, column31, 0, 1, 8, 9, 4, 5, 12, 13);
      const v8 column39 = __builtin_shufflevector(column27, column31, 2, 3, 10, 11, 6, 7, 14, 15);
      const v8 column40 = __builtin_shufflevector(column32, column34, 0, 8, 2, 10, 4, 12, 6, 14);
      const v8 column41 = __builtin_shufflevector(column32, column34, 1, 9, 3, 11, 5, 13, 7, 15);
      const v8 column42 = __builtin_shufflevector(column33, column35, 0, 8, 2, 10, 4, 12, 6, 14);
      const v8 column43 = __builtin_shufflevector(column33, column35, 1, 9, 3, 11, 5, 13, 7, 15);
      const v8 column44 = __builtin_shufflevector(column36, column38, 0, 8, 2, 10, 4, 12, 6, 14);
      const v8 column45 = __builtin_shufflevector(column36, column38, 1, 9, 3, 11, 5, 13, 7, 15);
      const v8 column46 = __builtin_shufflevector(column37, column39, 0, 8, 2, 10, 4, 12, 6, 14);
      const v8 column47 = __builtin_shufflevector(column37, column39, 1, 9, 3, 11, 5, 13, 7, 15);
      *(v8u *)(padded_at3 + 64) = column40;
      *(v8u *)(padded_at3 + 72) = column41;
      *(v8u *)(padded_at3 + 80) = column42;
      *(v8u *)(padded_at3 + 88) = column43;
      *(v8u *)(padded_at3 + 96) = column44;
      *(v8u *)(padded_at3 + 104) = column45;
      *(v8u *)(padded_at3 + 112) = column46;
      *(v8u *)(padded_at3 + 120) = column47;
    }
    {
      v8 turned_0, turned_1, turned_2, turned_3, turned_4, turned_5, turned_6, turned_7;
      const float *const data_at4 = data + 22 * ih;
      turned_0 = __builtin_shufflevector(load7of8(data_at4 + 15), ((v8){0} + 0), 0, 1, 2, 3, 4, 5, 6, 8);
      turned_1 = __builtin_shufflevector(load7of8(data_at4 + 103), ((v8){0} + 0), 0, 1, 2, 3, 4, 5, 6, 8);
      turned_2 = __builtin_shufflevector(load7of8(data_at4 + 191), ((v8){0} + 0), 0, 1, 2, 3, 4, 5, 6, 8);
      turned_3 = __builtin_shufflevector(load7of8(data_at4 + 279), ((v8){0} + 0), 0, 1, 2, 3, 4, 5, 6, 8);
      turned_4 = __builtin_shufflevector(load7of8(data_at4 + 367), ((v8){0} + 0), 0, 1, 2, 3, 4, 5, 6, 8);
      turned_5 = __builtin_shufflevector(load7of8(data_at4 + 455), ((v8){0} + 0), 0, 1, 2, 3, 4, 5, 6, 8);
      turned_6 = __builtin_shufflevector(load7of8(data_at4 + 543), ((v8){0} + 0), 0, 1, 2, 3, 4, 5, 6, 8);
      turned_7 = __builtin_shufflevector(load7of8(data_at4 + 631), ((v8){0} + 0), 0, 1, 2, 3, 4, 5, 6, 8);
      float *const padded_at5 = padded + 192 * ih;
      const v8 column48 = __builtin_shufflevector(turned_0, turned_4, 0, 1, 2, 3, 8, 9, 10, 11);
      const v8 column49 = __builtin_shufflevector(turned_0, turned_4, 4, 5, 6, 7, 12, 13, 14, 15);
      const v8 column50 = __builtin_shufflevector(turned_1, turned_5, 0, 1, 2, 3, 8, 9, 10, 11);
      const v8 column51 = __builtin_shufflevector(turned_1, turned_5, 4, 5, 6, 7, 12, 13, 14, 15);
      const v8 column52 = __builtin_shufflevector(turned_2, turned_6, 0, 1, 2, 3, 8, 9, 10, 11);
      const v8 column53 = __builtin_shufflevector(turned_2, turned_6, 4, 5, 6, 7, 12, 13, 14, 15);
      const v8 column54 = __builtin_shufflevector(turned_3, turned_7, 0, 1, 2, 3, 8, 9, 10, 11);
      const v8 column55 = __builtin_shufflevector(turned_3, turned_7, 4, 5, 6, 7, 12, 13, 14, 15);
      const v8 column56 = __builtin_shufflevector(column48, column52, 0, 1, 8, 9, 4, 5, 12, 13);
      const v8 column57 = __builtin_shufflevector(column48, column52, 2, 3, 10, 11, 6, 7, 14, 15);
      const v8 column58 = __builtin_shufflevector(column50, column54, 0, 1, 8, 9, 4, 5, 12, 13);
      const v8 column59 = __builtin_shufflevector(column50, column54, 2, 3, 10, 11, 6, 7, 14, 15);
      const v8 column60 = __builtin_shufflevector(column49, column53, 0, 1, 8, 9, 4, 5, 12, 13);
      const v8 column61 = __builtin_shufflevector(column49, column53, 2, 3, 10, 11, 6, 7, 14, 15);
      const v8 column62 = __builtin_shufflevector(column51, column55, 0, 1, 8, 9, 4, 5, 12, 13);
      const v8 column63 = __builtin_shufflevector(column51, column55, 2, 3, 10, 11, 6, 7, 14, 15);
      const v8 column64 = __builtin_shufflevector(column56, column58, 0, 8, 2, 10, 4, 12, 6, 14);
      const v8 column65 = __builtin_shufflevector(column56, column58, 1, 9, 3, 11, 5, 13, 7, 15);
      const v8 column66 = __builtin_shufflevector(column57, column59, 0, 8, 2, 10, 4, 12, 6, 14);
      const v8 column67 = __builtin_shufflevector(column57, column59, 1, 9, 3, 11, 5, 13, 7, 15);
      const v8 column68 = __builtin_shufflevector(column60, column62, 0, 8, 2, 10, 4, 12, 6, 14);
      const v8 column69 = __builtin_shufflevector(column60, column62, 1, 9, 3, 11, 5, 13, 7, 15);
      const v8 column70 = __builtin_shufflevector(column61, column63, 0, 8, 2, 10, 4, 12, 6, 14);
      const v8 column71 = __builtin_shufflevector(column61, column63, 1, 9, 3, 11, 5, 13, 7, 15);
      *(v8u *)(padded_at5 + 128) = column64;
      *(v8u *)(padded_at5 + 136) = column65;
      *(v8u *)(padded_at5 + 144) = column66;
      *(v8u *)(padded_at5 + 152) = column67;
      *(v8u *)(padded_at5 + 160) = column68;
      *(v8u *)(padded_at5 + 168) = column69;
      *(v8u *)(padded_at5 + 176) = column70;
      *(v8u *)(padded_at5 + 184) = column71;
    }
  }
}

static void run(const float *restrict data, const float *restrict U, float *restrict out, char *restrict workspace) {
  {
    float *restrict padded = (float *)(workspace + 0);
    run_0(data, padded);
    {
      float *restrict V = (float *)(workspace + 3136);
      for (long p = 0; p < 44; p++) {
        {
          v8 columns_0, columns_1, columns_2, columns_3;
          const float *const padded_at0 = padded + 192 * ((p) / 11) + 16 * ((p) % 11);
          columns_0 = *(const v8u *)(padded_at0);
          columns_1 = *(const v8u *)(padded_at0 + 8);
          columns_2 = *(const v8u *)(padded_at0 + 16);
          columns_3 = *(const v8u *)(padded_at0 + 24);
          float *const V_at1 = V + 8 * p;
          *(v8u *)(V_at1) = (columns_2 - columns_0);
          *(v8u *)(V_at1 + 352) = (columns_1 + columns_2);
          *(v8u *)(V_at1 + 704) = (columns_2 - columns_1);
          *(v8u *)(V_at1 + 1056) = (columns_3 - columns_1);
        }
      }
      {
        float *restrict M = (float *)(workspace + 8832);
        for (long b = 0; b < 4; b++) {
          for (long po = 0; po < 22; po++) {
            {
              v8 M_acc_0, M_acc_1;
              M_acc_0 = ((v8){0} + 0.0f);
              M_acc_1 = ((v8){0} + 0.0f);
              for (long ic = 0; ic < 8; ic++) {
                const float *const V_at0 = V + 352 * b + 16 * po + ic;
                const float *const U_at1 = U + 64 * b + 8 * ic;
                M_acc_0 += (V_at0[0] * *(const v8u *)(U_at1));
                M_acc_1 += (V_at0[8] * *(const v8u *)(U_at1));
              }
              float *const M_at2 = M + 352 * b + 16 * po;
              *(v8u *)(M_at2) = M_acc_0;
              *(v8u *)(M_at2 + 8) = M_acc_1;
            }
          }
        }
        for (long n_oho_owoi = 0; n_oho_owoi < 44; n_oho_owoi++) {
          {
            float *restrict tile = (float *)(workspace + 14528);
            {
              v8 rows_0, rows_1, rows_2, rows_3;
              const float *const M_at0 = M + 8 * n_oho_owoi;
              rows_0 = *(const v8u *)(M_at0);
              rows_1 = *(const v8u *)(M_at0 + 352);
              rows_2 = *(const v8u *)(M_at0 + 704);
              rows_3 = *(const v8u *)(M_at0 + 1056);
              *(v8u *)(tile + 0) = ((rows_0 + rows_1) + rows_2);
              *(v8u *)(tile + 8) = ((rows_1 - rows_2) + rows_3);
            }
            for (long ocii = 0; ocii < 8; ocii++) {
              for (long owi = 0; owi < 2; owi++) {
                out[2 * n_oho_owoi + 88 * ocii + owi] = tile[ocii + 8 * owi];
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

static void pack_0(const float *restrict weights, float *restrict U) {
  for (long ic = 0; ic < 8; ic++) {
    {
      v8 taps_0, taps_1, taps_2;
      const float *const weights_at0 = weights + 3 * ic;
      taps_0 = ((v8){weights_at0[0], weights_at0[24], weights_at0[48], weights_at0[72], weights_at0[96], weights_at0[120], weights_at0[144], weights_at0[168]});
      taps_1 = ((v8){weights_at0[1], weights_at0[25], weights_at0[49], weights_at0[73], weights_at0[97], weights_at0[121], weights_at0[145], weights_at0[169]});
      taps_2 = ((v8){weights_at0[2], weights_at0[26], weights_at0[50], weights_at0[74], weights_at0[98], weights_at0[122], weights_at0[146], weights_at0[170]});
      {
        v8 weight_columns_0, weight_columns_1, weight_columns_2;
        weight_columns_0 = taps_0;
        weight_columns_1 = taps_1;
        weight_columns_2 = taps_2;
        float *const U_at1 = U + 8 * ic;
        *(v8u *)(U_at1) = (0.0f - weight_columns_0);
        *(v8u *)(U_at1 + 64) = (((0.5f * weight_columns_0) + (0.5f * weight_columns_1)) + (0.5f * weight_columns_2));
        *(v8u *)(U_at1 + 128) = (((0.5f * weight_columns_0) + (-0.5f * weight_columns_1)) + (0.5f * weight_columns_2));
        *(v8u *)(U_at1 + 192) = weight_columns_2;
      }
    }
  }
}

void pack(void *const *args, void *const *packed) {
  pack_0(args[1], packed[1]);
}
