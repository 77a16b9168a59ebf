static inline long min_of(long a, long b) { return a < b ? a : b; }
static inline long max_of(long a, long b) { return a > b ? a : b; }
static inline long floor_div(long a, long b) { return a / b - (a % b < 0); }
static inline long floor_mod(long a, long b) { return a % b + (a % b < 0 ? b : 0); }
typedef float v16 __attribute__((vector_size(64)));
typedef float v16u __attribute__((vector_size(64), aligned(4), may_alias));

static void run(const float *restrict data, const float *restrict U, float *restrict out, char *restrict workspace) {
  {
    float *restrict padded = (float *)(workspace + 0);
    __builtin_memset(padded + 0, 0, 512);
    for (long ih = 1; ih < 7; ih++) {
      __builtin_memset(padded + 128 * ih, 0, 64);
      __builtin_memcpy(padded + 128 * ih + 16, data + 96 * ih - 96, 384);
      __builtin_memset(padded + 128 * ih + 112, 0, 64);
    }
    __builtin_memset(padded + 896, 0, 512);
    {
      float *restrict V = (float *)(workspace + 4160);
      for (long p = 0; p < 9; p++) {
        {
          v16 columns_0, columns_1, columns_2, columns_3, columns_4, columns_5, columns_6, columns_7, columns_8, columns_9, columns_10, columns_11, columns_12, columns_13, columns_14, columns_15;
          const float *const padded_at0 = padded + 256 * ((p) / 3) + 32 * ((p) % 3);
          columns_0 = (*(const v16u *)(padded_at0 + 256) - *(const v16u *)(padded_at0));
          columns_4 = (*(const v16u *)(padded_at0 + 128) + *(const v16u *)(padded_at0 + 256));
          columns_8 = (*(const v16u *)(padded_at0 + 256) - *(const v16u *)(padded_at0 + 128));
          columns_12 = (*(const v16u *)(padded_at0 + 384) - *(const v16u *)(padded_at0 + 128));
          columns_1 = (*(const v16u *)(padded_at0 + 272) - *(const v16u *)(padded_at0 + 16));
          columns_5 = (*(const v16u *)(padded_at0 + 144) + *(const v16u *)(padded_at0 + 272));
          columns_9 = (*(const v16u *)(padded_at0 + 272) - *(const v16u *)(padded_at0 + 144));
          columns_13 = (*(const v16u *)(padded_at0 + 400) - *(const v16u *)(padded_at0 + 144));
          columns_2 = (*(const v16u *)(padded_at0 + 288) - *(const v16u *)(padded_at0 + 32));
          columns_6 = (*(const v16u *)(padded_at0 + 160) + *(const v16u *)(padded_at0 + 288));
          columns_10 = (*(const v16u *)(padded_at0 + 288) - *(const v16u *)(padded_at0 + 160));
          columns_14 = (*(const v16u *)(padded_at0 + 416) - *(const v16u *)(padded_at0 + 160));
          columns_3 = (*(const v16u *)(padded_at0 + 304) - *(const v16u *)(padded_at0 + 48));
          columns_7 = (*(const v16u *)(padded_at0 + 176) + *(const v16u *)(padded_at0 + 304));
          columns_11 = (*(const v16u *)(padded_at0 + 304) - *(const v16u *)(padded_at0 + 176));
          columns_15 = (*(const v16u *)(padded_at0 + 432) - *(const v16u *)(padded_at0 + 176));
          float *const V_at1 = V + 16 * p;
          *(v16u *)(V_at1) = (columns_2 - columns_0);
          *(v16u *)(V_at1 + 144) = (columns_1 + columns_2);
          *(v16u *)(V_at1 + 288) = (columns_2 - columns_1);
          *(v16u *)(V_at1 + 432) = (columns_3 - columns_1);
          *(v16u *)(V_at1 + 576) = (columns_6 - columns_4);
          *(v16u *)(V_at1 + 720) = (columns_5 + columns_6);
          *(v16u *)(V_at1 + 864) = (columns_6 - columns_5);
          *(v16u *)(V_at1 + 1008) = (columns_7 - columns_5);
          *(v16u *)(V_at1 + 1152) = (columns_10 - columns_8);
          *(v16u *)(V_at1 + 1296) = (columns_9 + columns_10);
          *(v16u *)(V_at1 + 1440) = (columns_10 - columns_9);
          *(v16u *)(V_at1 + 1584) = (columns_11 - columns_9);
          *(v16u *)(V_at1 + 1728) = (columns_14 - columns_12);
          *(v16u *)(V_at1 + 1872) = (columns_13 + columns_14);
          *(v16u *)(V_at1 + 2016) = (columns_14 - columns_13);
          *(v16u *)(V_at1 + 2160) = (columns_15 - columns_13);
        }
      }
      {
        float *restrict M = (float *)(workspace + 13440);
        for (long a = 0; a < 4; a++) {
          for (long b = 0; b < 4; b++) {
            for (long po = 0; po < 3; po++) {
              {
                v16 M_acc_0, M_acc_1, M_acc_2;
                M_acc_0 = ((v16){0} + 0.0f);
                M_acc_1 = ((v16){0} + 0.0f);
                M_acc_2 = ((v16){0} + 0.0f);
                for (long ic = 0; ic < 16; ic++) {
                  __builtin_prefetch(U + 1024 * a + 256 * b + 96 * po + 6 * ic + 256, 0, 2);
                  const float *const V_at0 = V + 576 * a + 144 * b + 48 * po + ic;
                  const float *const U_at1 = U + 1024 * a + 256 * b + 16 * ic;
                  M_acc_0 += (V_at0[0] * *(const v16u *)(U_at1));
                  M_acc_1 += (V_at0[16] * *(const v16u *)(U_at1));
                  M_acc_2 += (V_at0[32] * *(const v16u *)(U_at1));
                }
                float *const M_at2 = M + 576 * a + 144 * b + 48 * po;
                *(v16u *)(M_at2) = M_acc_0;
                *(v16u *)(M_at2 + 16) = M_acc_1;
                *(v16u *)(M_at2 + 32) = M_acc_2;
              }
            }
          }
        }
        for (long n_oho_owoi = 0; n_oho_owoi < 9; n_oho_owoi++) {
          {
            v16 rows_0, rows_1, rows_2, rows_3, rows_4, rows_5, rows_6, rows_7;
            const float *const M_at0 = M + 16 * n_oho_owoi;
            rows_0 = ((*(const v16u *)(M_at0) + *(const v16u *)(M_at0 + 576)) + *(const v16u *)(M_at0 + 1152));
            rows_4 = ((*(const v16u *)(M_at0 + 576) - *(const v16u *)(M_at0 + 1152)) + *(const v16u *)(M_at0 + 1728));
            rows_1 = ((*(const v16u *)(M_at0 + 144) + *(const v16u *)(M_at0 + 720)) + *(const v16u *)(M_at0 + 1296));
            rows_5 = ((*(const v16u *)(M_at0 + 720) - *(const v16u *)(M_at0 + 1296)) + *(const v16u *)(M_at0 + 1872));
            rows_2 = ((*(const v16u *)(M_at0 + 288) + *(const v16u *)(M_at0 + 864)) + *(const v16u *)(M_at0 + 1440));
            rows_6 = ((*(const v16u *)(M_at0 + 864) - *(const v16u *)(M_at0 + 1440)) + *(const v16u *)(M_at0 + 2016));
            rows_3 = ((*(const v16u *)(M_at0 + 432) + *(const v16u *)(M_at0 + 1008)) + *(const v16u *)(M_at0 + 1584));
            rows_7 = ((*(const v16u *)(M_at0 + 1008) - *(const v16u *)(M_at0 + 1584)) + *(const v16u *)(M_at0 + 2160));
            float *const out_at1 = out + 192 * ((n_oho_owoi) / 3) + 32 * ((n_oho_owoi) % 3);
            *(v16u *)(out_at1) = ((rows_0 + rows_1) + rows_2);
            *(v16u *)(out_at1 + 16) = ((rows_1 - rows_2) + rows_3);
            *(v16u *)(out_at1 + 96) = ((rows_4 + rows_5) + rows_6);
            *(v16u *)(out_at1 + 112) = ((rows_5 - rows_6) + rows_7);
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
  for (long ic = 0; ic < 16; ic++) {
    {
      v16 taps_0, taps_1, taps_2, taps_3, taps_4, taps_5, taps_6, taps_7, taps_8;
      const float *const weights_at0 = weights + 9 * ic;
      taps_0 = ((v16){weights_at0[0], weights_at0[144], weights_at0[288], weights_at0[432], weights_at0[576], weights_at0[720], weights_at0[864], weights_at0[1008], weights_at0[1152], weights_at0[1296], weights_at0[1440], weights_at0[1584], weights_at0[1728], weights_at0[1872], weights_at0[2016], weights_at0[2160]});
      taps_1 = ((v16){weights_at0[1], weights_at0[145], weights_at0[289], weights_at0[433], weights_at0[577], weights_at0[721], weights_at0[865], weights_at0[1009], weights_at0[1153], weights_at0[1297], weights_at0[1441], weights_at0[1585], weights_at0[1729], weights_at0[1873], weights_at0[2017], weights_at0[2161]});
      taps_2 = ((v16){weights_at0[2], weights_at0[146], weights_at0[290], weights_at0[434], weights_at0[578], weights_at0[722], weights_at0[866], weights_at0[1010], weights_at0[1154], weights_at0[1298], weights_at0[1442], weights_at0[1586], weights_at0[1730], weights_at0[1874], weights_at0[2018], weights_at0[2162]});
      taps_3 = ((v16){weights_at0[3], weights_at0[147], weights_at0[291], weights_at0[435], weights_at0[579], weights_at0[723], weights_at0[867], weights_at0[1011], weights_at0[1155], weights_at0[1299], weights_at0[1443], weights_at0[1587], weights_at0[1731], weights_at0[1875], weights_at0[2019], weights_at0[2163]});
      taps_4 = ((v16){weights_at0[4], weights_at0[148], weights_at0[292], weights_at0[436], weights_at0[580], weights_at0[724], weights_at0[868], weights_at0[1012], weights_at0[1156], weights_at0[1300], weights_at0[1444], weights_at0[1588], weights_at0[1732], weights_at0[1876], weights_at0[2020], weights_at0[2164]});
      taps_5 = ((v16){weights_at0[5], weights_at0[149], weights_at0[293], weights_at0[437], weights_at0[581], weights_at0[725], weights_at0[869], weights_at0[1013], weights_at0[1157], weights_at0[1301], weights_at0[1445], weights_at0[1589], weights_at0[1733], weights_at0[1877], weights_at0[2021], weights_at0[2165]});
      taps_6 = ((v16){weights_at0[6], weights_at0[150], weights_at0[294], weights_at0[438], weights_at0[582], weights_at0[726], weights_at0[870], weights_at0[1014], weights_at0[1158], weights_at0[1302], weights_at0[1446], weights_at0[1590], weights_at0[1734], weights_at0[1878], weights_at0[2022], weights_at0[2166]});
      taps_7 = ((v16){weights_at0[7], weights_at0[151], weights_at0[295], weights_at0[439], weights_at0[583], weights_at0[727], weights_at0[871], weights_at0[1015], weights_at0[1159], weights_at0[1303], weights_at0[1447], weights_at0[1591], weights_at0[1735], weights_at0[1879], weights_at0[2023], weights_at0[2167]});
      taps_8 = ((v16){weights_at0[8], weights_at0[152], weights_at0[296], weights_at0[440], weights_at0[584], weights_at0[728], weights_at0[872], weights_at0[1016], weights_at0[1160], weights_at0[1304], weights_at0[1448], weights_at0[1592], weights_at0[1736], weights_at0[1880], weights_at0[2024], weights_at0[2168]});
      {
        v16 weight_columns_0, weight_columns_1, weight_columns_2, weight_columns_3, weight_columns_4, weight_columns_5, weight_columns_6, weight_columns_7, weight_columns_8, weight_columns_9, weight_columns_10, weight_columns_11;
        weight_columns_0 = (0.0f - taps_0);
        weight_columns_1 = (0.0f - taps_1);
        weight_columns_2 = (0.0f - taps_2);
        weight_columns_3 = (((0.5f * taps_0) + (0.5f * taps_3)) + (0.5f * taps_6));
        weight_columns_4 = (((0.5f * taps_1) + (0.5f * taps_4)) + (0.5f * taps_7));
        weight_columns_5 = (((0.5f * taps_2) + (0.5f * taps_5)) + (0.5f * taps_8));
        weight_columns_6 = (((0.5f * taps_0) + (-0.5f * taps_3)) + (0.5f * taps_6));
        weight_columns_7 = (((0.5f * taps_1) + (-0.5f * taps_4)) + (0.5f * taps_7));
        weight_columns_8 = (((0.5f * taps_2) + (-0.5f * taps_5)) + (0.5f * taps_8));
        weight_columns_9 = taps_6;
        weight_columns_10 = taps_7;
        weight_columns_11 = taps_8;
        float *const U_at1 = U + 16 * ic;
        *(v16u *)(U_at1) = (0.0f - weight_columns_0);
        *(v16u *)(U_at1 + 256) = (((0.5f * weight_columns_0) + (0.5f * weight_columns_1)) + (0.5f * weight_columns_2));
        *(v16u *)(U_at1 + 512) = (((0.5f * weight_columns_0) + (-0.5f * weight_columns_1)) + (0.5f * weight_columns_2));
        *(v16u *)(U_at1 + 768) = weight_columns_2;
        *(v16u *)(U_at1 + 1024) = (0.0f - weight_columns_3);
        *(v16u *)(U_at1 + 1280) = (((0.5f * weight_columns_3) + (0.5f * weight_columns_4)) + (0.5f * weight_columns_5));
        *(v16u *)(U_at1 + 1536) = (((0.5f * weight_columns_3) + (-0.5f * weight_columns_4)) + (0.5f * weight_columns_5));
        *(v16u *)(U_at1 + 1792) = weight_columns_5;
        *(v16u *)(U_at1 + 2048) = (0.0f - weight_columns_6);
        *(v16u *)(U_at1 + 2304) = (((0.5f * weight_columns_6) + (0.5f * weight_columns_7)) + (0.5f * weight_columns_8));
        *(v16u *)(U_at1 + 2560) = (((0.5f * weight_columns_6) + (-0.5f * weight_columns_7)) + (0.5f * weight_columns_8));
        *(v16u *)(U_at1 + 2816) = weight_columns_8;
        *(v16u *)(U_at1 + 3072) = (0.0f - weight_columns_9);
        *(v16u *)(U_at1 + 3328) = (((0.5f * weight_columns_9) + (0.5f * weight_columns_10)) + (0.5f * weight_columns_11));
        *(v16u *)(U_at1 + 3584) = (((0.5f * weight_columns_9) + (-0.5f * weight_columns_10)) + (0.5f * weight_columns_11));
        *(v16u *)(U_at1 + 3840) = weight_columns_11;
      }
    }
  }
}

void pack(void *const *args, void *const *packed) {
  pack_0(args[1], packed[1]);
}
