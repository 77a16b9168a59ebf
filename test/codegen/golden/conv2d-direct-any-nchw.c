static inline long min_of(long a, long b) { return a < b ? a : b; }
static inline long max_of(long a, long b) { return a > b ? a : b; }
static inline long floor_div(long a, long b) { return a / b - (a % b < 0); }
static inline long floor_mod(long a, long b) { return a % b + (a % b < 0 ? b : 0); }
typedef float v16 __attribute__((vector_size(64)));
typedef float v16u __attribute__((vector_size(64), aligned(4), may_alias));

static void run(const float *restrict data_ordered, const float *restrict weights_packed, const float *restrict bias, const float *restrict residual_ordered, float *restrict out, char *restrict workspace) {
  for (long g = 0; g < 2; g++) {
    for (long oho = 0; oho < 5; oho++) {
      {
        float *restrict padded = (float *)(workspace + 0);
        for (long ic = 0; ic < 3; ic++) {
          __builtin_memset(padded + 102 * ic, 0, (unsigned long)max_of(0, 136 * max_of(0, -oho + 1)));
          for (long ih = max_of(0, -oho + 1); ih < min_of(3, -oho + 6); ih++) {
            __builtin_memset(padded + 102 * ic + 34 * ih, 0, 4);
            __builtin_memcpy(padded + 102 * ic + 34 * ih + 1, data_ordered + 480 * g + 32 * oho + 160 * ic + 32 * ih - 32, 128);
            __builtin_memset(padded + 102 * ic + 34 * ih + 33, 0, 4);
          }
          __builtin_memset(padded + 34 * min_of(3, -oho + 6) + 102 * ic, 0, (unsigned long)max_of(0, -136 * min_of(3, -oho + 6) + 408));
        }
        {
          v16 out_acc_0, out_acc_1, out_acc_2, out_acc_3;
          out_acc_0 = ((v16){0} + 0.0f);
          out_acc_1 = ((v16){0} + 0.0f);
          out_acc_2 = ((v16){0} + 0.0f);
          out_acc_3 = ((v16){0} + 0.0f);
          for (long kh = 0; kh < 3; kh++) {
            for (long ic2 = 0; ic2 < 3; ic2++) {
              const float *const padded_at0 = padded + 34 * kh + 102 * ic2;
              const float *const weights_packed_at1 = weights_packed + 54 * g + 18 * kh + 6 * ic2;
              out_acc_0 += (*(const v16u *)(padded_at0) * weights_packed_at1[0]);
              out_acc_1 += (*(const v16u *)(padded_at0 + 16) * weights_packed_at1[0]);
              out_acc_2 += (*(const v16u *)(padded_at0) * weights_packed_at1[1]);
              out_acc_3 += (*(const v16u *)(padded_at0 + 16) * weights_packed_at1[1]);
              out_acc_0 += (*(const v16u *)(padded_at0 + 1) * weights_packed_at1[2]);
              out_acc_1 += (*(const v16u *)(padded_at0 + 17) * weights_packed_at1[2]);
              out_acc_2 += (*(const v16u *)(padded_at0 + 1) * weights_packed_at1[3]);
              out_acc_3 += (*(const v16u *)(padded_at0 + 17) * weights_packed_at1[3]);
              out_acc_0 += (*(const v16u *)(padded_at0 + 2) * weights_packed_at1[4]);
              out_acc_1 += (*(const v16u *)(padded_at0 + 18) * weights_packed_at1[4]);
              out_acc_2 += (*(const v16u *)(padded_at0 + 2) * weights_packed_at1[5]);
              out_acc_3 += (*(const v16u *)(padded_at0 + 18) * weights_packed_at1[5]);
            }
          }
          const float *const bias_at2 = bias + 2 * g;
          const float *const residual_ordered_at3 = residual_ordered + 320 * g + 32 * oho;
          float *const out_at4 = out + 320 * g + 32 * oho;
          *(v16u *)(out_at4) = ((out_acc_0 + bias_at2[0]) + *(const v16u *)(residual_ordered_at3));
          *(v16u *)(out_at4 + 160) = ((out_acc_2 + bias_at2[1]) + *(const v16u *)(residual_ordered_at3 + 160));
          *(v16u *)(out_at4 + 16) = ((out_acc_1 + bias_at2[0]) + *(const v16u *)(residual_ordered_at3 + 16));
          *(v16u *)(out_at4 + 176) = ((out_acc_3 + bias_at2[1]) + *(const v16u *)(residual_ordered_at3 + 176));
        }
      }
    }
  }
}

void kernel(void *const *args, void *workspace) {
  run(args[0], args[1], args[2], args[3], args[4], workspace);
}

static void pack_0(const float *restrict data, float *restrict data_ordered) {
  for (long d1 = 0; d1 < 2; d1++) {
    for (long d2 = 0; d2 < 3; d2++) {
      for (long d3 = 0; d3 < 5; d3++) {
        for (long d4 = 0; d4 < 32; d4++) {
          data_ordered[480 * d1 + 160 * d2 + 32 * d3 + d4] = data[3 * d1 + d2 + 192 * d3 + 6 * d4];
        }
      }
    }
  }
}

static void pack_1(const float *restrict weights, float *restrict weights_packed) {
  for (long d0 = 0; d0 < 2; d0++) {
    for (long d3 = 0; d3 < 3; d3++) {
      for (long d2 = 0; d2 < 3; d2++) {
        for (long d4 = 0; d4 < 3; d4++) {
          for (long d1i = 0; d1i < 2; d1i++) {
            weights_packed[54 * d0 + 18 * d3 + 6 * d2 + 2 * d4 + d1i] = weights[54 * d0 + 3 * d3 + 9 * d2 + d4 + 27 * d1i];
          }
        }
      }
    }
  }
}

static void pack_2(const float *restrict residual, float *restrict residual_ordered) {
  for (long d1 = 0; d1 < 2; d1++) {
    for (long d2 = 0; d2 < 2; d2++) {
      for (long d3 = 0; d3 < 5; d3++) {
        for (long d4 = 0; d4 < 32; d4++) {
          residual_ordered[320 * d1 + 160 * d2 + 32 * d3 + d4] = residual[2 * d1 + d2 + 128 * d3 + 4 * d4];
        }
      }
    }
  }
}

static void unpack_output(const float *restrict out_packed, float *restrict out) {
  for (long oh = 0; oh < 5; oh++) {
    for (long ow = 0; ow < 32; ow++) {
      for (long g = 0; g < 2; g++) {
        for (long oc = 0; oc < 2; oc++) {
          out[128 * oh + 4 * ow + 2 * g + oc] = out_packed[32 * oh + ow + 320 * g + 160 * oc];
        }
      }
    }
  }
}

void pack(void *const *args, void *const *packed) {
  pack_0(args[0], packed[0]);
  pack_1(args[1], packed[1]);
  pack_2(args[3], packed[3]);
}

void unpack(void *const *packed, void *const *args) {
  unpack_output(packed[4], args[4]);
}
