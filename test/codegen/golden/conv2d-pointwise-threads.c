extern int omp_get_thread_num(void);
static inline long min_of(long a, long b) { return a < b ? a : b; }
static inline long max_of(long a, long b) { return a > b ? a : b; }
static inline long floor_div(long a, long b) { return a / b - (a % b < 0); }
static inline long floor_mod(long a, long b) { return a % b + (a % b < 0 ? b : 0); }
typedef float v16 __attribute__((vector_size(64)));
typedef float v16u __attribute__((vector_size(64), aligned(4), may_alias));

static void run(const float *restrict data, const float *restrict weights_packed, float *restrict out, char *restrict workspace) {
#pragma omp parallel for schedule(static) num_threads(2)
  for (long n_oh_owoo = 0; n_oh_owoo < 2; n_oh_owoo++) {
    for (long n_oh_owoi = 0; n_oh_owoi < min_of(11, -11 * n_oh_owoo + 12); n_oh_owoi++) {
      {
        v16 product_0, product_1, product_2, product_3, product_4, product_5, product_6, product_7, product_8, product_9, product_10, product_11;
        product_0 = ((v16){0} + 0.0f);
        product_1 = ((v16){0} + 0.0f);
        product_2 = ((v16){0} + 0.0f);
        product_3 = ((v16){0} + 0.0f);
        product_4 = ((v16){0} + 0.0f);
        product_5 = ((v16){0} + 0.0f);
        product_6 = ((v16){0} + 0.0f);
        product_7 = ((v16){0} + 0.0f);
        product_8 = ((v16){0} + 0.0f);
        product_9 = ((v16){0} + 0.0f);
        product_10 = ((v16){0} + 0.0f);
        product_11 = ((v16){0} + 0.0f);
        for (long ic = 0; ic < 16; ic++) {
          const float *const data_at0 = data + 1056 * n_oh_owoo + 96 * n_oh_owoi + ic;
          const float *const weights_packed_at1 = weights_packed + 32 * ic;
          product_0 += (data_at0[0] * *(const v16u *)(weights_packed_at1));
          product_1 += (data_at0[0] * *(const v16u *)(weights_packed_at1 + 16));
          product_2 += (data_at0[16] * *(const v16u *)(weights_packed_at1));
          product_3 += (data_at0[16] * *(const v16u *)(weights_packed_at1 + 16));
          product_4 += (data_at0[32] * *(const v16u *)(weights_packed_at1));
          product_5 += (data_at0[32] * *(const v16u *)(weights_packed_at1 + 16));
          product_6 += (data_at0[48] * *(const v16u *)(weights_packed_at1));
          product_7 += (data_at0[48] * *(const v16u *)(weights_packed_at1 + 16));
          product_8 += (data_at0[64] * *(const v16u *)(weights_packed_at1));
          product_9 += (data_at0[64] * *(const v16u *)(weights_packed_at1 + 16));
          product_10 += (data_at0[80] * *(const v16u *)(weights_packed_at1));
          product_11 += (data_at0[80] * *(const v16u *)(weights_packed_at1 + 16));
        }
        float *const out_at2 = out + 2112 * n_oh_owoo + 192 * n_oh_owoi;
        *(v16u *)(out_at2) = product_0;
        *(v16u *)(out_at2 + 16) = product_1;
        *(v16u *)(out_at2 + 32) = product_2;
        *(v16u *)(out_at2 + 48) = product_3;
        *(v16u *)(out_at2 + 64) = product_4;
        *(v16u *)(out_at2 + 80) = product_5;
        *(v16u *)(out_at2 + 96) = product_6;
        *(v16u *)(out_at2 + 112) = product_7;
        *(v16u *)(out_at2 + 128) = product_8;
        *(v16u *)(out_at2 + 144) = product_9;
        *(v16u *)(out_at2 + 160) = product_10;
        *(v16u *)(out_at2 + 176) = product_11;
      }
    }
  }
}

void kernel(void *const *args, void *workspace) {
  run(args[0], args[1], args[2], workspace);
}

static void pack_0(const float *restrict weights, float *restrict weights_packed) {
  for (long d1 = 0; d1 < 16; d1++) {
    for (long d0i = 0; d0i < 32; d0i++) {
      weights_packed[32 * d1 + d0i] = weights[d1 + 16 * d0i];
    }
  }
}

void pack(void *const *args, void *const *packed) {
  pack_0(args[1], packed[1]);
}
