static inline long min_of(long a, long b) { return a < b ? a : b; }
static inline long max_of(long a, long b) { return a > b ? a : b; }
static inline long floor_div(long a, long b) { return a / b - (a % b < 0); }
static inline long floor_mod(long a, long b) { return a % b + (a % b < 0 ? b : 0); }
typedef float v8 __attribute__((vector_size(32)));
typedef float v8u __attribute__((vector_size(32), aligned(4), may_alias));

static void run(const float *restrict data, const float *restrict weights_packed, float *restrict out, char *restrict workspace) {
  {
    float *restrict padded = (float *)(workspace + 0);
    for (long ic = 0; ic < 6; ic++) {
      __builtin_memset(padded + 60 * ic, 0, 40);
      for (long ih = 1; ih < 5; ih++) {
        __builtin_memset(padded + 60 * ic + 10 * ih, 0, 4);
        __builtin_memcpy(padded + 60 * ic + 10 * ih + 1, data + 32 * ic + 8 * ih - 8, 32);
        __builtin_memset(padded + 60 * ic + 10 * ih + 9, 0, 4);
      }
      __builtin_memset(padded + 60 * ic + 50, 0, 40);
    }
    for (long ohi = 0; ohi < 2; ohi++) {
      for (long owi = 0; owi < 2; owi++) {
        for (long ohoo = 0; ohoo < 2; ohoo++) {
          {
            float *restrict phase = (float *)(workspace + 1536);
            {
              v8 phase_acc_0, phase_acc_1, phase_acc_2, phase_acc_3, phase_acc_4, phase_acc_5;
              phase_acc_0 = ((v8){0} + 0.0f);
              phase_acc_1 = ((v8){0} + 0.0f);
              phase_acc_2 = ((v8){0} + 0.0f);
              phase_acc_3 = ((v8){0} + 0.0f);
              phase_acc_4 = ((v8){0} + 0.0f);
              phase_acc_5 = ((v8){0} + 0.0f);
              for (long kh = 0; kh < 2; kh++) {
                for (long kw = 0; kw < 2; kw++) {
                  for (long ic2 = 0; ic2 < 6; ic2++) {
                    const float *const padded_at0 = padded + 10 * ((-((ohi + 1) % 2) + ohi + 1) / 2) + ((-((owi + 1) % 2) + owi + 1) / 2) + 20 * ohoo - 10 * kh - kw + 60 * ic2;
                    const float *const weights_packed_at1 = weights_packed + 144 * ((ohi + 1) % 2) + 72 * ((owi + 1) % 2) + 36 * kh + 18 * kw + 3 * ic2;
                    phase_acc_0 += (*(const v8u *)(padded_at0 + 11) * weights_packed_at1[0]);
                    phase_acc_1 += (*(const v8u *)(padded_at0 + 21) * weights_packed_at1[0]);
                    phase_acc_2 += (*(const v8u *)(padded_at0 + 11) * weights_packed_at1[1]);
                    phase_acc_3 += (*(const v8u *)(padded_at0 + 21) * weights_packed_at1[1]);
                    phase_acc_4 += (*(const v8u *)(padded_at0 + 11) * weights_packed_at1[2]);
                    phase_acc_5 += (*(const v8u *)(padded_at0 + 21) * weights_packed_at1[2]);
                  }
                }
              }
              *(v8u *)(phase + 0) = phase_acc_0;
              *(v8u *)(phase + 8) = phase_acc_1;
              *(v8u *)(phase + 16) = phase_acc_2;
              *(v8u *)(phase + 24) = phase_acc_3;
              *(v8u *)(phase + 32) = phase_acc_4;
              *(v8u *)(phase + 40) = phase_acc_5;
            }
            for (long oci = 0; oci < 3; oci++) {
              for (long ohoi = 0; ohoi < 2; ohoi++) {
                for (long owoi = 0; owoi < 8; owoi++) {
                  out[16 * ohi + owi + 64 * ohoo + 128 * oci + 32 * ohoi + 2 * owoi] = phase[16 * oci + 8 * ohoi + owoi];
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
  run(args[0], args[1], args[2], workspace);
}

static void pack_0(const float *restrict weights, float *restrict weights_packed) {
  for (long d3i = 0; d3i < 2; d3i++) {
    for (long d4i = 0; d4i < 2; d4i++) {
      for (long d3o = 0; d3o < 2; d3o++) {
        for (long d4o = 0; d4o < 2; d4o++) {
          for (long d1 = 0; d1 < 6; d1++) {
            for (long d2i = 0; d2i < 3; d2i++) {
              weights_packed[144 * d3i + 72 * d4i + 36 * d3o + 18 * d4o + 3 * d1 + d2i] = weights[4 * d3i + d4i + 8 * d3o + 2 * d4o + 48 * d1 + 16 * d2i];
            }
          }
        }
      }
    }
  }
}

void pack(void *const *args, void *const *packed) {
  pack_0(args[1], packed[1]);
}
