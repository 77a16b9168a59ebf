static inline long min_of(long a, long b) { return a < b ? a : b; }
static inline long max_of(long a, long b) { return a > b ? a : b; }
static inline long floor_div(long a, long b) { return a / b - (a % b < 0); }
static inline long floor_mod(long a, long b) { return a % b + (a % b < 0 ? b : 0); }
typedef float v16 __attribute__((vector_size(64)));
typedef float v16u __attribute__((vector_size(64), aligned(4), may_alias));
static inline v16 max16(v16 a, v16 b) {
#ifdef __clang__
  return __builtin_ia32_maxps512(a, b, 4);
#else
  return __builtin_ia32_maxps512_mask(a, b, a, -1, 4);
#endif
}
static inline v16 load6of16(const float *p) { return __builtin_ia32_loadups512_mask(p, (v16){0}, 0x3f); }
static inline void store6of16(float *p, v16 v) { __builtin_ia32_storeups512_mask(p, v, 0x3f); }
#ifdef __clang__
#define ALONE __attribute__((noinline))
#else
#define ALONE __attribute__((noipa))
#endif

static ALONE void run_0(const float *restrict A, const float *restrict bias, float *restrict C, long ko, float *restrict B_packed) {
  for (long joii = 0; joii < 2; joii++) {
    for (long ioii = 0; ioii < 8; ioii++) {
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
        for (long ki = 0; ki < min_of(67, -67 * ko + 133); ki++) {
          const float *const A_at0 = A + 67 * ko + 532 * ioii + ki;
          const float *const B_packed_at1 = B_packed + 2144 * joii + 32 * ki;
          C_acc_0 += (A_at0[0] * *(const v16u *)(B_packed_at1));
          C_acc_1 += (A_at0[0] * *(const v16u *)(B_packed_at1 + 16));
          C_acc_2 += (A_at0[133] * *(const v16u *)(B_packed_at1));
          C_acc_3 += (A_at0[133] * *(const v16u *)(B_packed_at1 + 16));
          C_acc_4 += (A_at0[266] * *(const v16u *)(B_packed_at1));
          C_acc_5 += (A_at0[266] * *(const v16u *)(B_packed_at1 + 16));
          C_acc_6 += (A_at0[399] * *(const v16u *)(B_packed_at1));
          C_acc_7 += (A_at0[399] * *(const v16u *)(B_packed_at1 + 16));
        }
        if (-ko >= 0) {
          if (ko - 1 >= 0) {
            const float *const bias_at2 = bias + 32 * joii;
            float *const C_at3 = C + 32 * joii + 280 * ioii;
            *(v16u *)(C_at3) = max16((C_acc_0 + *(const v16u *)(bias_at2)), ((v16){0} + 0.0f));
            *(v16u *)(C_at3 + 16) = max16((C_acc_1 + *(const v16u *)(bias_at2 + 16)), ((v16){0} + 0.0f));
            *(v16u *)(C_at3 + 70) = max16((C_acc_2 + *(const v16u *)(bias_at2)), ((v16){0} + 0.0f));
            *(v16u *)(C_at3 + 86) = max16((C_acc_3 + *(const v16u *)(bias_at2 + 16)), ((v16){0} + 0.0f));
            *(v16u *)(C_at3 + 140) = max16((C_acc_4 + *(const v16u *)(bias_at2)), ((v16){0} + 0.0f));
            *(v16u *)(C_at3 + 156) = max16((C_acc_5 + *(const v16u *)(bias_at2 + 16)), ((v16){0} + 0.0f));
            *(v16u *)(C_at3 + 210) = max16((C_acc_6 + *(const v16u *)(bias_at2)), ((v16){0} + 0.0f));
            *(v16u *)(C_at3 + 226) = max16((C_acc_7 + *(const v16u *)(bias_at2 + 16)), ((v16){0} + 0.0f));
          } else {
            float *const C_at4 = C + 32 * joii + 280 * ioii;
            *(v16u *)(C_at4) = C_acc_0;
            *(v16u *)(C_at4 + 16) = C_acc_1;
            *(v16u *)(C_at4 + 70) = C_acc_2;
            *(v16u *)(C_at4 + 86) = C_acc_3;
            *(v16u *)(C_at4 + 140) = C_acc_4;
            *(v16u *)(C_at4 + 156) = C_acc_5;
            *(v16u *)(C_at4 + 210) = C_acc_6;
            *(v16u *)(C_at4 + 226) = C_acc_7;
          }
        } else {
          if (ko - 1 >= 0) {
            const float *const C_at5 = C + 32 * joii + 280 * ioii;
            const float *const bias_at6 = bias + 32 * joii;
            float *const C_at7 = C + 32 * joii + 280 * ioii;
            *(v16u *)(C_at7) = max16(((*(const v16u *)(C_at5) + C_acc_0) + *(const v16u *)(bias_at6)), ((v16){0} + 0.0f));
            *(v16u *)(C_at7 + 16) = max16(((*(const v16u *)(C_at5 + 16) + C_acc_1) + *(const v16u *)(bias_at6 + 16)), ((v16){0} + 0.0f));
            *(v16u *)(C_at7 + 70) = max16(((*(const v16u *)(C_at5 + 70) + C_acc_2) + *(const v16u *)(bias_at6)), ((v16){0} + 0.0f));
            *(v16u *)(C_at7 + 86) = max16(((*(const v16u *)(C_at5 + 86) + C_acc_3) + *(const v16u *)(bias_at6 + 16)), ((v16){0} + 0.0f));
            *(v16u *)(C_at7 + 140) = max16(((*(const v16u *)(C_at5 + 140) + C_acc_4) + *(const v16u *)(bias_at6)), ((v16){0} + 0.0f));
            *(v16u *)(C_at7 + 156) = max16(((*(const v16u *)(C_at5 + 156) + C_acc_5) + *(const v16u *)(bias_at6 + 16)), ((v16){0} + 0.0f));
            *(v16u *)(C_at7 + 210) = max16(((*(const v16u *)(C_at5 + 210) + C_acc_6) + *(const v16u *)(bias_at6)), ((v16){0} + 0.0f));
            *(v16u *)(C_at7 + 226) = max16(((*(const v16u *)(C_at5 + 226) + C_acc_7) + *(const v16u *)(bias_at6 + 16)), ((v16){0} + 0.0f));
          } else {
            float *const C_at8 = C + 32 * joii + 280 * ioii;
            *(v16u *)(C_at8) = *(const v16u *)(C_at8) + C_acc_0;
            *(v16u *)(C_at8 + 16) = *(const v16u *)(C_at8 + 16) + C_acc_1;
            *(v16u *)(C_at8 + 70) = *(const v16u *)(C_at8 + 70) + C_acc_2;
            *(v16u *)(C_at8 + 86) = *(const v16u *)(C_at8 + 86) + C_acc_3;
            *(v16u *)(C_at8 + 140) = *(const v16u *)(C_at8 + 140) + C_acc_4;
            *(v16u *)(C_at8 + 156) = *(const v16u *)(C_at8 + 156) + C_acc_5;
            *(v16u *)(C_at8 + 210) = *(const v16u *)(C_at8 + 210) + C_acc_6;
            *(v16u *)(C_at8 + 226) = *(const v16u *)(C_at8 + 226) + C_acc_7;
          }
        }
      }
    }
    {
      v16 C_acc_0, C_acc_1;
      C_acc_0 = ((v16){0} + 0.0f);
      C_acc_1 = ((v16){0} + 0.0f);
      for (long ki2 = 0; ki2 < min_of(67, -67 * ko + 133); ki2++) {
        const float *const A_at9 = A + 67 * ko + ki2;
        const float *const B_packed_at10 = B_packed + 2144 * joii + 32 * ki2;
        C_acc_0 += (A_at9[4256] * *(const v16u *)(B_packed_at10));
        C_acc_1 += (A_at9[4256] * *(const v16u *)(B_packed_at10 + 16));
      }
      if (-ko >= 0) {
        if (ko - 1 >= 0) {
          const float *const bias_at11 = bias + 32 * joii;
          float *const C_at12 = C + 32 * joii;
          *(v16u *)(C_at12 + 2240) = max16((C_acc_0 + *(const v16u *)(bias_at11)), ((v16){0} + 0.0f));
          *(v16u *)(C_at12 + 2256) = max16((C_acc_1 + *(const v16u *)(bias_at11 + 16)), ((v16){0} + 0.0f));
        } else {
          float *const C_at13 = C + 32 * joii;
          *(v16u *)(C_at13 + 2240) = C_acc_0;
          *(v16u *)(C_at13 + 2256) = C_acc_1;
        }
      } else {
        if (ko - 1 >= 0) {
          const float *const C_at14 = C + 32 * joii;
          const float *const bias_at15 = bias + 32 * joii;
          float *const C_at16 = C + 32 * joii;
          *(v16u *)(C_at16 + 2240) = max16(((*(const v16u *)(C_at14 + 2240) + C_acc_0) + *(const v16u *)(bias_at15)), ((v16){0} + 0.0f));
          *(v16u *)(C_at16 + 2256) = max16(((*(const v16u *)(C_at14 + 2256) + C_acc_1) + *(const v16u *)(bias_at15 + 16)), ((v16){0} + 0.0f));
        } else {
          float *const C_at17 = C + 32 * joii;
          *(v16u *)(C_at17 + 2240) = *(const v16u *)(C_at17 + 2240) + C_acc_0;
          *(v16u *)(C_at17 + 2256) = *(const v16u *)(C_at17 + 2256) + C_acc_1;
        }
      }
    }
  }
}

static void run(const float *restrict A, const float *restrict B, const float *restrict bias, float *restrict C, char *restrict workspace) {
  for (long ko = 0; ko < 2; ko++) {
    {
      float *restrict B_packed = (float *)(workspace + 0);
      for (long d0 = 0; d0 < min_of(67, -67 * ko + 133); d0++) {
        for (long d1o = 0; d1o < 2; d1o++) {
          __builtin_memcpy(B_packed + 32 * d0 + 2144 * d1o, B + 4690 * ko + 70 * d0 + 32 * d1o, 128);
        }
        __builtin_memcpy(B_packed + 32 * d0 + 4288, B + 4690 * ko + 70 * d0 + 64, 24);
        __builtin_memset(B_packed + 32 * d0 + 4294, 0, 104);
      }
      run_0(A, bias, C, ko, B_packed);
      for (long ioii2 = 0; ioii2 < 8; ioii2++) {
        {
          v16 C_acc_0, C_acc_1, C_acc_2, C_acc_3;
          C_acc_0 = ((v16){0} + 0.0f);
          C_acc_1 = ((v16){0} + 0.0f);
          C_acc_2 = ((v16){0} + 0.0f);
          C_acc_3 = ((v16){0} + 0.0f);
          for (long ki3 = 0; ki3 < min_of(67, -67 * ko + 133); ki3++) {
            const float *const A_at0 = A + 67 * ko + 532 * ioii2 + ki3;
            const float *const B_packed_at1 = B_packed + 32 * ki3;
            C_acc_0 += (A_at0[0] * *(const v16u *)(B_packed_at1 + 4288));
            C_acc_1 += (A_at0[133] * *(const v16u *)(B_packed_at1 + 4288));
            C_acc_2 += (A_at0[266] * *(const v16u *)(B_packed_at1 + 4288));
            C_acc_3 += (A_at0[399] * *(const v16u *)(B_packed_at1 + 4288));
          }
          if (-ko >= 0) {
            if (ko - 1 >= 0) {
              float *const C_at2 = C + 280 * ioii2;
              store6of16(C_at2 + 64, max16((C_acc_0 + load6of16(bias + 64)), ((v16){0} + 0.0f)));
              store6of16(C_at2 + 134, max16((C_acc_1 + load6of16(bias + 64)), ((v16){0} + 0.0f)));
              store6of16(C_at2 + 204, max16((C_acc_2 + load6of16(bias + 64)), ((v16){0} + 0.0f)));
              store6of16(C_at2 + 274, max16((C_acc_3 + load6of16(bias + 64)), ((v16){0} + 0.0f)));
            } else {
              float *const C_at3 = C + 280 * ioii2;
              store6of16(C_at3 + 64, C_acc_0);
              store6of16(C_at3 + 134, C_acc_1);
              store6of16(C_at3 + 204, C_acc_2);
              store6of16(C_at3 + 274, C_acc_3);
            }
          } else {
            if (ko - 1 >= 0) {
              const float *const C_at4 = C + 280 * ioii2;
              float *const C_at5 = C + 280 * ioii2;
              store6of16(C_at5 + 64, max16(((load6of16(C_at4 + 64) + C_acc_0) + load6of16(bias + 64)), ((v16){0} + 0.0f)));
              store6of16(C_at5 + 134, max16(((load6of16(C_at4 + 134) + C_acc_1) + load6of16(bias + 64)), ((v16){0} + 0.0f)));
              store6of16(C_at5 + 204, max16(((load6of16(C_at4 + 204) + C_acc_2) + load6of16(bias + 64)), ((v16){0} + 0.0f)));
              store6of16(C_at5 + 274, max16(((load6of16(C_at4 + 274) + C_acc_3) + load6of16(bias + 64)), ((v16){0} + 0.0f)));
            } else {
              float *const C_at6 = C + 280 * ioii2;
              store6of16(C_at6 + 64, load6of16(C_at6 + 64) + C_acc_0);
              store6of16(C_at6 + 134, load6of16(C_at6 + 134) + C_acc_1);
              store6of16(C_at6 + 204, load6of16(C_at6 + 204) + C_acc_2);
              store6of16(C_at6 + 274, load6of16(C_at6 + 274) + C_acc_3);
            }
          }
        }
      }
      {
        v16 C_acc_0;
        C_acc_0 = ((v16){0} + 0.0f);
        for (long ki4 = 0; ki4 < min_of(67, -67 * ko + 133); ki4++) {
          C_acc_0 += (A[67 * ko + ki4 + 4256] * *(const v16u *)(B_packed + 32 * ki4 + 4288));
        }
        if (-ko >= 0) {
          if (ko - 1 >= 0) {
            store6of16(C + 2304, max16((C_acc_0 + load6of16(bias + 64)), ((v16){0} + 0.0f)));
          } else {
            store6of16(C + 2304, C_acc_0);
          }
        } else {
          if (ko - 1 >= 0) {
            store6of16(C + 2304, max16(((load6of16(C + 2304) + C_acc_0) + load6of16(bias + 64)), ((v16){0} + 0.0f)));
          } else {
            store6of16(C + 2304, load6of16(C + 2304) + C_acc_0);
          }
        }
      }
    }
  }
}

void kernel(void *const *args, void *workspace) {
  run(args[0], args[1], args[2], args[3], workspace);
}
