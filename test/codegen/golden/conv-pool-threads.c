extern int omp_get_thread_num(void);
static inline long min_of(long a, long b) { return a < b ? a : b; }
static inline long max_of(long a, long b) { return a > b ? a : b; }
static inline long floor_div(long a, long b) { return a / b - (a % b < 0); }
static inline long floor_mod(long a, long b) { return a % b + (a % b < 0 ? b : 0); }
typedef float v8 __attribute__((vector_size(32)));
typedef float v8u __attribute__((vector_size(32), aligned(4), may_alias));
static inline v8 max8(v8 a, v8 b) { return __builtin_ia32_maxps256(a, b); }

static void run(const float *restrict data, const float *restrict weights_packed, const float *restrict bias, float *restrict out, char *restrict workspace) {
#pragma omp parallel for schedule(static) num_threads(2)
  for (long n_yo = 0; n_yo < 2; n_yo++) {
    char *const own = workspace + 0 + 2560L * omp_get_thread_num();
    {
      float *restrict padded = (float *)(own + 0);
      __builtin_memset(padded + 0, 0, (unsigned long)max_of(0, 132 * max_of(0, -4 * n_yo + 2)));
      for (long ih = max_of(0, -4 * n_yo + 2); ih < min_of(7, -4 * n_yo + 9); ih++) {
        __builtin_memset(padded + 33 * ih, 0, 24);
        __builtin_memcpy(padded + 33 * ih + 6, data + 84 * n_yo + 21 * ih - 42, 84);
        __builtin_memset(padded + 33 * ih + 27, 0, 24);
      }
      __builtin_memset(padded + 33 * min_of(7, -4 * n_yo + 9), 0, (unsigned long)max_of(0, -132 * min_of(7, -4 * n_yo + 9) + 924));
      {
        float *restrict middle = (float *)(own + 1024);
        for (long oho = 0; oho < max_of(0, -4 * n_yo + 1); oho++) {
          for (long owo = 0; owo < 3; owo++) {
            {
              v8 middle_acc_0, middle_acc_1, middle_acc_2;
              middle_acc_0 = ((v8){0} + 0.0f);
              middle_acc_1 = ((v8){0} + 0.0f);
              middle_acc_2 = ((v8){0} + 0.0f);
              for (long kh = 0; kh < 3; kh++) {
                for (long kw = 0; kw < 3; kw++) {
                  for (long ic = 0; ic < 3; ic++) {
                    const float *const padded_at0 = padded + 33 * oho + 9 * owo + 33 * kh + 3 * kw + ic;
                    const float *const weights_packed_at1 = weights_packed + 72 * kh + 24 * kw + 8 * ic;
                    middle_acc_0 += (padded_at0[0] * *(const v8u *)(weights_packed_at1));
                    middle_acc_1 += (padded_at0[3] * *(const v8u *)(weights_packed_at1));
                    middle_acc_2 += (padded_at0[6] * *(const v8u *)(weights_packed_at1));
                  }
                }
              }
              float *const middle_at2 = middle + 72 * oho + 24 * owo;
              *(v8u *)(middle_at2) = ((v8){0} + -__builtin_inff());
              *(v8u *)(middle_at2 + 8) = ((v8){0} + -__builtin_inff());
              *(v8u *)(middle_at2 + 16) = ((v8){0} + -__builtin_inff());
            }
          }
        }
        for (long oho2 = max_of(0, -4 * n_yo + 1); oho2 < min_of(5, -4 * n_yo + 8); oho2++) {
          for (long owo2 = 0; owo2 < 3; owo2++) {
            {
              v8 middle_acc_0, middle_acc_1, middle_acc_2;
              middle_acc_0 = ((v8){0} + 0.0f);
              middle_acc_1 = ((v8){0} + 0.0f);
              middle_acc_2 = ((v8){0} + 0.0f);
              for (long kh2 = 0; kh2 < 3; kh2++) {
                for (long kw2 = 0; kw2 < 3; kw2++) {
                  for (long ic2 = 0; ic2 < 3; ic2++) {
                    const float *const padded_at3 = padded + 33 * oho2 + 9 * owo2 + 33 * kh2 + 3 * kw2 + ic2;
                    const float *const weights_packed_at4 = weights_packed + 72 * kh2 + 24 * kw2 + 8 * ic2;
                    middle_acc_0 += (padded_at3[0] * *(const v8u *)(weights_packed_at4));
                    middle_acc_1 += (padded_at3[3] * *(const v8u *)(weights_packed_at4));
                    middle_acc_2 += (padded_at3[6] * *(const v8u *)(weights_packed_at4));
                  }
                }
              }
              if (3 * owo2 - 1 >= 0) {
                *(v8u *)(middle + 72 * oho2 + 24 * owo2) = max8((middle_acc_0 + *(const v8u *)(bias + 0)), ((v8){0} + 0.0f));
              } else {
                *(v8u *)(middle + 72 * oho2 + 24 * owo2) = ((v8){0} + -__builtin_inff());
              }
              float *const middle_at7 = middle + 72 * oho2 + 24 * owo2;
              *(v8u *)(middle_at7 + 8) = max8((middle_acc_1 + *(const v8u *)(bias + 0)), ((v8){0} + 0.0f));
              if (-3 * owo2 + 5 >= 0) {
                *(v8u *)(middle_at7 + 16) = max8((middle_acc_2 + *(const v8u *)(bias + 0)), ((v8){0} + 0.0f));
              } else {
                *(v8u *)(middle_at7 + 16) = ((v8){0} + -__builtin_inff());
              }
            }
          }
        }
        for (long oho3 = min_of(5, -4 * n_yo + 8); oho3 < 5; oho3++) {
          for (long owo3 = 0; owo3 < 3; owo3++) {
            {
              v8 middle_acc_0, middle_acc_1, middle_acc_2;
              middle_acc_0 = ((v8){0} + 0.0f);
              middle_acc_1 = ((v8){0} + 0.0f);
              middle_acc_2 = ((v8){0} + 0.0f);
              for (long kh3 = 0; kh3 < 3; kh3++) {
                for (long kw3 = 0; kw3 < 3; kw3++) {
                  for (long ic3 = 0; ic3 < 3; ic3++) {
                    const float *const padded_at8 = padded + 33 * oho3 + 9 * owo3 + 33 * kh3 + 3 * kw3 + ic3;
                    const float *const weights_packed_at9 = weights_packed + 72 * kh3 + 24 * kw3 + 8 * ic3;
                    middle_acc_0 += (padded_at8[0] * *(const v8u *)(weights_packed_at9));
                    middle_acc_1 += (padded_at8[3] * *(const v8u *)(weights_packed_at9));
                    middle_acc_2 += (padded_at8[6] * *(const v8u *)(weights_packed_at9));
                  }
                }
              }
              float *const middle_at10 = middle + 72 * oho3 + 24 * owo3;
              *(v8u *)(middle_at10) = ((v8){0} + -__builtin_inff());
              *(v8u *)(middle_at10 + 8) = ((v8){0} + -__builtin_inff());
              *(v8u *)(middle_at10 + 16) = ((v8){0} + -__builtin_inff());
            }
          }
        }
        for (long yi = 0; yi < 2; yi++) {
          for (long x = 0; x < 4; x++) {
            {
              v8 out_acc_0;
              out_acc_0 = ((v8){0} + -__builtin_inff());
              for (long py = 0; py < 3; py++) {
                const float *const middle_at11 = middle + 144 * yi + 16 * x + 72 * py;
                out_acc_0 = max8(out_acc_0, *(const v8u *)(middle_at11));
                out_acc_0 = max8(out_acc_0, *(const v8u *)(middle_at11 + 8));
                out_acc_0 = max8(out_acc_0, *(const v8u *)(middle_at11 + 16));
              }
              *(v8u *)(out + 64 * n_yo + 32 * yi + 8 * x) = out_acc_0;
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

static void pack_0(const float *restrict weights, float *restrict weights_packed) {
  for (long d3 = 0; d3 < 3; d3++) {
    for (long d4 = 0; d4 < 3; d4++) {
      for (long d2 = 0; d2 < 3; d2++) {
        for (long d1i = 0; d1i < 8; d1i++) {
          weights_packed[72 * d3 + 24 * d4 + 8 * d2 + d1i] = weights[3 * d3 + d4 + 9 * d2 + 27 * d1i];
        }
      }
    }
  }
}

void pack(void *const *args, void *const *packed) {
  pack_0(args[1], packed[1]);
}
