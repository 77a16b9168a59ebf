static inline long min_of(long a, long b) { return a < b ? a : b; }
static inline long max_of(long a, long b) { return a > b ? a : b; }
static inline long floor_div(long a, long b) { return a / b - (a % b < 0); }
static inline long floor_mod(long a, long b) { return a % b + (a % b < 0 ? b : 0); }
typedef float v8 __attribute__((vector_size(32)));
typedef float v8u __attribute__((vector_size(32), aligned(4), may_alias));

static void run(const float *restrict data, const float *restrict U, float *restrict out, char *restrict workspace) {
  {
    float *restrict padded = (float *)(workspace + 0);
    for (long ih = 0; ih < 4; ih++) {
      {
        v8 turned_0, turned_1, turned_2, turned_3, turned_4, turned_5, turned_6, turned_7;
        turned_0 = ((v8){0.0f, data[22 * ih], data[22 * ih + 1], data[22 * ih + 2], data[22 * ih + 3], data[22 * ih + 4], data[22 * ih + 5], data[22 * ih + 6]});
        turned_1 = ((v8){0.0f, data[22 * ih + 88], data[22 * ih + 89], data[22 * ih + 90], data[22 * ih + 91], data[22 * ih + 92], data[22 * ih + 93], data[22 * ih + 94]});
        turned_2 = ((v8){0.0f, data[22 * ih + 176], data[22 * ih + 177], data[22 * ih + 178], data[22 * ih + 179], data[22 * ih + 180], data[22 * ih + 181], data[22 * ih + 182]});
        turned_3 = ((v8){0.0f, data[22 * ih + 264], data[22 * ih + 265], data[22 * ih + 266], data[22 * ih + 267], data[22 * ih + 268], data[22 * ih + 269], data[22 * ih + 270]});
        turned_4 = ((v8){0.0f, data[22 * ih + 352], data[22 * ih + 353], data[22 * ih + 354], data[22 * ih + 355], data[22 * ih + 356], data[22 * ih + 357], data[22 * ih + 358]});
        turned_5 = ((v8){0.0f, data[22 * ih + 440], data[22 * ih + 441], data[22 * ih + 442], data[22 * ih + 443], data[22 * ih + 444], data[22 * ih + 445], data[22 * ih + 446]});
        turned_6 = ((v8){0.0f, data[22 * ih + 528], data[22 * ih + 529], data[22 * ih + 530], data[22 * ih + 531], data[22 * ih + 532], data[22 * ih + 533], data[22 * ih + 534]});
        turned_7 = ((v8){0.0f, data[22 * ih + 616], data[22 * ih + 617], data[22 * ih + 618], data[22 * ih + 619], data[22 * ih + 620], data[22 * ih + 621], data[22 * ih + 622]});
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
        *(v8u *)(padded + 192 * ih) = column16;
        *(v8u *)(padded + 192 * ih + 8) = column17;
        *(v8u *)(padded + 192 * ih + 16) = column18;
        *(v8u *)(padded + 192 * ih + 24) = column19;
        *(v8u *)(padded + 192 * ih + 32) = column20;
        *(v8u *)(padded + 192 * ih + 40) = column21;
        *(v8u *)(padded + 192 * ih + 48) = column22;
        *(v8u *)(padded + 192 * ih + 56) = column23;
      }
      {
        v8 turned_0, turned_1, turned_2, turned_3, turned_4, turned_5, turned_6, turned_7;
        turned_0 = *(const v8u *)(data + 22 * ih + 7);
        turned_1 = *(const v8u *)(data + 22 * ih + 95);
        turned_2 = *(const v8u *)(data + 22 * ih + 183);
        turned_3 = *(const v8u *)(data + 22 * ih + 271);
        turned_4 = *(const v8u *)(data + 22 * ih + 359);
        turned_5 = *(const v8u *)(data + 22 * ih + 447);
        turned_6 = *(const v8u *)(data + 22 * ih + 535);
        turned_7 = *(const v8u *)(data + 22 * ih + 623);
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
        *(v8u *)(padded + 192 * ih + 64) = column40;
        *(v8u *)(padded + 192 * ih + 72) = column41;
        *(v8u *)(padded + 192 * ih + 80) = column42;
        *(v8u *)(padded + 192 * ih + 88) = column43;
        *(v8u *)(padded + 192 * ih + 96) = column44;
        *(v8u *)(padded + 192 * ih + 104) = column45;
        *(v8u *)(padded + 192 * ih + 112) = column46;
        *(v8u *)(padded + 192 * ih + 120) = column47;
      }
      {
        v8 turned_0, turned_1, turned_2, turned_3, turned_4, turned_5, turned_6, turned_7;
        turned_0 = ((v8){data[22 * ih + 15], data[22 * ih + 16], data[22 * ih + 17], data[22 * ih + 18], data[22 * ih + 19], data[22 * ih + 20], data[22 * ih + 21], 0.0f});
        turned_1 = ((v8){data[22 * ih + 103], data[22 * ih + 104], data[22 * ih + 105], data[22 * ih + 106], data[22 * ih + 107], data[22 * ih + 108], data[22 * ih + 109], 0.0f});
        turned_2 = ((v8){data[22 * ih + 191], data[22 * ih + 192], data[22 * ih + 193], data[22 * ih + 194], data[22 * ih + 195], data[22 * ih + 196], data[22 * ih + 197], 0.0f});
        turned_3 = ((v8){data[22 * ih + 279], data[22 * ih + 280], data[22 * ih + 281], data[22 * ih + 282], data[22 * ih + 283], data[22 * ih + 284], data[22 * ih + 285], 0.0f});
        turned_4 = ((v8){data[22 * ih + 367], data[22 * ih + 368], data[22 * ih + 369], data[22 * ih + 370], data[22 * ih + 371], data[22 * ih + 372], data[22 * ih + 373], 0.0f});
        turned_5 = ((v8){data[22 * ih + 455], data[22 * ih + 456], data[22 * ih + 457], data[22 * ih + 458], data[22 * ih + 459], data[22 * ih + 460], data[22 * ih + 461], 0.0f});
        turned_6 = ((v8){data[22 * ih + 543], data[22 * ih + 544], data[22 * ih + 545], data[22 * ih + 546], data[22 * ih + 547], data[22 * ih + 548], data[22 * ih + 549], 0.0f});
        turned_7 = ((v8){data[22 * ih + 631], data[22 * ih + 632], data[22 * ih + 633], data[22 * ih + 634], data[22 * ih + 635], data[22 * ih + 636], data[22 * ih + 637], 0.0f});
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
        *(v8u *)(padded + 192 * ih + 128) = column64;
        *(v8u *)(padded + 192 * ih + 136) = column65;
        *(v8u *)(padded + 192 * ih + 144) = column66;
        *(v8u *)(padded + 192 * ih + 152) = column67;
        *(v8u *)(padded + 192 * ih + 160) = column68;
        *(v8u *)(padded + 192 * ih + 168) = column69;
        *(v8u *)(padded + 192 * ih + 176) = column70;
        *(v8u *)(padded + 192 * ih + 184) = column71;
      }
    }
    {
      float *restrict V = (float *)(workspace + 3136);
      for (long p = 0; p < 44; p++) {
        {
          v8 columns_0, columns_1, columns_2, columns_3;
          columns_0 = *(const v8u *)(padded + 192 * ((p) / 11) + 16 * ((p) % 11));
          columns_1 = *(const v8u *)(padded + 192 * ((p) / 11) + 16 * ((p) % 11) + 8);
          columns_2 = *(const v8u *)(padded + 192 * ((p) / 11) + 16 * ((p) % 11) + 16);
          columns_3 = *(const v8u *)(padded + 192 * ((p) / 11) + 16 * ((p) % 11) + 24);
          *(v8u *)(V + 8 * p) = (columns_2 - columns_0);
          *(v8u *)(V + 8 * p + 352) = (columns_1 + columns_2);
          *(v8u *)(V + 8 * p + 704) = (columns_2 - columns_1);
          *(v8u *)(V + 8 * p + 1056) = (columns_3 - columns_1);
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
                M_acc_0 += (V[352 * b + 16 * po + ic] * *(const v8u *)(U + 64 * b + 8 * ic));
                M_acc_1 += (V[352 * b + 16 * po + ic + 8] * *(const v8u *)(U + 64 * b + 8 * ic));
              }
              *(v8u *)(M + 352 * b + 16 * po) = M_acc_0;
              *(v8u *)(M + 352 * b + 16 * po + 8) = M_acc_1;
            }
          }
        }
        for (long n_oho_owoi = 0; n_oho_owoi < 44; n_oho_owoi++) {
          {
            float *restrict tile = (float *)(workspace + 14528);
            {
              v8 rows_0, rows_1, rows_2, rows_3;
              rows_0 = *(const v8u *)(M + 8 * n_oho_owoi);
              rows_1 = *(const v8u *)(M + 8 * n_oho_owoi + 352);
              rows_2 = *(const v8u *)(M + 8 * n_oho_owoi + 704);
              rows_3 = *(const v8u *)(M + 8 * n_oho_owoi + 1056);
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
      taps_0 = ((v8){weights[3 * ic], weights[3 * ic + 24], weights[3 * ic + 48], weights[3 * ic + 72], weights[3 * ic + 96], weights[3 * ic + 120], weights[3 * ic + 144], weights[3 * ic + 168]});
      taps_1 = ((v8){weights[3 * ic + 1], weights[3 * ic + 25], weights[3 * ic + 49], weights[3 * ic + 73], weights[3 * ic + 97], weights[3 * ic + 121], weights[3 * ic + 145], weights[3 * ic + 169]});
      taps_2 = ((v8){weights[3 * ic + 2], weights[3 * ic + 26], weights[3 * ic + 50], weights[3 * ic + 74], weights[3 * ic + 98], weights[3 * ic + 122], weights[3 * ic + 146], weights[3 * ic + 170]});
      {
        v8 weight_columns_0, weight_columns_1, weight_columns_2;
        weight_columns_0 = taps_0;
        weight_columns_1 = taps_1;
        weight_columns_2 = taps_2;
        *(v8u *)(U + 8 * ic) = (0.0f - weight_columns_0);
        *(v8u *)(U + 8 * ic + 64) = (((0.5f * weight_columns_0) + (0.5f * weight_columns_1)) + (0.5f * weight_columns_2));
        *(v8u *)(U + 8 * ic + 128) = (((0.5f * weight_columns_0) + (-0.5f * weight_columns_1)) + (0.5f * weight_columns_2));
        *(v8u *)(U + 8 * ic + 192) = weight_columns_2;
      }
    }
  }
}

void pack(void *const *args, void *const *packed) {
  pack_0(args[1], packed[1]);
}
