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
        {
          v16 out_acc_0, out_acc_1, out_acc_2, out_acc_3;
          out_acc_0 = ((v16){0} + 0.0f);
          out_acc_1 = ((v16){0} + 0.0f);
          out_acc_2 = ((v16){0} + 0.0f);
          out_acc_3 = ((v16){0} + 0.0f);
          const float *const data_at0 = data + 336 * n_oho;
          out_acc_1 += (__builtin_shufflevector(load8of16(data_at0 - 72), load8of16(data_at0 - 72), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 0));
          out_acc_3 += (__builtin_shufflevector(load8of16(data_at0 + 96), load8of16(data_at0 + 96), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 0));
          out_acc_0 += (__builtin_shufflevector(load8of16(data_at0 - 84), load8of16(data_at0 - 84), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 16));
          out_acc_1 += (__builtin_shufflevector(load8of16(data_at0 - 60), load8of16(data_at0 - 60), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 16));
          out_acc_2 += (__builtin_shufflevector(load8of16(data_at0 + 84), load8of16(data_at0 + 84), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 16));
          out_acc_3 += (__builtin_shufflevector(load8of16(data_at0 + 108), load8of16(data_at0 + 108), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 16));
          out_acc_0 += (__builtin_shufflevector(load8of16(data_at0 - 72), load8of16(data_at0 - 72), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 32));
          out_acc_1 += (__builtin_shufflevector(load8of16(data_at0 - 48), load8of16(data_at0 - 48), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 32));
          out_acc_2 += (__builtin_shufflevector(load8of16(data_at0 + 96), load8of16(data_at0 + 96), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 32));
          out_acc_3 += (__builtin_shufflevector(load8of16(data_at0 + 120), load8of16(data_at0 + 120), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 32));
          out_acc_1 += (__builtin_shufflevector(load8of16(data_at0 + 12), load8of16(data_at0 + 12), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 48));
          out_acc_3 += (__builtin_shufflevector(load8of16(data_at0 + 180), load8of16(data_at0 + 180), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 48));
          out_acc_0 += (__builtin_shufflevector(load8of16(data_at0), load8of16(data_at0), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 64));
          out_acc_1 += (__builtin_shufflevector(load8of16(data_at0 + 24), load8of16(data_at0 + 24), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 64));
          out_acc_2 += (__builtin_shufflevector(load8of16(data_at0 + 168), load8of16(data_at0 + 168), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 64));
          out_acc_3 += (__builtin_shufflevector(load8of16(data_at0 + 192), load8of16(data_at0 + 192), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 64));
          out_acc_0 += (__builtin_shufflevector(load8of16(data_at0 + 12), load8of16(data_at0 + 12), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 80));
          out_acc_1 += (__builtin_shufflevector(load8of16(data_at0 + 36), load8of16(data_at0 + 36), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 80));
          out_acc_2 += (__builtin_shufflevector(load8of16(data_at0 + 180), load8of16(data_at0 + 180), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 80));
          out_acc_3 += (__builtin_shufflevector(load8of16(data_at0 + 204), load8of16(data_at0 + 204), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 80));
          out_acc_1 += (__builtin_shufflevector(load8of16(data_at0 + 96), load8of16(data_at0 + 96), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 96));
          out_acc_3 += (__builtin_shufflevector(load8of16(data_at0 + 264), load8of16(data_at0 + 264), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 96));
          out_acc_0 += (__builtin_shufflevector(load8of16(data_at0 + 84), load8of16(data_at0 + 84), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 112));
          out_acc_1 += (__builtin_shufflevector(load8of16(data_at0 + 108), load8of16(data_at0 + 108), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 112));
          out_acc_2 += (__builtin_shufflevector(load8of16(data_at0 + 252), load8of16(data_at0 + 252), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 112));
          out_acc_3 += (__builtin_shufflevector(load8of16(data_at0 + 276), load8of16(data_at0 + 276), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 112));
          out_acc_0 += (__builtin_shufflevector(load8of16(data_at0 + 96), load8of16(data_at0 + 96), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 128));
          out_acc_1 += (__builtin_shufflevector(load8of16(data_at0 + 120), load8of16(data_at0 + 120), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 128));
          out_acc_2 += (__builtin_shufflevector(load8of16(data_at0 + 264), load8of16(data_at0 + 264), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 128));
          out_acc_3 += (__builtin_shufflevector(load8of16(data_at0 + 288), load8of16(data_at0 + 288), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 128));
          float *const out_at1 = out + 192 * n_oho;
          *(v16u *)(out_at1) = out_acc_0;
          *(v16u *)(out_at1 + 24) = out_acc_1;
          *(v16u *)(out_at1 + 96) = out_acc_2;
          *(v16u *)(out_at1 + 120) = out_acc_3;
        }
        {
          v16 out_acc_0, out_acc_1, out_acc_2, out_acc_3;
          out_acc_0 = ((v16){0} + 0.0f);
          out_acc_1 = ((v16){0} + 0.0f);
          out_acc_2 = ((v16){0} + 0.0f);
          out_acc_3 = ((v16){0} + 0.0f);
          const float *const data_at2 = data + 336 * n_oho;
          out_acc_0 += (__builtin_shufflevector(load8of16(data_at2 - 48), load8of16(data_at2 - 48), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 0));
          out_acc_1 += (__builtin_shufflevector(load8of16(data_at2 - 24), load8of16(data_at2 - 24), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 0));
          out_acc_2 += (__builtin_shufflevector(load8of16(data_at2 + 120), load8of16(data_at2 + 120), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 0));
          out_acc_3 += (__builtin_shufflevector(load8of16(data_at2 + 144), load8of16(data_at2 + 144), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 0));
          out_acc_0 += (__builtin_shufflevector(load8of16(data_at2 - 36), load8of16(data_at2 - 36), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 16));
          out_acc_1 += (__builtin_shufflevector(load8of16(data_at2 - 12), load8of16(data_at2 - 12), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 16));
          out_acc_2 += (__builtin_shufflevector(load8of16(data_at2 + 132), load8of16(data_at2 + 132), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 16));
          out_acc_3 += (__builtin_shufflevector(load8of16(data_at2 + 156), load8of16(data_at2 + 156), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 16));
          out_acc_0 += (__builtin_shufflevector(load8of16(data_at2 - 24), load8of16(data_at2 - 24), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 32));
          out_acc_2 += (__builtin_shufflevector(load8of16(data_at2 + 144), load8of16(data_at2 + 144), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 32));
          out_acc_0 += (__builtin_shufflevector(load8of16(data_at2 + 36), load8of16(data_at2 + 36), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 48));
          out_acc_1 += (__builtin_shufflevector(load8of16(data_at2 + 60), load8of16(data_at2 + 60), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 48));
          out_acc_2 += (__builtin_shufflevector(load8of16(data_at2 + 204), load8of16(data_at2 + 204), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 48));
          out_acc_3 += (__builtin_shufflevector(load8of16(data_at2 + 228), load8of16(data_at2 + 228), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 48));
          out_acc_0 += (__builtin_shufflevector(load8of16(data_at2 + 48), load8of16(data_at2 + 48), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 64));
          out_acc_1 += (__builtin_shufflevector(load8of16(data_at2 + 72), load8of16(data_at2 + 72), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 64));
          out_acc_2 += (__builtin_shufflevector(load8of16(data_at2 + 216), load8of16(data_at2 + 216), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 64));
          out_acc_3 += (__builtin_shufflevector(load8of16(data_at2 + 240), load8of16(data_at2 + 240), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 64));
          out_acc_0 += (__builtin_shufflevector(load8of16(data_at2 + 60), load8of16(data_at2 + 60), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 80));
          out_acc_2 += (__builtin_shufflevector(load8of16(data_at2 + 228), load8of16(data_at2 + 228), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 80));
          out_acc_0 += (__builtin_shufflevector(load8of16(data_at2 + 120), load8of16(data_at2 + 120), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 96));
          out_acc_1 += (__builtin_shufflevector(load8of16(data_at2 + 144), load8of16(data_at2 + 144), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 96));
          out_acc_2 += (__builtin_shufflevector(load8of16(data_at2 + 288), load8of16(data_at2 + 288), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 96));
          out_acc_3 += (__builtin_shufflevector(load8of16(data_at2 + 312), load8of16(data_at2 + 312), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 96));
          out_acc_0 += (__builtin_shufflevector(load8of16(data_at2 + 132), load8of16(data_at2 + 132), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 112));
          out_acc_1 += (__builtin_shufflevector(load8of16(data_at2 + 156), load8of16(data_at2 + 156), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 112));
          out_acc_2 += (__builtin_shufflevector(load8of16(data_at2 + 300), load8of16(data_at2 + 300), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 112));
          out_acc_3 += (__builtin_shufflevector(load8of16(data_at2 + 324), load8of16(data_at2 + 324), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 112));
          out_acc_0 += (__builtin_shufflevector(load8of16(data_at2 + 144), load8of16(data_at2 + 144), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 128));
          out_acc_2 += (__builtin_shufflevector(load8of16(data_at2 + 312), load8of16(data_at2 + 312), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 128));
          float *const out_at3 = out + 192 * n_oho;
          *(v16u *)(out_at3 + 48) = out_acc_0;
          *(v16u *)(out_at3 + 72) = out_acc_1;
          *(v16u *)(out_at3 + 144) = out_acc_2;
          *(v16u *)(out_at3 + 168) = out_acc_3;
        }
        {
          v16 out_acc_0, out_acc_1, out_acc_2, out_acc_3;
          out_acc_0 = ((v16){0} + 0.0f);
          out_acc_1 = ((v16){0} + 0.0f);
          out_acc_2 = ((v16){0} + 0.0f);
          out_acc_3 = ((v16){0} + 0.0f);
          const float *const data_at4 = data + 336 * n_oho;
          out_acc_1 += (__builtin_shufflevector(load4of16(data_at4 - 64), load4of16(data_at4 - 64), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144));
          out_acc_3 += (__builtin_shufflevector(load4of16(data_at4 + 104), load4of16(data_at4 + 104), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144));
          out_acc_0 += (__builtin_shufflevector(load4of16(data_at4 - 76), load4of16(data_at4 - 76), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 160));
          out_acc_1 += (__builtin_shufflevector(load4of16(data_at4 - 52), load4of16(data_at4 - 52), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 160));
          out_acc_2 += (__builtin_shufflevector(load4of16(data_at4 + 92), load4of16(data_at4 + 92), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 160));
          out_acc_3 += (__builtin_shufflevector(load4of16(data_at4 + 116), load4of16(data_at4 + 116), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 160));
          out_acc_0 += (__builtin_shufflevector(load4of16(data_at4 - 64), load4of16(data_at4 - 64), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 176));
          out_acc_1 += (__builtin_shufflevector(load4of16(data_at4 - 40), load4of16(data_at4 - 40), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 176));
          out_acc_2 += (__builtin_shufflevector(load4of16(data_at4 + 104), load4of16(data_at4 + 104), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 176));
          out_acc_3 += (__builtin_shufflevector(load4of16(data_at4 + 128), load4of16(data_at4 + 128), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 176));
          out_acc_1 += (__builtin_shufflevector(load4of16(data_at4 + 20), load4of16(data_at4 + 20), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 192));
          out_acc_3 += (__builtin_shufflevector(load4of16(data_at4 + 188), load4of16(data_at4 + 188), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 192));
          out_acc_0 += (__builtin_shufflevector(load4of16(data_at4 + 8), load4of16(data_at4 + 8), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 208));
          out_acc_1 += (__builtin_shufflevector(load4of16(data_at4 + 32), load4of16(data_at4 + 32), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 208));
          out_acc_2 += (__builtin_shufflevector(load4of16(data_at4 + 176), load4of16(data_at4 + 176), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 208));
          out_acc_3 += (__builtin_shufflevector(load4of16(data_at4 + 200), load4of16(data_at4 + 200), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 208));
          out_acc_0 += (__builtin_shufflevector(load4of16(data_at4 + 20), load4of16(data_at4 + 20), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 224));
          out_acc_1 += (__builtin_shufflevector(load4of16(data_at4 + 44), load4of16(data_at4 + 44), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 224));
          out_acc_2 += (__builtin_shufflevector(load4of16(data_at4 + 188), load4of16(data_at4 + 188), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 224));
          out_acc_3 += (__builtin_shufflevector(load4of16(data_at4 + 212), load4of16(data_at4 + 212), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 224));
          out_acc_1 += (__builtin_shufflevector(load4of16(data_at4 + 104), load4of16(data_at4 + 104), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 240));
          out_acc_3 += (__builtin_shufflevector(load4of16(data_at4 + 272), load4of16(data_at4 + 272), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 240));
          out_acc_0 += (__builtin_shufflevector(load4of16(data_at4 + 92), load4of16(data_at4 + 92), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 256));
          out_acc_1 += (__builtin_shufflevector(load4of16(data_at4 + 116), load4of16(data_at4 + 116), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 256));
          out_acc_2 += (__builtin_shufflevector(load4of16(data_at4 + 260), load4of16(data_at4 + 260), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 256));
          out_acc_3 += (__builtin_shufflevector(load4of16(data_at4 + 284), load4of16(data_at4 + 284), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 256));
          out_acc_0 += (__builtin_shufflevector(load4of16(data_at4 + 104), load4of16(data_at4 + 104), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 272));
          out_acc_1 += (__builtin_shufflevector(load4of16(data_at4 + 128), load4of16(data_at4 + 128), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 272));
          out_acc_2 += (__builtin_shufflevector(load4of16(data_at4 + 272), load4of16(data_at4 + 272), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 272));
          out_acc_3 += (__builtin_shufflevector(load4of16(data_at4 + 296), load4of16(data_at4 + 296), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 272));
          float *const out_at5 = out + 192 * n_oho;
          store8of16(out_at5 + 16, out_acc_0);
          store8of16(out_at5 + 40, out_acc_1);
          store8of16(out_at5 + 112, out_acc_2);
          store8of16(out_at5 + 136, out_acc_3);
        }
        {
          v16 out_acc_0, out_acc_1, out_acc_2, out_acc_3;
          out_acc_0 = ((v16){0} + 0.0f);
          out_acc_1 = ((v16){0} + 0.0f);
          out_acc_2 = ((v16){0} + 0.0f);
          out_acc_3 = ((v16){0} + 0.0f);
          const float *const data_at6 = data + 336 * n_oho;
          out_acc_0 += (__builtin_shufflevector(load4of16(data_at6 - 40), load4of16(data_at6 - 40), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144));
          out_acc_1 += (__builtin_shufflevector(load4of16(data_at6 - 16), load4of16(data_at6 - 16), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144));
          out_acc_2 += (__builtin_shufflevector(load4of16(data_at6 + 128), load4of16(data_at6 + 128), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144));
          out_acc_3 += (__builtin_shufflevector(load4of16(data_at6 + 152), load4of16(data_at6 + 152), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144));
          out_acc_0 += (__builtin_shufflevector(load4of16(data_at6 - 28), load4of16(data_at6 - 28), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 160));
          out_acc_1 += (__builtin_shufflevector(load4of16(data_at6 - 4), load4of16(data_at6 - 4), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 160));
          out_acc_2 += (__builtin_shufflevector(load4of16(data_at6 + 140), load4of16(data_at6 + 140), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 160));
          out_acc_3 += (__builtin_shufflevector(load4of16(data_at6 + 164), load4of16(data_at6 + 164), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 160));
          out_acc_0 += (__builtin_shufflevector(load4of16(data_at6 - 16), load4of16(data_at6 - 16), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 176));
          out_acc_2 += (__builtin_shufflevector(load4of16(data_at6 + 152), load4of16(data_at6 + 152), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 176));
          out_acc_0 += (__builtin_shufflevector(load4of16(data_at6 + 44), load4of16(data_at6 + 44), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 192));
          out_acc_1 += (__builtin_shufflevector(load4of16(data_at6 + 68), load4of16(data_at6 + 68), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 192));
          out_acc_2 += (__builtin_shufflevector(load4of16(data_at6 + 212), load4of16(data_at6 + 212), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 192));
          out_acc_3 += (__builtin_shufflevector(load4of16(data_at6 + 236), load4of16(data_at6 + 236), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 192));
          out_acc_0 += (__builtin_shufflevector(load4of16(data_at6 + 56), load4of16(data_at6 + 56), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 208));
          out_acc_1 += (__builtin_shufflevector(load4of16(data_at6 + 80), load4of16(data_at6 + 80), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 208));
          out_acc_2 += (__builtin_shufflevector(load4of16(data_at6 + 224), load4of16(data_at6 + 224), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 208));
          out_acc_3 += (__builtin_shufflevector(load4of16(data_at6 + 248), load4of16(data_at6 + 248), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 208));
          out_acc_0 += (__builtin_shufflevector(load4of16(data_at6 + 68), load4of16(data_at6 + 68), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 224));
          out_acc_2 += (__builtin_shufflevector(load4of16(data_at6 + 236), load4of16(data_at6 + 236), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 224));
          out_acc_0 += (__builtin_shufflevector(load4of16(data_at6 + 128), load4of16(data_at6 + 128), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 240));
          out_acc_1 += (__builtin_shufflevector(load4of16(data_at6 + 152), load4of16(data_at6 + 152), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 240));
          out_acc_2 += (__builtin_shufflevector(load4of16(data_at6 + 296), load4of16(data_at6 + 296), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 240));
          out_acc_3 += (__builtin_shufflevector(load4of16(data_at6 + 320), load4of16(data_at6 + 320), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 240));
          out_acc_0 += (__builtin_shufflevector(load4of16(data_at6 + 140), load4of16(data_at6 + 140), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 256));
          out_acc_1 += (__builtin_shufflevector(load4of16(data_at6 + 164), load4of16(data_at6 + 164), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 256));
          out_acc_2 += (__builtin_shufflevector(load4of16(data_at6 + 308), load4of16(data_at6 + 308), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 256));
          out_acc_3 += (__builtin_shufflevector(load4of16(data_at6 + 332), load4of16(data_at6 + 332), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 256));
          out_acc_0 += (__builtin_shufflevector(load4of16(data_at6 + 152), load4of16(data_at6 + 152), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 272));
          out_acc_2 += (__builtin_shufflevector(load4of16(data_at6 + 320), load4of16(data_at6 + 320), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 272));
          float *const out_at7 = out + 192 * n_oho;
          store8of16(out_at7 + 64, out_acc_0);
          store8of16(out_at7 + 88, out_acc_1);
          store8of16(out_at7 + 160, out_acc_2);
          store8of16(out_at7 + 184, out_acc_3);
        }
      } else {
        {
          v16 out_acc_0, out_acc_1;
          out_acc_0 = ((v16){0} + 0.0f);
          out_acc_1 = ((v16){0} + 0.0f);
          const float *const data_at8 = data + 336 * n_oho;
          out_acc_1 += (__builtin_shufflevector(load8of16(data_at8 - 72), load8of16(data_at8 - 72), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 0));
          out_acc_0 += (__builtin_shufflevector(load8of16(data_at8 - 84), load8of16(data_at8 - 84), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 16));
          out_acc_1 += (__builtin_shufflevector(load8of16(data_at8 - 60), load8of16(data_at8 - 60), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 16));
          out_acc_0 += (__builtin_shufflevector(load8of16(data_at8 - 72), load8of16(data_at8 - 72), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 32));
          out_acc_1 += (__builtin_shufflevector(load8of16(data_at8 - 48), load8of16(data_at8 - 48), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 32));
          out_acc_1 += (__builtin_shufflevector(load8of16(data_at8 + 12), load8of16(data_at8 + 12), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 48));
          out_acc_0 += (__builtin_shufflevector(load8of16(data_at8), load8of16(data_at8), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 64));
          out_acc_1 += (__builtin_shufflevector(load8of16(data_at8 + 24), load8of16(data_at8 + 24), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 64));
          out_acc_0 += (__builtin_shufflevector(load8of16(data_at8 + 12), load8of16(data_at8 + 12), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 80));
          out_acc_1 += (__builtin_shufflevector(load8of16(data_at8 + 36), load8of16(data_at8 + 36), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 80));
          out_acc_1 += (__builtin_shufflevector(load8of16(data_at8 + 96), load8of16(data_at8 + 96), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 96));
          out_acc_0 += (__builtin_shufflevector(load8of16(data_at8 + 84), load8of16(data_at8 + 84), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 112));
          out_acc_1 += (__builtin_shufflevector(load8of16(data_at8 + 108), load8of16(data_at8 + 108), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 112));
          out_acc_0 += (__builtin_shufflevector(load8of16(data_at8 + 96), load8of16(data_at8 + 96), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 128));
          out_acc_1 += (__builtin_shufflevector(load8of16(data_at8 + 120), load8of16(data_at8 + 120), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 128));
          float *const out_at9 = out + 192 * n_oho;
          *(v16u *)(out_at9) = out_acc_0;
          *(v16u *)(out_at9 + 24) = out_acc_1;
        }
        {
          v16 out_acc_0, out_acc_1;
          out_acc_0 = ((v16){0} + 0.0f);
          out_acc_1 = ((v16){0} + 0.0f);
          const float *const data_at10 = data + 336 * n_oho;
          out_acc_0 += (__builtin_shufflevector(load8of16(data_at10 - 48), load8of16(data_at10 - 48), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 0));
          out_acc_1 += (__builtin_shufflevector(load8of16(data_at10 - 24), load8of16(data_at10 - 24), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 0));
          out_acc_0 += (__builtin_shufflevector(load8of16(data_at10 - 36), load8of16(data_at10 - 36), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 16));
          out_acc_1 += (__builtin_shufflevector(load8of16(data_at10 - 12), load8of16(data_at10 - 12), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 16));
          out_acc_0 += (__builtin_shufflevector(load8of16(data_at10 - 24), load8of16(data_at10 - 24), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 32));
          out_acc_0 += (__builtin_shufflevector(load8of16(data_at10 + 36), load8of16(data_at10 + 36), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 48));
          out_acc_1 += (__builtin_shufflevector(load8of16(data_at10 + 60), load8of16(data_at10 + 60), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 48));
          out_acc_0 += (__builtin_shufflevector(load8of16(data_at10 + 48), load8of16(data_at10 + 48), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 64));
          out_acc_1 += (__builtin_shufflevector(load8of16(data_at10 + 72), load8of16(data_at10 + 72), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 64));
          out_acc_0 += (__builtin_shufflevector(load8of16(data_at10 + 60), load8of16(data_at10 + 60), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 80));
          out_acc_0 += (__builtin_shufflevector(load8of16(data_at10 + 120), load8of16(data_at10 + 120), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 96));
          out_acc_1 += (__builtin_shufflevector(load8of16(data_at10 + 144), load8of16(data_at10 + 144), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 96));
          out_acc_0 += (__builtin_shufflevector(load8of16(data_at10 + 132), load8of16(data_at10 + 132), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 112));
          out_acc_1 += (__builtin_shufflevector(load8of16(data_at10 + 156), load8of16(data_at10 + 156), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 112));
          out_acc_0 += (__builtin_shufflevector(load8of16(data_at10 + 144), load8of16(data_at10 + 144), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 128));
          float *const out_at11 = out + 192 * n_oho;
          *(v16u *)(out_at11 + 48) = out_acc_0;
          *(v16u *)(out_at11 + 72) = out_acc_1;
        }
        {
          v16 out_acc_0, out_acc_1;
          out_acc_0 = ((v16){0} + 0.0f);
          out_acc_1 = ((v16){0} + 0.0f);
          const float *const data_at12 = data + 336 * n_oho;
          out_acc_1 += (__builtin_shufflevector(load4of16(data_at12 - 64), load4of16(data_at12 - 64), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144));
          out_acc_0 += (__builtin_shufflevector(load4of16(data_at12 - 76), load4of16(data_at12 - 76), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 160));
          out_acc_1 += (__builtin_shufflevector(load4of16(data_at12 - 52), load4of16(data_at12 - 52), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 160));
          out_acc_0 += (__builtin_shufflevector(load4of16(data_at12 - 64), load4of16(data_at12 - 64), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 176));
          out_acc_1 += (__builtin_shufflevector(load4of16(data_at12 - 40), load4of16(data_at12 - 40), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 176));
          out_acc_1 += (__builtin_shufflevector(load4of16(data_at12 + 20), load4of16(data_at12 + 20), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 192));
          out_acc_0 += (__builtin_shufflevector(load4of16(data_at12 + 8), load4of16(data_at12 + 8), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 208));
          out_acc_1 += (__builtin_shufflevector(load4of16(data_at12 + 32), load4of16(data_at12 + 32), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 208));
          out_acc_0 += (__builtin_shufflevector(load4of16(data_at12 + 20), load4of16(data_at12 + 20), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 224));
          out_acc_1 += (__builtin_shufflevector(load4of16(data_at12 + 44), load4of16(data_at12 + 44), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 224));
          out_acc_1 += (__builtin_shufflevector(load4of16(data_at12 + 104), load4of16(data_at12 + 104), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 240));
          out_acc_0 += (__builtin_shufflevector(load4of16(data_at12 + 92), load4of16(data_at12 + 92), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 256));
          out_acc_1 += (__builtin_shufflevector(load4of16(data_at12 + 116), load4of16(data_at12 + 116), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 256));
          out_acc_0 += (__builtin_shufflevector(load4of16(data_at12 + 104), load4of16(data_at12 + 104), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 272));
          out_acc_1 += (__builtin_shufflevector(load4of16(data_at12 + 128), load4of16(data_at12 + 128), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 272));
          float *const out_at13 = out + 192 * n_oho;
          store8of16(out_at13 + 16, out_acc_0);
          store8of16(out_at13 + 40, out_acc_1);
        }
        {
          v16 out_acc_0, out_acc_1;
          out_acc_0 = ((v16){0} + 0.0f);
          out_acc_1 = ((v16){0} + 0.0f);
          const float *const data_at14 = data + 336 * n_oho;
          out_acc_0 += (__builtin_shufflevector(load4of16(data_at14 - 40), load4of16(data_at14 - 40), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144));
          out_acc_1 += (__builtin_shufflevector(load4of16(data_at14 - 16), load4of16(data_at14 - 16), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144));
          out_acc_0 += (__builtin_shufflevector(load4of16(data_at14 - 28), load4of16(data_at14 - 28), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 160));
          out_acc_1 += (__builtin_shufflevector(load4of16(data_at14 - 4), load4of16(data_at14 - 4), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 160));
          out_acc_0 += (__builtin_shufflevector(load4of16(data_at14 - 16), load4of16(data_at14 - 16), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 176));
          out_acc_0 += (__builtin_shufflevector(load4of16(data_at14 + 44), load4of16(data_at14 + 44), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 192));
          out_acc_1 += (__builtin_shufflevector(load4of16(data_at14 + 68), load4of16(data_at14 + 68), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 192));
          out_acc_0 += (__builtin_shufflevector(load4of16(data_at14 + 56), load4of16(data_at14 + 56), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 208));
          out_acc_1 += (__builtin_shufflevector(load4of16(data_at14 + 80), load4of16(data_at14 + 80), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 208));
          out_acc_0 += (__builtin_shufflevector(load4of16(data_at14 + 68), load4of16(data_at14 + 68), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 224));
          out_acc_0 += (__builtin_shufflevector(load4of16(data_at14 + 128), load4of16(data_at14 + 128), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 240));
          out_acc_1 += (__builtin_shufflevector(load4of16(data_at14 + 152), load4of16(data_at14 + 152), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 240));
          out_acc_0 += (__builtin_shufflevector(load4of16(data_at14 + 140), load4of16(data_at14 + 140), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 256));
          out_acc_1 += (__builtin_shufflevector(load4of16(data_at14 + 164), load4of16(data_at14 + 164), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 256));
          out_acc_0 += (__builtin_shufflevector(load4of16(data_at14 + 152), load4of16(data_at14 + 152), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 272));
          float *const out_at15 = out + 192 * n_oho;
          store8of16(out_at15 + 64, out_acc_0);
          store8of16(out_at15 + 88, out_acc_1);
        }
      }
    } else {
      if (-n_oho + 1 >= 0) {
        {
          v16 out_acc_0, out_acc_1, out_acc_2, out_acc_3;
          out_acc_0 = ((v16){0} + 0.0f);
          out_acc_1 = ((v16){0} + 0.0f);
          out_acc_2 = ((v16){0} + 0.0f);
          out_acc_3 = ((v16){0} + 0.0f);
          if (4 * n_oho - 1 >= 0) {
            const float *const data_at16 = data + 336 * n_oho;
            out_acc_1 += (__builtin_shufflevector(load8of16(data_at16 - 72), load8of16(data_at16 - 72), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 0));
          }
          if (-4 * n_oho + 7 >= 0) {
            const float *const data_at17 = data + 336 * n_oho;
            out_acc_3 += (__builtin_shufflevector(load8of16(data_at17 + 96), load8of16(data_at17 + 96), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 0));
          }
          if (4 * n_oho - 1 >= 0) {
            const float *const data_at18 = data + 336 * n_oho;
            out_acc_0 += (__builtin_shufflevector(load8of16(data_at18 - 84), load8of16(data_at18 - 84), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 16));
            out_acc_1 += (__builtin_shufflevector(load8of16(data_at18 - 60), load8of16(data_at18 - 60), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 16));
          }
          if (-4 * n_oho + 7 >= 0) {
            const float *const data_at19 = data + 336 * n_oho;
            out_acc_2 += (__builtin_shufflevector(load8of16(data_at19 + 84), load8of16(data_at19 + 84), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 16));
            out_acc_3 += (__builtin_shufflevector(load8of16(data_at19 + 108), load8of16(data_at19 + 108), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 16));
          }
          if (4 * n_oho - 1 >= 0) {
            const float *const data_at20 = data + 336 * n_oho;
            out_acc_0 += (__builtin_shufflevector(load8of16(data_at20 - 72), load8of16(data_at20 - 72), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 32));
            out_acc_1 += (__builtin_shufflevector(load8of16(data_at20 - 48), load8of16(data_at20 - 48), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 32));
          }
          if (-4 * n_oho + 7 >= 0) {
            const float *const data_at21 = data + 336 * n_oho;
            out_acc_2 += (__builtin_shufflevector(load8of16(data_at21 + 96), load8of16(data_at21 + 96), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 32));
            out_acc_3 += (__builtin_shufflevector(load8of16(data_at21 + 120), load8of16(data_at21 + 120), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 32));
          }
          const float *const data_at22 = data + 336 * n_oho;
          out_acc_1 += (__builtin_shufflevector(load8of16(data_at22 + 12), load8of16(data_at22 + 12), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 48));
          if (-4 * n_oho + 6 >= 0) {
            out_acc_3 += (__builtin_shufflevector(load8of16(data_at22 + 180), load8of16(data_at22 + 180), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 48));
          }
          out_acc_0 += (__builtin_shufflevector(load8of16(data_at22), load8of16(data_at22), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 64));
          out_acc_1 += (__builtin_shufflevector(load8of16(data_at22 + 24), load8of16(data_at22 + 24), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 64));
          if (-4 * n_oho + 6 >= 0) {
            out_acc_2 += (__builtin_shufflevector(load8of16(data_at22 + 168), load8of16(data_at22 + 168), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 64));
            out_acc_3 += (__builtin_shufflevector(load8of16(data_at22 + 192), load8of16(data_at22 + 192), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 64));
          }
          out_acc_0 += (__builtin_shufflevector(load8of16(data_at22 + 12), load8of16(data_at22 + 12), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 80));
          out_acc_1 += (__builtin_shufflevector(load8of16(data_at22 + 36), load8of16(data_at22 + 36), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 80));
          if (-4 * n_oho + 6 >= 0) {
            out_acc_2 += (__builtin_shufflevector(load8of16(data_at22 + 180), load8of16(data_at22 + 180), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 80));
            out_acc_3 += (__builtin_shufflevector(load8of16(data_at22 + 204), load8of16(data_at22 + 204), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 80));
          }
          if (-4 * n_oho + 7 >= 0) {
            out_acc_1 += (__builtin_shufflevector(load8of16(data_at22 + 96), load8of16(data_at22 + 96), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 96));
          }
          if (-4 * n_oho + 5 >= 0) {
            out_acc_3 += (__builtin_shufflevector(load8of16(data_at22 + 264), load8of16(data_at22 + 264), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 96));
          }
          if (-4 * n_oho + 7 >= 0) {
            out_acc_0 += (__builtin_shufflevector(load8of16(data_at22 + 84), load8of16(data_at22 + 84), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 112));
            out_acc_1 += (__builtin_shufflevector(load8of16(data_at22 + 108), load8of16(data_at22 + 108), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 112));
          }
          if (-4 * n_oho + 5 >= 0) {
            out_acc_2 += (__builtin_shufflevector(load8of16(data_at22 + 252), load8of16(data_at22 + 252), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 112));
            out_acc_3 += (__builtin_shufflevector(load8of16(data_at22 + 276), load8of16(data_at22 + 276), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 112));
          }
          if (-4 * n_oho + 7 >= 0) {
            out_acc_0 += (__builtin_shufflevector(load8of16(data_at22 + 96), load8of16(data_at22 + 96), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 128));
            out_acc_1 += (__builtin_shufflevector(load8of16(data_at22 + 120), load8of16(data_at22 + 120), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 128));
          }
          if (-4 * n_oho + 5 >= 0) {
            out_acc_2 += (__builtin_shufflevector(load8of16(data_at22 + 264), load8of16(data_at22 + 264), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 128));
            out_acc_3 += (__builtin_shufflevector(load8of16(data_at22 + 288), load8of16(data_at22 + 288), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 128));
          }
          float *const out_at23 = out + 192 * n_oho;
          *(v16u *)(out_at23) = out_acc_0;
          *(v16u *)(out_at23 + 24) = out_acc_1;
          *(v16u *)(out_at23 + 96) = out_acc_2;
          *(v16u *)(out_at23 + 120) = out_acc_3;
        }
        {
          v16 out_acc_0, out_acc_1, out_acc_2, out_acc_3;
          out_acc_0 = ((v16){0} + 0.0f);
          out_acc_1 = ((v16){0} + 0.0f);
          out_acc_2 = ((v16){0} + 0.0f);
          out_acc_3 = ((v16){0} + 0.0f);
          if (4 * n_oho - 1 >= 0) {
            const float *const data_at24 = data + 336 * n_oho;
            out_acc_0 += (__builtin_shufflevector(load8of16(data_at24 - 48), load8of16(data_at24 - 48), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 0));
            out_acc_1 += (__builtin_shufflevector(load8of16(data_at24 - 24), load8of16(data_at24 - 24), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 0));
          }
          if (-4 * n_oho + 7 >= 0) {
            const float *const data_at25 = data + 336 * n_oho;
            out_acc_2 += (__builtin_shufflevector(load8of16(data_at25 + 120), load8of16(data_at25 + 120), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 0));
            out_acc_3 += (__builtin_shufflevector(load8of16(data_at25 + 144), load8of16(data_at25 + 144), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 0));
          }
          if (4 * n_oho - 1 >= 0) {
            const float *const data_at26 = data + 336 * n_oho;
            out_acc_0 += (__builtin_shufflevector(load8of16(data_at26 - 36), load8of16(data_at26 - 36), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 16));
            out_acc_1 += (__builtin_shufflevector(load8of16(data_at26 - 12), load8of16(data_at26 - 12), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 16));
          }
          if (-4 * n_oho + 7 >= 0) {
            const float *const data_at27 = data + 336 * n_oho;
            out_acc_2 += (__builtin_shufflevector(load8of16(data_at27 + 132), load8of16(data_at27 + 132), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 16));
            out_acc_3 += (__builtin_shufflevector(load8of16(data_at27 + 156), load8of16(data_at27 + 156), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 16));
          }
          if (4 * n_oho - 1 >= 0) {
            const float *const data_at28 = data + 336 * n_oho;
            out_acc_0 += (__builtin_shufflevector(load8of16(data_at28 - 24), load8of16(data_at28 - 24), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 32));
          }
          if (-4 * n_oho + 7 >= 0) {
            const float *const data_at29 = data + 336 * n_oho;
            out_acc_2 += (__builtin_shufflevector(load8of16(data_at29 + 144), load8of16(data_at29 + 144), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 32));
          }
          const float *const data_at30 = data + 336 * n_oho;
          out_acc_0 += (__builtin_shufflevector(load8of16(data_at30 + 36), load8of16(data_at30 + 36), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 48));
          out_acc_1 += (__builtin_shufflevector(load8of16(data_at30 + 60), load8of16(data_at30 + 60), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 48));
          if (-4 * n_oho + 6 >= 0) {
            out_acc_2 += (__builtin_shufflevector(load8of16(data_at30 + 204), load8of16(data_at30 + 204), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 48));
            out_acc_3 += (__builtin_shufflevector(load8of16(data_at30 + 228), load8of16(data_at30 + 228), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 48));
          }
          out_acc_0 += (__builtin_shufflevector(load8of16(data_at30 + 48), load8of16(data_at30 + 48), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 64));
          out_acc_1 += (__builtin_shufflevector(load8of16(data_at30 + 72), load8of16(data_at30 + 72), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 64));
          if (-4 * n_oho + 6 >= 0) {
            out_acc_2 += (__builtin_shufflevector(load8of16(data_at30 + 216), load8of16(data_at30 + 216), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 64));
            out_acc_3 += (__builtin_shufflevector(load8of16(data_at30 + 240), load8of16(data_at30 + 240), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 64));
          }
          out_acc_0 += (__builtin_shufflevector(load8of16(data_at30 + 60), load8of16(data_at30 + 60), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 80));
          if (-4 * n_oho + 6 >= 0) {
            out_acc_2 += (__builtin_shufflevector(load8of16(data_at30 + 228), load8of16(data_at30 + 228), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 80));
          }
          if (-4 * n_oho + 7 >= 0) {
            out_acc_0 += (__builtin_shufflevector(load8of16(data_at30 + 120), load8of16(data_at30 + 120), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 96));
            out_acc_1 += (__builtin_shufflevector(load8of16(data_at30 + 144), load8of16(data_at30 + 144), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 96));
          }
          if (-4 * n_oho + 5 >= 0) {
            out_acc_2 += (__builtin_shufflevector(load8of16(data_at30 + 288), load8of16(data_at30 + 288), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 96));
            out_acc_3 += (__builtin_shufflevector(load8of16(data_at30 + 312), load8of16(data_at30 + 312), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 96));
          }
          if (-4 * n_oho + 7 >= 0) {
            out_acc_0 += (__builtin_shufflevector(load8of16(data_at30 + 132), load8of16(data_at30 + 132), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 112));
            out_acc_1 += (__builtin_shufflevector(load8of16(data_at30 + 156), load8of16(data_at30 + 156), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 112));
          }
          if (-4 * n_oho + 5 >= 0) {
            out_acc_2 += (__builtin_shufflevector(load8of16(data_at30 + 300), load8of16(data_at30 + 300), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 112));
            out_acc_3 += (__builtin_shufflevector(load8of16(data_at30 + 324), load8of16(data_at30 + 324), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 112));
          }
          if (-4 * n_oho + 7 >= 0) {
            out_acc_0 += (__builtin_shufflevector(load8of16(data_at30 + 144), load8of16(data_at30 + 144), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 128));
          }
          if (-4 * n_oho + 5 >= 0) {
            out_acc_2 += (__builtin_shufflevector(load8of16(data_at30 + 312), load8of16(data_at30 + 312), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 128));
          }
          float *const out_at31 = out + 192 * n_oho;
          *(v16u *)(out_at31 + 48) = out_acc_0;
          *(v16u *)(out_at31 + 72) = out_acc_1;
          *(v16u *)(out_at31 + 144) = out_acc_2;
          *(v16u *)(out_at31 + 168) = out_acc_3;
        }
        {
          v16 out_acc_0, out_acc_1, out_acc_2, out_acc_3;
          out_acc_0 = ((v16){0} + 0.0f);
          out_acc_1 = ((v16){0} + 0.0f);
          out_acc_2 = ((v16){0} + 0.0f);
          out_acc_3 = ((v16){0} + 0.0f);
          if (4 * n_oho - 1 >= 0) {
            const float *const data_at32 = data + 336 * n_oho;
            out_acc_1 += (__builtin_shufflevector(load4of16(data_at32 - 64), load4of16(data_at32 - 64), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144));
          }
          if (-4 * n_oho + 7 >= 0) {
            const float *const data_at33 = data + 336 * n_oho;
            out_acc_3 += (__builtin_shufflevector(load4of16(data_at33 + 104), load4of16(data_at33 + 104), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144));
          }
          if (4 * n_oho - 1 >= 0) {
            const float *const data_at34 = data + 336 * n_oho;
            out_acc_0 += (__builtin_shufflevector(load4of16(data_at34 - 76), load4of16(data_at34 - 76), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 160));
            out_acc_1 += (__builtin_shufflevector(load4of16(data_at34 - 52), load4of16(data_at34 - 52), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 160));
          }
          if (-4 * n_oho + 7 >= 0) {
            const float *const data_at35 = data + 336 * n_oho;
            out_acc_2 += (__builtin_shufflevector(load4of16(data_at35 + 92), load4of16(data_at35 + 92), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 160));
            out_acc_3 += (__builtin_shufflevector(load4of16(data_at35 + 116), load4of16(data_at35 + 116), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 160));
          }
          if (4 * n_oho - 1 >= 0) {
            const float *const data_at36 = data + 336 * n_oho;
            out_acc_0 += (__builtin_shufflevector(load4of16(data_at36 - 64), load4of16(data_at36 - 64), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 176));
            out_acc_1 += (__builtin_shufflevector(load4of16(data_at36 - 40), load4of16(data_at36 - 40), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 176));
          }
          if (-4 * n_oho + 7 >= 0) {
            const float *const data_at37 = data + 336 * n_oho;
            out_acc_2 += (__builtin_shufflevector(load4of16(data_at37 + 104), load4of16(data_at37 + 104), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 176));
            out_acc_3 += (__builtin_shufflevector(load4of16(data_at37 + 128), load4of16(data_at37 + 128), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 176));
          }
          const float *const data_at38 = data + 336 * n_oho;
          out_acc_1 += (__builtin_shufflevector(load4of16(data_at38 + 20), load4of16(data_at38 + 20), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 192));
          if (-4 * n_oho + 6 >= 0) {
            out_acc_3 += (__builtin_shufflevector(load4of16(data_at38 + 188), load4of16(data_at38 + 188), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 192));
          }
          out_acc_0 += (__builtin_shufflevector(load4of16(data_at38 + 8), load4of16(data_at38 + 8), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 208));
          out_acc_1 += (__builtin_shufflevector(load4of16(data_at38 + 32), load4of16(data_at38 + 32), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 208));
          if (-4 * n_oho + 6 >= 0) {
            out_acc_2 += (__builtin_shufflevector(load4of16(data_at38 + 176), load4of16(data_at38 + 176), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 208));
            out_acc_3 += (__builtin_shufflevector(load4of16(data_at38 + 200), load4of16(data_at38 + 200), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 208));
          }
          out_acc_0 += (__builtin_shufflevector(load4of16(data_at38 + 20), load4of16(data_at38 + 20), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 224));
          out_acc_1 += (__builtin_shufflevector(load4of16(data_at38 + 44), load4of16(data_at38 + 44), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 224));
          if (-4 * n_oho + 6 >= 0) {
            out_acc_2 += (__builtin_shufflevector(load4of16(data_at38 + 188), load4of16(data_at38 + 188), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 224));
            out_acc_3 += (__builtin_shufflevector(load4of16(data_at38 + 212), load4of16(data_at38 + 212), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 224));
          }
          if (-4 * n_oho + 7 >= 0) {
            out_acc_1 += (__builtin_shufflevector(load4of16(data_at38 + 104), load4of16(data_at38 + 104), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 240));
          }
          if (-4 * n_oho + 5 >= 0) {
            out_acc_3 += (__builtin_shufflevector(load4of16(data_at38 + 272), load4of16(data_at38 + 272), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 240));
          }
          if (-4 * n_oho + 7 >= 0) {
            out_acc_0 += (__builtin_shufflevector(load4of16(data_at38 + 92), load4of16(data_at38 + 92), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 256));
            out_acc_1 += (__builtin_shufflevector(load4of16(data_at38 + 116), load4of16(data_at38 + 116), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 256));
          }
          if (-4 * n_oho + 5 >= 0) {
            out_acc_2 += (__builtin_shufflevector(load4of16(data_at38 + 260), load4of16(data_at38 + 260), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 256));
            out_acc_3 += (__builtin_shufflevector(load4of16(data_at38 + 284), load4of16(data_at38 + 284), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 256));
          }
          if (-4 * n_oho + 7 >= 0) {
            out_acc_0 += (__builtin_shufflevector(load4of16(data_at38 + 104), load4of16(data_at38 + 104), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 272));
            out_acc_1 += (__builtin_shufflevector(load4of16(data_at38 + 128), load4of16(data_at38 + 128), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 272));
          }
          if (-4 * n_oho + 5 >= 0) {
            out_acc_2 += (__builtin_shufflevector(load4of16(data_at38 + 272), load4of16(data_at38 + 272), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 272));
            out_acc_3 += (__builtin_shufflevector(load4of16(data_at38 + 296), load4of16(data_at38 + 296), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 272));
          }
          float *const out_at39 = out + 192 * n_oho;
          store8of16(out_at39 + 16, out_acc_0);
          store8of16(out_at39 + 40, out_acc_1);
          store8of16(out_at39 + 112, out_acc_2);
          store8of16(out_at39 + 136, out_acc_3);
        }
        {
          v16 out_acc_0, out_acc_1, out_acc_2, out_acc_3;
          out_acc_0 = ((v16){0} + 0.0f);
          out_acc_1 = ((v16){0} + 0.0f);
          out_acc_2 = ((v16){0} + 0.0f);
          out_acc_3 = ((v16){0} + 0.0f);
          if (4 * n_oho - 1 >= 0) {
            const float *const data_at40 = data + 336 * n_oho;
            out_acc_0 += (__builtin_shufflevector(load4of16(data_at40 - 40), load4of16(data_at40 - 40), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144));
            out_acc_1 += (__builtin_shufflevector(load4of16(data_at40 - 16), load4of16(data_at40 - 16), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144));
          }
          if (-4 * n_oho + 7 >= 0) {
            const float *const data_at41 = data + 336 * n_oho;
            out_acc_2 += (__builtin_shufflevector(load4of16(data_at41 + 128), load4of16(data_at41 + 128), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144));
            out_acc_3 += (__builtin_shufflevector(load4of16(data_at41 + 152), load4of16(data_at41 + 152), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144));
          }
          if (4 * n_oho - 1 >= 0) {
            const float *const data_at42 = data + 336 * n_oho;
            out_acc_0 += (__builtin_shufflevector(load4of16(data_at42 - 28), load4of16(data_at42 - 28), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 160));
            out_acc_1 += (__builtin_shufflevector(load4of16(data_at42 - 4), load4of16(data_at42 - 4), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 160));
          }
          if (-4 * n_oho + 7 >= 0) {
            const float *const data_at43 = data + 336 * n_oho;
            out_acc_2 += (__builtin_shufflevector(load4of16(data_at43 + 140), load4of16(data_at43 + 140), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 160));
            out_acc_3 += (__builtin_shufflevector(load4of16(data_at43 + 164), load4of16(data_at43 + 164), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 160));
          }
          if (4 * n_oho - 1 >= 0) {
            const float *const data_at44 = data + 336 * n_oho;
            out_acc_0 += (__builtin_shufflevector(load4of16(data_at44 - 16), load4of16(data_at44 - 16), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 176));
          }
          if (-4 * n_oho + 7 >= 0) {
            const float *const data_at45 = data + 336 * n_oho;
            out_acc_2 += (__builtin_shufflevector(load4of16(data_at45 + 152), load4of16(data_at45 + 152), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 176));
          }
          const float *const data_at46 = data + 336 * n_oho;
          out_acc_0 += (__builtin_shufflevector(load4of16(data_at46 + 44), load4of16(data_at46 + 44), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 192));
          out_acc_1 += (__builtin_shufflevector(load4of16(data_at46 + 68), load4of16(data_at46 + 68), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 192));
          if (-4 * n_oho + 6 >= 0) {
            out_acc_2 += (__builtin_shufflevector(load4of16(data_at46 + 212), load4of16(data_at46 + 212), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 192));
            out_acc_3 += (__builtin_shufflevector(load4of16(data_at46 + 236), load4of16(data_at46 + 236), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 192));
          }
          out_acc_0 += (__builtin_shufflevector(load4of16(data_at46 + 56), load4of16(data_at46 + 56), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 208));
          out_acc_1 += (__builtin_shufflevector(load4of16(data_at46 + 80), load4of16(data_at46 + 80), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 208));
          if (-4 * n_oho + 6 >= 0) {
            out_acc_2 += (__builtin_shufflevector(load4of16(data_at46 + 224), load4of16(data_at46 + 224), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 208));
            out_acc_3 += (__builtin_shufflevector(load4of16(data_at46 + 248), load4of16(data_at46 + 248), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 208));
          }
          out_acc_0 += (__builtin_shufflevector(load4of16(data_at46 + 68), load4of16(data_at46 + 68), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 224));
          if (-4 * n_oho + 6 >= 0) {
            out_acc_2 += (__builtin_shufflevector(load4of16(data_at46 + 236), load4of16(data_at46 + 236), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 224));
          }
          if (-4 * n_oho + 7 >= 0) {
            out_acc_0 += (__builtin_shufflevector(load4of16(data_at46 + 128), load4of16(data_at46 + 128), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 240));
            out_acc_1 += (__builtin_shufflevector(load4of16(data_at46 + 152), load4of16(data_at46 + 152), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 240));
          }
          if (-4 * n_oho + 5 >= 0) {
            out_acc_2 += (__builtin_shufflevector(load4of16(data_at46 + 296), load4of16(data_at46 + 296), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 240));
            out_acc_3 += (__builtin_shufflevector(load4of16(data_at46 + 320), load4of16(data_at46 + 320), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 240));
          }
          if (-4 * n_oho + 7 >= 0) {
            out_acc_0 += (__builtin_shufflevector(load4of16(data_at46 + 140), load4of16(data_at46 + 140), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 256));
            out_acc_1 += (__builtin_shufflevector(load4of16(data_at46 + 164), load4of16(data_at46 + 164), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 256));
          }
          if (-4 * n_oho + 5 >= 0) {
            out_acc_2 += (__builtin_shufflevector(load4of16(data_at46 + 308), load4of16(data_at46 + 308), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 256));
            out_acc_3 += (__builtin_shufflevector(load4of16(data_at46 + 332), load4of16(data_at46 + 332), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 256));
          }
          if (-4 * n_oho + 7 >= 0) {
            out_acc_0 += (__builtin_shufflevector(load4of16(data_at46 + 152), load4of16(data_at46 + 152), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 272));
          }
          if (-4 * n_oho + 5 >= 0) {
            out_acc_2 += (__builtin_shufflevector(load4of16(data_at46 + 320), load4of16(data_at46 + 320), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 272));
          }
          float *const out_at47 = out + 192 * n_oho;
          store8of16(out_at47 + 64, out_acc_0);
          store8of16(out_at47 + 88, out_acc_1);
          store8of16(out_at47 + 160, out_acc_2);
          store8of16(out_at47 + 184, out_acc_3);
        }
      } else {
        {
          v16 out_acc_0, out_acc_1;
          out_acc_0 = ((v16){0} + 0.0f);
          out_acc_1 = ((v16){0} + 0.0f);
          if (4 * n_oho - 1 >= 0) {
            const float *const data_at48 = data + 336 * n_oho;
            out_acc_1 += (__builtin_shufflevector(load8of16(data_at48 - 72), load8of16(data_at48 - 72), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 0));
            out_acc_0 += (__builtin_shufflevector(load8of16(data_at48 - 84), load8of16(data_at48 - 84), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 16));
            out_acc_1 += (__builtin_shufflevector(load8of16(data_at48 - 60), load8of16(data_at48 - 60), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 16));
            out_acc_0 += (__builtin_shufflevector(load8of16(data_at48 - 72), load8of16(data_at48 - 72), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 32));
            out_acc_1 += (__builtin_shufflevector(load8of16(data_at48 - 48), load8of16(data_at48 - 48), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 32));
          }
          const float *const data_at49 = data + 336 * n_oho;
          out_acc_1 += (__builtin_shufflevector(load8of16(data_at49 + 12), load8of16(data_at49 + 12), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 48));
          out_acc_0 += (__builtin_shufflevector(load8of16(data_at49), load8of16(data_at49), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 64));
          out_acc_1 += (__builtin_shufflevector(load8of16(data_at49 + 24), load8of16(data_at49 + 24), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 64));
          out_acc_0 += (__builtin_shufflevector(load8of16(data_at49 + 12), load8of16(data_at49 + 12), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 80));
          out_acc_1 += (__builtin_shufflevector(load8of16(data_at49 + 36), load8of16(data_at49 + 36), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 80));
          if (-4 * n_oho + 7 >= 0) {
            out_acc_1 += (__builtin_shufflevector(load8of16(data_at49 + 96), load8of16(data_at49 + 96), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 96));
            out_acc_0 += (__builtin_shufflevector(load8of16(data_at49 + 84), load8of16(data_at49 + 84), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 112));
            out_acc_1 += (__builtin_shufflevector(load8of16(data_at49 + 108), load8of16(data_at49 + 108), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 112));
            out_acc_0 += (__builtin_shufflevector(load8of16(data_at49 + 96), load8of16(data_at49 + 96), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 128));
            out_acc_1 += (__builtin_shufflevector(load8of16(data_at49 + 120), load8of16(data_at49 + 120), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 128));
          }
          float *const out_at50 = out + 192 * n_oho;
          *(v16u *)(out_at50) = out_acc_0;
          *(v16u *)(out_at50 + 24) = out_acc_1;
        }
        {
          v16 out_acc_0, out_acc_1;
          out_acc_0 = ((v16){0} + 0.0f);
          out_acc_1 = ((v16){0} + 0.0f);
          if (4 * n_oho - 1 >= 0) {
            const float *const data_at51 = data + 336 * n_oho;
            out_acc_0 += (__builtin_shufflevector(load8of16(data_at51 - 48), load8of16(data_at51 - 48), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 0));
            out_acc_1 += (__builtin_shufflevector(load8of16(data_at51 - 24), load8of16(data_at51 - 24), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 0));
            out_acc_0 += (__builtin_shufflevector(load8of16(data_at51 - 36), load8of16(data_at51 - 36), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 16));
            out_acc_1 += (__builtin_shufflevector(load8of16(data_at51 - 12), load8of16(data_at51 - 12), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 16));
            out_acc_0 += (__builtin_shufflevector(load8of16(data_at51 - 24), load8of16(data_at51 - 24), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 32));
          }
          const float *const data_at52 = data + 336 * n_oho;
          out_acc_0 += (__builtin_shufflevector(load8of16(data_at52 + 36), load8of16(data_at52 + 36), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 48));
          out_acc_1 += (__builtin_shufflevector(load8of16(data_at52 + 60), load8of16(data_at52 + 60), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 48));
          out_acc_0 += (__builtin_shufflevector(load8of16(data_at52 + 48), load8of16(data_at52 + 48), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 64));
          out_acc_1 += (__builtin_shufflevector(load8of16(data_at52 + 72), load8of16(data_at52 + 72), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 64));
          out_acc_0 += (__builtin_shufflevector(load8of16(data_at52 + 60), load8of16(data_at52 + 60), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 80));
          if (-4 * n_oho + 7 >= 0) {
            out_acc_0 += (__builtin_shufflevector(load8of16(data_at52 + 120), load8of16(data_at52 + 120), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 96));
            out_acc_1 += (__builtin_shufflevector(load8of16(data_at52 + 144), load8of16(data_at52 + 144), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 96));
            out_acc_0 += (__builtin_shufflevector(load8of16(data_at52 + 132), load8of16(data_at52 + 132), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 112));
            out_acc_1 += (__builtin_shufflevector(load8of16(data_at52 + 156), load8of16(data_at52 + 156), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 112));
            out_acc_0 += (__builtin_shufflevector(load8of16(data_at52 + 144), load8of16(data_at52 + 144), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 128));
          }
          float *const out_at53 = out + 192 * n_oho;
          *(v16u *)(out_at53 + 48) = out_acc_0;
          *(v16u *)(out_at53 + 72) = out_acc_1;
        }
        {
          v16 out_acc_0, out_acc_1;
          out_acc_0 = ((v16){0} + 0.0f);
          out_acc_1 = ((v16){0} + 0.0f);
          if (4 * n_oho - 1 >= 0) {
            const float *const data_at54 = data + 336 * n_oho;
            out_acc_1 += (__builtin_shufflevector(load4of16(data_at54 - 64), load4of16(data_at54 - 64), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144));
            out_acc_0 += (__builtin_shufflevector(load4of16(data_at54 - 76), load4of16(data_at54 - 76), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 160));
            out_acc_1 += (__builtin_shufflevector(load4of16(data_at54 - 52), load4of16(data_at54 - 52), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 160));
            out_acc_0 += (__builtin_shufflevector(load4of16(data_at54 - 64), load4of16(data_at54 - 64), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 176));
            out_acc_1 += (__builtin_shufflevector(load4of16(data_at54 - 40), load4of16(data_at54 - 40), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 176));
          }
          const float *const data_at55 = data + 336 * n_oho;
          out_acc_1 += (__builtin_shufflevector(load4of16(data_at55 + 20), load4of16(data_at55 + 20), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 192));
          out_acc_0 += (__builtin_shufflevector(load4of16(data_at55 + 8), load4of16(data_at55 + 8), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 208));
          out_acc_1 += (__builtin_shufflevector(load4of16(data_at55 + 32), load4of16(data_at55 + 32), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 208));
          out_acc_0 += (__builtin_shufflevector(load4of16(data_at55 + 20), load4of16(data_at55 + 20), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 224));
          out_acc_1 += (__builtin_shufflevector(load4of16(data_at55 + 44), load4of16(data_at55 + 44), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 224));
          if (-4 * n_oho + 7 >= 0) {
            out_acc_1 += (__builtin_shufflevector(load4of16(data_at55 + 104), load4of16(data_at55 + 104), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 240));
            out_acc_0 += (__builtin_shufflevector(load4of16(data_at55 + 92), load4of16(data_at55 + 92), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 256));
            out_acc_1 += (__builtin_shufflevector(load4of16(data_at55 + 116), load4of16(data_at55 + 116), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 256));
            out_acc_0 += (__builtin_shufflevector(load4of16(data_at55 + 104), load4of16(data_at55 + 104), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 272));
            out_acc_1 += (__builtin_shufflevector(load4of16(data_at55 + 128), load4of16(data_at55 + 128), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 272));
          }
          float *const out_at56 = out + 192 * n_oho;
          store8of16(out_at56 + 16, out_acc_0);
          store8of16(out_at56 + 40, out_acc_1);
        }
        {
          v16 out_acc_0, out_acc_1;
          out_acc_0 = ((v16){0} + 0.0f);
          out_acc_1 = ((v16){0} + 0.0f);
          if (4 * n_oho - 1 >= 0) {
            const float *const data_at57 = data + 336 * n_oho;
            out_acc_0 += (__builtin_shufflevector(load4of16(data_at57 - 40), load4of16(data_at57 - 40), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144));
            out_acc_1 += (__builtin_shufflevector(load4of16(data_at57 - 16), load4of16(data_at57 - 16), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144));
            out_acc_0 += (__builtin_shufflevector(load4of16(data_at57 - 28), load4of16(data_at57 - 28), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 160));
            out_acc_1 += (__builtin_shufflevector(load4of16(data_at57 - 4), load4of16(data_at57 - 4), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 160));
            out_acc_0 += (__builtin_shufflevector(load4of16(data_at57 - 16), load4of16(data_at57 - 16), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 176));
          }
          const float *const data_at58 = data + 336 * n_oho;
          out_acc_0 += (__builtin_shufflevector(load4of16(data_at58 + 44), load4of16(data_at58 + 44), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 192));
          out_acc_1 += (__builtin_shufflevector(load4of16(data_at58 + 68), load4of16(data_at58 + 68), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 192));
          out_acc_0 += (__builtin_shufflevector(load4of16(data_at58 + 56), load4of16(data_at58 + 56), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 208));
          out_acc_1 += (__builtin_shufflevector(load4of16(data_at58 + 80), load4of16(data_at58 + 80), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 208));
          out_acc_0 += (__builtin_shufflevector(load4of16(data_at58 + 68), load4of16(data_at58 + 68), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 224));
          if (-4 * n_oho + 7 >= 0) {
            out_acc_0 += (__builtin_shufflevector(load4of16(data_at58 + 128), load4of16(data_at58 + 128), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 240));
            out_acc_1 += (__builtin_shufflevector(load4of16(data_at58 + 152), load4of16(data_at58 + 152), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 240));
            out_acc_0 += (__builtin_shufflevector(load4of16(data_at58 + 140), load4of16(data_at58 + 140), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 256));
            out_acc_1 += (__builtin_shufflevector(load4of16(data_at58 + 164), load4of16(data_at58 + 164), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 256));
            out_acc_0 += (__builtin_shufflevector(load4of16(data_at58 + 152), load4of16(data_at58 + 152), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 272));
          }
          float *const out_at59 = out + 192 * n_oho;
          store8of16(out_at59 + 64, out_acc_0);
          store8of16(out_at59 + 88, out_acc_1);
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
          __builtin_memset(weights_packed + 2 * min_of(8, -8 * d0o + 12) + 144 * d0o + 48 * d3 + 16 * d4, 0, (unsigned long)max_of(0, -8 * min_of(8, -8 * d0o + 12) + 64));
        }
      }
    }
  }
}

void pack(void *const *args, void *const *packed) {
  pack_0(args[1], packed[1]);
}
