static inline long min_of(long a, long b) { return a < b ? a : b; }
static inline long max_of(long a, long b) { return a > b ? a : b; }
static inline long floor_div(long a, long b) { return a / b - (a % b < 0); }
static inline long floor_mod(long a, long b) { return a % b + (a % b < 0 ? b : 0); }
typedef float v16 __attribute__((vector_size(64)));
typedef float v16u __attribute__((vector_size(64), aligned(4), may_alias));

static void run(const float *restrict data, const float *restrict U, float *restrict out, char *restrict workspace) {
  {
    float *restrict padded = (float *)(workspace + 0);
    for (long ih = 0; ih < 1; ih++) {
      for (long iw = 0; iw < 8; iw++) {
        __builtin_memset(padded + 128 * ih + 16 * iw, 0, 64);
      }
    }
    for (long ih2 = 1; ih2 < 7; ih2++) {
      for (long iw2 = 0; iw2 < 1; iw2++) {
        __builtin_memset(padded + 128 * ih2 + 16 * iw2, 0, 64);
      }
      for (long iw3 = 1; iw3 < 7; iw3++) {
        __builtin_memcpy(padded + 128 * ih2 + 16 * iw3, data + 96 * ih2 + 16 * iw3 - 112, 64);
      }
      for (long iw4 = 7; iw4 < 8; iw4++) {
        __builtin_memset(padded + 128 * ih2 + 16 * iw4, 0, 64);
      }
    }
    for (long ih3 = 7; ih3 < 8; ih3++) {
      for (long iw5 = 0; iw5 < 8; iw5++) {
        __builtin_memset(padded + 128 * ih3 + 16 * iw5, 0, 64);
      }
    }
    {
      float *restrict V = (float *)(workspace + 4160);
      for (long p = 0; p < 9; p++) {
        {
          v16 columns_0, columns_1, columns_2, columns_3, columns_4, columns_5, columns_6, columns_7, columns_8, columns_9, columns_10, columns_11, columns_12, columns_13, columns_14, columns_15;
          columns_0 = (*(const v16u *)(padded + 256 * ((p) / 3) + 32 * ((p) % 3) + 256) - *(const v16u *)(padded + 256 * ((p) / 3) + 32 * ((p) % 3)));
          columns_4 = (*(const v16u *)(padded + 256 * ((p) / 3) + 32 * ((p) % 3) + 128) + *(const v16u *)(padded + 256 * ((p) / 3) + 32 * ((p) % 3) + 256));
          columns_8 = (*(const v16u *)(padded + 256 * ((p) / 3) + 32 * ((p) % 3) + 256) - *(const v16u *)(padded + 256 * ((p) / 3) + 32 * ((p) % 3) + 128));
          columns_12 = (*(const v16u *)(padded + 256 * ((p) / 3) + 32 * ((p) % 3) + 384) - *(const v16u *)(padded + 256 * ((p) / 3) + 32 * ((p) % 3) + 128));
          columns_1 = (*(const v16u *)(padded + 256 * ((p) / 3) + 32 * ((p) % 3) + 272) - *(const v16u *)(padded + 256 * ((p) / 3) + 32 * ((p) % 3) + 16));
          columns_5 = (*(const v16u *)(padded + 256 * ((p) / 3) + 32 * ((p) % 3) + 144) + *(const v16u *)(padded + 256 * ((p) / 3) + 32 * ((p) % 3) + 272));
          columns_9 = (*(const v16u *)(padded + 256 * ((p) / 3) + 32 * ((p) % 3) + 272) - *(const v16u *)(padded + 256 * ((p) / 3) + 32 * ((p) % 3) + 144));
          columns_13 = (*(const v16u *)(padded + 256 * ((p) / 3) + 32 * ((p) % 3) + 400) - *(const v16u *)(padded + 256 * ((p) / 3) + 32 * ((p) % 3) + 144));
          columns_2 = (*(const v16u *)(padded + 256 * ((p) / 3) + 32 * ((p) % 3) + 288) - *(const v16u *)(padded + 256 * ((p) / 3) + 32 * ((p) % 3) + 32));
          columns_6 = (*(const v16u *)(padded + 256 * ((p) / 3) + 32 * ((p) % 3) + 160) + *(const v16u *)(padded + 256 * ((p) / 3) + 32 * ((p) % 3) + 288));
          columns_10 = (*(const v16u *)(padded + 256 * ((p) / 3) + 32 * ((p) % 3) + 288) - *(const v16u *)(padded + 256 * ((p) / 3) + 32 * ((p) % 3) + 160));
          columns_14 = (*(const v16u *)(padded + 256 * ((p) / 3) + 32 * ((p) % 3) + 416) - *(const v16u *)(padded + 256 * ((p) / 3) + 32 * ((p) % 3) + 160));
          columns_3 = (*(const v16u *)(padded + 256 * ((p) / 3) + 32 * ((p) % 3) + 304) - *(const v16u *)(padded + 256 * ((p) / 3) + 32 * ((p) % 3) + 48));
          columns_7 = (*(const v16u *)(padded + 256 * ((p) / 3) + 32 * ((p) % 3) + 176) + *(const v16u *)(padded + 256 * ((p) / 3) + 32 * ((p) % 3) + 304));
          columns_11 = (*(const v16u *)(padded + 256 * ((p) / 3) + 32 * ((p) % 3) + 304) - *(const v16u *)(padded + 256 * ((p) / 3) + 32 * ((p) % 3) + 176));
          columns_15 = (*(const v16u *)(padded + 256 * ((p) / 3) + 32 * ((p) % 3) + 432) - *(const v16u *)(padded + 256 * ((p) / 3) + 32 * ((p) % 3) + 176));
          *(v16u *)(V + 16 * p) = (columns_2 - columns_0);
          *(v16u *)(V + 16 * p + 144) = (columns_1 + columns_2);
          *(v16u *)(V + 16 * p + 288) = (columns_2 - columns_1);
          *(v16u *)(V + 16 * p + 432) = (columns_3 - columns_1);
          *(v16u *)(V + 16 * p + 576) = (columns_6 - columns_4);
          *(v16u *)(V + 16 * p + 720) = (columns_5 + columns_6);
          *(v16u *)(V + 16 * p + 864) = (columns_6 - columns_5);
          *(v16u *)(V + 16 * p + 1008) = (columns_7 - columns_5);
          *(v16u *)(V + 16 * p + 1152) = (columns_10 - columns_8);
          *(v16u *)(V + 16 * p + 1296) = (columns_9 + columns_10);
          *(v16u *)(V + 16 * p + 1440) = (columns_10 - columns_9);
          *(v16u *)(V + 16 * p + 1584) = (columns_11 - columns_9);
          *(v16u *)(V + 16 * p + 1728) = (columns_14 - columns_12);
          *(v16u *)(V + 16 * p + 1872) = (columns_13 + columns_14);
          *(v16u *)(V + 16 * p + 2016) = (columns_14 - columns_13);
          *(v16u *)(V + 16 * p + 2160) = (columns_15 - columns_13);
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
                  M_acc_0 += (V[576 * a + 144 * b + 48 * po + ic] * *(const v16u *)(U + 1024 * a + 256 * b + 16 * ic));
                  M_acc_1 += (V[576 * a + 144 * b + 48 * po + ic + 16] * *(const v16u *)(U + 1024 * a + 256 * b + 16 * ic));
                  M_acc_2 += (V[576 * a + 144 * b + 48 * po + ic + 32] * *(const v16u *)(U + 1024 * a + 256 * b + 16 * ic));
                }
                *(v16u *)(M + 576 * a + 144 * b + 48 * po) = M_acc_0;
                *(v16u *)(M + 576 * a + 144 * b + 48 * po + 16) = M_acc_1;
                *(v16u *)(M + 576 * a + 144 * b + 48 * po + 32) = M_acc_2;
              }
            }
          }
        }
        for (long n_oho_owoi = 0; n_oho_owoi < 9; n_oho_owoi++) {
          {
            v16 rows_0, rows_1, rows_2, rows_3, rows_4, rows_5, rows_6, rows_7;
            rows_0 = ((*(const v16u *)(M + 16 * n_oho_owoi) + *(const v16u *)(M + 16 * n_oho_owoi + 576)) + *(const v16u *)(M + 16 * n_oho_owoi + 1152));
            rows_4 = ((*(const v16u *)(M + 16 * n_oho_owoi + 576) - *(const v16u *)(M + 16 * n_oho_owoi + 1152)) + *(const v16u *)(M + 16 * n_oho_owoi + 1728));
            rows_1 = ((*(const v16u *)(M + 16 * n_oho_owoi + 144) + *(const v16u *)(M + 16 * n_oho_owoi + 720)) + *(const v16u *)(M + 16 * n_oho_owoi + 1296));
            rows_5 = ((*(const v16u *)(M + 16 * n_oho_owoi + 720) - *(const v16u *)(M + 16 * n_oho_owoi + 1296)) + *(const v16u *)(M + 16 * n_oho_owoi + 1872));
            rows_2 = ((*(const v16u *)(M + 16 * n_oho_owoi + 288) + *(const v16u *)(M + 16 * n_oho_owoi + 864)) + *(const v16u *)(M + 16 * n_oho_owoi + 1440));
            rows_6 = ((*(const v16u *)(M + 16 * n_oho_owoi + 864) - *(const v16u *)(M + 16 * n_oho_owoi + 1440)) + *(const v16u *)(M + 16 * n_oho_owoi + 2016));
            rows_3 = ((*(const v16u *)(M + 16 * n_oho_owoi + 432) + *(const v16u *)(M + 16 * n_oho_owoi + 1008)) + *(const v16u *)(M + 16 * n_oho_owoi + 1584));
            rows_7 = ((*(const v16u *)(M + 16 * n_oho_owoi + 1008) - *(const v16u *)(M + 16 * n_oho_owoi + 1584)) + *(const v16u *)(M + 16 * n_oho_owoi + 2160));
            *(v16u *)(out + 192 * ((n_oho_owoi) / 3) + 32 * ((n_oho_owoi) % 3)) = ((rows_0 + rows_1) + rows_2);
            *(v16u *)(out + 192 * ((n_oho_owoi) / 3) + 32 * ((n_oho_owoi) % 3) + 16) = ((rows_1 - rows_2) + rows_3);
            *(v16u *)(out + 192 * ((n_oho_owoi) / 3) + 32 * ((n_oho_owoi) % 3) + 96) = ((rows_4 + rows_5) + rows_6);
            *(v16u *)(out + 192 * ((n_oho_owoi) / 3) + 32 * ((n_oho_owoi) % 3) + 112) = ((rows_5 - rows_6) + rows_7);
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
      taps_0 = ((v16){weights[9 * ic], weights[9 * ic + 144], weights[9 * ic + 288], weights[9 * ic + 432], weights[9 * ic + 576], weights[9 * ic + 720], weights[9 * ic + 864], weights[9 * ic + 1008], weights[9 * ic + 1152], weights[9 * ic + 1296], weights[9 * ic + 1440], weights[9 * ic + 1584], weights[9 * ic + 1728], weights[9 * ic + 1872], weights[9 * ic + 2016], weights[9 * ic + 2160]});
      taps_1 = ((v16){weights[9 * ic + 1], weights[9 * ic + 145], weights[9 * ic + 289], weights[9 * ic + 433], weights[9 * ic + 577], weights[9 * ic + 721], weights[9 * ic + 865], weights[9 * ic + 1009], weights[9 * ic + 1153], weights[9 * ic + 1297], weights[9 * ic + 1441], weights[9 * ic + 1585], weights[9 * ic + 1729], weights[9 * ic + 1873], weights[9 * ic + 2017], weights[9 * ic + 2161]});
      taps_2 = ((v16){weights[9 * ic + 2], weights[9 * ic + 146], weights[9 * ic + 290], weights[9 * ic + 434], weights[9 * ic + 578], weights[9 * ic + 722], weights[9 * ic + 866], weights[9 * ic + 1010], weights[9 * ic + 1154], weights[9 * ic + 1298], weights[9 * ic + 1442], weights[9 * ic + 1586], weights[9 * ic + 1730], weights[9 * ic + 1874], weights[9 * ic + 2018], weights[9 * ic + 2162]});
      taps_3 = ((v16){weights[9 * ic + 3], weights[9 * ic + 147], weights[9 * ic + 291], weights[9 * ic + 435], weights[9 * ic + 579], weights[9 * ic + 723], weights[9 * ic + 867], weights[9 * ic + 1011], weights[9 * ic + 1155], weights[9 * ic + 1299], weights[9 * ic + 1443], weights[9 * ic + 1587], weights[9 * ic + 1731], weights[9 * ic + 1875], weights[9 * ic + 2019], weights[9 * ic + 2163]});
      taps_4 = ((v16){weights[9 * ic + 4], weights[9 * ic + 148], weights[9 * ic + 292], weights[9 * ic + 436], weights[9 * ic + 580], weights[9 * ic + 724], weights[9 * ic + 868], weights[9 * ic + 1012], weights[9 * ic + 1156], weights[9 * ic + 1300], weights[9 * ic + 1444], weights[9 * ic + 1588], weights[9 * ic + 1732], weights[9 * ic + 1876], weights[9 * ic + 2020], weights[9 * ic + 2164]});
      taps_5 = ((v16){weights[9 * ic + 5], weights[9 * ic + 149], weights[9 * ic + 293], weights[9 * ic + 437], weights[9 * ic + 581], weights[9 * ic + 725], weights[9 * ic + 869], weights[9 * ic + 1013], weights[9 * ic + 1157], weights[9 * ic + 1301], weights[9 * ic + 1445], weights[9 * ic + 1589], weights[9 * ic + 1733], weights[9 * ic + 1877], weights[9 * ic + 2021], weights[9 * ic + 2165]});
      taps_6 = ((v16){weights[9 * ic + 6], weights[9 * ic + 150], weights[9 * ic + 294], weights[9 * ic + 438], weights[9 * ic + 582], weights[9 * ic + 726], weights[9 * ic + 870], weights[9 * ic + 1014], weights[9 * ic + 1158], weights[9 * ic + 1302], weights[9 * ic + 1446], weights[9 * ic + 1590], weights[9 * ic + 1734], weights[9 * ic + 1878], weights[9 * ic + 2022], weights[9 * ic + 2166]});
      taps_7 = ((v16){weights[9 * ic + 7], weights[9 * ic + 151], weights[9 * ic + 295], weights[9 * ic + 439], weights[9 * ic + 583], weights[9 * ic + 727], weights[9 * ic + 871], weights[9 * ic + 1015], weights[9 * ic + 1159], weights[9 * ic + 1303], weights[9 * ic + 1447], weights[9 * ic + 1591], weights[9 * ic + 1735], weights[9 * ic + 1879], weights[9 * ic + 2023], weights[9 * ic + 2167]});
      taps_8 = ((v16){weights[9 * ic + 8], weights[9 * ic + 152], weights[9 * ic + 296], weights[9 * ic + 440], weights[9 * ic + 584], weights[9 * ic + 728], weights[9 * ic + 872], weights[9 * ic + 1016], weights[9 * ic + 1160], weights[9 * ic + 1304], weights[9 * ic + 1448], weights[9 * ic + 1592], weights[9 * ic + 1736], weights[9 * ic + 1880], weights[9 * ic + 2024], weights[9 * ic + 2168]});
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
        *(v16u *)(U + 16 * ic) = (0.0f - weight_columns_0);
        *(v16u *)(U + 16 * ic + 256) = (((0.5f * weight_columns_0) + (0.5f * weight_columns_1)) + (0.5f * weight_columns_2));
        *(v16u *)(U + 16 * ic + 512) = (((0.5f * weight_columns_0) + (-0.5f * weight_columns_1)) + (0.5f * weight_columns_2));
        *(v16u *)(U + 16 * ic + 768) = weight_columns_2;
        *(v16u *)(U + 16 * ic + 1024) = (0.0f - weight_columns_3);
        *(v16u *)(U + 16 * ic + 1280) = (((0.5f * weight_columns_3) + (0.5f * weight_columns_4)) + (0.5f * weight_columns_5));
        *(v16u *)(U + 16 * ic + 1536) = (((0.5f * weight_columns_3) + (-0.5f * weight_columns_4)) + (0.5f * weight_columns_5));
        *(v16u *)(U + 16 * ic + 1792) = weight_columns_5;
        *(v16u *)(U + 16 * ic + 2048) = (0.0f - weight_columns_6);
        *(v16u *)(U + 16 * ic + 2304) = (((0.5f * weight_columns_6) + (0.5f * weight_columns_7)) + (0.5f * weight_columns_8));
        *(v16u *)(U + 16 * ic + 2560) = (((0.5f * weight_columns_6) + (-0.5f * weight_columns_7)) + (0.5f * weight_columns_8));
        *(v16u *)(U + 16 * ic + 2816) = weight_columns_8;
        *(v16u *)(U + 16 * ic + 3072) = (0.0f - weight_columns_9);
        *(v16u *)(U + 16 * ic + 3328) = (((0.5f * weight_columns_9) + (0.5f * weight_columns_10)) + (0.5f * weight_columns_11));
        *(v16u *)(U + 16 * ic + 3584) = (((0.5f * weight_columns_9) + (-0.5f * weight_columns_10)) + (0.5f * weight_columns_11));
        *(v16u *)(U + 16 * ic + 3840) = weight_columns_11;
      }
    }
  }
}

void pack(void *const *args, void *const *packed) {
  pack_0(args[1], packed[1]);
}
