static inline long min_of(long a, long b) { return a < b ? a : b; }
static inline long max_of(long a, long b) { return a > b ? a : b; }
static inline long floor_div(long a, long b) { return a / b - (a % b < 0); }
static inline long floor_mod(long a, long b) { return a % b + (a % b < 0 ? b : 0); }
typedef float v8 __attribute__((vector_size(32)));
typedef float v8u __attribute__((vector_size(32), aligned(4), may_alias));

static void run(const float *restrict data, const float *restrict weights_packed, float *restrict out, char *restrict workspace) {
  {
    float *restrict patches = (float *)(workspace + 0);
    for (long p = 0; p < 25; p++) {
      __builtin_memset(patches + 27 * p, 0, (unsigned long)max_of(0, 36 * max_of(0, -2 * ((p) / 5) + 1)));
      for (long kh = max_of(0, -2 * ((p) / 5) + 1); kh < min_of(3, -2 * ((p) / 5) + 10); kh++) {
        __builtin_memset(patches + 27 * p + 9 * kh, 0, (unsigned long)max_of(0, 12 * max_of(0, -2 * ((p) % 5) + 1)));
        __builtin_memcpy(patches + 3 * max_of(0, -2 * ((p) % 5) + 1) + 27 * p + 9 * kh, data + 54 * ((p) / 5) + 6 * ((p) % 5) + 3 * max_of(0, -2 * ((p) % 5) + 1) + 27 * kh - 30, (unsigned long)max_of(0, -12 * max_of(0, -2 * ((p) % 5) + 1) + 12 * min_of(3, -2 * ((p) % 5) + 10)));
        __builtin_memset(patches + 3 * min_of(3, -2 * ((p) % 5) + 10) + 27 * p + 9 * kh, 0, (unsigned long)max_of(0, -12 * min_of(3, -2 * ((p) % 5) + 10) + 36));
      }
      __builtin_memset(patches + 9 * min_of(3, -2 * ((p) / 5) + 10) + 27 * p, 0, (unsigned long)max_of(0, -36 * min_of(3, -2 * ((p) / 5) + 10) + 108));
    }
    for (long n_oh_owoi = 0; n_oh_owoi < 6; n_oh_owoi++) {
      {
        v8 product_0, product_1, product_2, product_3;
        product_0 = ((v8){0} + 0.0f);
        product_1 = ((v8){0} + 0.0f);
        product_2 = ((v8){0} + 0.0f);
        product_3 = ((v8){0} + 0.0f);
        for (long kh2 = 0; kh2 < 3; kh2++) {
          for (long kw = 0; kw < 3; kw++) {
            for (long ic = 0; ic < 3; ic++) {
              const float *const patches_at0 = patches + 108 * n_oh_owoi + 9 * kh2 + 3 * kw + ic;
              const float *const weights_packed_at1 = weights_packed + 72 * kh2 + 24 * kw + 8 * ic;
              product_0 += (patches_at0[0] * *(const v8u *)(weights_packed_at1));
              product_1 += (patches_at0[27] * *(const v8u *)(weights_packed_at1));
              product_2 += (patches_at0[54] * *(const v8u *)(weights_packed_at1));
              product_3 += (patches_at0[81] * *(const v8u *)(weights_packed_at1));
            }
          }
        }
        float *const out_at2 = out + 32 * n_oh_owoi;
        *(v8u *)(out_at2) = product_0;
        *(v8u *)(out_at2 + 8) = product_1;
        *(v8u *)(out_at2 + 16) = product_2;
        *(v8u *)(out_at2 + 24) = product_3;
      }
    }
    {
      v8 product_0;
      product_0 = ((v8){0} + 0.0f);
      for (long kh3 = 0; kh3 < 3; kh3++) {
        for (long kw2 = 0; kw2 < 3; kw2++) {
          for (long ic2 = 0; ic2 < 3; ic2++) {
            product_0 += (patches[9 * kh3 + 3 * kw2 + ic2 + 648] * *(const v8u *)(weights_packed + 72 * kh3 + 24 * kw2 + 8 * ic2));
          }
        }
      }
      *(v8u *)(out + 192) = product_0;
    }
  }
}

void kernel(void *const *args, void *workspace) {
  run(args[0], args[1], args[2], workspace);
}

static void pack_0(const float *restrict weights, float *restrict weights_packed) {
  for (long d2 = 0; d2 < 3; d2++) {
    for (long d3 = 0; d3 < 3; d3++) {
      for (long d1 = 0; d1 < 3; d1++) {
        for (long d0i = 0; d0i < 8; d0i++) {
          weights_packed[72 * d2 + 24 * d3 + 8 * d1 + d0i] = weights[3 * d2 + d3 + 9 * d1 + 27 * d0i];
        }
      }
    }
  }
}

void pack(void *const *args, void *const *packed) {
  pack_0(args[1], packed[1]);
}
