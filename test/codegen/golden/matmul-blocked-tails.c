static inline long min_of(long a, long b) { return a < b ? a : b; }
static inline long max_of(long a, long b) { return a > b ? a : b; }
static inline long floor_div(long a, long b) { return a / b - (a % b < 0); }
static inline long floor_mod(long a, long b) { return a % b + (a % b < 0 ? b : 0); }
typedef float v16 __attribute__((vector_size(64)));
typedef float v16u __attribute__((vector_size(64), aligned(4), may_alias));
typedef int i16 __attribute__((vector_size(64)));
static inline v16 max16(v16 a, v16 b) { i16 m = a > b; return (v16)((m & (i16)a) | (~m & (i16)b)); }
static inline v16 load6of16(const float *p) { return __builtin_ia32_loadups512_mask(p, (v16){0}, 0x3f); }
static inline void store6of16(float *p, v16 v) { __builtin_ia32_storeups512_mask(p, v, 0x3f); }

static void run(const float *restrict A, const float *restrict B, const float *restrict bias, float *restrict C, char *restrict workspace) {
  for (long joo = 0; joo < 2; joo++) {
    for (long ko = 0; ko < 2; ko++) {
      {
        float *restrict B_packed = (float *)(workspace + 0);
        for (long d1o = 0; d1o < min_of(2, -2 * joo + 3); d1o++) {
          for (long d0 = 0; d0 < min_of(64, -64 * ko + 100); d0++) {
            if (-64 * joo - 32 * d1o + 38 >= 0) {
              __builtin_memcpy(B_packed + 2048 * d1o + 32 * d0, B + 64 * joo + 4480 * ko + 32 * d1o + 70 * d0, 128);
            } else {
              __builtin_memcpy(B_packed + 2048 * d1o + 32 * d0, B + 64 * joo + 4480 * ko + 32 * d1o + 70 * d0, 4 * max_of(min_of(32, -64 * joo - 32 * d1o + 70), 0));
              __builtin_memset(B_packed + max_of(min_of(32, -64 * joo - 32 * d1o + 70), 0) + 2048 * d1o + 32 * d0, 0, -4 * max_of(min_of(32, -64 * joo - 32 * d1o + 70), 0) + 128);
            }
          }
        }
        for (long joi = 0; joi < min_of(2, -2 * joo + 3); joi++) {
          if (-2 * joo - joi + 1 >= 0) {
            for (long ioi = 0; ioi < 9; ioi++) {
              if (-ioi + 7 >= 0) {
                {
                  v16 C_acc_0, C_acc_1, C_acc_2, C_acc_3, C_acc_4, C_acc_5, C_acc_6, C_acc_7;
                  C_acc_0 = ((v16){0} + 0.0f);
                  C_acc_1 = ((v16){0} + 0.0f);
                  C_acc_2 = ((v16){0} + 0.0f);
                  C_acc_3 = ((v16){0} + 0.0f);
                  C_acc_4 = ((v16){0} + 0.0f);
                  C_acc_5 = ((v16){0} + 0.0f);
                  C_acc_6 = ((v16){0} + 0.0f);
                  C_acc_7 = ((v16){0} + 0.0f);
                  for (long ki = 0; ki < min_of(64, -64 * ko + 100); ki++) {
                    C_acc_0 += (A[64 * ko + 400 * ioi + ki] * *(const v16u *)(B_packed + 2048 * joi + 32 * ki));
                    C_acc_1 += (A[64 * ko + 400 * ioi + ki] * *(const v16u *)(B_packed + 2048 * joi + 32 * ki + 16));
                    C_acc_2 += (A[64 * ko + 400 * ioi + ki + 100] * *(const v16u *)(B_packed + 2048 * joi + 32 * ki));
                    C_acc_3 += (A[64 * ko + 400 * ioi + ki + 100] * *(const v16u *)(B_packed + 2048 * joi + 32 * ki + 16));
                    C_acc_4 += (A[64 * ko + 400 * ioi + ki + 200] * *(const v16u *)(B_packed + 2048 * joi + 32 * ki));
                    C_acc_5 += (A[64 * ko + 400 * ioi + ki + 200] * *(const v16u *)(B_packed + 2048 * joi + 32 * ki + 16));
                    C_acc_6 += (A[64 * ko + 400 * ioi + ki + 300] * *(const v16u *)(B_packed + 2048 * joi + 32 * ki));
                    C_acc_7 += (A[64 * ko + 400 * ioi + ki + 300] * *(const v16u *)(B_packed + 2048 * joi + 32 * ki + 16));
                  }
                  if (-ko >= 0) {
                    if (ko - 1 >= 0) {
                      *(v16u *)(C + 64 * joo + 32 * joi + 280 * ioi) = max16((C_acc_0 + *(const v16u *)(bias + 64 * joo + 32 * joi)), ((v16){0} + 0.0f));
                      *(v16u *)(C + 64 * joo + 32 * joi + 280 * ioi + 16) = max16((C_acc_1 + *(const v16u *)(bias + 64 * joo + 32 * joi + 16)), ((v16){0} + 0.0f));
                      *(v16u *)(C + 64 * joo + 32 * joi + 280 * ioi + 70) = max16((C_acc_2 + *(const v16u *)(bias + 64 * joo + 32 * joi)), ((v16){0} + 0.0f));
                      *(v16u *)(C + 64 * joo + 32 * joi + 280 * ioi + 86) = max16((C_acc_3 + *(const v16u *)(bias + 64 * joo + 32 * joi + 16)), ((v16){0} + 0.0f));
                      *(v16u *)(C + 64 * joo + 32 * joi + 280 * ioi + 140) = max16((C_acc_4 + *(const v16u *)(bias + 64 * joo + 32 * joi)), ((v16){0} + 0.0f));
                      *(v16u *)(C + 64 * joo + 32 * joi + 280 * ioi + 156) = max16((C_acc_5 + *(const v16u *)(bias + 64 * joo + 32 * joi + 16)), ((v16){0} + 0.0f));
                      *(v16u *)(C + 64 * joo + 32 * joi + 280 * ioi + 210) = max16((C_acc_6 + *(const v16u *)(bias + 64 * joo + 32 * joi)), ((v16){0} + 0.0f));
                      *(v16u *)(C + 64 * joo + 32 * joi + 280 * ioi + 226) = max16((C_acc_7 + *(const v16u *)(bias + 64 * joo + 32 * joi + 16)), ((v16){0} + 0.0f));
                    } else {
                      *(v16u *)(C + 64 * joo + 32 * joi + 280 * ioi) = C_acc_0;
                      *(v16u *)(C + 64 * joo + 32 * joi + 280 * ioi + 16) = C_acc_1;
                      *(v16u *)(C + 64 * joo + 32 * joi + 280 * ioi + 70) = C_acc_2;
                      *(v16u *)(C + 64 * joo + 32 * joi + 280 * ioi + 86) = C_acc_3;
                      *(v16u *)(C + 64 * joo + 32 * joi + 280 * ioi + 140) = C_acc_4;
                      *(v16u *)(C + 64 * joo + 32 * joi + 280 * ioi + 156) = C_acc_5;
                      *(v16u *)(C + 64 * joo + 32 * joi + 280 * ioi + 210) = C_acc_6;
                      *(v16u *)(C + 64 * joo + 32 * joi + 280 * ioi + 226) = C_acc_7;
                    }
                  } else {
                    if (ko - 1 >= 0) {
                      *(v16u *)(C + 64 * joo + 32 * joi + 280 * ioi) = max16(((*(const v16u *)(C + 64 * joo + 32 * joi + 280 * ioi) + C_acc_0) + *(const v16u *)(bias + 64 * joo + 32 * joi)), ((v16){0} + 0.0f));
                      *(v16u *)(C + 64 * joo + 32 * joi + 280 * ioi + 16) = max16(((*(const v16u *)(C + 64 * joo + 32 * joi + 280 * ioi + 16) + C_acc_1) + *(const v16u *)(bias + 64 * joo + 32 * joi + 16)), ((v16){0} + 0.0f));
                      *(v16u *)(C + 64 * joo + 32 * joi + 280 * ioi + 70) = max16(((*(const v16u *)(C + 64 * joo + 32 * joi + 280 * ioi + 70) + C_acc_2) + *(const v16u *)(bias + 64 * joo + 32 * joi)), ((v16){0} + 0.0f));
                      *(v16u *)(C + 64 * joo + 32 * joi + 280 * ioi + 86) = max16(((*(const v16u *)(C + 64 * joo + 32 * joi + 280 * ioi + 86) + C_acc_3) + *(const v16u *)(bias + 64 * joo + 32 * joi + 16)), ((v16){0} + 0.0f));
                      *(v16u *)(C + 64 * joo + 32 * joi + 280 * ioi + 140) = max16(((*(const v16u *)(C + 64 * joo + 32 * joi + 280 * ioi + 140) + C_acc_4) + *(const v16u *)(bias + 64 * joo + 32 * joi)), ((v16){0} + 0.0f));
                      *(v16u *)(C + 64 * joo + 32 * joi + 280 * ioi + 156) = max16(((*(const v16u *)(C + 64 * joo + 32 * joi + 280 * ioi + 156) + C_acc_5) + *(const v16u *)(bias + 64 * joo + 32 * joi + 16)), ((v16){0} + 0.0f));
                      *(v16u *)(C + 64 * joo + 32 * joi + 280 * ioi + 210) = max16(((*(const v16u *)(C + 64 * joo + 32 * joi + 280 * ioi + 210) + C_acc_6) + *(const v16u *)(bias + 64 * joo + 32 * joi)), ((v16){0} + 0.0f));
                      *(v16u *)(C + 64 * joo + 32 * joi + 280 * ioi + 226) = max16(((*(const v16u *)(C + 64 * joo + 32 * joi + 280 * ioi + 226) + C_acc_7) + *(const v16u *)(bias + 64 * joo + 32 * joi + 16)), ((v16){0} + 0.0f));
                    } else {
                      *(v16u *)(C + 64 * joo + 32 * joi + 280 * ioi) = *(const v16u *)(C + 64 * joo + 32 * joi + 280 * ioi) + C_acc_0;
                      *(v16u *)(C + 64 * joo + 32 * joi + 280 * ioi + 16) = *(const v16u *)(C + 64 * joo + 32 * joi + 280 * ioi + 16) + C_acc_1;
                      *(v16u *)(C + 64 * joo + 32 * joi + 280 * ioi + 70) = *(const v16u *)(C + 64 * joo + 32 * joi + 280 * ioi + 70) + C_acc_2;
                      *(v16u *)(C + 64 * joo + 32 * joi + 280 * ioi + 86) = *(const v16u *)(C + 64 * joo + 32 * joi + 280 * ioi + 86) + C_acc_3;
                      *(v16u *)(C + 64 * joo + 32 * joi + 280 * ioi + 140) = *(const v16u *)(C + 64 * joo + 32 * joi + 280 * ioi + 140) + C_acc_4;
                      *(v16u *)(C + 64 * joo + 32 * joi + 280 * ioi + 156) = *(const v16u *)(C + 64 * joo + 32 * joi + 280 * ioi + 156) + C_acc_5;
                      *(v16u *)(C + 64 * joo + 32 * joi + 280 * ioi + 210) = *(const v16u *)(C + 64 * joo + 32 * joi + 280 * ioi + 210) + C_acc_6;
                      *(v16u *)(C + 64 * joo + 32 * joi + 280 * ioi + 226) = *(const v16u *)(C + 64 * joo + 32 * joi + 280 * ioi + 226) + C_acc_7;
                    }
                  }
                }
              } else {
                {
                  v16 C_acc_0, C_acc_1;
                  C_acc_0 = ((v16){0} + 0.0f);
                  C_acc_1 = ((v16){0} + 0.0f);
                  for (long ki2 = 0; ki2 < min_of(64, -64 * ko + 100); ki2++) {
                    C_acc_0 += (A[64 * ko + 400 * ioi + ki2] * *(const v16u *)(B_packed + 2048 * joi + 32 * ki2));
                    C_acc_1 += (A[64 * ko + 400 * ioi + ki2] * *(const v16u *)(B_packed + 2048 * joi + 32 * ki2 + 16));
                  }
                  if (-ko >= 0) {
                    if (ko - 1 >= 0) {
                      *(v16u *)(C + 64 * joo + 32 * joi + 280 * ioi) = max16((C_acc_0 + *(const v16u *)(bias + 64 * joo + 32 * joi)), ((v16){0} + 0.0f));
                      *(v16u *)(C + 64 * joo + 32 * joi + 280 * ioi + 16) = max16((C_acc_1 + *(const v16u *)(bias + 64 * joo + 32 * joi + 16)), ((v16){0} + 0.0f));
                    } else {
                      *(v16u *)(C + 64 * joo + 32 * joi + 280 * ioi) = C_acc_0;
                      *(v16u *)(C + 64 * joo + 32 * joi + 280 * ioi + 16) = C_acc_1;
                    }
                  } else {
                    if (ko - 1 >= 0) {
                      *(v16u *)(C + 64 * joo + 32 * joi + 280 * ioi) = max16(((*(const v16u *)(C + 64 * joo + 32 * joi + 280 * ioi) + C_acc_0) + *(const v16u *)(bias + 64 * joo + 32 * joi)), ((v16){0} + 0.0f));
                      *(v16u *)(C + 64 * joo + 32 * joi + 280 * ioi + 16) = max16(((*(const v16u *)(C + 64 * joo + 32 * joi + 280 * ioi + 16) + C_acc_1) + *(const v16u *)(bias + 64 * joo + 32 * joi + 16)), ((v16){0} + 0.0f));
                    } else {
                      *(v16u *)(C + 64 * joo + 32 * joi + 280 * ioi) = *(const v16u *)(C + 64 * joo + 32 * joi + 280 * ioi) + C_acc_0;
                      *(v16u *)(C + 64 * joo + 32 * joi + 280 * ioi + 16) = *(const v16u *)(C + 64 * joo + 32 * joi + 280 * ioi + 16) + C_acc_1;
                    }
                  }
                }
              }
            }
          } else {
            for (long ioi2 = 0; ioi2 < 9; ioi2++) {
              if (-ioi2 + 7 >= 0) {
                {
                  v16 C_acc_0, C_acc_1, C_acc_2, C_acc_3;
                  C_acc_0 = ((v16){0} + 0.0f);
                  C_acc_1 = ((v16){0} + 0.0f);
                  C_acc_2 = ((v16){0} + 0.0f);
                  C_acc_3 = ((v16){0} + 0.0f);
                  for (long ki3 = 0; ki3 < min_of(64, -64 * ko + 100); ki3++) {
                    C_acc_0 += (A[64 * ko + 400 * ioi2 + ki3] * *(const v16u *)(B_packed + 2048 * joi + 32 * ki3));
                    C_acc_1 += (A[64 * ko + 400 * ioi2 + ki3 + 100] * *(const v16u *)(B_packed + 2048 * joi + 32 * ki3));
                    C_acc_2 += (A[64 * ko + 400 * ioi2 + ki3 + 200] * *(const v16u *)(B_packed + 2048 * joi + 32 * ki3));
                    C_acc_3 += (A[64 * ko + 400 * ioi2 + ki3 + 300] * *(const v16u *)(B_packed + 2048 * joi + 32 * ki3));
                  }
                  if (-ko >= 0) {
                    if (ko - 1 >= 0) {
                      store6of16(C + 64 * joo + 32 * joi + 280 * ioi2, max16((C_acc_0 + load6of16(bias + 64 * joo + 32 * joi)), ((v16){0} + 0.0f)));
                      store6of16(C + 64 * joo + 32 * joi + 280 * ioi2 + 70, max16((C_acc_1 + load6of16(bias + 64 * joo + 32 * joi)), ((v16){0} + 0.0f)));
                      store6of16(C + 64 * joo + 32 * joi + 280 * ioi2 + 140, max16((C_acc_2 + load6of16(bias + 64 * joo + 32 * joi)), ((v16){0} + 0.0f)));
                      store6of16(C + 64 * joo + 32 * joi + 280 * ioi2 + 210, max16((C_acc_3 + load6of16(bias + 64 * joo + 32 * joi)), ((v16){0} + 0.0f)));
                    } else {
                      store6of16(C + 64 * joo + 32 * joi + 280 * ioi2, C_acc_0);
                      store6of16(C + 64 * joo + 32 * joi + 280 * ioi2 + 70, C_acc_1);
                      store6of16(C + 64 * joo + 32 * joi + 280 * ioi2 + 140, C_acc_2);
                      store6of16(C + 64 * joo + 32 * joi + 280 * ioi2 + 210, C_acc_3);
                    }
                  } else {
                    if (ko - 1 >= 0) {
                      store6of16(C + 64 * joo + 32 * joi + 280 * ioi2, max16(((load6of16(C + 64 * joo + 32 * joi + 280 * ioi2) + C_acc_0) + load6of16(bias + 64 * joo + 32 * joi)), ((v16){0} + 0.0f)));
                      store6of16(C + 64 * joo + 32 * joi + 280 * ioi2 + 70, max16(((load6of16(C + 64 * joo + 32 * joi + 280 * ioi2 + 70) + C_acc_1) + load6of16(bias + 64 * joo + 32 * joi)), ((v16){0} + 0.0f)));
                      store6of16(C + 64 * joo + 32 * joi + 280 * ioi2 + 140, max16(((load6of16(C + 64 * joo + 32 * joi + 280 * ioi2 + 140) + C_acc_2) + load6of16(bias + 64 * joo + 32 * joi)), ((v16){0} + 0.0f)));
                      store6of16(C + 64 * joo + 32 * joi + 280 * ioi2 + 210, max16(((load6of16(C + 64 * joo + 32 * joi + 280 * ioi2 + 210) + C_acc_3) + load6of16(bias + 64 * joo + 32 * joi)), ((v16){0} + 0.0f)));
                    } else {
                      store6of16(C + 64 * joo + 32 * joi + 280 * ioi2, load6of16(C + 64 * joo + 32 * joi + 280 * ioi2) + C_acc_0);
                      store6of16(C + 64 * joo + 32 * joi + 280 * ioi2 + 70, load6of16(C + 64 * joo + 32 * joi + 280 * ioi2 + 70) + C_acc_1);
                      store6of16(C + 64 * joo + 32 * joi + 280 * ioi2 + 140, load6of16(C + 64 * joo + 32 * joi + 280 * ioi2 + 140) + C_acc_2);
                      store6of16(C + 64 * joo + 32 * joi + 280 * ioi2 + 210, load6of16(C + 64 * joo + 32 * joi + 280 * ioi2 + 210) + C_acc_3);
                    }
                  }
                }
              } else {
                {
                  v16 C_acc_0;
                  C_acc_0 = ((v16){0} + 0.0f);
                  for (long ki4 = 0; ki4 < min_of(64, -64 * ko + 100); ki4++) {
                    C_acc_0 += (A[64 * ko + 400 * ioi2 + ki4] * *(const v16u *)(B_packed + 2048 * joi + 32 * ki4));
                  }
                  if (-ko >= 0) {
                    if (ko - 1 >= 0) {
                      store6of16(C + 64 * joo + 32 * joi + 280 * ioi2, max16((C_acc_0 + load6of16(bias + 64 * joo + 32 * joi)), ((v16){0} + 0.0f)));
                    } else {
                      store6of16(C + 64 * joo + 32 * joi + 280 * ioi2, C_acc_0);
                    }
                  } else {
                    if (ko - 1 >= 0) {
                      store6of16(C + 64 * joo + 32 * joi + 280 * ioi2, max16(((load6of16(C + 64 * joo + 32 * joi + 280 * ioi2) + C_acc_0) + load6of16(bias + 64 * joo + 32 * joi)), ((v16){0} + 0.0f)));
                    } else {
                      store6of16(C + 64 * joo + 32 * joi + 280 * ioi2, load6of16(C + 64 * joo + 32 * joi + 280 * ioi2) + C_acc_0);
                    }
                  }
                }
              }
            }
          }
        }
      }
    }
  }
}

void kernel(void *const *args, void *workspace) {
  run(args[0], args[1], args[2], args[3], workspace);
}
