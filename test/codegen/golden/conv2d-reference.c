extern int omp_get_thread_num(void);
static inline long min_of(long a, long b) { return a < b ? a : b; }
static inline long max_of(long a, long b) { return a > b ? a : b; }
static inline long floor_div(long a, long b) { return a / b - (a % b < 0); }
static inline long floor_mod(long a, long b) { return a % b + (a % b < 0 ? b : 0); }
static inline double max_double(double a, double b) { return a > b ? a : b; }

static void run(const float *restrict data, const float *restrict weights, const float *restrict bias, float *restrict out, char *restrict workspace) {
#pragma omp parallel for schedule(static) num_threads(2)
  for (long n_g_oc_oh = 0; n_g_oc_oh < 3584; n_g_oc_oh++) {
    for (long ow = 0; ow < 28; ow++) {
      {
        double out_acc_0;
        out_acc_0 = 0.0f;
        for (long ic = 0; ic < 64; ic++) {
          if (2 * ((n_g_oc_oh) % 28) - 1 >= 0) {
            for (long kh = 0; kh < 3; kh++) {
              if (2 * ow - 1 >= 0) {
                for (long kw = 0; kw < 3; kw++) {
                  out_acc_0 += ((double)data[112 * ((n_g_oc_oh) % 28) + 2 * ow + 3136 * ic + 56 * kh + kw - 57] * (double)weights[576 * ((n_g_oc_oh) / 28) + 9 * ic + 3 * kh + kw]);
                }
              } else {
                for (long kw2 = max_of(0, -2 * ow + 1); kw2 < 3; kw2++) {
                  out_acc_0 += ((double)data[112 * ((n_g_oc_oh) % 28) + 2 * ow + 3136 * ic + 56 * kh + kw2 - 57] * (double)weights[576 * ((n_g_oc_oh) / 28) + 9 * ic + 3 * kh + kw2]);
                }
              }
            }
          } else {
            for (long kh2 = max_of(0, -2 * ((n_g_oc_oh) % 28) + 1); kh2 < 3; kh2++) {
              if (2 * ow - 1 >= 0) {
                for (long kw3 = 0; kw3 < 3; kw3++) {
                  out_acc_0 += ((double)data[112 * ((n_g_oc_oh) % 28) + 2 * ow + 3136 * ic + 56 * kh2 + kw3 - 57] * (double)weights[576 * ((n_g_oc_oh) / 28) + 9 * ic + 3 * kh2 + kw3]);
                }
              } else {
                for (long kw4 = max_of(0, -2 * ow + 1); kw4 < 3; kw4++) {
                  out_acc_0 += ((double)data[112 * ((n_g_oc_oh) % 28) + 2 * ow + 3136 * ic + 56 * kh2 + kw4 - 57] * (double)weights[576 * ((n_g_oc_oh) / 28) + 9 * ic + 3 * kh2 + kw4]);
                }
              }
            }
          }
        }
        out[28 * n_g_oc_oh + ow] = max_double((out_acc_0 + (double)bias[((n_g_oc_oh) / 28)]), 0.0f);
      }
    }
  }
}

void kernel(void *const *args, void *workspace) {
  run(args[0], args[1], args[2], args[3], workspace);
}
