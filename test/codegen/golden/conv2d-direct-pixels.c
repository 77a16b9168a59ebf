static inline long min_of(long a, long b) { return a < b ? a : b; }
static inline long max_of(long a, long b) { return a > b ? a : b; }
static inline long floor_div(long a, long b) { return a / b - (a % b < 0); }
static inline long floor_mod(long a, long b) { return a % b + (a % b < 0 ? b : 0); }
typedef float v8 __attribute__((vector_size(32)));
typedef float v8u __attribute__((vector_size(32), aligned(4), may_alias));
static inline void store4of8(float *p, v8 v) {
  long long x __attribute__((vector_size(32))) = (__typeof__(x))v;
  long long xl __attribute__((vector_size(16))) = __builtin_shufflevector(x, x, 0, 1);
  __builtin_memcpy(p, &xl, 16);
}

static void run(const float *restrict data, const float *restrict weights, float *restrict out, char *restrict workspace) {
  {
    float *restrict padded = (float *)(workspace + 0);
    for (long ic = 0; ic < 4; ic++) {
      __builtin_memset(padded + 176 * ic, 0, 88);
      for (long ih = 1; ih < 7; ih++) {
        __builtin_memset(padded + 176 * ic + 22 * ih, 0, 4);
        __builtin_memcpy(padded + 176 * ic + 22 * ih + 1, data + 120 * ic + 20 * ih - 20, 80);
        __builtin_memset(padded + 176 * ic + 22 * ih + 21, 0, 4);
      }
      __builtin_memset(padded + 176 * ic + 154, 0, 88);
    }
    {
      float *restrict weights_packed = (float *)(workspace + 2880);
      for (long d1o = 0; d1o < 2; d1o++) {
        for (long d2 = 0; d2 < 4; d2++) {
          for (long d3 = 0; d3 < 3; d3++) {
            for (long d4 = 0; d4 < 3; d4++) {
              for (long d1i = 0; d1i < 3; d1i++) {
                weights_packed[108 * d1o + 27 * d2 + 9 * d3 + 3 * d4 + d1i] = weights[108 * d1o + 9 * d2 + 3 * d3 + d4 + 36 * d1i];
              }
            }
          }
        }
      }
      for (long oco = 0; oco < 2; oco++) {
        for (long oho = 0; oho < 6; oho++) {
          for (long owo = 0; owo < 2; owo++) {
            {
              v8 out_acc_0, out_acc_1, out_acc_2;
              out_acc_0 = ((v8){0} + 0.0f);
              out_acc_1 = ((v8){0} + 0.0f);
              out_acc_2 = ((v8){0} + 0.0f);
              for (long ic2 = 0; ic2 < 4; ic2++) {
                for (long kh = 0; kh < 3; kh++) {
                  for (long kw = 0; kw < 3; kw++) {
                    const float *const padded_at0 = padded + 22 * oho + 8 * owo + 176 * ic2 + 22 * kh + kw;
                    const float *const weights_packed_at1 = weights_packed + 108 * oco + 27 * ic2 + 9 * kh + 3 * kw;
                    out_acc_0 += (*(const v8u *)(padded_at0) * weights_packed_at1[0]);
                    out_acc_1 += (*(const v8u *)(padded_at0) * weights_packed_at1[1]);
                    out_acc_2 += (*(const v8u *)(padded_at0) * weights_packed_at1[2]);
                  }
                }
              }
              float *const out_at2 = out + 360 * oco + 20 * oho + 8 * owo;
              *(v8u *)(out_at2) = out_acc_0;
              *(v8u *)(out_at2 + 120) = out_acc_1;
              *(v8u *)(out_at2 + 240) = out_acc_2;
            }
          }
          {
            v8 out_acc_0, out_acc_1, out_acc_2;
            out_acc_0 = ((v8){0} + 0.0f);
            out_acc_1 = ((v8){0} + 0.0f);
            out_acc_2 = ((v8){0} + 0.0f);
            for (long ic3 = 0; ic3 < 4; ic3++) {
              for (long kh2 = 0; kh2 < 3; kh2++) {
                for (long kw2 = 0; kw2 < 3; kw2++) {
                  const float *const padded_at3 = padded + 22 * oho + 176 * ic3 + 22 * kh2 + kw2;
                  const float *const weights_packed_at4 = weights_packed + 108 * oco + 27 * ic3 + 9 * kh2 + 3 * kw2;
                  out_acc_0 += (*(const v8u *)(padded_at3 + 16) * weights_packed_at4[0]);
                  out_acc_1 += (*(const v8u *)(padded_at3 + 16) * weights_packed_at4[1]);
                  out_acc_2 += (*(const v8u *)(padded_at3 + 16) * weights_packed_at4[2]);
                }
              }
            }
            float *const out_at5 = out + 360 * oco + 20 * oho;
            store4of8(out_at5 + 16, out_acc_0);
            store4of8(out_at5 + 136, out_acc_1);
            store4of8(out_at5 + 256, out_acc_2);
          }
        }
      }
    }
  }
}

void kernel(void *const *args, void *workspace) {
  run(args[0], args[1], args[2], workspace);
}
