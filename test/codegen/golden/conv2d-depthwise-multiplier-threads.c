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
              const float *const data_at0 = data + 336 * n_oho + 8 * go;
              const float *const weights_packed_at1 = weights_packed + 144 * go;
              out_acc_1 += (__builtin_shufflevector(load8of16(data_at0 - 72), load8of16(data_at0 - 72), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at1));
              out_acc_3 += (__builtin_shufflevector(load8of16(data_at0 + 96), load8of16(data_at0 + 96), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at1));
              out_acc_0 += (__builtin_shufflevector(load8of16(data_at0 - 84), load8of16(data_at0 - 84), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at1 + 16));
              out_acc_1 += (__builtin_shufflevector(load8of16(data_at0 - 60), load8of16(data_at0 - 60), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at1 + 16));
              out_acc_2 += (__builtin_shufflevector(load8of16(data_at0 + 84), load8of16(data_at0 + 84), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at1 + 16));
              out_acc_3 += (__builtin_shufflevector(load8of16(data_at0 + 108), load8of16(data_at0 + 108), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at1 + 16));
              out_acc_0 += (__builtin_shufflevector(load8of16(data_at0 - 72), load8of16(data_at0 - 72), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at1 + 32));
              out_acc_1 += (__builtin_shufflevector(load8of16(data_at0 - 48), load8of16(data_at0 - 48), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at1 + 32));
              out_acc_2 += (__builtin_shufflevector(load8of16(data_at0 + 96), load8of16(data_at0 + 96), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at1 + 32));
              out_acc_3 += (__builtin_shufflevector(load8of16(data_at0 + 120), load8of16(data_at0 + 120), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at1 + 32));
              out_acc_1 += (__builtin_shufflevector(load8of16(data_at0 + 12), load8of16(data_at0 + 12), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at1 + 48));
              out_acc_3 += (__builtin_shufflevector(load8of16(data_at0 + 180), load8of16(data_at0 + 180), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at1 + 48));
              out_acc_0 += (__builtin_shufflevector(load8of16(data_at0), load8of16(data_at0), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at1 + 64));
              out_acc_1 += (__builtin_shufflevector(load8of16(data_at0 + 24), load8of16(data_at0 + 24), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at1 + 64));
              out_acc_2 += (__builtin_shufflevector(load8of16(data_at0 + 168), load8of16(data_at0 + 168), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at1 + 64));
              out_acc_3 += (__builtin_shufflevector(load8of16(data_at0 + 192), load8of16(data_at0 + 192), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at1 + 64));
              out_acc_0 += (__builtin_shufflevector(load8of16(data_at0 + 12), load8of16(data_at0 + 12), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at1 + 80));
              out_acc_1 += (__builtin_shufflevector(load8of16(data_at0 + 36), load8of16(data_at0 + 36), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at1 + 80));
              out_acc_2 += (__builtin_shufflevector(load8of16(data_at0 + 180), load8of16(data_at0 + 180), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at1 + 80));
              out_acc_3 += (__builtin_shufflevector(load8of16(data_at0 + 204), load8of16(data_at0 + 204), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at1 + 80));
              out_acc_1 += (__builtin_shufflevector(load8of16(data_at0 + 96), load8of16(data_at0 + 96), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at1 + 96));
              out_acc_3 += (__builtin_shufflevector(load8of16(data_at0 + 264), load8of16(data_at0 + 264), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at1 + 96));
              out_acc_0 += (__builtin_shufflevector(load8of16(data_at0 + 84), load8of16(data_at0 + 84), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at1 + 112));
              out_acc_1 += (__builtin_shufflevector(load8of16(data_at0 + 108), load8of16(data_at0 + 108), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at1 + 112));
              out_acc_2 += (__builtin_shufflevector(load8of16(data_at0 + 252), load8of16(data_at0 + 252), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at1 + 112));
              out_acc_3 += (__builtin_shufflevector(load8of16(data_at0 + 276), load8of16(data_at0 + 276), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at1 + 112));
              out_acc_0 += (__builtin_shufflevector(load8of16(data_at0 + 96), load8of16(data_at0 + 96), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at1 + 128));
              out_acc_1 += (__builtin_shufflevector(load8of16(data_at0 + 120), load8of16(data_at0 + 120), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at1 + 128));
              out_acc_2 += (__builtin_shufflevector(load8of16(data_at0 + 264), load8of16(data_at0 + 264), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at1 + 128));
              out_acc_3 += (__builtin_shufflevector(load8of16(data_at0 + 288), load8of16(data_at0 + 288), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at1 + 128));
              float *const out_at2 = out + 192 * n_oho + 16 * go;
              *(v16u *)(out_at2) = out_acc_0;
              *(v16u *)(out_at2 + 24) = out_acc_1;
              *(v16u *)(out_at2 + 96) = out_acc_2;
              *(v16u *)(out_at2 + 120) = out_acc_3;
            }
            {
              v16 out_acc_0, out_acc_1, out_acc_2, out_acc_3;
              out_acc_0 = ((v16){0} + 0.0f);
              out_acc_1 = ((v16){0} + 0.0f);
              out_acc_2 = ((v16){0} + 0.0f);
              out_acc_3 = ((v16){0} + 0.0f);
              const float *const data_at3 = data + 336 * n_oho + 8 * go;
              const float *const weights_packed_at4 = weights_packed + 144 * go;
              out_acc_0 += (__builtin_shufflevector(load8of16(data_at3 - 48), load8of16(data_at3 - 48), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at4));
              out_acc_1 += (__builtin_shufflevector(load8of16(data_at3 - 24), load8of16(data_at3 - 24), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at4));
              out_acc_2 += (__builtin_shufflevector(load8of16(data_at3 + 120), load8of16(data_at3 + 120), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at4));
              out_acc_3 += (__builtin_shufflevector(load8of16(data_at3 + 144), load8of16(data_at3 + 144), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at4));
              out_acc_0 += (__builtin_shufflevector(load8of16(data_at3 - 36), load8of16(data_at3 - 36), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at4 + 16));
              out_acc_1 += (__builtin_shufflevector(load8of16(data_at3 - 12), load8of16(data_at3 - 12), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at4 + 16));
              out_acc_2 += (__builtin_shufflevector(load8of16(data_at3 + 132), load8of16(data_at3 + 132), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at4 + 16));
              out_acc_3 += (__builtin_shufflevector(load8of16(data_at3 + 156), load8of16(data_at3 + 156), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at4 + 16));
              out_acc_0 += (__builtin_shufflevector(load8of16(data_at3 - 24), load8of16(data_at3 - 24), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at4 + 32));
              out_acc_2 += (__builtin_shufflevector(load8of16(data_at3 + 144), load8of16(data_at3 + 144), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at4 + 32));
              out_acc_0 += (__builtin_shufflevector(load8of16(data_at3 + 36), load8of16(data_at3 + 36), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at4 + 48));
              out_acc_1 += (__builtin_shufflevector(load8of16(data_at3 + 60), load8of16(data_at3 + 60), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at4 + 48));
              out_acc_2 += (__builtin_shufflevector(load8of16(data_at3 + 204), load8of16(data_at3 + 204), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at4 + 48));
              out_acc_3 += (__builtin_shufflevector(load8of16(data_at3 + 228), load8of16(data_at3 + 228), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at4 + 48));
              out_acc_0 += (__builtin_shufflevector(load8of16(data_at3 + 48), load8of16(data_at3 + 48), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at4 + 64));
              out_acc_1 += (__builtin_shufflevector(load8of16(data_at3 + 72), load8of16(data_at3 + 72), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at4 + 64));
              out_acc_2 += (__builtin_shufflevector(load8of16(data_at3 + 216), load8of16(data_at3 + 216), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at4 + 64));
              out_acc_3 += (__builtin_shufflevector(load8of16(data_at3 + 240), load8of16(data_at3 + 240), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at4 + 64));
              out_acc_0 += (__builtin_shufflevector(load8of16(data_at3 + 60), load8of16(data_at3 + 60), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at4 + 80));
              out_acc_2 += (__builtin_shufflevector(load8of16(data_at3 + 228), load8of16(data_at3 + 228), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at4 + 80));
              out_acc_0 += (__builtin_shufflevector(load8of16(data_at3 + 120), load8of16(data_at3 + 120), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at4 + 96));
              out_acc_1 += (__builtin_shufflevector(load8of16(data_at3 + 144), load8of16(data_at3 + 144), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at4 + 96));
              out_acc_2 += (__builtin_shufflevector(load8of16(data_at3 + 288), load8of16(data_at3 + 288), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at4 + 96));
              out_acc_3 += (__builtin_shufflevector(load8of16(data_at3 + 312), load8of16(data_at3 + 312), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at4 + 96));
              out_acc_0 += (__builtin_shufflevector(load8of16(data_at3 + 132), load8of16(data_at3 + 132), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at4 + 112));
              out_acc_1 += (__builtin_shufflevector(load8of16(data_at3 + 156), load8of16(data_at3 + 156), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at4 + 112));
              out_acc_2 += (__builtin_shufflevector(load8of16(data_at3 + 300), load8of16(data_at3 + 300), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at4 + 112));
              out_acc_3 += (__builtin_shufflevector(load8of16(data_at3 + 324), load8of16(data_at3 + 324), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at4 + 112));
              out_acc_0 += (__builtin_shufflevector(load8of16(data_at3 + 144), load8of16(data_at3 + 144), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at4 + 128));
              out_acc_2 += (__builtin_shufflevector(load8of16(data_at3 + 312), load8of16(data_at3 + 312), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at4 + 128));
              float *const out_at5 = out + 192 * n_oho + 16 * go;
              *(v16u *)(out_at5 + 48) = out_acc_0;
              *(v16u *)(out_at5 + 72) = out_acc_1;
              *(v16u *)(out_at5 + 144) = out_acc_2;
              *(v16u *)(out_at5 + 168) = out_acc_3;
            }
          } else {
            {
              v16 out_acc_0, out_acc_1, out_acc_2, out_acc_3;
              out_acc_0 = ((v16){0} + 0.0f);
              out_acc_1 = ((v16){0} + 0.0f);
              out_acc_2 = ((v16){0} + 0.0f);
              out_acc_3 = ((v16){0} + 0.0f);
              const float *const data_at6 = data + 336 * n_oho + 8 * go;
              const float *const weights_packed_at7 = weights_packed + 144 * go;
              out_acc_1 += (__builtin_shufflevector(load4of16(data_at6 - 72), load4of16(data_at6 - 72), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at7));
              out_acc_3 += (__builtin_shufflevector(load4of16(data_at6 + 96), load4of16(data_at6 + 96), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at7));
              out_acc_0 += (__builtin_shufflevector(load4of16(data_at6 - 84), load4of16(data_at6 - 84), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at7 + 16));
              out_acc_1 += (__builtin_shufflevector(load4of16(data_at6 - 60), load4of16(data_at6 - 60), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at7 + 16));
              out_acc_2 += (__builtin_shufflevector(load4of16(data_at6 + 84), load4of16(data_at6 + 84), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at7 + 16));
              out_acc_3 += (__builtin_shufflevector(load4of16(data_at6 + 108), load4of16(data_at6 + 108), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at7 + 16));
              out_acc_0 += (__builtin_shufflevector(load4of16(data_at6 - 72), load4of16(data_at6 - 72), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at7 + 32));
              out_acc_1 += (__builtin_shufflevector(load4of16(data_at6 - 48), load4of16(data_at6 - 48), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at7 + 32));
              out_acc_2 += (__builtin_shufflevector(load4of16(data_at6 + 96), load4of16(data_at6 + 96), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at7 + 32));
              out_acc_3 += (__builtin_shufflevector(load4of16(data_at6 + 120), load4of16(data_at6 + 120), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at7 + 32));
              out_acc_1 += (__builtin_shufflevector(load4of16(data_at6 + 12), load4of16(data_at6 + 12), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at7 + 48));
              out_acc_3 += (__builtin_shufflevector(load4of16(data_at6 + 180), load4of16(data_at6 + 180), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at7 + 48));
              out_acc_0 += (__builtin_shufflevector(load4of16(data_at6), load4of16(data_at6), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at7 + 64));
              out_acc_1 += (__builtin_shufflevector(load4of16(data_at6 + 24), load4of16(data_at6 + 24), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at7 + 64));
              out_acc_2 += (__builtin_shufflevector(load4of16(data_at6 + 168), load4of16(data_at6 + 168), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at7 + 64));
              out_acc_3 += (__builtin_shufflevector(load4of16(data_at6 + 192), load4of16(data_at6 + 192), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at7 + 64));
              out_acc_0 += (__builtin_shufflevector(load4of16(data_at6 + 12), load4of16(data_at6 + 12), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at7 + 80));
              out_acc_1 += (__builtin_shufflevector(load4of16(data_at6 + 36), load4of16(data_at6 + 36), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at7 + 80));
              out_acc_2 += (__builtin_shufflevector(load4of16(data_at6 + 180), load4of16(data_at6 + 180), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at7 + 80));
              out_acc_3 += (__builtin_shufflevector(load4of16(data_at6 + 204), load4of16(data_at6 + 204), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at7 + 80));
              out_acc_1 += (__builtin_shufflevector(load4of16(data_at6 + 96), load4of16(data_at6 + 96), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at7 + 96));
              out_acc_3 += (__builtin_shufflevector(load4of16(data_at6 + 264), load4of16(data_at6 + 264), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at7 + 96));
              out_acc_0 += (__builtin_shufflevector(load4of16(data_at6 + 84), load4of16(data_at6 + 84), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at7 + 112));
              out_acc_1 += (__builtin_shufflevector(load4of16(data_at6 + 108), load4of16(data_at6 + 108), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at7 + 112));
              out_acc_2 += (__builtin_shufflevector(load4of16(data_at6 + 252), load4of16(data_at6 + 252), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at7 + 112));
              out_acc_3 += (__builtin_shufflevector(load4of16(data_at6 + 276), load4of16(data_at6 + 276), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at7 + 112));
              out_acc_0 += (__builtin_shufflevector(load4of16(data_at6 + 96), load4of16(data_at6 + 96), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at7 + 128));
              out_acc_1 += (__builtin_shufflevector(load4of16(data_at6 + 120), load4of16(data_at6 + 120), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at7 + 128));
              out_acc_2 += (__builtin_shufflevector(load4of16(data_at6 + 264), load4of16(data_at6 + 264), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at7 + 128));
              out_acc_3 += (__builtin_shufflevector(load4of16(data_at6 + 288), load4of16(data_at6 + 288), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at7 + 128));
              float *const out_at8 = out + 192 * n_oho + 16 * go;
              store8of16(out_at8, out_acc_0);
              store8of16(out_at8 + 24, out_acc_1);
              store8of16(out_at8 + 96, out_acc_2);
              store8of16(out_at8 + 120, out_acc_3);
            }
            {
              v16 out_acc_0, out_acc_1, out_acc_2, out_acc_3;
              out_acc_0 = ((v16){0} + 0.0f);
              out_acc_1 = ((v16){0} + 0.0f);
              out_acc_2 = ((v16){0} + 0.0f);
              out_acc_3 = ((v16){0} + 0.0f);
              const float *const data_at9 = data + 336 * n_oho + 8 * go;
              const float *const weights_packed_at10 = weights_packed + 144 * go;
              out_acc_0 += (__builtin_shufflevector(load4of16(data_at9 - 48), load4of16(data_at9 - 48), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at10));
              out_acc_1 += (__builtin_shufflevector(load4of16(data_at9 - 24), load4of16(data_at9 - 24), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at10));
              out_acc_2 += (__builtin_shufflevector(load4of16(data_at9 + 120), load4of16(data_at9 + 120), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at10));
              out_acc_3 += (__builtin_shufflevector(load4of16(data_at9 + 144), load4of16(data_at9 + 144), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at10));
              out_acc_0 += (__builtin_shufflevector(load4of16(data_at9 - 36), load4of16(data_at9 - 36), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at10 + 16));
              out_acc_1 += (__builtin_shufflevector(load4of16(data_at9 - 12), load4of16(data_at9 - 12), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at10 + 16));
              out_acc_2 += (__builtin_shufflevector(load4of16(data_at9 + 132), load4of16(data_at9 + 132), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at10 + 16));
              out_acc_3 += (__builtin_shufflevector(load4of16(data_at9 + 156), load4of16(data_at9 + 156), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at10 + 16));
              out_acc_0 += (__builtin_shufflevector(load4of16(data_at9 - 24), load4of16(data_at9 - 24), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at10 + 32));
              out_acc_2 += (__builtin_shufflevector(load4of16(data_at9 + 144), load4of16(data_at9 + 144), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at10 + 32));
              out_acc_0 += (__builtin_shufflevector(load4of16(data_at9 + 36), load4of16(data_at9 + 36), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at10 + 48));
              out_acc_1 += (__builtin_shufflevector(load4of16(data_at9 + 60), load4of16(data_at9 + 60), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at10 + 48));
              out_acc_2 += (__builtin_shufflevector(load4of16(data_at9 + 204), load4of16(data_at9 + 204), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at10 + 48));
              out_acc_3 += (__builtin_shufflevector(load4of16(data_at9 + 228), load4of16(data_at9 + 228), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at10 + 48));
              out_acc_0 += (__builtin_shufflevector(load4of16(data_at9 + 48), load4of16(data_at9 + 48), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at10 + 64));
              out_acc_1 += (__builtin_shufflevector(load4of16(data_at9 + 72), load4of16(data_at9 + 72), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at10 + 64));
              out_acc_2 += (__builtin_shufflevector(load4of16(data_at9 + 216), load4of16(data_at9 + 216), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at10 + 64));
              out_acc_3 += (__builtin_shufflevector(load4of16(data_at9 + 240), load4of16(data_at9 + 240), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at10 + 64));
              out_acc_0 += (__builtin_shufflevector(load4of16(data_at9 + 60), load4of16(data_at9 + 60), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at10 + 80));
              out_acc_2 += (__builtin_shufflevector(load4of16(data_at9 + 228), load4of16(data_at9 + 228), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at10 + 80));
              out_acc_0 += (__builtin_shufflevector(load4of16(data_at9 + 120), load4of16(data_at9 + 120), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at10 + 96));
              out_acc_1 += (__builtin_shufflevector(load4of16(data_at9 + 144), load4of16(data_at9 + 144), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at10 + 96));
              out_acc_2 += (__builtin_shufflevector(load4of16(data_at9 + 288), load4of16(data_at9 + 288), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at10 + 96));
              out_acc_3 += (__builtin_shufflevector(load4of16(data_at9 + 312), load4of16(data_at9 + 312), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at10 + 96));
              out_acc_0 += (__builtin_shufflevector(load4of16(data_at9 + 132), load4of16(data_at9 + 132), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at10 + 112));
              out_acc_1 += (__builtin_shufflevector(load4of16(data_at9 + 156), load4of16(data_at9 + 156), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at10 + 112));
              out_acc_2 += (__builtin_shufflevector(load4of16(data_at9 + 300), load4of16(data_at9 + 300), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at10 + 112));
              out_acc_3 += (__builtin_shufflevector(load4of16(data_at9 + 324), load4of16(data_at9 + 324), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at10 + 112));
              out_acc_0 += (__builtin_shufflevector(load4of16(data_at9 + 144), load4of16(data_at9 + 144), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at10 + 128));
              out_acc_2 += (__builtin_shufflevector(load4of16(data_at9 + 312), load4of16(data_at9 + 312), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at10 + 128));
              float *const out_at11 = out + 192 * n_oho + 16 * go;
              store8of16(out_at11 + 48, out_acc_0);
              store8of16(out_at11 + 72, out_acc_1);
              store8of16(out_at11 + 144, out_acc_2);
              store8of16(out_at11 + 168, out_acc_3);
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
              const float *const data_at12 = data + 336 * n_oho + 8 * go2;
              const float *const weights_packed_at13 = weights_packed + 144 * go2;
              out_acc_1 += (__builtin_shufflevector(load8of16(data_at12 - 72), load8of16(data_at12 - 72), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at13));
              out_acc_0 += (__builtin_shufflevector(load8of16(data_at12 - 84), load8of16(data_at12 - 84), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at13 + 16));
              out_acc_1 += (__builtin_shufflevector(load8of16(data_at12 - 60), load8of16(data_at12 - 60), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at13 + 16));
              out_acc_0 += (__builtin_shufflevector(load8of16(data_at12 - 72), load8of16(data_at12 - 72), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at13 + 32));
              out_acc_1 += (__builtin_shufflevector(load8of16(data_at12 - 48), load8of16(data_at12 - 48), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at13 + 32));
              out_acc_1 += (__builtin_shufflevector(load8of16(data_at12 + 12), load8of16(data_at12 + 12), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at13 + 48));
              out_acc_0 += (__builtin_shufflevector(load8of16(data_at12), load8of16(data_at12), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at13 + 64));
              out_acc_1 += (__builtin_shufflevector(load8of16(data_at12 + 24), load8of16(data_at12 + 24), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at13 + 64));
              out_acc_0 += (__builtin_shufflevector(load8of16(data_at12 + 12), load8of16(data_at12 + 12), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at13 + 80));
              out_acc_1 += (__builtin_shufflevector(load8of16(data_at12 + 36), load8of16(data_at12 + 36), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at13 + 80));
              out_acc_1 += (__builtin_shufflevector(load8of16(data_at12 + 96), load8of16(data_at12 + 96), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at13 + 96));
              out_acc_0 += (__builtin_shufflevector(load8of16(data_at12 + 84), load8of16(data_at12 + 84), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at13 + 112));
              out_acc_1 += (__builtin_shufflevector(load8of16(data_at12 + 108), load8of16(data_at12 + 108), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at13 + 112));
              out_acc_0 += (__builtin_shufflevector(load8of16(data_at12 + 96), load8of16(data_at12 + 96), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at13 + 128));
              out_acc_1 += (__builtin_shufflevector(load8of16(data_at12 + 120), load8of16(data_at12 + 120), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at13 + 128));
              float *const out_at14 = out + 192 * n_oho + 16 * go2;
              *(v16u *)(out_at14) = out_acc_0;
              *(v16u *)(out_at14 + 24) = out_acc_1;
            }
            {
              v16 out_acc_0, out_acc_1;
              out_acc_0 = ((v16){0} + 0.0f);
              out_acc_1 = ((v16){0} + 0.0f);
              const float *const data_at15 = data + 336 * n_oho + 8 * go2;
              const float *const weights_packed_at16 = weights_packed + 144 * go2;
              out_acc_0 += (__builtin_shufflevector(load8of16(data_at15 - 48), load8of16(data_at15 - 48), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at16));
              out_acc_1 += (__builtin_shufflevector(load8of16(data_at15 - 24), load8of16(data_at15 - 24), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at16));
              out_acc_0 += (__builtin_shufflevector(load8of16(data_at15 - 36), load8of16(data_at15 - 36), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at16 + 16));
              out_acc_1 += (__builtin_shufflevector(load8of16(data_at15 - 12), load8of16(data_at15 - 12), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at16 + 16));
              out_acc_0 += (__builtin_shufflevector(load8of16(data_at15 - 24), load8of16(data_at15 - 24), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at16 + 32));
              out_acc_0 += (__builtin_shufflevector(load8of16(data_at15 + 36), load8of16(data_at15 + 36), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at16 + 48));
              out_acc_1 += (__builtin_shufflevector(load8of16(data_at15 + 60), load8of16(data_at15 + 60), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at16 + 48));
              out_acc_0 += (__builtin_shufflevector(load8of16(data_at15 + 48), load8of16(data_at15 + 48), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at16 + 64));
              out_acc_1 += (__builtin_shufflevector(load8of16(data_at15 + 72), load8of16(data_at15 + 72), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at16 + 64));
              out_acc_0 += (__builtin_shufflevector(load8of16(data_at15 + 60), load8of16(data_at15 + 60), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at16 + 80));
              out_acc_0 += (__builtin_shufflevector(load8of16(data_at15 + 120), load8of16(data_at15 + 120), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at16 + 96));
              out_acc_1 += (__builtin_shufflevector(load8of16(data_at15 + 144), load8of16(data_at15 + 144), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at16 + 96));
              out_acc_0 += (__builtin_shufflevector(load8of16(data_at15 + 132), load8of16(data_at15 + 132), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at16 + 112));
              out_acc_1 += (__builtin_shufflevector(load8of16(data_at15 + 156), load8of16(data_at15 + 156), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at16 + 112));
              out_acc_0 += (__builtin_shufflevector(load8of16(data_at15 + 144), load8of16(data_at15 + 144), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at16 + 128));
              float *const out_at17 = out + 192 * n_oho + 16 * go2;
              *(v16u *)(out_at17 + 48) = out_acc_0;
              *(v16u *)(out_at17 + 72) = out_acc_1;
            }
          } else {
            {
              v16 out_acc_0, out_acc_1;
              out_acc_0 = ((v16){0} + 0.0f);
              out_acc_1 = ((v16){0} + 0.0f);
              const float *const data_at18 = data + 336 * n_oho + 8 * go2;
              const float *const weights_packed_at19 = weights_packed + 144 * go2;
              out_acc_1 += (__builtin_shufflevector(load4of16(data_at18 - 72), load4of16(data_at18 - 72), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at19));
              out_acc_0 += (__builtin_shufflevector(load4of16(data_at18 - 84), load4of16(data_at18 - 84), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at19 + 16));
              out_acc_1 += (__builtin_shufflevector(load4of16(data_at18 - 60), load4of16(data_at18 - 60), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at19 + 16));
              out_acc_0 += (__builtin_shufflevector(load4of16(data_at18 - 72), load4of16(data_at18 - 72), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at19 + 32));
              out_acc_1 += (__builtin_shufflevector(load4of16(data_at18 - 48), load4of16(data_at18 - 48), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at19 + 32));
              out_acc_1 += (__builtin_shufflevector(load4of16(data_at18 + 12), load4of16(data_at18 + 12), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at19 + 48));
              out_acc_0 += (__builtin_shufflevector(load4of16(data_at18), load4of16(data_at18), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at19 + 64));
              out_acc_1 += (__builtin_shufflevector(load4of16(data_at18 + 24), load4of16(data_at18 + 24), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at19 + 64));
              out_acc_0 += (__builtin_shufflevector(load4of16(data_at18 + 12), load4of16(data_at18 + 12), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at19 + 80));
              out_acc_1 += (__builtin_shufflevector(load4of16(data_at18 + 36), load4of16(data_at18 + 36), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at19 + 80));
              out_acc_1 += (__builtin_shufflevector(load4of16(data_at18 + 96), load4of16(data_at18 + 96), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at19 + 96));
              out_acc_0 += (__builtin_shufflevector(load4of16(data_at18 + 84), load4of16(data_at18 + 84), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at19 + 112));
              out_acc_1 += (__builtin_shufflevector(load4of16(data_at18 + 108), load4of16(data_at18 + 108), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at19 + 112));
              out_acc_0 += (__builtin_shufflevector(load4of16(data_at18 + 96), load4of16(data_at18 + 96), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at19 + 128));
              out_acc_1 += (__builtin_shufflevector(load4of16(data_at18 + 120), load4of16(data_at18 + 120), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at19 + 128));
              float *const out_at20 = out + 192 * n_oho + 16 * go2;
              store8of16(out_at20, out_acc_0);
              store8of16(out_at20 + 24, out_acc_1);
            }
            {
              v16 out_acc_0, out_acc_1;
              out_acc_0 = ((v16){0} + 0.0f);
              out_acc_1 = ((v16){0} + 0.0f);
              const float *const data_at21 = data + 336 * n_oho + 8 * go2;
              const float *const weights_packed_at22 = weights_packed + 144 * go2;
              out_acc_0 += (__builtin_shufflevector(load4of16(data_at21 - 48), load4of16(data_at21 - 48), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at22));
              out_acc_1 += (__builtin_shufflevector(load4of16(data_at21 - 24), load4of16(data_at21 - 24), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at22));
              out_acc_0 += (__builtin_shufflevector(load4of16(data_at21 - 36), load4of16(data_at21 - 36), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at22 + 16));
              out_acc_1 += (__builtin_shufflevector(load4of16(data_at21 - 12), load4of16(data_at21 - 12), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at22 + 16));
              out_acc_0 += (__builtin_shufflevector(load4of16(data_at21 - 24), load4of16(data_at21 - 24), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at22 + 32));
              out_acc_0 += (__builtin_shufflevector(load4of16(data_at21 + 36), load4of16(data_at21 + 36), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at22 + 48));
              out_acc_1 += (__builtin_shufflevector(load4of16(data_at21 + 60), load4of16(data_at21 + 60), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at22 + 48));
              out_acc_0 += (__builtin_shufflevector(load4of16(data_at21 + 48), load4of16(data_at21 + 48), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at22 + 64));
              out_acc_1 += (__builtin_shufflevector(load4of16(data_at21 + 72), load4of16(data_at21 + 72), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at22 + 64));
              out_acc_0 += (__builtin_shufflevector(load4of16(data_at21 + 60), load4of16(data_at21 + 60), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at22 + 80));
              out_acc_0 += (__builtin_shufflevector(load4of16(data_at21 + 120), load4of16(data_at21 + 120), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at22 + 96));
              out_acc_1 += (__builtin_shufflevector(load4of16(data_at21 + 144), load4of16(data_at21 + 144), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at22 + 96));
              out_acc_0 += (__builtin_shufflevector(load4of16(data_at21 + 132), load4of16(data_at21 + 132), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at22 + 112));
              out_acc_1 += (__builtin_shufflevector(load4of16(data_at21 + 156), load4of16(data_at21 + 156), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at22 + 112));
              out_acc_0 += (__builtin_shufflevector(load4of16(data_at21 + 144), load4of16(data_at21 + 144), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at22 + 128));
              float *const out_at23 = out + 192 * n_oho + 16 * go2;
              store8of16(out_at23 + 48, out_acc_0);
              store8of16(out_at23 + 72, out_acc_1);
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
                const float *const data_at24 = data + 336 * n_oho + 8 * go3;
                out_acc_1 += (__builtin_shufflevector(load8of16(data_at24 - 72), load8of16(data_at24 - 72), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3));
              }
              if (-4 * n_oho + 7 >= 0) {
                const float *const data_at26 = data + 336 * n_oho + 8 * go3;
                out_acc_3 += (__builtin_shufflevector(load8of16(data_at26 + 96), load8of16(data_at26 + 96), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3));
              }
              if (4 * n_oho - 1 >= 0) {
                const float *const data_at28 = data + 336 * n_oho + 8 * go3;
                const float *const weights_packed_at29 = weights_packed + 144 * go3;
                out_acc_0 += (__builtin_shufflevector(load8of16(data_at28 - 84), load8of16(data_at28 - 84), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at29 + 16));
                out_acc_1 += (__builtin_shufflevector(load8of16(data_at28 - 60), load8of16(data_at28 - 60), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at29 + 16));
              }
              if (-4 * n_oho + 7 >= 0) {
                const float *const data_at30 = data + 336 * n_oho + 8 * go3;
                const float *const weights_packed_at31 = weights_packed + 144 * go3;
                out_acc_2 += (__builtin_shufflevector(load8of16(data_at30 + 84), load8of16(data_at30 + 84), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at31 + 16));
                out_acc_3 += (__builtin_shufflevector(load8of16(data_at30 + 108), load8of16(data_at30 + 108), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at31 + 16));
              }
              if (4 * n_oho - 1 >= 0) {
                const float *const data_at32 = data + 336 * n_oho + 8 * go3;
                const float *const weights_packed_at33 = weights_packed + 144 * go3;
                out_acc_0 += (__builtin_shufflevector(load8of16(data_at32 - 72), load8of16(data_at32 - 72), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at33 + 32));
                out_acc_1 += (__builtin_shufflevector(load8of16(data_at32 - 48), load8of16(data_at32 - 48), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at33 + 32));
              }
              if (-4 * n_oho + 7 >= 0) {
                const float *const data_at34 = data + 336 * n_oho + 8 * go3;
                const float *const weights_packed_at35 = weights_packed + 144 * go3;
                out_acc_2 += (__builtin_shufflevector(load8of16(data_at34 + 96), load8of16(data_at34 + 96), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at35 + 32));
                out_acc_3 += (__builtin_shufflevector(load8of16(data_at34 + 120), load8of16(data_at34 + 120), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at35 + 32));
              }
              const float *const data_at36 = data + 336 * n_oho + 8 * go3;
              const float *const weights_packed_at37 = weights_packed + 144 * go3;
              out_acc_1 += (__builtin_shufflevector(load8of16(data_at36 + 12), load8of16(data_at36 + 12), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at37 + 48));
              if (-4 * n_oho + 6 >= 0) {
                out_acc_3 += (__builtin_shufflevector(load8of16(data_at36 + 180), load8of16(data_at36 + 180), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at37 + 48));
              }
              out_acc_0 += (__builtin_shufflevector(load8of16(data_at36), load8of16(data_at36), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at37 + 64));
              out_acc_1 += (__builtin_shufflevector(load8of16(data_at36 + 24), load8of16(data_at36 + 24), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at37 + 64));
              if (-4 * n_oho + 6 >= 0) {
                out_acc_2 += (__builtin_shufflevector(load8of16(data_at36 + 168), load8of16(data_at36 + 168), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at37 + 64));
                out_acc_3 += (__builtin_shufflevector(load8of16(data_at36 + 192), load8of16(data_at36 + 192), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at37 + 64));
              }
              out_acc_0 += (__builtin_shufflevector(load8of16(data_at36 + 12), load8of16(data_at36 + 12), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at37 + 80));
              out_acc_1 += (__builtin_shufflevector(load8of16(data_at36 + 36), load8of16(data_at36 + 36), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at37 + 80));
              if (-4 * n_oho + 6 >= 0) {
                out_acc_2 += (__builtin_shufflevector(load8of16(data_at36 + 180), load8of16(data_at36 + 180), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at37 + 80));
                out_acc_3 += (__builtin_shufflevector(load8of16(data_at36 + 204), load8of16(data_at36 + 204), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at37 + 80));
              }
              if (-4 * n_oho + 7 >= 0) {
                out_acc_1 += (__builtin_shufflevector(load8of16(data_at36 + 96), load8of16(data_at36 + 96), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at37 + 96));
              }
              if (-4 * n_oho + 5 >= 0) {
                out_acc_3 += (__builtin_shufflevector(load8of16(data_at36 + 264), load8of16(data_at36 + 264), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at37 + 96));
              }
              if (-4 * n_oho + 7 >= 0) {
                out_acc_0 += (__builtin_shufflevector(load8of16(data_at36 + 84), load8of16(data_at36 + 84), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at37 + 112));
                out_acc_1 += (__builtin_shufflevector(load8of16(data_at36 + 108), load8of16(data_at36 + 108), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at37 + 112));
              }
              if (-4 * n_oho + 5 >= 0) {
                out_acc_2 += (__builtin_shufflevector(load8of16(data_at36 + 252), load8of16(data_at36 + 252), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at37 + 112));
                out_acc_3 += (__builtin_shufflevector(load8of16(data_at36 + 276), load8of16(data_at36 + 276), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at37 + 112));
              }
              if (-4 * n_oho + 7 >= 0) {
                out_acc_0 += (__builtin_shufflevector(load8of16(data_at36 + 96), load8of16(data_at36 + 96), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at37 + 128));
                out_acc_1 += (__builtin_shufflevector(load8of16(data_at36 + 120), load8of16(data_at36 + 120), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at37 + 128));
              }
              if (-4 * n_oho + 5 >= 0) {
                out_acc_2 += (__builtin_shufflevector(load8of16(data_at36 + 264), load8of16(data_at36 + 264), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at37 + 128));
                out_acc_3 += (__builtin_shufflevector(load8of16(data_at36 + 288), load8of16(data_at36 + 288), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at37 + 128));
              }
              float *const out_at38 = out + 192 * n_oho + 16 * go3;
              *(v16u *)(out_at38) = out_acc_0;
              *(v16u *)(out_at38 + 24) = out_acc_1;
              *(v16u *)(out_at38 + 96) = out_acc_2;
              *(v16u *)(out_at38 + 120) = out_acc_3;
            }
            {
              v16 out_acc_0, out_acc_1, out_acc_2, out_acc_3;
              out_acc_0 = ((v16){0} + 0.0f);
              out_acc_1 = ((v16){0} + 0.0f);
              out_acc_2 = ((v16){0} + 0.0f);
              out_acc_3 = ((v16){0} + 0.0f);
              if (4 * n_oho - 1 >= 0) {
                const float *const data_at39 = data + 336 * n_oho + 8 * go3;
                const float *const weights_packed_at40 = weights_packed + 144 * go3;
                out_acc_0 += (__builtin_shufflevector(load8of16(data_at39 - 48), load8of16(data_at39 - 48), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at40));
                out_acc_1 += (__builtin_shufflevector(load8of16(data_at39 - 24), load8of16(data_at39 - 24), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at40));
              }
              if (-4 * n_oho + 7 >= 0) {
                const float *const data_at41 = data + 336 * n_oho + 8 * go3;
                const float *const weights_packed_at42 = weights_packed + 144 * go3;
                out_acc_2 += (__builtin_shufflevector(load8of16(data_at41 + 120), load8of16(data_at41 + 120), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at42));
                out_acc_3 += (__builtin_shufflevector(load8of16(data_at41 + 144), load8of16(data_at41 + 144), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at42));
              }
              if (4 * n_oho - 1 >= 0) {
                const float *const data_at43 = data + 336 * n_oho + 8 * go3;
                const float *const weights_packed_at44 = weights_packed + 144 * go3;
                out_acc_0 += (__builtin_shufflevector(load8of16(data_at43 - 36), load8of16(data_at43 - 36), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at44 + 16));
                out_acc_1 += (__builtin_shufflevector(load8of16(data_at43 - 12), load8of16(data_at43 - 12), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at44 + 16));
              }
              if (-4 * n_oho + 7 >= 0) {
                const float *const data_at45 = data + 336 * n_oho + 8 * go3;
                const float *const weights_packed_at46 = weights_packed + 144 * go3;
                out_acc_2 += (__builtin_shufflevector(load8of16(data_at45 + 132), load8of16(data_at45 + 132), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at46 + 16));
                out_acc_3 += (__builtin_shufflevector(load8of16(data_at45 + 156), load8of16(data_at45 + 156), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at46 + 16));
              }
              if (4 * n_oho - 1 >= 0) {
                const float *const data_at47 = data + 336 * n_oho + 8 * go3;
                out_acc_0 += (__builtin_shufflevector(load8of16(data_at47 - 24), load8of16(data_at47 - 24), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 32));
              }
              if (-4 * n_oho + 7 >= 0) {
                const float *const data_at49 = data + 336 * n_oho + 8 * go3;
                out_acc_2 += (__builtin_shufflevector(load8of16(data_at49 + 144), load8of16(data_at49 + 144), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed + 144 * go3 + 32));
              }
              const float *const data_at51 = data + 336 * n_oho + 8 * go3;
              const float *const weights_packed_at52 = weights_packed + 144 * go3;
              out_acc_0 += (__builtin_shufflevector(load8of16(data_at51 + 36), load8of16(data_at51 + 36), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at52 + 48));
              out_acc_1 += (__builtin_shufflevector(load8of16(data_at51 + 60), load8of16(data_at51 + 60), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at52 + 48));
              if (-4 * n_oho + 6 >= 0) {
                out_acc_2 += (__builtin_shufflevector(load8of16(data_at51 + 204), load8of16(data_at51 + 204), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at52 + 48));
                out_acc_3 += (__builtin_shufflevector(load8of16(data_at51 + 228), load8of16(data_at51 + 228), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at52 + 48));
              }
              out_acc_0 += (__builtin_shufflevector(load8of16(data_at51 + 48), load8of16(data_at51 + 48), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at52 + 64));
              out_acc_1 += (__builtin_shufflevector(load8of16(data_at51 + 72), load8of16(data_at51 + 72), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at52 + 64));
              if (-4 * n_oho + 6 >= 0) {
                out_acc_2 += (__builtin_shufflevector(load8of16(data_at51 + 216), load8of16(data_at51 + 216), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at52 + 64));
                out_acc_3 += (__builtin_shufflevector(load8of16(data_at51 + 240), load8of16(data_at51 + 240), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at52 + 64));
              }
              out_acc_0 += (__builtin_shufflevector(load8of16(data_at51 + 60), load8of16(data_at51 + 60), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at52 + 80));
              if (-4 * n_oho + 6 >= 0) {
                out_acc_2 += (__builtin_shufflevector(load8of16(data_at51 + 228), load8of16(data_at51 + 228), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at52 + 80));
              }
              if (-4 * n_oho + 7 >= 0) {
                out_acc_0 += (__builtin_shufflevector(load8of16(data_at51 + 120), load8of16(data_at51 + 120), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at52 + 96));
                out_acc_1 += (__builtin_shufflevector(load8of16(data_at51 + 144), load8of16(data_at51 + 144), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at52 + 96));
              }
              if (-4 * n_oho + 5 >= 0) {
                out_acc_2 += (__builtin_shufflevector(load8of16(data_at51 + 288), load8of16(data_at51 + 288), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at52 + 96));
                out_acc_3 += (__builtin_shufflevector(load8of16(data_at51 + 312), load8of16(data_at51 + 312), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at52 + 96));
              }
              if (-4 * n_oho + 7 >= 0) {
                out_acc_0 += (__builtin_shufflevector(load8of16(data_at51 + 132), load8of16(data_at51 + 132), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at52 + 112));
                out_acc_1 += (__builtin_shufflevector(load8of16(data_at51 + 156), load8of16(data_at51 + 156), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at52 + 112));
              }
              if (-4 * n_oho + 5 >= 0) {
                out_acc_2 += (__builtin_shufflevector(load8of16(data_at51 + 300), load8of16(data_at51 + 300), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at52 + 112));
                out_acc_3 += (__builtin_shufflevector(load8of16(data_at51 + 324), load8of16(data_at51 + 324), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at52 + 112));
              }
              if (-4 * n_oho + 7 >= 0) {
                out_acc_0 += (__builtin_shufflevector(load8of16(data_at51 + 144), load8of16(data_at51 + 144), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at52 + 128));
              }
              if (-4 * n_oho + 5 >= 0) {
                out_acc_2 += (__builtin_shufflevector(load8of16(data_at51 + 312), load8of16(data_at51 + 312), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at52 + 128));
              }
              float *const out_at53 = out + 192 * n_oho + 16 * go3;
              *(v16u *)(out_at53 + 48) = out_acc_0;
              *(v16u *)(out_at53 + 72) = out_acc_1;
              *(v16u *)(out_at53 + 144) = out_acc_2;
              *(v16u *)(out_at53 + 168) = out_acc_3;
            }
          } else {
            {
              v16 out_acc_0, out_acc_1, out_acc_2, out_acc_3;
              out_acc_0 = ((v16){0} + 0.0f);
              out_acc_1 = ((v16){0} + 0.0f);
              out_acc_2 = ((v16){0} + 0.0f);
              out_acc_3 = ((v16){0} + 0.0f);
              if (4 * n_oho - 1 >= 0) {
                const float *const data_at54 = data + 336 * n_oho + 8 * go3;
                out_acc_1 += (__builtin_shufflevector(load4of16(data_at54 - 72), load4of16(data_at54 - 72), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3));
              }
              if (-4 * n_oho + 7 >= 0) {
                const float *const data_at56 = data + 336 * n_oho + 8 * go3;
                out_acc_3 += (__builtin_shufflevector(load4of16(data_at56 + 96), load4of16(data_at56 + 96), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3));
              }
              if (4 * n_oho - 1 >= 0) {
                const float *const data_at58 = data + 336 * n_oho + 8 * go3;
                const float *const weights_packed_at59 = weights_packed + 144 * go3;
                out_acc_0 += (__builtin_shufflevector(load4of16(data_at58 - 84), load4of16(data_at58 - 84), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at59 + 16));
                out_acc_1 += (__builtin_shufflevector(load4of16(data_at58 - 60), load4of16(data_at58 - 60), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at59 + 16));
              }
              if (-4 * n_oho + 7 >= 0) {
                const float *const data_at60 = data + 336 * n_oho + 8 * go3;
                const float *const weights_packed_at61 = weights_packed + 144 * go3;
                out_acc_2 += (__builtin_shufflevector(load4of16(data_at60 + 84), load4of16(data_at60 + 84), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at61 + 16));
                out_acc_3 += (__builtin_shufflevector(load4of16(data_at60 + 108), load4of16(data_at60 + 108), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at61 + 16));
              }
              if (4 * n_oho - 1 >= 0) {
                const float *const data_at62 = data + 336 * n_oho + 8 * go3;
                const float *const weights_packed_at63 = weights_packed + 144 * go3;
                out_acc_0 += (__builtin_shufflevector(load4of16(data_at62 - 72), load4of16(data_at62 - 72), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at63 + 32));
                out_acc_1 += (__builtin_shufflevector(load4of16(data_at62 - 48), load4of16(data_at62 - 48), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at63 + 32));
              }
              if (-4 * n_oho + 7 >= 0) {
                const float *const data_at64 = data + 336 * n_oho + 8 * go3;
                const float *const weights_packed_at65 = weights_packed + 144 * go3;
                out_acc_2 += (__builtin_shufflevector(load4of16(data_at64 + 96), load4of16(data_at64 + 96), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at65 + 32));
                out_acc_3 += (__builtin_shufflevector(load4of16(data_at64 + 120), load4of16(data_at64 + 120), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at65 + 32));
              }
              const float *const data_at66 = data + 336 * n_oho + 8 * go3;
              const float *const weights_packed_at67 = weights_packed + 144 * go3;
              out_acc_1 += (__builtin_shufflevector(load4of16(data_at66 + 12), load4of16(data_at66 + 12), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at67 + 48));
              if (-4 * n_oho + 6 >= 0) {
                out_acc_3 += (__builtin_shufflevector(load4of16(data_at66 + 180), load4of16(data_at66 + 180), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at67 + 48));
              }
              out_acc_0 += (__builtin_shufflevector(load4of16(data_at66), load4of16(data_at66), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at67 + 64));
              out_acc_1 += (__builtin_shufflevector(load4of16(data_at66 + 24), load4of16(data_at66 + 24), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at67 + 64));
              if (-4 * n_oho + 6 >= 0) {
                out_acc_2 += (__builtin_shufflevector(load4of16(data_at66 + 168), load4of16(data_at66 + 168), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at67 + 64));
                out_acc_3 += (__builtin_shufflevector(load4of16(data_at66 + 192), load4of16(data_at66 + 192), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at67 + 64));
              }
              out_acc_0 += (__builtin_shufflevector(load4of16(data_at66 + 12), load4of16(data_at66 + 12), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at67 + 80));
              out_acc_1 += (__builtin_shufflevector(load4of16(data_at66 + 36), load4of16(data_at66 + 36), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at67 + 80));
              if (-4 * n_oho + 6 >= 0) {
                out_acc_2 += (__builtin_shufflevector(load4of16(data_at66 + 180), load4of16(data_at66 + 180), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at67 + 80));
                out_acc_3 += (__builtin_shufflevector(load4of16(data_at66 + 204), load4of16(data_at66 + 204), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at67 + 80));
              }
              if (-4 * n_oho + 7 >= 0) {
                out_acc_1 += (__builtin_shufflevector(load4of16(data_at66 + 96), load4of16(data_at66 + 96), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at67 + 96));
              }
              if (-4 * n_oho + 5 >= 0) {
                out_acc_3 += (__builtin_shufflevector(load4of16(data_at66 + 264), load4of16(data_at66 + 264), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at67 + 96));
              }
              if (-4 * n_oho + 7 >= 0) {
                out_acc_0 += (__builtin_shufflevector(load4of16(data_at66 + 84), load4of16(data_at66 + 84), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at67 + 112));
                out_acc_1 += (__builtin_shufflevector(load4of16(data_at66 + 108), load4of16(data_at66 + 108), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at67 + 112));
              }
              if (-4 * n_oho + 5 >= 0) {
                out_acc_2 += (__builtin_shufflevector(load4of16(data_at66 + 252), load4of16(data_at66 + 252), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at67 + 112));
                out_acc_3 += (__builtin_shufflevector(load4of16(data_at66 + 276), load4of16(data_at66 + 276), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at67 + 112));
              }
              if (-4 * n_oho + 7 >= 0) {
                out_acc_0 += (__builtin_shufflevector(load4of16(data_at66 + 96), load4of16(data_at66 + 96), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at67 + 128));
                out_acc_1 += (__builtin_shufflevector(load4of16(data_at66 + 120), load4of16(data_at66 + 120), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at67 + 128));
              }
              if (-4 * n_oho + 5 >= 0) {
                out_acc_2 += (__builtin_shufflevector(load4of16(data_at66 + 264), load4of16(data_at66 + 264), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at67 + 128));
                out_acc_3 += (__builtin_shufflevector(load4of16(data_at66 + 288), load4of16(data_at66 + 288), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at67 + 128));
              }
              float *const out_at68 = out + 192 * n_oho + 16 * go3;
              store8of16(out_at68, out_acc_0);
              store8of16(out_at68 + 24, out_acc_1);
              store8of16(out_at68 + 96, out_acc_2);
              store8of16(out_at68 + 120, out_acc_3);
            }
            {
              v16 out_acc_0, out_acc_1, out_acc_2, out_acc_3;
              out_acc_0 = ((v16){0} + 0.0f);
              out_acc_1 = ((v16){0} + 0.0f);
              out_acc_2 = ((v16){0} + 0.0f);
              out_acc_3 = ((v16){0} + 0.0f);
              if (4 * n_oho - 1 >= 0) {
                const float *const data_at69 = data + 336 * n_oho + 8 * go3;
                const float *const weights_packed_at70 = weights_packed + 144 * go3;
                out_acc_0 += (__builtin_shufflevector(load4of16(data_at69 - 48), load4of16(data_at69 - 48), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at70));
                out_acc_1 += (__builtin_shufflevector(load4of16(data_at69 - 24), load4of16(data_at69 - 24), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at70));
              }
              if (-4 * n_oho + 7 >= 0) {
                const float *const data_at71 = data + 336 * n_oho + 8 * go3;
                const float *const weights_packed_at72 = weights_packed + 144 * go3;
                out_acc_2 += (__builtin_shufflevector(load4of16(data_at71 + 120), load4of16(data_at71 + 120), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at72));
                out_acc_3 += (__builtin_shufflevector(load4of16(data_at71 + 144), load4of16(data_at71 + 144), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at72));
              }
              if (4 * n_oho - 1 >= 0) {
                const float *const data_at73 = data + 336 * n_oho + 8 * go3;
                const float *const weights_packed_at74 = weights_packed + 144 * go3;
                out_acc_0 += (__builtin_shufflevector(load4of16(data_at73 - 36), load4of16(data_at73 - 36), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at74 + 16));
                out_acc_1 += (__builtin_shufflevector(load4of16(data_at73 - 12), load4of16(data_at73 - 12), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at74 + 16));
              }
              if (-4 * n_oho + 7 >= 0) {
                const float *const data_at75 = data + 336 * n_oho + 8 * go3;
                const float *const weights_packed_at76 = weights_packed + 144 * go3;
                out_acc_2 += (__builtin_shufflevector(load4of16(data_at75 + 132), load4of16(data_at75 + 132), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at76 + 16));
                out_acc_3 += (__builtin_shufflevector(load4of16(data_at75 + 156), load4of16(data_at75 + 156), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at76 + 16));
              }
              if (4 * n_oho - 1 >= 0) {
                const float *const data_at77 = data + 336 * n_oho + 8 * go3;
                out_acc_0 += (__builtin_shufflevector(load4of16(data_at77 - 24), load4of16(data_at77 - 24), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 32));
              }
              if (-4 * n_oho + 7 >= 0) {
                const float *const data_at79 = data + 336 * n_oho + 8 * go3;
                out_acc_2 += (__builtin_shufflevector(load4of16(data_at79 + 144), load4of16(data_at79 + 144), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed + 144 * go3 + 32));
              }
              const float *const data_at81 = data + 336 * n_oho + 8 * go3;
              const float *const weights_packed_at82 = weights_packed + 144 * go3;
              out_acc_0 += (__builtin_shufflevector(load4of16(data_at81 + 36), load4of16(data_at81 + 36), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at82 + 48));
              out_acc_1 += (__builtin_shufflevector(load4of16(data_at81 + 60), load4of16(data_at81 + 60), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at82 + 48));
              if (-4 * n_oho + 6 >= 0) {
                out_acc_2 += (__builtin_shufflevector(load4of16(data_at81 + 204), load4of16(data_at81 + 204), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at82 + 48));
                out_acc_3 += (__builtin_shufflevector(load4of16(data_at81 + 228), load4of16(data_at81 + 228), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at82 + 48));
              }
              out_acc_0 += (__builtin_shufflevector(load4of16(data_at81 + 48), load4of16(data_at81 + 48), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at82 + 64));
              out_acc_1 += (__builtin_shufflevector(load4of16(data_at81 + 72), load4of16(data_at81 + 72), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at82 + 64));
              if (-4 * n_oho + 6 >= 0) {
                out_acc_2 += (__builtin_shufflevector(load4of16(data_at81 + 216), load4of16(data_at81 + 216), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at82 + 64));
                out_acc_3 += (__builtin_shufflevector(load4of16(data_at81 + 240), load4of16(data_at81 + 240), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at82 + 64));
              }
              out_acc_0 += (__builtin_shufflevector(load4of16(data_at81 + 60), load4of16(data_at81 + 60), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at82 + 80));
              if (-4 * n_oho + 6 >= 0) {
                out_acc_2 += (__builtin_shufflevector(load4of16(data_at81 + 228), load4of16(data_at81 + 228), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at82 + 80));
              }
              if (-4 * n_oho + 7 >= 0) {
                out_acc_0 += (__builtin_shufflevector(load4of16(data_at81 + 120), load4of16(data_at81 + 120), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at82 + 96));
                out_acc_1 += (__builtin_shufflevector(load4of16(data_at81 + 144), load4of16(data_at81 + 144), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at82 + 96));
              }
              if (-4 * n_oho + 5 >= 0) {
                out_acc_2 += (__builtin_shufflevector(load4of16(data_at81 + 288), load4of16(data_at81 + 288), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at82 + 96));
                out_acc_3 += (__builtin_shufflevector(load4of16(data_at81 + 312), load4of16(data_at81 + 312), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at82 + 96));
              }
              if (-4 * n_oho + 7 >= 0) {
                out_acc_0 += (__builtin_shufflevector(load4of16(data_at81 + 132), load4of16(data_at81 + 132), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at82 + 112));
                out_acc_1 += (__builtin_shufflevector(load4of16(data_at81 + 156), load4of16(data_at81 + 156), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at82 + 112));
              }
              if (-4 * n_oho + 5 >= 0) {
                out_acc_2 += (__builtin_shufflevector(load4of16(data_at81 + 300), load4of16(data_at81 + 300), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at82 + 112));
                out_acc_3 += (__builtin_shufflevector(load4of16(data_at81 + 324), load4of16(data_at81 + 324), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at82 + 112));
              }
              if (-4 * n_oho + 7 >= 0) {
                out_acc_0 += (__builtin_shufflevector(load4of16(data_at81 + 144), load4of16(data_at81 + 144), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at82 + 128));
              }
              if (-4 * n_oho + 5 >= 0) {
                out_acc_2 += (__builtin_shufflevector(load4of16(data_at81 + 312), load4of16(data_at81 + 312), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at82 + 128));
              }
              float *const out_at83 = out + 192 * n_oho + 16 * go3;
              store8of16(out_at83 + 48, out_acc_0);
              store8of16(out_at83 + 72, out_acc_1);
              store8of16(out_at83 + 144, out_acc_2);
              store8of16(out_at83 + 168, out_acc_3);
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
                const float *const data_at84 = data + 336 * n_oho + 8 * go4;
                const float *const weights_packed_at85 = weights_packed + 144 * go4;
                out_acc_1 += (__builtin_shufflevector(load8of16(data_at84 - 72), load8of16(data_at84 - 72), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at85));
                out_acc_0 += (__builtin_shufflevector(load8of16(data_at84 - 84), load8of16(data_at84 - 84), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at85 + 16));
                out_acc_1 += (__builtin_shufflevector(load8of16(data_at84 - 60), load8of16(data_at84 - 60), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at85 + 16));
                out_acc_0 += (__builtin_shufflevector(load8of16(data_at84 - 72), load8of16(data_at84 - 72), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at85 + 32));
                out_acc_1 += (__builtin_shufflevector(load8of16(data_at84 - 48), load8of16(data_at84 - 48), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at85 + 32));
              }
              const float *const data_at86 = data + 336 * n_oho + 8 * go4;
              const float *const weights_packed_at87 = weights_packed + 144 * go4;
              out_acc_1 += (__builtin_shufflevector(load8of16(data_at86 + 12), load8of16(data_at86 + 12), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at87 + 48));
              out_acc_0 += (__builtin_shufflevector(load8of16(data_at86), load8of16(data_at86), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at87 + 64));
              out_acc_1 += (__builtin_shufflevector(load8of16(data_at86 + 24), load8of16(data_at86 + 24), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at87 + 64));
              out_acc_0 += (__builtin_shufflevector(load8of16(data_at86 + 12), load8of16(data_at86 + 12), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at87 + 80));
              out_acc_1 += (__builtin_shufflevector(load8of16(data_at86 + 36), load8of16(data_at86 + 36), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at87 + 80));
              if (-4 * n_oho + 7 >= 0) {
                out_acc_1 += (__builtin_shufflevector(load8of16(data_at86 + 96), load8of16(data_at86 + 96), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at87 + 96));
                out_acc_0 += (__builtin_shufflevector(load8of16(data_at86 + 84), load8of16(data_at86 + 84), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at87 + 112));
                out_acc_1 += (__builtin_shufflevector(load8of16(data_at86 + 108), load8of16(data_at86 + 108), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at87 + 112));
                out_acc_0 += (__builtin_shufflevector(load8of16(data_at86 + 96), load8of16(data_at86 + 96), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at87 + 128));
                out_acc_1 += (__builtin_shufflevector(load8of16(data_at86 + 120), load8of16(data_at86 + 120), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at87 + 128));
              }
              float *const out_at88 = out + 192 * n_oho + 16 * go4;
              *(v16u *)(out_at88) = out_acc_0;
              *(v16u *)(out_at88 + 24) = out_acc_1;
            }
            {
              v16 out_acc_0, out_acc_1;
              out_acc_0 = ((v16){0} + 0.0f);
              out_acc_1 = ((v16){0} + 0.0f);
              if (4 * n_oho - 1 >= 0) {
                const float *const data_at89 = data + 336 * n_oho + 8 * go4;
                const float *const weights_packed_at90 = weights_packed + 144 * go4;
                out_acc_0 += (__builtin_shufflevector(load8of16(data_at89 - 48), load8of16(data_at89 - 48), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at90));
                out_acc_1 += (__builtin_shufflevector(load8of16(data_at89 - 24), load8of16(data_at89 - 24), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at90));
                out_acc_0 += (__builtin_shufflevector(load8of16(data_at89 - 36), load8of16(data_at89 - 36), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at90 + 16));
                out_acc_1 += (__builtin_shufflevector(load8of16(data_at89 - 12), load8of16(data_at89 - 12), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at90 + 16));
                out_acc_0 += (__builtin_shufflevector(load8of16(data_at89 - 24), load8of16(data_at89 - 24), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at90 + 32));
              }
              const float *const data_at91 = data + 336 * n_oho + 8 * go4;
              const float *const weights_packed_at92 = weights_packed + 144 * go4;
              out_acc_0 += (__builtin_shufflevector(load8of16(data_at91 + 36), load8of16(data_at91 + 36), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at92 + 48));
              out_acc_1 += (__builtin_shufflevector(load8of16(data_at91 + 60), load8of16(data_at91 + 60), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at92 + 48));
              out_acc_0 += (__builtin_shufflevector(load8of16(data_at91 + 48), load8of16(data_at91 + 48), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at92 + 64));
              out_acc_1 += (__builtin_shufflevector(load8of16(data_at91 + 72), load8of16(data_at91 + 72), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at92 + 64));
              out_acc_0 += (__builtin_shufflevector(load8of16(data_at91 + 60), load8of16(data_at91 + 60), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at92 + 80));
              if (-4 * n_oho + 7 >= 0) {
                out_acc_0 += (__builtin_shufflevector(load8of16(data_at91 + 120), load8of16(data_at91 + 120), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at92 + 96));
                out_acc_1 += (__builtin_shufflevector(load8of16(data_at91 + 144), load8of16(data_at91 + 144), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at92 + 96));
                out_acc_0 += (__builtin_shufflevector(load8of16(data_at91 + 132), load8of16(data_at91 + 132), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at92 + 112));
                out_acc_1 += (__builtin_shufflevector(load8of16(data_at91 + 156), load8of16(data_at91 + 156), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at92 + 112));
                out_acc_0 += (__builtin_shufflevector(load8of16(data_at91 + 144), load8of16(data_at91 + 144), 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) * *(const v16u *)(weights_packed_at92 + 128));
              }
              float *const out_at93 = out + 192 * n_oho + 16 * go4;
              *(v16u *)(out_at93 + 48) = out_acc_0;
              *(v16u *)(out_at93 + 72) = out_acc_1;
            }
          } else {
            {
              v16 out_acc_0, out_acc_1;
              out_acc_0 = ((v16){0} + 0.0f);
              out_acc_1 = ((v16){0} + 0.0f);
              if (4 * n_oho - 1 >= 0) {
                const float *const data_at94 = data + 336 * n_oho + 8 * go4;
                const float *const weights_packed_at95 = weights_packed + 144 * go4;
                out_acc_1 += (__builtin_shufflevector(load4of16(data_at94 - 72), load4of16(data_at94 - 72), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at95));
                out_acc_0 += (__builtin_shufflevector(load4of16(data_at94 - 84), load4of16(data_at94 - 84), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at95 + 16));
                out_acc_1 += (__builtin_shufflevector(load4of16(data_at94 - 60), load4of16(data_at94 - 60), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at95 + 16));
                out_acc_0 += (__builtin_shufflevector(load4of16(data_at94 - 72), load4of16(data_at94 - 72), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at95 + 32));
                out_acc_1 += (__builtin_shufflevector(load4of16(data_at94 - 48), load4of16(data_at94 - 48), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at95 + 32));
              }
              const float *const data_at96 = data + 336 * n_oho + 8 * go4;
              const float *const weights_packed_at97 = weights_packed + 144 * go4;
              out_acc_1 += (__builtin_shufflevector(load4of16(data_at96 + 12), load4of16(data_at96 + 12), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at97 + 48));
              out_acc_0 += (__builtin_shufflevector(load4of16(data_at96), load4of16(data_at96), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at97 + 64));
              out_acc_1 += (__builtin_shufflevector(load4of16(data_at96 + 24), load4of16(data_at96 + 24), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at97 + 64));
              out_acc_0 += (__builtin_shufflevector(load4of16(data_at96 + 12), load4of16(data_at96 + 12), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at97 + 80));
              out_acc_1 += (__builtin_shufflevector(load4of16(data_at96 + 36), load4of16(data_at96 + 36), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at97 + 80));
              if (-4 * n_oho + 7 >= 0) {
                out_acc_1 += (__builtin_shufflevector(load4of16(data_at96 + 96), load4of16(data_at96 + 96), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at97 + 96));
                out_acc_0 += (__builtin_shufflevector(load4of16(data_at96 + 84), load4of16(data_at96 + 84), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at97 + 112));
                out_acc_1 += (__builtin_shufflevector(load4of16(data_at96 + 108), load4of16(data_at96 + 108), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at97 + 112));
                out_acc_0 += (__builtin_shufflevector(load4of16(data_at96 + 96), load4of16(data_at96 + 96), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at97 + 128));
                out_acc_1 += (__builtin_shufflevector(load4of16(data_at96 + 120), load4of16(data_at96 + 120), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at97 + 128));
              }
              float *const out_at98 = out + 192 * n_oho + 16 * go4;
              store8of16(out_at98, out_acc_0);
              store8of16(out_at98 + 24, out_acc_1);
            }
            {
              v16 out_acc_0, out_acc_1;
              out_acc_0 = ((v16){0} + 0.0f);
              out_acc_1 = ((v16){0} + 0.0f);
              if (4 * n_oho - 1 >= 0) {
                const float *const data_at99 = data + 336 * n_oho + 8 * go4;
                const float *const weights_packed_at100 = weights_packed + 144 * go4;
                out_acc_0 += (__builtin_shufflevector(load4of16(data_at99 - 48), load4of16(data_at99 - 48), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at100));
                out_acc_1 += (__builtin_shufflevector(load4of16(data_at99 - 24), load4of16(data_at99 - 24), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at100));
                out_acc_0 += (__builtin_shufflevector(load4of16(data_at99 - 36), load4of16(data_at99 - 36), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at100 + 16));
                out_acc_1 += (__builtin_shufflevector(load4of16(data_at99 - 12), load4of16(data_at99 - 12), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at100 + 16));
                out_acc_0 += (__builtin_shufflevector(load4of16(data_at99 - 24), load4of16(data_at99 - 24), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at100 + 32));
              }
              const float *const data_at101 = data + 336 * n_oho + 8 * go4;
              const float *const weights_packed_at102 = weights_packed + 144 * go4;
              out_acc_0 += (__builtin_shufflevector(load4of16(data_at101 + 36), load4of16(data_at101 + 36), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at102 + 48));
              out_acc_1 += (__builtin_shufflevector(load4of16(data_at101 + 60), load4of16(data_at101 + 60), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at102 + 48));
              out_acc_0 += (__builtin_shufflevector(load4of16(data_at101 + 48), load4of16(data_at101 + 48), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at102 + 64));
              out_acc_1 += (__builtin_shufflevector(load4of16(data_at101 + 72), load4of16(data_at101 + 72), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at102 + 64));
              out_acc_0 += (__builtin_shufflevector(load4of16(data_at101 + 60), load4of16(data_at101 + 60), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at102 + 80));
              if (-4 * n_oho + 7 >= 0) {
                out_acc_0 += (__builtin_shufflevector(load4of16(data_at101 + 120), load4of16(data_at101 + 120), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at102 + 96));
                out_acc_1 += (__builtin_shufflevector(load4of16(data_at101 + 144), load4of16(data_at101 + 144), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at102 + 96));
                out_acc_0 += (__builtin_shufflevector(load4of16(data_at101 + 132), load4of16(data_at101 + 132), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at102 + 112));
                out_acc_1 += (__builtin_shufflevector(load4of16(data_at101 + 156), load4of16(data_at101 + 156), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at102 + 112));
                out_acc_0 += (__builtin_shufflevector(load4of16(data_at101 + 144), load4of16(data_at101 + 144), 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) * *(const v16u *)(weights_packed_at102 + 128));
              }
              float *const out_at103 = out + 192 * n_oho + 16 * go4;
              store8of16(out_at103 + 48, out_acc_0);
              store8of16(out_at103 + 72, out_acc_1);
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
