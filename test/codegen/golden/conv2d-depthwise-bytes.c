static inline long min_of(long a, long b) { return a < b ? a : b; }
static inline long max_of(long a, long b) { return a > b ? a : b; }
static inline long floor_div(long a, long b) { return a / b - (a % b < 0); }
static inline long floor_mod(long a, long b) { return a % b + (a % b < 0 ? b : 0); }
typedef __INT32_TYPE__ v_int32x16 __attribute__((vector_size(64)));
typedef __INT32_TYPE__ v_int32x16u __attribute__((vector_size(64), aligned(4), may_alias));
typedef __INT16_TYPE__ v_int16x32 __attribute__((vector_size(64)));
typedef __INT16_TYPE__ v_int16x32u __attribute__((vector_size(64), aligned(2), may_alias));
typedef __UINT8_TYPE__ v_uint8x16 __attribute__((vector_size(16)));
typedef __UINT8_TYPE__ v_uint8x16u __attribute__((vector_size(16), aligned(1), may_alias));
static inline v_int32x16 convert_uint8x16_int32x16(v_uint8x16 a) {
  v_int32x16 r;
  __asm__("vpmovzxbd %1, %0" : "=v"(r) : "v"(a));
  return r;
}
static inline v_int32x16 dot_int16x32_int16x32_int32x16(v_int32x16 c, v_int16x32 a, v_int16x32 b) { __asm__("vpdpwssd %2, %1, %0" : "+v"(c) : "v"(a), "v"(b)); return c; }
typedef float v16 __attribute__((vector_size(64)));
typedef float v16u __attribute__((vector_size(64), aligned(4), may_alias));
static inline v16 min16(v16 a, v16 b) {
#ifdef __clang__
  return __builtin_ia32_minps512(a, b, 4);
#else
  return __builtin_ia32_minps512_mask(a, b, a, -1, 4);
#endif
}
static inline v_int32x16 convertBelow16_int32x16(v16 a) {
  v_int32x16 r;
  __asm__("vcvtps2dq %1, %0" : "=v"(r) : "v"(a));
  return r;
}
static inline v_uint8x16 convert_int32x16_uint8x16(v_int32x16 a) {
  v_uint8x16 r;
  __asm__("vpmaxsd %2, %1, %1\n\tvpmovusdb %1, %0" : "=v"(r), "+v"(a) : "v"((__typeof__(a)){0}));
  return r;
}

static void run(const __UINT8_TYPE__ *restrict data, const __INT32_TYPE__ *restrict weights_packed, const float *restrict multiplier, __UINT8_TYPE__ *restrict out, char *restrict workspace) {
  for (long go = 0; go < 2; go++) {
    {
      v_int32x16 out_acc_0, out_acc_1;
      out_acc_0 = ((v_int32x16){0} + 0);
      out_acc_1 = ((v_int32x16){0} + 0);
      const __UINT8_TYPE__ *const data_at0 = data + 16 * go;
      const __INT32_TYPE__ *const weights_packed_at1 = weights_packed + 144 * go;
      out_acc_1 = dot_int16x32_int16x32_int32x16(out_acc_1, (v_int16x32)convert_uint8x16_int32x16(*(const v_uint8x16u *)(data_at0 + 32)), (v_int16x32)*(const v_int32x16u *)(weights_packed_at1 + 48));
      out_acc_0 = dot_int16x32_int16x32_int32x16(out_acc_0, (v_int16x32)convert_uint8x16_int32x16(*(const v_uint8x16u *)(data_at0)), (v_int16x32)*(const v_int32x16u *)(weights_packed_at1 + 64));
      out_acc_1 = dot_int16x32_int16x32_int32x16(out_acc_1, (v_int16x32)convert_uint8x16_int32x16(*(const v_uint8x16u *)(data_at0 + 64)), (v_int16x32)*(const v_int32x16u *)(weights_packed_at1 + 64));
      out_acc_0 = dot_int16x32_int16x32_int32x16(out_acc_0, (v_int16x32)convert_uint8x16_int32x16(*(const v_uint8x16u *)(data_at0 + 32)), (v_int16x32)*(const v_int32x16u *)(weights_packed_at1 + 80));
      out_acc_1 = dot_int16x32_int16x32_int32x16(out_acc_1, (v_int16x32)convert_uint8x16_int32x16(*(const v_uint8x16u *)(data_at0 + 96)), (v_int16x32)*(const v_int32x16u *)(weights_packed_at1 + 80));
      out_acc_1 = dot_int16x32_int16x32_int32x16(out_acc_1, (v_int16x32)convert_uint8x16_int32x16(*(const v_uint8x16u *)(data_at0 + 224)), (v_int16x32)*(const v_int32x16u *)(weights_packed_at1 + 96));
      out_acc_0 = dot_int16x32_int16x32_int32x16(out_acc_0, (v_int16x32)convert_uint8x16_int32x16(*(const v_uint8x16u *)(data_at0 + 192)), (v_int16x32)*(const v_int32x16u *)(weights_packed_at1 + 112));
      out_acc_1 = dot_int16x32_int16x32_int32x16(out_acc_1, (v_int16x32)convert_uint8x16_int32x16(*(const v_uint8x16u *)(data_at0 + 256)), (v_int16x32)*(const v_int32x16u *)(weights_packed_at1 + 112));
      out_acc_0 = dot_int16x32_int16x32_int32x16(out_acc_0, (v_int16x32)convert_uint8x16_int32x16(*(const v_uint8x16u *)(data_at0 + 224)), (v_int16x32)*(const v_int32x16u *)(weights_packed_at1 + 128));
      out_acc_1 = dot_int16x32_int16x32_int32x16(out_acc_1, (v_int16x32)convert_uint8x16_int32x16(*(const v_uint8x16u *)(data_at0 + 288)), (v_int16x32)*(const v_int32x16u *)(weights_packed_at1 + 128));
      const float *const multiplier_at2 = multiplier + 16 * go;
      __UINT8_TYPE__ *const out_at3 = out + 16 * go;
      *(v_uint8x16u *)(out_at3) = convert_int32x16_uint8x16((convertBelow16_int32x16(min16(((v16){0} + 16777216.0f), (__builtin_convertvector(out_acc_0, v16) * *(const v16u *)(multiplier_at2)))) + 128));
      *(v_uint8x16u *)(out_at3 + 32) = convert_int32x16_uint8x16((convertBelow16_int32x16(min16(((v16){0} + 16777216.0f), (__builtin_convertvector(out_acc_1, v16) * *(const v16u *)(multiplier_at2)))) + 128));
    }
  }
  for (long go2 = 0; go2 < 2; go2++) {
    {
      v_int32x16 out_acc_0;
      out_acc_0 = ((v_int32x16){0} + 0);
      const __UINT8_TYPE__ *const data_at0 = data + 16 * go2;
      const __INT32_TYPE__ *const weights_packed_at1 = weights_packed + 144 * go2;
      out_acc_0 = dot_int16x32_int16x32_int32x16(out_acc_0, (v_int16x32)convert_uint8x16_int32x16(*(const v_uint8x16u *)(data_at0 + 96)), (v_int16x32)*(const v_int32x16u *)(weights_packed_at1 + 48));
      out_acc_0 = dot_int16x32_int16x32_int32x16(out_acc_0, (v_int16x32)convert_uint8x16_int32x16(*(const v_uint8x16u *)(data_at0 + 128)), (v_int16x32)*(const v_int32x16u *)(weights_packed_at1 + 64));
      out_acc_0 = dot_int16x32_int16x32_int32x16(out_acc_0, (v_int16x32)convert_uint8x16_int32x16(*(const v_uint8x16u *)(data_at0 + 160)), (v_int16x32)*(const v_int32x16u *)(weights_packed_at1 + 80));
      out_acc_0 = dot_int16x32_int16x32_int32x16(out_acc_0, (v_int16x32)convert_uint8x16_int32x16(*(const v_uint8x16u *)(data_at0 + 288)), (v_int16x32)*(const v_int32x16u *)(weights_packed_at1 + 96));
      out_acc_0 = dot_int16x32_int16x32_int32x16(out_acc_0, (v_int16x32)convert_uint8x16_int32x16(*(const v_uint8x16u *)(data_at0 + 320)), (v_int16x32)*(const v_int32x16u *)(weights_packed_at1 + 112));
      out_acc_0 = dot_int16x32_int16x32_int32x16(out_acc_0, (v_int16x32)convert_uint8x16_int32x16(*(const v_uint8x16u *)(data_at0 + 352)), (v_int16x32)*(const v_int32x16u *)(weights_packed_at1 + 128));
      *(v_uint8x16u *)(out + 16 * go2 + 64) = convert_int32x16_uint8x16((convertBelow16_int32x16(min16(((v16){0} + 16777216.0f), (__builtin_convertvector(out_acc_0, v16) * *(const v16u *)(multiplier + 16 * go2)))) + 128));
    }
  }
  for (long oho = 0; oho < 2; oho++) {
    for (long go3 = 0; go3 < 2; go3++) {
      {
        v_int32x16 out_acc_0, out_acc_1;
        out_acc_0 = ((v_int32x16){0} + 0);
        out_acc_1 = ((v_int32x16){0} + 0);
        const __UINT8_TYPE__ *const data_at0 = data + 384 * oho + 16 * go3;
        const __INT32_TYPE__ *const weights_packed_at1 = weights_packed + 144 * go3;
        out_acc_1 = dot_int16x32_int16x32_int32x16(out_acc_1, (v_int16x32)convert_uint8x16_int32x16(*(const v_uint8x16u *)(data_at0 + 224)), (v_int16x32)*(const v_int32x16u *)(weights_packed_at1));
        out_acc_0 = dot_int16x32_int16x32_int32x16(out_acc_0, (v_int16x32)convert_uint8x16_int32x16(*(const v_uint8x16u *)(data_at0 + 192)), (v_int16x32)*(const v_int32x16u *)(weights_packed_at1 + 16));
        out_acc_1 = dot_int16x32_int16x32_int32x16(out_acc_1, (v_int16x32)convert_uint8x16_int32x16(*(const v_uint8x16u *)(data_at0 + 256)), (v_int16x32)*(const v_int32x16u *)(weights_packed_at1 + 16));
        out_acc_0 = dot_int16x32_int16x32_int32x16(out_acc_0, (v_int16x32)convert_uint8x16_int32x16(*(const v_uint8x16u *)(data_at0 + 224)), (v_int16x32)*(const v_int32x16u *)(weights_packed_at1 + 32));
        out_acc_1 = dot_int16x32_int16x32_int32x16(out_acc_1, (v_int16x32)convert_uint8x16_int32x16(*(const v_uint8x16u *)(data_at0 + 288)), (v_int16x32)*(const v_int32x16u *)(weights_packed_at1 + 32));
        out_acc_1 = dot_int16x32_int16x32_int32x16(out_acc_1, (v_int16x32)convert_uint8x16_int32x16(*(const v_uint8x16u *)(data_at0 + 416)), (v_int16x32)*(const v_int32x16u *)(weights_packed_at1 + 48));
        out_acc_0 = dot_int16x32_int16x32_int32x16(out_acc_0, (v_int16x32)convert_uint8x16_int32x16(*(const v_uint8x16u *)(data_at0 + 384)), (v_int16x32)*(const v_int32x16u *)(weights_packed_at1 + 64));
        out_acc_1 = dot_int16x32_int16x32_int32x16(out_acc_1, (v_int16x32)convert_uint8x16_int32x16(*(const v_uint8x16u *)(data_at0 + 448)), (v_int16x32)*(const v_int32x16u *)(weights_packed_at1 + 64));
        out_acc_0 = dot_int16x32_int16x32_int32x16(out_acc_0, (v_int16x32)convert_uint8x16_int32x16(*(const v_uint8x16u *)(data_at0 + 416)), (v_int16x32)*(const v_int32x16u *)(weights_packed_at1 + 80));
        out_acc_1 = dot_int16x32_int16x32_int32x16(out_acc_1, (v_int16x32)convert_uint8x16_int32x16(*(const v_uint8x16u *)(data_at0 + 480)), (v_int16x32)*(const v_int32x16u *)(weights_packed_at1 + 80));
        out_acc_1 = dot_int16x32_int16x32_int32x16(out_acc_1, (v_int16x32)convert_uint8x16_int32x16(*(const v_uint8x16u *)(data_at0 + 608)), (v_int16x32)*(const v_int32x16u *)(weights_packed_at1 + 96));
        out_acc_0 = dot_int16x32_int16x32_int32x16(out_acc_0, (v_int16x32)convert_uint8x16_int32x16(*(const v_uint8x16u *)(data_at0 + 576)), (v_int16x32)*(const v_int32x16u *)(weights_packed_at1 + 112));
        out_acc_1 = dot_int16x32_int16x32_int32x16(out_acc_1, (v_int16x32)convert_uint8x16_int32x16(*(const v_uint8x16u *)(data_at0 + 640)), (v_int16x32)*(const v_int32x16u *)(weights_packed_at1 + 112));
        out_acc_0 = dot_int16x32_int16x32_int32x16(out_acc_0, (v_int16x32)convert_uint8x16_int32x16(*(const v_uint8x16u *)(data_at0 + 608)), (v_int16x32)*(const v_int32x16u *)(weights_packed_at1 + 128));
        out_acc_1 = dot_int16x32_int16x32_int32x16(out_acc_1, (v_int16x32)convert_uint8x16_int32x16(*(const v_uint8x16u *)(data_at0 + 672)), (v_int16x32)*(const v_int32x16u *)(weights_packed_at1 + 128));
        const float *const multiplier_at2 = multiplier + 16 * go3;
        __UINT8_TYPE__ *const out_at3 = out + 96 * oho + 16 * go3;
        *(v_uint8x16u *)(out_at3 + 96) = convert_int32x16_uint8x16((convertBelow16_int32x16(min16(((v16){0} + 16777216.0f), (__builtin_convertvector(out_acc_0, v16) * *(const v16u *)(multiplier_at2)))) + 128));
        *(v_uint8x16u *)(out_at3 + 128) = convert_int32x16_uint8x16((convertBelow16_int32x16(min16(((v16){0} + 16777216.0f), (__builtin_convertvector(out_acc_1, v16) * *(const v16u *)(multiplier_at2)))) + 128));
      }
    }
    for (long go4 = 0; go4 < 2; go4++) {
      {
        v_int32x16 out_acc_0;
        out_acc_0 = ((v_int32x16){0} + 0);
        const __UINT8_TYPE__ *const data_at0 = data + 384 * oho + 16 * go4;
        const __INT32_TYPE__ *const weights_packed_at1 = weights_packed + 144 * go4;
        out_acc_0 = dot_int16x32_int16x32_int32x16(out_acc_0, (v_int16x32)convert_uint8x16_int32x16(*(const v_uint8x16u *)(data_at0 + 288)), (v_int16x32)*(const v_int32x16u *)(weights_packed_at1));
        out_acc_0 = dot_int16x32_int16x32_int32x16(out_acc_0, (v_int16x32)convert_uint8x16_int32x16(*(const v_uint8x16u *)(data_at0 + 320)), (v_int16x32)*(const v_int32x16u *)(weights_packed_at1 + 16));
        out_acc_0 = dot_int16x32_int16x32_int32x16(out_acc_0, (v_int16x32)convert_uint8x16_int32x16(*(const v_uint8x16u *)(data_at0 + 352)), (v_int16x32)*(const v_int32x16u *)(weights_packed_at1 + 32));
        out_acc_0 = dot_int16x32_int16x32_int32x16(out_acc_0, (v_int16x32)convert_uint8x16_int32x16(*(const v_uint8x16u *)(data_at0 + 480)), (v_int16x32)*(const v_int32x16u *)(weights_packed_at1 + 48));
        out_acc_0 = dot_int16x32_int16x32_int32x16(out_acc_0, (v_int16x32)convert_uint8x16_int32x16(*(const v_uint8x16u *)(data_at0 + 512)), (v_int16x32)*(const v_int32x16u *)(weights_packed_at1 + 64));
        out_acc_0 = dot_int16x32_int16x32_int32x16(out_acc_0, (v_int16x32)convert_uint8x16_int32x16(*(const v_uint8x16u *)(data_at0 + 544)), (v_int16x32)*(const v_int32x16u *)(weights_packed_at1 + 80));
        out_acc_0 = dot_int16x32_int16x32_int32x16(out_acc_0, (v_int16x32)convert_uint8x16_int32x16(*(const v_uint8x16u *)(data_at0 + 672)), (v_int16x32)*(const v_int32x16u *)(weights_packed_at1 + 96));
        out_acc_0 = dot_int16x32_int16x32_int32x16(out_acc_0, (v_int16x32)convert_uint8x16_int32x16(*(const v_uint8x16u *)(data_at0 + 704)), (v_int16x32)*(const v_int32x16u *)(weights_packed_at1 + 112));
        out_acc_0 = dot_int16x32_int16x32_int32x16(out_acc_0, (v_int16x32)convert_uint8x16_int32x16(*(const v_uint8x16u *)(data_at0 + 736)), (v_int16x32)*(const v_int32x16u *)(weights_packed_at1 + 128));
        *(v_uint8x16u *)(out + 96 * oho + 16 * go4 + 160) = convert_int32x16_uint8x16((convertBelow16_int32x16(min16(((v16){0} + 16777216.0f), (__builtin_convertvector(out_acc_0, v16) * *(const v16u *)(multiplier + 16 * go4)))) + 128));
      }
    }
  }
}

void kernel(void *const *args, void *workspace) {
  run(args[0], args[1], args[2], args[3], workspace);
}

static void pack_0(const __INT8_TYPE__ *restrict weights, __INT32_TYPE__ *restrict weights_packed) {
  for (long d0o = 0; d0o < 2; d0o++) {
    for (long d3 = 0; d3 < 3; d3++) {
      for (long d4 = 0; d4 < 3; d4++) {
        for (long d0i = 0; d0i < 16; d0i++) {
          weights_packed[144 * d0o + 48 * d3 + 16 * d4 + d0i] = weights[144 * d0o + 3 * d3 + d4 + 9 * d0i];
        }
      }
    }
  }
}

void pack(void *const *args, void *const *packed) {
  pack_0(args[1], packed[1]);
}
