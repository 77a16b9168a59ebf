extern int omp_get_thread_num(void);
static inline long min_of(long a, long b) { return a < b ? a : b; }
static inline long max_of(long a, long b) { return a > b ? a : b; }
static inline long floor_div(long a, long b) { return a / b - (a % b < 0); }
static inline long floor_mod(long a, long b) { return a % b + (a % b < 0 ? b : 0); }
typedef float v16 __attribute__((vector_size(64)));
typedef float v16u __attribute__((vector_size(64), aligned(4), may_alias));
static inline v16 load8of16(const float *p) { return __builtin_ia32_loadups512_mask(p, (v16){0}, 0xff); }
static inline v16 load4of16(const float *p) { return __builtin_ia32_loadups512_mask(p, (v16){0}, 0xf); }
static inline void store8of16(float *p, v16 v) { __builtin_ia32_storeups512_mask(p, v, 0xff); }

static void run(const float *restrict data, const float *restrict weights_packed, float *restrict out, char *restrict workspace) {
#pragma omp parallel for schedule(static) num_threads(2)
  for (long n_oho = 0; n_oho < 3; n_oho++) {
    if (min_of(4 * n_oho - 1, -2 * min_of(2, -2 * n_oho + 5) - 4 * n_oho + 9) >= 0) {
      if (-n_oho + 1 >= 0) {
        for (long go = 0; go < 2; go++) {
          if (-go >= 0) {
            {
              v16 out_acc_0, out_acc_1, out_acc_2, out_acc_3;
              out_acc_0 = ((v16){0} + 0.0f);
              out_acc_1 = ((v16){0} + 0.0f);
              out_acc_2 = ((v16){0} + 0.0f);
              out_acc_3 = ((v16){0} + 0.0f);
              out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go - 72), load8of16(data + 336 * n_oho + 8 * go - 72), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go));
              out_acc_3 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go + 96), load8of16(data + 336 * n_oho + 8 * go + 96), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go));
              out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go - 84), load8of16(data + 336 * n_oho + 8 * go - 84), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go + 16));
              out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go - 60), load8of16(data + 336 * n_oho + 8 * go - 60), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go + 16));
              out_acc_2 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go + 84), load8of16(data + 336 * n_oho + 8 * go + 84), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go + 16));
              out_acc_3 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go + 108), load8of16(data + 336 * n_oho + 8 * go + 108), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go + 16));
              out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go - 72), load8of16(data + 336 * n_oho + 8 * go - 72), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go + 32));
              out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go - 48), load8of16(data + 336 * n_oho + 8 * go - 48), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go + 32));
              out_acc_2 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go + 96), load8of16(data + 336 * n_oho + 8 * go + 96), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go + 32));
              out_acc_3 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go + 120), load8of16(data + 336 * n_oho + 8 * go + 120), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go + 32));
              out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go + 12), load8of16(data + 336 * n_oho + 8 * go + 12), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go + 48));
              out_acc_3 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go + 180), load8of16(data + 336 * n_oho + 8 * go + 180), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go + 48));
              out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go), load8of16(data + 336 * n_oho + 8 * go), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go + 64));
              out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go + 24), load8of16(data + 336 * n_oho + 8 * go + 24), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go + 64));
              out_acc_2 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go + 168), load8of16(data + 336 * n_oho + 8 * go + 168), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go + 64));
              out_acc_3 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go + 192), load8of16(data + 336 * n_oho + 8 * go + 192), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go + 64));
              out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go + 12), load8of16(data + 336 * n_oho + 8 * go + 12), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go + 80));
              out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go + 36), load8of16(data + 336 * n_oho + 8 * go + 36), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go + 80));
              out_acc_2 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go + 180), load8of16(data + 336 * n_oho + 8 * go + 180), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go + 80));
              out_acc_3 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go + 204), load8of16(data + 336 * n_oho + 8 * go + 204), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go + 80));
              out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go + 96), load8of16(data + 336 * n_oho + 8 * go + 96), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go + 96));
              out_acc_3 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go + 264), load8of16(data + 336 * n_oho + 8 * go + 264), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go + 96));
              out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go + 84), load8of16(data + 336 * n_oho + 8 * go + 84), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go + 112));
              out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go + 108), load8of16(data + 336 * n_oho + 8 * go + 108), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go + 112));
              out_acc_2 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go + 252), load8of16(data + 336 * n_oho + 8 * go + 252), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go + 112));
              out_acc_3 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go + 276), load8of16(data + 336 * n_oho + 8 * go + 276), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go + 112));
              out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go + 96), load8of16(data + 336 * n_oho + 8 * go + 96), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go + 128));
              out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go + 120), load8of16(data + 336 * n_oho + 8 * go + 120), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go + 128));
              out_acc_2 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go + 264), load8of16(data + 336 * n_oho + 8 * go + 264), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go + 128));
              out_acc_3 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go + 288), load8of16(data + 336 * n_oho + 8 * go + 288), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go + 128));
              *(v16u *)(out + 192 * n_oho + 16 * go) = out_acc_0;
              *(v16u *)(out + 192 * n_oho + 16 * go + 24) = out_acc_1;
              *(v16u *)(out + 192 * n_oho + 16 * go + 96) = out_acc_2;
              *(v16u *)(out + 192 * n_oho + 16 * go + 120) = out_acc_3;
            }
            {
              v16 out_acc_0, out_acc_1, out_acc_2, out_acc_3;
              out_acc_0 = ((v16){0} + 0.0f);
              out_acc_1 = ((v16){0} + 0.0f);
              out_acc_2 = ((v16){0} + 0.0f);
              out_acc_3 = ((v16){0} + 0.0f);
              out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go - 48), load8of16(data + 336 * n_oho + 8 * go - 48), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go));
              out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go - 24), load8of16(data + 336 * n_oho + 8 * go - 24), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go));
              out_acc_2 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go + 120), load8of16(data + 336 * n_oho + 8 * go + 120), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go));
              out_acc_3 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go + 144), load8of16(data + 336 * n_oho + 8 * go + 144), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go));
              out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go - 36), load8of16(data + 336 * n_oho + 8 * go - 36), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go + 16));
              out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go - 12), load8of16(data + 336 * n_oho + 8 * go - 12), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go + 16));
              out_acc_2 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go + 132), load8of16(data + 336 * n_oho + 8 * go + 132), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go + 16));
              out_acc_3 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go + 156), load8of16(data + 336 * n_oho + 8 * go + 156), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go + 16));
              out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go - 24), load8of16(data + 336 * n_oho + 8 * go - 24), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go + 32));
              out_acc_2 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go + 144), load8of16(data + 336 * n_oho + 8 * go + 144), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go + 32));
              out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go + 36), load8of16(data + 336 * n_oho + 8 * go + 36), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go + 48));
              out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go + 60), load8of16(data + 336 * n_oho + 8 * go + 60), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go + 48));
              out_acc_2 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go + 204), load8of16(data + 336 * n_oho + 8 * go + 204), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go + 48));
              out_acc_3 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go + 228), load8of16(data + 336 * n_oho + 8 * go + 228), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go + 48));
              out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go + 48), load8of16(data + 336 * n_oho + 8 * go + 48), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go + 64));
              out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go + 72), load8of16(data + 336 * n_oho + 8 * go + 72), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go + 64));
              out_acc_2 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go + 216), load8of16(data + 336 * n_oho + 8 * go + 216), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go + 64));
              out_acc_3 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go + 240), load8of16(data + 336 * n_oho + 8 * go + 240), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go + 64));
              out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go + 60), load8of16(data + 336 * n_oho + 8 * go + 60), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go + 80));
              out_acc_2 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go + 228), load8of16(data + 336 * n_oho + 8 * go + 228), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go + 80));
              out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go + 120), load8of16(data + 336 * n_oho + 8 * go + 120), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go + 96));
              out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go + 144), load8of16(data + 336 * n_oho + 8 * go + 144), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go + 96));
              out_acc_2 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go + 288), load8of16(data + 336 * n_oho + 8 * go + 288), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go + 96));
              out_acc_3 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go + 312), load8of16(data + 336 * n_oho + 8 * go + 312), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go + 96));
              out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go + 132), load8of16(data + 336 * n_oho + 8 * go + 132), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go + 112));
              out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go + 156), load8of16(data + 336 * n_oho + 8 * go + 156), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go + 112));
              out_acc_2 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go + 300), load8of16(data + 336 * n_oho + 8 * go + 300), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go + 112));
              out_acc_3 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go + 324), load8of16(data + 336 * n_oho + 8 * go + 324), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go + 112));
              out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go + 144), load8of16(data + 336 * n_oho + 8 * go + 144), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go + 128));
              out_acc_2 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go + 312), load8of16(data + 336 * n_oho + 8 * go + 312), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go + 128));
              *(v16u *)(out + 192 * n_oho + 16 * go + 48) = out_acc_0;
              *(v16u *)(out + 192 * n_oho + 16 * go + 72) = out_acc_1;
              *(v16u *)(out + 192 * n_oho + 16 * go + 144) = out_acc_2;
              *(v16u *)(out + 192 * n_oho + 16 * go + 168) = out_acc_3;
            }
          } else {
            {
              v16 out_acc_0, out_acc_1, out_acc_2, out_acc_3;
              out_acc_0 = ((v16){0} + 0.0f);
              out_acc_1 = ((v16){0} + 0.0f);
              out_acc_2 = ((v16){0} + 0.0f);
              out_acc_3 = ((v16){0} + 0.0f);
              out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go - 72), load4of16(data + 336 * n_oho + 8 * go - 72), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go));
              out_acc_3 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go + 96), load4of16(data + 336 * n_oho + 8 * go + 96), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go));
              out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go - 84), load4of16(data + 336 * n_oho + 8 * go - 84), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go + 16));
              out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go - 60), load4of16(data + 336 * n_oho + 8 * go - 60), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go + 16));
              out_acc_2 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go + 84), load4of16(data + 336 * n_oho + 8 * go + 84), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go + 16));
              out_acc_3 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go + 108), load4of16(data + 336 * n_oho + 8 * go + 108), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go + 16));
              out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go - 72), load4of16(data + 336 * n_oho + 8 * go - 72), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go + 32));
              out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go - 48), load4of16(data + 336 * n_oho + 8 * go - 48), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go + 32));
              out_acc_2 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go + 96), load4of16(data + 336 * n_oho + 8 * go + 96), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go + 32));
              out_acc_3 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go + 120), load4of16(data + 336 * n_oho + 8 * go + 120), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go + 32));
              out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go + 12), load4of16(data + 336 * n_oho + 8 * go + 12), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go + 48));
              out_acc_3 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go + 180), load4of16(data + 336 * n_oho + 8 * go + 180), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go + 48));
              out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go), load4of16(data + 336 * n_oho + 8 * go), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go + 64));
              out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go + 24), load4of16(data + 336 * n_oho + 8 * go + 24), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go + 64));
              out_acc_2 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go + 168), load4of16(data + 336 * n_oho + 8 * go + 168), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go + 64));
              out_acc_3 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go + 192), load4of16(data + 336 * n_oho + 8 * go + 192), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go + 64));
              out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go + 12), load4of16(data + 336 * n_oho + 8 * go + 12), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go + 80));
              out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go + 36), load4of16(data + 336 * n_oho + 8 * go + 36), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go + 80));
              out_acc_2 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go + 180), load4of16(data + 336 * n_oho + 8 * go + 180), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go + 80));
              out_acc_3 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go + 204), load4of16(data + 336 * n_oho + 8 * go + 204), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go + 80));
              out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go + 96), load4of16(data + 336 * n_oho + 8 * go + 96), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go + 96));
              out_acc_3 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go + 264), load4of16(data + 336 * n_oho + 8 * go + 264), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go + 96));
              out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go + 84), load4of16(data + 336 * n_oho + 8 * go + 84), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go + 112));
              out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go + 108), load4of16(data + 336 * n_oho + 8 * go + 108), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go + 112));
              out_acc_2 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go + 252), load4of16(data + 336 * n_oho + 8 * go + 252), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go + 112));
              out_acc_3 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go + 276), load4of16(data + 336 * n_oho + 8 * go + 276), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go + 112));
              out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go + 96), load4of16(data + 336 * n_oho + 8 * go + 96), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go + 128));
              out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go + 120), load4of16(data + 336 * n_oho + 8 * go + 120), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go + 128));
              out_acc_2 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go + 264), load4of16(data + 336 * n_oho + 8 * go + 264), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go + 128));
              out_acc_3 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go + 288), load4of16(data + 336 * n_oho + 8 * go + 288), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go + 128));
              store8of16(out + 192 * n_oho + 16 * go, out_acc_0);
              store8of16(out + 192 * n_oho + 16 * go + 24, out_acc_1);
              store8of16(out + 192 * n_oho + 16 * go + 96, out_acc_2);
              store8of16(out + 192 * n_oho + 16 * go + 120, out_acc_3);
            }
            {
              v16 out_acc_0, out_acc_1, out_acc_2, out_acc_3;
              out_acc_0 = ((v16){0} + 0.0f);
              out_acc_1 = ((v16){0} + 0.0f);
              out_acc_2 = ((v16){0} + 0.0f);
              out_acc_3 = ((v16){0} + 0.0f);
              out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go - 48), load4of16(data + 336 * n_oho + 8 * go - 48), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go));
              out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go - 24), load4of16(data + 336 * n_oho + 8 * go - 24), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go));
              out_acc_2 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go + 120), load4of16(data + 336 * n_oho + 8 * go + 120), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go));
              out_acc_3 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go + 144), load4of16(data + 336 * n_oho + 8 * go + 144), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go));
              out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go - 36), load4of16(data + 336 * n_oho + 8 * go - 36), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go + 16));
              out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go - 12), load4of16(data + 336 * n_oho + 8 * go - 12), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go + 16));
              out_acc_2 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go + 132), load4of16(data + 336 * n_oho + 8 * go + 132), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go + 16));
              out_acc_3 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go + 156), load4of16(data + 336 * n_oho + 8 * go + 156), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go + 16));
              out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go - 24), load4of16(data + 336 * n_oho + 8 * go - 24), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go + 32));
              out_acc_2 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go + 144), load4of16(data + 336 * n_oho + 8 * go + 144), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go + 32));
              out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go + 36), load4of16(data + 336 * n_oho + 8 * go + 36), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go + 48));
              out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go + 60), load4of16(data + 336 * n_oho + 8 * go + 60), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go + 48));
              out_acc_2 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go + 204), load4of16(data + 336 * n_oho + 8 * go + 204), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go + 48));
              out_acc_3 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go + 228), load4of16(data + 336 * n_oho + 8 * go + 228), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go + 48));
              out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go + 48), load4of16(data + 336 * n_oho + 8 * go + 48), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go + 64));
              out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go + 72), load4of16(data + 336 * n_oho + 8 * go + 72), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go + 64));
              out_acc_2 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go + 216), load4of16(data + 336 * n_oho + 8 * go + 216), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go + 64));
              out_acc_3 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go + 240), load4of16(data + 336 * n_oho + 8 * go + 240), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go + 64));
              out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go + 60), load4of16(data + 336 * n_oho + 8 * go + 60), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go + 80));
              out_acc_2 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go + 228), load4of16(data + 336 * n_oho + 8 * go + 228), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go + 80));
              out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go + 120), load4of16(data + 336 * n_oho + 8 * go + 120), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go + 96));
              out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go + 144), load4of16(data + 336 * n_oho + 8 * go + 144), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go + 96));
              out_acc_2 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go + 288), load4of16(data + 336 * n_oho + 8 * go + 288), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go + 96));
              out_acc_3 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go + 312), load4of16(data + 336 * n_oho + 8 * go + 312), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go + 96));
              out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go + 132), load4of16(data + 336 * n_oho + 8 * go + 132), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go + 112));
              out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go + 156), load4of16(data + 336 * n_oho + 8 * go + 156), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go + 112));
              out_acc_2 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go + 300), load4of16(data + 336 * n_oho + 8 * go + 300), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go + 112));
              out_acc_3 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go + 324), load4of16(data + 336 * n_oho + 8 * go + 324), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go + 112));
              out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go + 144), load4of16(data + 336 * n_oho + 8 * go + 144), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go + 128));
              out_acc_2 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go + 312), load4of16(data + 336 * n_oho + 8 * go + 312), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go + 128));
              store8of16(out + 192 * n_oho + 16 * go + 48, out_acc_0);
              store8of16(out + 192 * n_oho + 16 * go + 72, out_acc_1);
              store8of16(out + 192 * n_oho + 16 * go + 144, out_acc_2);
              store8of16(out + 192 * n_oho + 16 * go + 168, out_acc_3);
            }
          }
        }
      } else {
        for (long go2 = 0; go2 < 2; go2++) {
          if (-go2 >= 0) {
            {
              v16 out_acc_0, out_acc_1;
              out_acc_0 = ((v16){0} + 0.0f);
              out_acc_1 = ((v16){0} + 0.0f);
              out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go2 - 72), load8of16(data + 336 * n_oho + 8 * go2 - 72), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go2));
              out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go2 - 84), load8of16(data + 336 * n_oho + 8 * go2 - 84), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go2 + 16));
              out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go2 - 60), load8of16(data + 336 * n_oho + 8 * go2 - 60), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go2 + 16));
              out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go2 - 72), load8of16(data + 336 * n_oho + 8 * go2 - 72), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go2 + 32));
              out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go2 - 48), load8of16(data + 336 * n_oho + 8 * go2 - 48), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go2 + 32));
              out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go2 + 12), load8of16(data + 336 * n_oho + 8 * go2 + 12), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go2 + 48));
              out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go2), load8of16(data + 336 * n_oho + 8 * go2), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go2 + 64));
              out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go2 + 24), load8of16(data + 336 * n_oho + 8 * go2 + 24), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go2 + 64));
              out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go2 + 12), load8of16(data + 336 * n_oho + 8 * go2 + 12), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go2 + 80));
              out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go2 + 36), load8of16(data + 336 * n_oho + 8 * go2 + 36), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go2 + 80));
              out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go2 + 96), load8of16(data + 336 * n_oho + 8 * go2 + 96), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go2 + 96));
              out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go2 + 84), load8of16(data + 336 * n_oho + 8 * go2 + 84), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go2 + 112));
              out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go2 + 108), load8of16(data + 336 * n_oho + 8 * go2 + 108), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go2 + 112));
              out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go2 + 96), load8of16(data + 336 * n_oho + 8 * go2 + 96), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go2 + 128));
              out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go2 + 120), load8of16(data + 336 * n_oho + 8 * go2 + 120), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go2 + 128));
              *(v16u *)(out + 192 * n_oho + 16 * go2) = out_acc_0;
              *(v16u *)(out + 192 * n_oho + 16 * go2 + 24) = out_acc_1;
            }
            {
              v16 out_acc_0, out_acc_1;
              out_acc_0 = ((v16){0} + 0.0f);
              out_acc_1 = ((v16){0} + 0.0f);
              out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go2 - 48), load8of16(data + 336 * n_oho + 8 * go2 - 48), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go2));
              out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go2 - 24), load8of16(data + 336 * n_oho + 8 * go2 - 24), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go2));
              out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go2 - 36), load8of16(data + 336 * n_oho + 8 * go2 - 36), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go2 + 16));
              out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go2 - 12), load8of16(data + 336 * n_oho + 8 * go2 - 12), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go2 + 16));
              out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go2 - 24), load8of16(data + 336 * n_oho + 8 * go2 - 24), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go2 + 32));
              out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go2 + 36), load8of16(data + 336 * n_oho + 8 * go2 + 36), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go2 + 48));
              out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go2 + 60), load8of16(data + 336 * n_oho + 8 * go2 + 60), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go2 + 48));
              out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go2 + 48), load8of16(data + 336 * n_oho + 8 * go2 + 48), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go2 + 64));
              out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go2 + 72), load8of16(data + 336 * n_oho + 8 * go2 + 72), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go2 + 64));
              out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go2 + 60), load8of16(data + 336 * n_oho + 8 * go2 + 60), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go2 + 80));
              out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go2 + 120), load8of16(data + 336 * n_oho + 8 * go2 + 120), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go2 + 96));
              out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go2 + 144), load8of16(data + 336 * n_oho + 8 * go2 + 144), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go2 + 96));
              out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go2 + 132), load8of16(data + 336 * n_oho + 8 * go2 + 132), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go2 + 112));
              out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go2 + 156), load8of16(data + 336 * n_oho + 8 * go2 + 156), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go2 + 112));
              out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go2 + 144), load8of16(data + 336 * n_oho + 8 * go2 + 144), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go2 + 128));
              *(v16u *)(out + 192 * n_oho + 16 * go2 + 48) = out_acc_0;
              *(v16u *)(out + 192 * n_oho + 16 * go2 + 72) = out_acc_1;
            }
          } else {
            {
              v16 out_acc_0, out_acc_1;
              out_acc_0 = ((v16){0} + 0.0f);
              out_acc_1 = ((v16){0} + 0.0f);
              out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go2 - 72), load4of16(data + 336 * n_oho + 8 * go2 - 72), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go2));
              out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go2 - 84), load4of16(data + 336 * n_oho + 8 * go2 - 84), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go2 + 16));
              out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go2 - 60), load4of16(data + 336 * n_oho + 8 * go2 - 60), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go2 + 16));
              out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go2 - 72), load4of16(data + 336 * n_oho + 8 * go2 - 72), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go2 + 32));
              out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go2 - 48), load4of16(data + 336 * n_oho + 8 * go2 - 48), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go2 + 32));
              out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go2 + 12), load4of16(data + 336 * n_oho + 8 * go2 + 12), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go2 + 48));
              out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go2), load4of16(data + 336 * n_oho + 8 * go2), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go2 + 64));
              out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go2 + 24), load4of16(data + 336 * n_oho + 8 * go2 + 24), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go2 + 64));
              out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go2 + 12), load4of16(data + 336 * n_oho + 8 * go2 + 12), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go2 + 80));
              out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go2 + 36), load4of16(data + 336 * n_oho + 8 * go2 + 36), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go2 + 80));
              out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go2 + 96), load4of16(data + 336 * n_oho + 8 * go2 + 96), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go2 + 96));
              out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go2 + 84), load4of16(data + 336 * n_oho + 8 * go2 + 84), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go2 + 112));
              out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go2 + 108), load4of16(data + 336 * n_oho + 8 * go2 + 108), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go2 + 112));
              out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go2 + 96), load4of16(data + 336 * n_oho + 8 * go2 + 96), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go2 + 128));
              out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go2 + 120), load4of16(data + 336 * n_oho + 8 * go2 + 120), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go2 + 128));
              store8of16(out + 192 * n_oho + 16 * go2, out_acc_0);
              store8of16(out + 192 * n_oho + 16 * go2 + 24, out_acc_1);
            }
            {
              v16 out_acc_0, out_acc_1;
              out_acc_0 = ((v16){0} + 0.0f);
              out_acc_1 = ((v16){0} + 0.0f);
              out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go2 - 48), load4of16(data + 336 * n_oho + 8 * go2 - 48), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go2));
              out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go2 - 24), load4of16(data + 336 * n_oho + 8 * go2 - 24), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go2));
              out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go2 - 36), load4of16(data + 336 * n_oho + 8 * go2 - 36), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go2 + 16));
              out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go2 - 12), load4of16(data + 336 * n_oho + 8 * go2 - 12), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go2 + 16));
              out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go2 - 24), load4of16(data + 336 * n_oho + 8 * go2 - 24), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go2 + 32));
              out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go2 + 36), load4of16(data + 336 * n_oho + 8 * go2 + 36), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go2 + 48));
              out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go2 + 60), load4of16(data + 336 * n_oho + 8 * go2 + 60), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go2 + 48));
              out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go2 + 48), load4of16(data + 336 * n_oho + 8 * go2 + 48), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go2 + 64));
              out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go2 + 72), load4of16(data + 336 * n_oho + 8 * go2 + 72), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go2 + 64));
              out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go2 + 60), load4of16(data + 336 * n_oho + 8 * go2 + 60), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go2 + 80));
              out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go2 + 120), load4of16(data + 336 * n_oho + 8 * go2 + 120), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go2 + 96));
              out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go2 + 144), load4of16(data + 336 * n_oho + 8 * go2 + 144), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go2 + 96));
              out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go2 + 132), load4of16(data + 336 * n_oho + 8 * go2 + 132), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go2 + 112));
              out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go2 + 156), load4of16(data + 336 * n_oho + 8 * go2 + 156), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go2 + 112));
              out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go2 + 144), load4of16(data + 336 * n_oho + 8 * go2 + 144), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go2 + 128));
              store8of16(out + 192 * n_oho + 16 * go2 + 48, out_acc_0);
              store8of16(out + 192 * n_oho + 16 * go2 + 72, out_acc_1);
            }
          }
        }
      }
    } else {
      if (-n_oho + 1 >= 0) {
        for (long go3 = 0; go3 < 2; go3++) {
          if (-go3 >= 0) {
            {
              v16 out_acc_0, out_acc_1, out_acc_2, out_acc_3;
              out_acc_0 = ((v16){0} + 0.0f);
              out_acc_1 = ((v16){0} + 0.0f);
              out_acc_2 = ((v16){0} + 0.0f);
              out_acc_3 = ((v16){0} + 0.0f);
              if (4 * n_oho - 1 >= 0) {
                out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 - 72), load8of16(data + 336 * n_oho + 8 * go3 - 72), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3));
              }
              if (-4 * n_oho + 7 >= 0) {
                out_acc_3 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 + 96), load8of16(data + 336 * n_oho + 8 * go3 + 96), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3));
              }
              if (4 * n_oho - 1 >= 0) {
                out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 - 84), load8of16(data + 336 * n_oho + 8 * go3 - 84), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 16));
                out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 - 60), load8of16(data + 336 * n_oho + 8 * go3 - 60), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 16));
              }
              if (-4 * n_oho + 7 >= 0) {
                out_acc_2 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 + 84), load8of16(data + 336 * n_oho + 8 * go3 + 84), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 16));
                out_acc_3 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 + 108), load8of16(data + 336 * n_oho + 8 * go3 + 108), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 16));
              }
              if (4 * n_oho - 1 >= 0) {
                out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 - 72), load8of16(data + 336 * n_oho + 8 * go3 - 72), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 32));
                out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 - 48), load8of16(data + 336 * n_oho + 8 * go3 - 48), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 32));
              }
              if (-4 * n_oho + 7 >= 0) {
                out_acc_2 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 + 96), load8of16(data + 336 * n_oho + 8 * go3 + 96), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 32));
                out_acc_3 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 + 120), load8of16(data + 336 * n_oho + 8 * go3 + 120), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 32));
              }
              out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 + 12), load8of16(data + 336 * n_oho + 8 * go3 + 12), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 48));
              if (-4 * n_oho + 6 >= 0) {
                out_acc_3 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 + 180), load8of16(data + 336 * n_oho + 8 * go3 + 180), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 48));
              }
              out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3), load8of16(data + 336 * n_oho + 8 * go3), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 64));
              out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 + 24), load8of16(data + 336 * n_oho + 8 * go3 + 24), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 64));
              if (-4 * n_oho + 6 >= 0) {
                out_acc_2 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 + 168), load8of16(data + 336 * n_oho + 8 * go3 + 168), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 64));
                out_acc_3 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 + 192), load8of16(data + 336 * n_oho + 8 * go3 + 192), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 64));
              }
              out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 + 12), load8of16(data + 336 * n_oho + 8 * go3 + 12), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 80));
              out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 + 36), load8of16(data + 336 * n_oho + 8 * go3 + 36), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 80));
              if (-4 * n_oho + 6 >= 0) {
                out_acc_2 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 + 180), load8of16(data + 336 * n_oho + 8 * go3 + 180), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 80));
                out_acc_3 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 + 204), load8of16(data + 336 * n_oho + 8 * go3 + 204), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 80));
              }
              if (-4 * n_oho + 7 >= 0) {
                out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 + 96), load8of16(data + 336 * n_oho + 8 * go3 + 96), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 96));
              }
              if (-4 * n_oho + 5 >= 0) {
                out_acc_3 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 + 264), load8of16(data + 336 * n_oho + 8 * go3 + 264), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 96));
              }
              if (-4 * n_oho + 7 >= 0) {
                out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 + 84), load8of16(data + 336 * n_oho + 8 * go3 + 84), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 112));
                out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 + 108), load8of16(data + 336 * n_oho + 8 * go3 + 108), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 112));
              }
              if (-4 * n_oho + 5 >= 0) {
                out_acc_2 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 + 252), load8of16(data + 336 * n_oho + 8 * go3 + 252), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 112));
                out_acc_3 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 + 276), load8of16(data + 336 * n_oho + 8 * go3 + 276), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 112));
              }
              if (-4 * n_oho + 7 >= 0) {
                out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 + 96), load8of16(data + 336 * n_oho + 8 * go3 + 96), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 128));
                out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 + 120), load8of16(data + 336 * n_oho + 8 * go3 + 120), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 128));
              }
              if (-4 * n_oho + 5 >= 0) {
                out_acc_2 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 + 264), load8of16(data + 336 * n_oho + 8 * go3 + 264), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 128));
                out_acc_3 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 + 288), load8of16(data + 336 * n_oho + 8 * go3 + 288), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 128));
              }
              *(v16u *)(out + 192 * n_oho + 16 * go3) = out_acc_0;
              *(v16u *)(out + 192 * n_oho + 16 * go3 + 24) = out_acc_1;
              *(v16u *)(out + 192 * n_oho + 16 * go3 + 96) = out_acc_2;
              *(v16u *)(out + 192 * n_oho + 16 * go3 + 120) = out_acc_3;
            }
            {
              v16 out_acc_0, out_acc_1, out_acc_2, out_acc_3;
              out_acc_0 = ((v16){0} + 0.0f);
              out_acc_1 = ((v16){0} + 0.0f);
              out_acc_2 = ((v16){0} + 0.0f);
              out_acc_3 = ((v16){0} + 0.0f);
              if (4 * n_oho - 1 >= 0) {
                out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 - 48), load8of16(data + 336 * n_oho + 8 * go3 - 48), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3));
                out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 - 24), load8of16(data + 336 * n_oho + 8 * go3 - 24), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3));
              }
              if (-4 * n_oho + 7 >= 0) {
                out_acc_2 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 + 120), load8of16(data + 336 * n_oho + 8 * go3 + 120), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3));
                out_acc_3 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 + 144), load8of16(data + 336 * n_oho + 8 * go3 + 144), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3));
              }
              if (4 * n_oho - 1 >= 0) {
                out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 - 36), load8of16(data + 336 * n_oho + 8 * go3 - 36), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 16));
                out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 - 12), load8of16(data + 336 * n_oho + 8 * go3 - 12), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 16));
              }
              if (-4 * n_oho + 7 >= 0) {
                out_acc_2 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 + 132), load8of16(data + 336 * n_oho + 8 * go3 + 132), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 16));
                out_acc_3 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 + 156), load8of16(data + 336 * n_oho + 8 * go3 + 156), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 16));
              }
              if (4 * n_oho - 1 >= 0) {
                out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 - 24), load8of16(data + 336 * n_oho + 8 * go3 - 24), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 32));
              }
              if (-4 * n_oho + 7 >= 0) {
                out_acc_2 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 + 144), load8of16(data + 336 * n_oho + 8 * go3 + 144), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 32));
              }
              out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 + 36), load8of16(data + 336 * n_oho + 8 * go3 + 36), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 48));
              out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 + 60), load8of16(data + 336 * n_oho + 8 * go3 + 60), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 48));
              if (-4 * n_oho + 6 >= 0) {
                out_acc_2 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 + 204), load8of16(data + 336 * n_oho + 8 * go3 + 204), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 48));
                out_acc_3 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 + 228), load8of16(data + 336 * n_oho + 8 * go3 + 228), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 48));
              }
              out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 + 48), load8of16(data + 336 * n_oho + 8 * go3 + 48), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 64));
              out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 + 72), load8of16(data + 336 * n_oho + 8 * go3 + 72), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 64));
              if (-4 * n_oho + 6 >= 0) {
                out_acc_2 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 + 216), load8of16(data + 336 * n_oho + 8 * go3 + 216), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 64));
                out_acc_3 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 + 240), load8of16(data + 336 * n_oho + 8 * go3 + 240), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 64));
              }
              out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 + 60), load8of16(data + 336 * n_oho + 8 * go3 + 60), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 80));
              if (-4 * n_oho + 6 >= 0) {
                out_acc_2 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 + 228), load8of16(data + 336 * n_oho + 8 * go3 + 228), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 80));
              }
              if (-4 * n_oho + 7 >= 0) {
                out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 + 120), load8of16(data + 336 * n_oho + 8 * go3 + 120), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 96));
                out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 + 144), load8of16(data + 336 * n_oho + 8 * go3 + 144), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 96));
              }
              if (-4 * n_oho + 5 >= 0) {
                out_acc_2 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 + 288), load8of16(data + 336 * n_oho + 8 * go3 + 288), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 96));
                out_acc_3 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 + 312), load8of16(data + 336 * n_oho + 8 * go3 + 312), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 96));
              }
              if (-4 * n_oho + 7 >= 0) {
                out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 + 132), load8of16(data + 336 * n_oho + 8 * go3 + 132), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 112));
                out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 + 156), load8of16(data + 336 * n_oho + 8 * go3 + 156), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 112));
              }
              if (-4 * n_oho + 5 >= 0) {
                out_acc_2 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 + 300), load8of16(data + 336 * n_oho + 8 * go3 + 300), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 112));
                out_acc_3 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 + 324), load8of16(data + 336 * n_oho + 8 * go3 + 324), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 112));
              }
              if (-4 * n_oho + 7 >= 0) {
                out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 + 144), load8of16(data + 336 * n_oho + 8 * go3 + 144), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 128));
              }
              if (-4 * n_oho + 5 >= 0) {
                out_acc_2 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go3 + 312), load8of16(data + 336 * n_oho + 8 * go3 + 312), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 128));
              }
              *(v16u *)(out + 192 * n_oho + 16 * go3 + 48) = out_acc_0;
              *(v16u *)(out + 192 * n_oho + 16 * go3 + 72) = out_acc_1;
              *(v16u *)(out + 192 * n_oho + 16 * go3 + 144) = out_acc_2;
              *(v16u *)(out + 192 * n_oho + 16 * go3 + 168) = out_acc_3;
            }
          } else {
            {
              v16 out_acc_0, out_acc_1, out_acc_2, out_acc_3;
              out_acc_0 = ((v16){0} + 0.0f);
              out_acc_1 = ((v16){0} + 0.0f);
              out_acc_2 = ((v16){0} + 0.0f);
              out_acc_3 = ((v16){0} + 0.0f);
              if (4 * n_oho - 1 >= 0) {
                out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 - 72), load4of16(data + 336 * n_oho + 8 * go3 - 72), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3));
              }
              if (-4 * n_oho + 7 >= 0) {
                out_acc_3 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 + 96), load4of16(data + 336 * n_oho + 8 * go3 + 96), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3));
              }
              if (4 * n_oho - 1 >= 0) {
                out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 - 84), load4of16(data + 336 * n_oho + 8 * go3 - 84), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 16));
                out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 - 60), load4of16(data + 336 * n_oho + 8 * go3 - 60), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 16));
              }
              if (-4 * n_oho + 7 >= 0) {
                out_acc_2 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 + 84), load4of16(data + 336 * n_oho + 8 * go3 + 84), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 16));
                out_acc_3 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 + 108), load4of16(data + 336 * n_oho + 8 * go3 + 108), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 16));
              }
              if (4 * n_oho - 1 >= 0) {
                out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 - 72), load4of16(data + 336 * n_oho + 8 * go3 - 72), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 32));
                out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 - 48), load4of16(data + 336 * n_oho + 8 * go3 - 48), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 32));
              }
              if (-4 * n_oho + 7 >= 0) {
                out_acc_2 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 + 96), load4of16(data + 336 * n_oho + 8 * go3 + 96), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 32));
                out_acc_3 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 + 120), load4of16(data + 336 * n_oho + 8 * go3 + 120), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 32));
              }
              out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 + 12), load4of16(data + 336 * n_oho + 8 * go3 + 12), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 48));
              if (-4 * n_oho + 6 >= 0) {
                out_acc_3 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 + 180), load4of16(data + 336 * n_oho + 8 * go3 + 180), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 48));
              }
              out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3), load4of16(data + 336 * n_oho + 8 * go3), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 64));
              out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 + 24), load4of16(data + 336 * n_oho + 8 * go3 + 24), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 64));
              if (-4 * n_oho + 6 >= 0) {
                out_acc_2 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 + 168), load4of16(data + 336 * n_oho + 8 * go3 + 168), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 64));
                out_acc_3 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 + 192), load4of16(data + 336 * n_oho + 8 * go3 + 192), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 64));
              }
              out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 + 12), load4of16(data + 336 * n_oho + 8 * go3 + 12), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 80));
              out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 + 36), load4of16(data + 336 * n_oho + 8 * go3 + 36), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 80));
              if (-4 * n_oho + 6 >= 0) {
                out_acc_2 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 + 180), load4of16(data + 336 * n_oho + 8 * go3 + 180), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 80));
                out_acc_3 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 + 204), load4of16(data + 336 * n_oho + 8 * go3 + 204), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 80));
              }
              if (-4 * n_oho + 7 >= 0) {
                out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 + 96), load4of16(data + 336 * n_oho + 8 * go3 + 96), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 96));
              }
              if (-4 * n_oho + 5 >= 0) {
                out_acc_3 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 + 264), load4of16(data + 336 * n_oho + 8 * go3 + 264), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 96));
              }
              if (-4 * n_oho + 7 >= 0) {
                out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 + 84), load4of16(data + 336 * n_oho + 8 * go3 + 84), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 112));
                out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 + 108), load4of16(data + 336 * n_oho + 8 * go3 + 108), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 112));
              }
              if (-4 * n_oho + 5 >= 0) {
                out_acc_2 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 + 252), load4of16(data + 336 * n_oho + 8 * go3 + 252), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 112));
                out_acc_3 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 + 276), load4of16(data + 336 * n_oho + 8 * go3 + 276), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 112));
              }
              if (-4 * n_oho + 7 >= 0) {
                out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 + 96), load4of16(data + 336 * n_oho + 8 * go3 + 96), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 128));
                out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 + 120), load4of16(data + 336 * n_oho + 8 * go3 + 120), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 128));
              }
              if (-4 * n_oho + 5 >= 0) {
                out_acc_2 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 + 264), load4of16(data + 336 * n_oho + 8 * go3 + 264), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 128));
                out_acc_3 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 + 288), load4of16(data + 336 * n_oho + 8 * go3 + 288), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 128));
              }
              store8of16(out + 192 * n_oho + 16 * go3, out_acc_0);
              store8of16(out + 192 * n_oho + 16 * go3 + 24, out_acc_1);
              store8of16(out + 192 * n_oho + 16 * go3 + 96, out_acc_2);
              store8of16(out + 192 * n_oho + 16 * go3 + 120, out_acc_3);
            }
            {
              v16 out_acc_0, out_acc_1, out_acc_2, out_acc_3;
              out_acc_0 = ((v16){0} + 0.0f);
              out_acc_1 = ((v16){0} + 0.0f);
              out_acc_2 = ((v16){0} + 0.0f);
              out_acc_3 = ((v16){0} + 0.0f);
              if (4 * n_oho - 1 >= 0) {
                out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 - 48), load4of16(data + 336 * n_oho + 8 * go3 - 48), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3));
                out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 - 24), load4of16(data + 336 * n_oho + 8 * go3 - 24), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3));
              }
              if (-4 * n_oho + 7 >= 0) {
                out_acc_2 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 + 120), load4of16(data + 336 * n_oho + 8 * go3 + 120), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3));
                out_acc_3 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 + 144), load4of16(data + 336 * n_oho + 8 * go3 + 144), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3));
              }
              if (4 * n_oho - 1 >= 0) {
                out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 - 36), load4of16(data + 336 * n_oho + 8 * go3 - 36), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 16));
                out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 - 12), load4of16(data + 336 * n_oho + 8 * go3 - 12), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 16));
              }
              if (-4 * n_oho + 7 >= 0) {
                out_acc_2 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 + 132), load4of16(data + 336 * n_oho + 8 * go3 + 132), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 16));
                out_acc_3 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 + 156), load4of16(data + 336 * n_oho + 8 * go3 + 156), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 16));
              }
              if (4 * n_oho - 1 >= 0) {
                out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 - 24), load4of16(data + 336 * n_oho + 8 * go3 - 24), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 32));
              }
              if (-4 * n_oho + 7 >= 0) {
                out_acc_2 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 + 144), load4of16(data + 336 * n_oho + 8 * go3 + 144), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 32));
              }
              out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 + 36), load4of16(data + 336 * n_oho + 8 * go3 + 36), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 48));
              out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 + 60), load4of16(data + 336 * n_oho + 8 * go3 + 60), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 48));
              if (-4 * n_oho + 6 >= 0) {
                out_acc_2 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 + 204), load4of16(data + 336 * n_oho + 8 * go3 + 204), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 48));
                out_acc_3 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 + 228), load4of16(data + 336 * n_oho + 8 * go3 + 228), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 48));
              }
              out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 + 48), load4of16(data + 336 * n_oho + 8 * go3 + 48), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 64));
              out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 + 72), load4of16(data + 336 * n_oho + 8 * go3 + 72), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 64));
              if (-4 * n_oho + 6 >= 0) {
                out_acc_2 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 + 216), load4of16(data + 336 * n_oho + 8 * go3 + 216), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 64));
                out_acc_3 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 + 240), load4of16(data + 336 * n_oho + 8 * go3 + 240), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 64));
              }
              out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 + 60), load4of16(data + 336 * n_oho + 8 * go3 + 60), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 80));
              if (-4 * n_oho + 6 >= 0) {
                out_acc_2 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 + 228), load4of16(data + 336 * n_oho + 8 * go3 + 228), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 80));
              }
              if (-4 * n_oho + 7 >= 0) {
                out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 + 120), load4of16(data + 336 * n_oho + 8 * go3 + 120), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 96));
                out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 + 144), load4of16(data + 336 * n_oho + 8 * go3 + 144), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 96));
              }
              if (-4 * n_oho + 5 >= 0) {
                out_acc_2 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 + 288), load4of16(data + 336 * n_oho + 8 * go3 + 288), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 96));
                out_acc_3 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 + 312), load4of16(data + 336 * n_oho + 8 * go3 + 312), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 96));
              }
              if (-4 * n_oho + 7 >= 0) {
                out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 + 132), load4of16(data + 336 * n_oho + 8 * go3 + 132), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 112));
                out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 + 156), load4of16(data + 336 * n_oho + 8 * go3 + 156), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 112));
              }
              if (-4 * n_oho + 5 >= 0) {
                out_acc_2 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 + 300), load4of16(data + 336 * n_oho + 8 * go3 + 300), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 112));
                out_acc_3 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 + 324), load4of16(data + 336 * n_oho + 8 * go3 + 324), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 112));
              }
              if (-4 * n_oho + 7 >= 0) {
                out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 + 144), load4of16(data + 336 * n_oho + 8 * go3 + 144), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 128));
              }
              if (-4 * n_oho + 5 >= 0) {
                out_acc_2 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go3 + 312), load4of16(data + 336 * n_oho + 8 * go3 + 312), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 128));
              }
              store8of16(out + 192 * n_oho + 16 * go3 + 48, out_acc_0);
              store8of16(out + 192 * n_oho + 16 * go3 + 72, out_acc_1);
              store8of16(out + 192 * n_oho + 16 * go3 + 144, out_acc_2);
              store8of16(out + 192 * n_oho + 16 * go3 + 168, out_acc_3);
            }
          }
        }
      } else {
        for (long go4 = 0; go4 < 2; go4++) {
          if (-go4 >= 0) {
            {
              v16 out_acc_0, out_acc_1;
              out_acc_0 = ((v16){0} + 0.0f);
              out_acc_1 = ((v16){0} + 0.0f);
              if (4 * n_oho - 1 >= 0) {
                out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go4 - 72), load8of16(data + 336 * n_oho + 8 * go4 - 72), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go4));
                out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go4 - 84), load8of16(data + 336 * n_oho + 8 * go4 - 84), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go4 + 16));
                out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go4 - 60), load8of16(data + 336 * n_oho + 8 * go4 - 60), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go4 + 16));
                out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go4 - 72), load8of16(data + 336 * n_oho + 8 * go4 - 72), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go4 + 32));
                out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go4 - 48), load8of16(data + 336 * n_oho + 8 * go4 - 48), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go4 + 32));
              }
              out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go4 + 12), load8of16(data + 336 * n_oho + 8 * go4 + 12), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go4 + 48));
              out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go4), load8of16(data + 336 * n_oho + 8 * go4), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go4 + 64));
              out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go4 + 24), load8of16(data + 336 * n_oho + 8 * go4 + 24), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go4 + 64));
              out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go4 + 12), load8of16(data + 336 * n_oho + 8 * go4 + 12), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go4 + 80));
              out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go4 + 36), load8of16(data + 336 * n_oho + 8 * go4 + 36), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go4 + 80));
              if (-4 * n_oho + 7 >= 0) {
                out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go4 + 96), load8of16(data + 336 * n_oho + 8 * go4 + 96), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go4 + 96));
                out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go4 + 84), load8of16(data + 336 * n_oho + 8 * go4 + 84), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go4 + 112));
                out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go4 + 108), load8of16(data + 336 * n_oho + 8 * go4 + 108), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go4 + 112));
                out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go4 + 96), load8of16(data + 336 * n_oho + 8 * go4 + 96), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go4 + 128));
                out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go4 + 120), load8of16(data + 336 * n_oho + 8 * go4 + 120), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go4 + 128));
              }
              *(v16u *)(out + 192 * n_oho + 16 * go4) = out_acc_0;
              *(v16u *)(out + 192 * n_oho + 16 * go4 + 24) = out_acc_1;
            }
            {
              v16 out_acc_0, out_acc_1;
              out_acc_0 = ((v16){0} + 0.0f);
              out_acc_1 = ((v16){0} + 0.0f);
              if (4 * n_oho - 1 >= 0) {
                out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go4 - 48), load8of16(data + 336 * n_oho + 8 * go4 - 48), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go4));
                out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go4 - 24), load8of16(data + 336 * n_oho + 8 * go4 - 24), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go4));
                out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go4 - 36), load8of16(data + 336 * n_oho + 8 * go4 - 36), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go4 + 16));
                out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go4 - 12), load8of16(data + 336 * n_oho + 8 * go4 - 12), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go4 + 16));
                out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go4 - 24), load8of16(data + 336 * n_oho + 8 * go4 - 24), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go4 + 32));
              }
              out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go4 + 36), load8of16(data + 336 * n_oho + 8 * go4 + 36), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go4 + 48));
              out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go4 + 60), load8of16(data + 336 * n_oho + 8 * go4 + 60), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go4 + 48));
              out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go4 + 48), load8of16(data + 336 * n_oho + 8 * go4 + 48), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go4 + 64));
              out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go4 + 72), load8of16(data + 336 * n_oho + 8 * go4 + 72), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go4 + 64));
              out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go4 + 60), load8of16(data + 336 * n_oho + 8 * go4 + 60), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go4 + 80));
              if (-4 * n_oho + 7 >= 0) {
                out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go4 + 120), load8of16(data + 336 * n_oho + 8 * go4 + 120), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go4 + 96));
                out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go4 + 144), load8of16(data + 336 * n_oho + 8 * go4 + 144), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go4 + 96));
                out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go4 + 132), load8of16(data + 336 * n_oho + 8 * go4 + 132), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go4 + 112));
                out_acc_1 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go4 + 156), load8of16(data + 336 * n_oho + 8 * go4 + 156), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go4 + 112));
                out_acc_0 += (__builtin_shufflevector(load8of16(data + 336 * n_oho + 8 * go4 + 144), load8of16(data + 336 * n_oho + 8 * go4 + 144), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go4 + 128));
              }
              *(v16u *)(out + 192 * n_oho + 16 * go4 + 48) = out_acc_0;
              *(v16u *)(out + 192 * n_oho + 16 * go4 + 72) = out_acc_1;
            }
          } else {
            {
              v16 out_acc_0, out_acc_1;
              out_acc_0 = ((v16){0} + 0.0f);
              out_acc_1 = ((v16){0} + 0.0f);
              if (4 * n_oho - 1 >= 0) {
                out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go4 - 72), load4of16(data + 336 * n_oho + 8 * go4 - 72), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go4));
                out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go4 - 84), load4of16(data + 336 * n_oho + 8 * go4 - 84), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go4 + 16));
                out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go4 - 60), load4of16(data + 336 * n_oho + 8 * go4 - 60), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go4 + 16));
                out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go4 - 72), load4of16(data + 336 * n_oho + 8 * go4 - 72), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go4 + 32));
                out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go4 - 48), load4of16(data + 336 * n_oho + 8 * go4 - 48), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go4 + 32));
              }
              out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go4 + 12), load4of16(data + 336 * n_oho + 8 * go4 + 12), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go4 + 48));
              out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go4), load4of16(data + 336 * n_oho + 8 * go4), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go4 + 64));
              out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go4 + 24), load4of16(data + 336 * n_oho + 8 * go4 + 24), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go4 + 64));
              out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go4 + 12), load4of16(data + 336 * n_oho + 8 * go4 + 12), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go4 + 80));
              out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go4 + 36), load4of16(data + 336 * n_oho + 8 * go4 + 36), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go4 + 80));
              if (-4 * n_oho + 7 >= 0) {
                out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go4 + 96), load4of16(data + 336 * n_oho + 8 * go4 + 96), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go4 + 96));
                out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go4 + 84), load4of16(data + 336 * n_oho + 8 * go4 + 84), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go4 + 112));
                out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go4 + 108), load4of16(data + 336 * n_oho + 8 * go4 + 108), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go4 + 112));
                out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go4 + 96), load4of16(data + 336 * n_oho + 8 * go4 + 96), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go4 + 128));
                out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go4 + 120), load4of16(data + 336 * n_oho + 8 * go4 + 120), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go4 + 128));
              }
              store8of16(out + 192 * n_oho + 16 * go4, out_acc_0);
              store8of16(out + 192 * n_oho + 16 * go4 + 24, out_acc_1);
            }
            {
              v16 out_acc_0, out_acc_1;
              out_acc_0 = ((v16){0} + 0.0f);
              out_acc_1 = ((v16){0} + 0.0f);
              if (4 * n_oho - 1 >= 0) {
                out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go4 - 48), load4of16(data + 336 * n_oho + 8 * go4 - 48), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go4));
                out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go4 - 24), load4of16(data + 336 * n_oho + 8 * go4 - 24), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go4));
                out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go4 - 36), load4of16(data + 336 * n_oho + 8 * go4 - 36), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go4 + 16));
                out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go4 - 12), load4of16(data + 336 * n_oho + 8 * go4 - 12), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go4 + 16));
                out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go4 - 24), load4of16(data + 336 * n_oho + 8 * go4 - 24), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go4 + 32));
              }
              out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go4 + 36), load4of16(data + 336 * n_oho + 8 * go4 + 36), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go4 + 48));
              out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go4 + 60), load4of16(data + 336 * n_oho + 8 * go4 + 60), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go4 + 48));
              out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go4 + 48), load4of16(data + 336 * n_oho + 8 * go4 + 48), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go4 + 64));
              out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go4 + 72), load4of16(data + 336 * n_oho + 8 * go4 + 72), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go4 + 64));
              out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go4 + 60), load4of16(data + 336 * n_oho + 8 * go4 + 60), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go4 + 80));
              if (-4 * n_oho + 7 >= 0) {
                out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go4 + 120), load4of16(data + 336 * n_oho + 8 * go4 + 120), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go4 + 96));
                out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go4 + 144), load4of16(data + 336 * n_oho + 8 * go4 + 144), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go4 + 96));
                out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go4 + 132), load4of16(data + 336 * n_oho + 8 * go4 + 132), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go4 + 112));
                out_acc_1 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go4 + 156), load4of16(data + 336 * n_oho + 8 * go4 + 156), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go4 + 112));
                out_acc_0 += (__builtin_shufflevector(load4of16(data + 336 * n_oho + 8 * go4 + 144), load4of16(data + 336 * n_oho + 8 * go4 + 144), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go4 + 128));
              }
              store8of16(out + 192 * n_oho + 16 * go4 + 48, out_acc_0);
              store8of16(out + 192 * n_oho + 16 * go4 + 72, out_acc_1);
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
  for (long d0o = 0; d0o < 2; d0o++) {
    for (long d3 = 0; d3 < 3; d3++) {
      for (long d4 = 0; d4 < 3; d4++) {
        if (-8 * d0o + 4 >= 0) {
          for (long d0i = 0; d0i < 8; d0i++) {
            for (long d1 = 0; d1 < 2; d1++) {
              weights_packed[144 * d0o + 48 * d3 + 16 * d4 + 2 * d0i + d1] = weights[144 * d0o + 3 * d3 + d4 + 18 * d0i + 9 * d1];
            }
          }
        } else {
          for (long d0i2 = 0; d0i2 < min_of(8, -8 * d0o + 12); d0i2++) {
            for (long d12 = 0; d12 < 2; d12++) {
              weights_packed[144 * d0o + 48 * d3 + 16 * d4 + 2 * d0i2 + d12] = weights[144 * d0o + 3 * d3 + d4 + 18 * d0i2 + 9 * d12];
            }
          }
          for (long d0i3 = min_of(8, -8 * d0o + 12); d0i3 < 8; d0i3++) {
            __builtin_memset(weights_packed + 144 * d0o + 48 * d3 + 16 * d4 + 2 * d0i3, 0, 8);
          }
        }
      }
    }
  }
}

void pack(void *const *args, void *const *packed) {
  pack_0(args[1], packed[1]);
}
