extern int omp_get_thread_num(void);
static inline long min_of(long a, long b) { return a < b ? a : b; }
static inline long max_of(long a, long b) { return a > b ? a : b; }
static inline long floor_div(long a, long b) { return a / b - (a % b < 0); }
static inline long floor_mod(long a, long b) { return a % b + (a % b < 0 ? b : 0); }
typedef float v16 __attribute__((vector_size(64)));
typedef float v16u __attribute__((vector_size(64), aligned(4), may_alias));

static void run(const float *restrict A, const float *restrict B, float *restrict C, char *restrict workspace) {
#pragma omp parallel for schedule(static) num_threads(2)
  for (long b_ioo_joo = 0; b_ioo_joo < 6; b_ioo_joo++) {
    for (long ko = 0; ko < 2; ko++) {
      __builtin_prefetch(C + 672 * ((b_ioo_joo) / 2) + 48 * ((b_ioo_joo) % 2));
      __builtin_prefetch(C + 672 * ((b_ioo_joo) / 2) + 48 * ((b_ioo_joo) % 2) + 16);
      __builtin_prefetch(C + 672 * ((b_ioo_joo) / 2) + 48 * ((b_ioo_joo) % 2) + 32);
      __builtin_prefetch(C + 672 * ((b_ioo_joo) / 2) + 48 * ((b_ioo_joo) % 2) + 96);
      __builtin_prefetch(C + 672 * ((b_ioo_joo) / 2) + 48 * ((b_ioo_joo) % 2) + 112);
      __builtin_prefetch(C + 672 * ((b_ioo_joo) / 2) + 48 * ((b_ioo_joo) % 2) + 128);
      __builtin_prefetch(C + 672 * ((b_ioo_joo) / 2) + 48 * ((b_ioo_joo) % 2) + 192);
      __builtin_prefetch(C + 672 * ((b_ioo_joo) / 2) + 48 * ((b_ioo_joo) % 2) + 208);
      __builtin_prefetch(C + 672 * ((b_ioo_joo) / 2) + 48 * ((b_ioo_joo) % 2) + 224);
      __builtin_prefetch(C + 672 * ((b_ioo_joo) / 2) + 48 * ((b_ioo_joo) % 2) + 288);
      __builtin_prefetch(C + 672 * ((b_ioo_joo) / 2) + 48 * ((b_ioo_joo) % 2) + 304);
      __builtin_prefetch(C + 672 * ((b_ioo_joo) / 2) + 48 * ((b_ioo_joo) % 2) + 320);
      __builtin_prefetch(C + 672 * ((b_ioo_joo) / 2) + 48 * ((b_ioo_joo) % 2) + 384);
      __builtin_prefetch(C + 672 * ((b_ioo_joo) / 2) + 48 * ((b_ioo_joo) % 2) + 400);
      __builtin_prefetch(C + 672 * ((b_ioo_joo) / 2) + 48 * ((b_ioo_joo) % 2) + 416);
      __builtin_prefetch(C + 672 * ((b_ioo_joo) / 2) + 48 * ((b_ioo_joo) % 2) + 480);
      __builtin_prefetch(C + 672 * ((b_ioo_joo) / 2) + 48 * ((b_ioo_joo) % 2) + 496);
      __builtin_prefetch(C + 672 * ((b_ioo_joo) / 2) + 48 * ((b_ioo_joo) % 2) + 512);
      __builtin_prefetch(C + 672 * ((b_ioo_joo) / 2) + 48 * ((b_ioo_joo) % 2) + 576);
      __builtin_prefetch(C + 672 * ((b_ioo_joo) / 2) + 48 * ((b_ioo_joo) % 2) + 592);
      __builtin_prefetch(C + 672 * ((b_ioo_joo) / 2) + 48 * ((b_ioo_joo) % 2) + 608);
      {
        v16 C_acc_0, C_acc_1, C_acc_2, C_acc_3, C_acc_4, C_acc_5, C_acc_6, C_acc_7, C_acc_8, C_acc_9, C_acc_10, C_acc_11, C_acc_12, C_acc_13, C_acc_14, C_acc_15, C_acc_16, C_acc_17, C_acc_18, C_acc_19, C_acc_20;
        C_acc_0 = ((v16){0} + 0.0f);
        C_acc_1 = ((v16){0} + 0.0f);
        C_acc_2 = ((v16){0} + 0.0f);
        C_acc_3 = ((v16){0} + 0.0f);
        C_acc_4 = ((v16){0} + 0.0f);
        C_acc_5 = ((v16){0} + 0.0f);
        C_acc_6 = ((v16){0} + 0.0f);
        C_acc_7 = ((v16){0} + 0.0f);
        C_acc_8 = ((v16){0} + 0.0f);
        C_acc_9 = ((v16){0} + 0.0f);
        C_acc_10 = ((v16){0} + 0.0f);
        C_acc_11 = ((v16){0} + 0.0f);
        C_acc_12 = ((v16){0} + 0.0f);
        C_acc_13 = ((v16){0} + 0.0f);
        C_acc_14 = ((v16){0} + 0.0f);
        C_acc_15 = ((v16){0} + 0.0f);
        C_acc_16 = ((v16){0} + 0.0f);
        C_acc_17 = ((v16){0} + 0.0f);
        C_acc_18 = ((v16){0} + 0.0f);
        C_acc_19 = ((v16){0} + 0.0f);
        C_acc_20 = ((v16){0} + 0.0f);
#pragma GCC unroll 4
        for (long ki = 0; ki < 20; ki++) {
          __builtin_prefetch(B + 3840 * ((b_ioo_joo) / 2) + 48 * ((b_ioo_joo) % 2) + 1920 * ko + 96 * ki + 768);
          __builtin_prefetch(B + 3840 * ((b_ioo_joo) / 2) + 48 * ((b_ioo_joo) % 2) + 1920 * ko + 96 * ki + 784);
          __builtin_prefetch(B + 3840 * ((b_ioo_joo) / 2) + 48 * ((b_ioo_joo) % 2) + 1920 * ko + 96 * ki + 800);
          const float *const A_at0 = A + 280 * ((b_ioo_joo) / 2) + 140 * ko + 7 * ki;
          const float *const B_at1 = B + 3840 * ((b_ioo_joo) / 2) + 48 * ((b_ioo_joo) % 2) + 1920 * ko + 96 * ki;
          C_acc_0 += (A_at0[0] * *(const v16u *)(B_at1));
          C_acc_1 += (A_at0[0] * *(const v16u *)(B_at1 + 16));
          C_acc_2 += (A_at0[0] * *(const v16u *)(B_at1 + 32));
          C_acc_3 += (A_at0[1] * *(const v16u *)(B_at1));
          C_acc_4 += (A_at0[1] * *(const v16u *)(B_at1 + 16));
          C_acc_5 += (A_at0[1] * *(const v16u *)(B_at1 + 32));
          C_acc_6 += (A_at0[2] * *(const v16u *)(B_at1));
          C_acc_7 += (A_at0[2] * *(const v16u *)(B_at1 + 16));
          C_acc_8 += (A_at0[2] * *(const v16u *)(B_at1 + 32));
          C_acc_9 += (A_at0[3] * *(const v16u *)(B_at1));
          C_acc_10 += (A_at0[3] * *(const v16u *)(B_at1 + 16));
          C_acc_11 += (A_at0[3] * *(const v16u *)(B_at1 + 32));
          C_acc_12 += (A_at0[4] * *(const v16u *)(B_at1));
          C_acc_13 += (A_at0[4] * *(const v16u *)(B_at1 + 16));
          C_acc_14 += (A_at0[4] * *(const v16u *)(B_at1 + 32));
          C_acc_15 += (A_at0[5] * *(const v16u *)(B_at1));
          C_acc_16 += (A_at0[5] * *(const v16u *)(B_at1 + 16));
          C_acc_17 += (A_at0[5] * *(const v16u *)(B_at1 + 32));
          C_acc_18 += (A_at0[6] * *(const v16u *)(B_at1));
          C_acc_19 += (A_at0[6] * *(const v16u *)(B_at1 + 16));
          C_acc_20 += (A_at0[6] * *(const v16u *)(B_at1 + 32));
        }
        if (-ko >= 0) {
          if (ko - 1 >= 0) {
            float *const C_at2 = C + 672 * ((b_ioo_joo) / 2) + 48 * ((b_ioo_joo) % 2);
            *(v16u *)(C_at2) = C_acc_0;
            *(v16u *)(C_at2 + 16) = C_acc_1;
            *(v16u *)(C_at2 + 32) = C_acc_2;
            *(v16u *)(C_at2 + 96) = C_acc_3;
            *(v16u *)(C_at2 + 112) = C_acc_4;
            *(v16u *)(C_at2 + 128) = C_acc_5;
            *(v16u *)(C_at2 + 192) = C_acc_6;
            *(v16u *)(C_at2 + 208) = C_acc_7;
            *(v16u *)(C_at2 + 224) = C_acc_8;
            *(v16u *)(C_at2 + 288) = C_acc_9;
            *(v16u *)(C_at2 + 304) = C_acc_10;
            *(v16u *)(C_at2 + 320) = C_acc_11;
            *(v16u *)(C_at2 + 384) = C_acc_12;
            *(v16u *)(C_at2 + 400) = C_acc_13;
            *(v16u *)(C_at2 + 416) = C_acc_14;
            *(v16u *)(C_at2 + 480) = C_acc_15;
            *(v16u *)(C_at2 + 496) = C_acc_16;
            *(v16u *)(C_at2 + 512) = C_acc_17;
            *(v16u *)(C_at2 + 576) = C_acc_18;
            *(v16u *)(C_at2 + 592) = C_acc_19;
            *(v16u *)(C_at2 + 608) = C_acc_20;
          } else {
            float *const C_at3 = C + 672 * ((b_ioo_joo) / 2) + 48 * ((b_ioo_joo) % 2);
            *(v16u *)(C_at3) = C_acc_0;
            *(v16u *)(C_at3 + 16) = C_acc_1;
            *(v16u *)(C_at3 + 32) = C_acc_2;
            *(v16u *)(C_at3 + 96) = C_acc_3;
            *(v16u *)(C_at3 + 112) = C_acc_4;
            *(v16u *)(C_at3 + 128) = C_acc_5;
            *(v16u *)(C_at3 + 192) = C_acc_6;
            *(v16u *)(C_at3 + 208) = C_acc_7;
            *(v16u *)(C_at3 + 224) = C_acc_8;
            *(v16u *)(C_at3 + 288) = C_acc_9;
            *(v16u *)(C_at3 + 304) = C_acc_10;
            *(v16u *)(C_at3 + 320) = C_acc_11;
            *(v16u *)(C_at3 + 384) = C_acc_12;
            *(v16u *)(C_at3 + 400) = C_acc_13;
            *(v16u *)(C_at3 + 416) = C_acc_14;
            *(v16u *)(C_at3 + 480) = C_acc_15;
            *(v16u *)(C_at3 + 496) = C_acc_16;
            *(v16u *)(C_at3 + 512) = C_acc_17;
            *(v16u *)(C_at3 + 576) = C_acc_18;
            *(v16u *)(C_at3 + 592) = C_acc_19;
            *(v16u *)(C_at3 + 608) = C_acc_20;
          }
        } else {
          float *const C_at4 = C + 672 * ((b_ioo_joo) / 2) + 48 * ((b_ioo_joo) % 2);
          *(v16u *)(C_at4) = *(const v16u *)(C_at4) + C_acc_0;
          *(v16u *)(C_at4 + 16) = *(const v16u *)(C_at4 + 16) + C_acc_1;
          *(v16u *)(C_at4 + 32) = *(const v16u *)(C_at4 + 32) + C_acc_2;
          *(v16u *)(C_at4 + 96) = *(const v16u *)(C_at4 + 96) + C_acc_3;
          *(v16u *)(C_at4 + 112) = *(const v16u *)(C_at4 + 112) + C_acc_4;
          *(v16u *)(C_at4 + 128) = *(const v16u *)(C_at4 + 128) + C_acc_5;
          *(v16u *)(C_at4 + 192) = *(const v16u *)(C_at4 + 192) + C_acc_6;
          *(v16u *)(C_at4 + 208) = *(const v16u *)(C_at4 + 208) + C_acc_7;
          *(v16u *)(C_at4 + 224) = *(const v16u *)(C_at4 + 224) + C_acc_8;
          *(v16u *)(C_at4 + 288) = *(const v16u *)(C_at4 + 288) + C_acc_9;
          *(v16u *)(C_at4 + 304) = *(const v16u *)(C_at4 + 304) + C_acc_10;
          *(v16u *)(C_at4 + 320) = *(const v16u *)(C_at4 + 320) + C_acc_11;
          *(v16u *)(C_at4 + 384) = *(const v16u *)(C_at4 + 384) + C_acc_12;
          *(v16u *)(C_at4 + 400) = *(const v16u *)(C_at4 + 400) + C_acc_13;
          *(v16u *)(C_at4 + 416) = *(const v16u *)(C_at4 + 416) + C_acc_14;
          *(v16u *)(C_at4 + 480) = *(const v16u *)(C_at4 + 480) + C_acc_15;
          *(v16u *)(C_at4 + 496) = *(const v16u *)(C_at4 + 496) + C_acc_16;
          *(v16u *)(C_at4 + 512) = *(const v16u *)(C_at4 + 512) + C_acc_17;
          *(v16u *)(C_at4 + 576) = *(const v16u *)(C_at4 + 576) + C_acc_18;
          *(v16u *)(C_at4 + 592) = *(const v16u *)(C_at4 + 592) + C_acc_19;
          *(v16u *)(C_at4 + 608) = *(const v16u *)(C_at4 + 608) + C_acc_20;
        }
      }
    }
  }
}

void kernel(void *const *args, void *workspace) {
  run(args[0], args[1], args[2], workspace);
}
