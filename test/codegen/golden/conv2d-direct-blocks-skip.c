static inline long min_of(long a, long b) { return a < b ? a : b; }
static inline long max_of(long a, long b) { return a > b ? a : b; }
static inline long floor_div(long a, long b) { return a / b - (a % b < 0); }
static inline long floor_mod(long a, long b) { return a % b + (a % b < 0 ? b : 0); }
typedef float v16 __attribute__((vector_size(64)));
typedef float v16u __attribute__((vector_size(64), aligned(4), may_alias));

static void run(const float *restrict data_packed, const float *restrict weights_packed, float *restrict out, char *restrict workspace) {
  for (long oho = 0; oho < 5; oho++) {
    {
      v16 out_acc_0, out_acc_1, out_acc_2;
      out_acc_0 = ((v16){0} + 0.0f);
      out_acc_1 = ((v16){0} + 0.0f);
      out_acc_2 = ((v16){0} + 0.0f);
      for (long kh = max_of(0, -oho + 1); kh < min_of(3, -oho + 6); kh++) {
        for (long ici = 0; ici < 16; ici++) {
          const float *const data_packed_at0 = data_packed + 144 * oho + 144 * kh + ici;
          const float *const weights_packed_at1 = weights_packed + 768 * kh + 48 * ici;
          out_acc_1 += (data_packed_at0[-144] * *(const v16u *)(weights_packed_at1));
          out_acc_2 += (data_packed_at0[-128] * *(const v16u *)(weights_packed_at1));
          out_acc_0 += (data_packed_at0[-144] * *(const v16u *)(weights_packed_at1 + 16));
          out_acc_1 += (data_packed_at0[-128] * *(const v16u *)(weights_packed_at1 + 16));
          out_acc_2 += (data_packed_at0[-112] * *(const v16u *)(weights_packed_at1 + 16));
          out_acc_0 += (data_packed_at0[-128] * *(const v16u *)(weights_packed_at1 + 32));
          out_acc_1 += (data_packed_at0[-112] * *(const v16u *)(weights_packed_at1 + 32));
          out_acc_2 += (data_packed_at0[-96] * *(const v16u *)(weights_packed_at1 + 32));
        }
      }
      float *const out_at2 = out + 144 * oho;
      *(v16u *)(out_at2) = out_acc_0;
      *(v16u *)(out_at2 + 16) = out_acc_1;
      *(v16u *)(out_at2 + 32) = out_acc_2;
    }
    {
      v16 out_acc_0, out_acc_1, out_acc_2;
      out_acc_0 = ((v16){0} + 0.0f);
      out_acc_1 = ((v16){0} + 0.0f);
      out_acc_2 = ((v16){0} + 0.0f);
      for (long kh2 = max_of(0, -oho + 1); kh2 < min_of(3, -oho + 6); kh2++) {
        for (long ici2 = 0; ici2 < 16; ici2++) {
          const float *const data_packed_at3 = data_packed + 144 * oho + 144 * kh2 + ici2;
          const float *const weights_packed_at4 = weights_packed + 768 * kh2 + 48 * ici2;
          out_acc_0 += (data_packed_at3[-112] * *(const v16u *)(weights_packed_at4));
          out_acc_1 += (data_packed_at3[-96] * *(const v16u *)(weights_packed_at4));
          out_acc_2 += (data_packed_at3[-80] * *(const v16u *)(weights_packed_at4));
          out_acc_0 += (data_packed_at3[-96] * *(const v16u *)(weights_packed_at4 + 16));
          out_acc_1 += (data_packed_at3[-80] * *(const v16u *)(weights_packed_at4 + 16));
          out_acc_2 += (data_packed_at3[-64] * *(const v16u *)(weights_packed_at4 + 16));
          out_acc_0 += (data_packed_at3[-80] * *(const v16u *)(weights_packed_at4 + 32));
          out_acc_1 += (data_packed_at3[-64] * *(const v16u *)(weights_packed_at4 + 32));
          out_acc_2 += (data_packed_at3[-48] * *(const v16u *)(weights_packed_at4 + 32));
        }
      }
      float *const out_at5 = out + 144 * oho;
      *(v16u *)(out_at5 + 48) = out_acc_0;
      *(v16u *)(out_at5 + 64) = out_acc_1;
      *(v16u *)(out_at5 + 80) = out_acc_2;
    }
    {
      v16 out_acc_0, out_acc_1, out_acc_2;
      out_acc_0 = ((v16){0} + 0.0f);
      out_acc_1 = ((v16){0} + 0.0f);
      out_acc_2 = ((v16){0} + 0.0f);
      for (long kh3 = max_of(0, -oho + 1); kh3 < min_of(3, -oho + 6); kh3++) {
        for (long ici3 = 0; ici3 < 16; ici3++) {
          const float *const data_packed_at6 = data_packed + 144 * oho + 144 * kh3 + ici3;
          const float *const weights_packed_at7 = weights_packed + 768 * kh3 + 48 * ici3;
          out_acc_0 += (data_packed_at6[-64] * *(const v16u *)(weights_packed_at7));
          out_acc_1 += (data_packed_at6[-48] * *(const v16u *)(weights_packed_at7));
          out_acc_2 += (data_packed_at6[-32] * *(const v16u *)(weights_packed_at7));
          out_acc_0 += (data_packed_at6[-48] * *(const v16u *)(weights_packed_at7 + 16));
          out_acc_1 += (data_packed_at6[-32] * *(const v16u *)(weights_packed_at7 + 16));
          out_acc_2 += (data_packed_at6[-16] * *(const v16u *)(weights_packed_at7 + 16));
          out_acc_0 += (data_packed_at6[-32] * *(const v16u *)(weights_packed_at7 + 32));
          out_acc_1 += (data_packed_at6[-16] * *(const v16u *)(weights_packed_at7 + 32));
        }
      }
      float *const out_at8 = out + 144 * oho;
      *(v16u *)(out_at8 + 96) = out_acc_0;
      *(v16u *)(out_at8 + 112) = out_acc_1;
      *(v16u *)(out_at8 + 128) = out_acc_2;
    }
  }
}

void kernel(void *const *args, void *workspace) {
  run(args[0], args[1], args[2], workspace);
}

static void pack_0(const float *restrict data, float *restrict data_packed) {
  __builtin_memcpy(data_packed + 0, data + 0, 2880);
}

static void pack_1(const float *restrict weights, float *restrict weights_packed) {
  for (long d3 = 0; d3 < 3; d3++) {
    for (long d2 = 0; d2 < 16; d2++) {
      for (long d4 = 0; d4 < 3; d4++) {
        for (long d1i = 0; d1i < 16; d1i++) {
          weights_packed[768 * d3 + 48 * d2 + 16 * d4 + d1i] = weights[3 * d3 + 9 * d2 + d4 + 144 * d1i];
        }
      }
    }
  }
}

static void unpack_output(const float *restrict out_packed, float *restrict out) {
  __builtin_memcpy(out + 0, out_packed + 0, 2880);
}

void pack(void *const *args, void *const *packed) {
  pack_0(args[0], packed[0]);
  pack_1(args[1], packed[1]);
}

void unpack(void *const *packed, void *const *args) {
  unpack_output(packed[2], args[2]);
}
