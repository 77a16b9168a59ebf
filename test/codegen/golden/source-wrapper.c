/* demo default: TILE=4 * / int x; */
#define kernel tune_user_kernel
#line 1 "macros"
#define TILE 4
#line 1 "demo.c"
int kernel(int n, const double *a, unsigned char *b, float *c);
#undef kernel
#line 1 "wrapper.c"
#pragma GCC diagnostic error "-Wimplicit-function-declaration"
#pragma GCC diagnostic error "-Wincompatible-pointer-types"
#pragma GCC diagnostic error "-Wint-conversion"
static volatile int tune_scalar_n = (int)3LL;
static double tune_whole(float drawn, double low, double high) {
  double steps = ((double)drawn + 1.0) * 0.5 * (high - low + 1.0);
  long long step = (long long)steps;
  return low + ((double)step > high - low ? high - low : (double)step);
}
void kernel(void *const *args, void *workspace) {
  (void)workspace;
  __builtin_memcpy((char *)args[2] + 0, args[1], 6);
  tune_user_kernel(tune_scalar_n, (double *)(args[0]), (unsigned char *)((char *)args[2] + 0), (float *)((char *)args[2] + 64));
}
void pack(void *const *args, void *const *packed) {
  for (long i = 0; i < 6; i++) ((double *)(packed[0]))[i] = (double)(0.0 + ((double)((const float *)args[0])[i] + 1.0) * 5.0);
  for (long i = 0; i < 6; i++) ((unsigned char *)(packed[1]))[i] = (unsigned char)tune_whole(((const float *)args[1])[i], 0.0, 255.0);
}
void unpack(void *const *packed, void *const *args) {
  for (long i = 0; i < 6; i++) ((float *)args[2])[0 + i] = (float)((unsigned char *)((const char *)packed[2] + 0))[i];
  for (long i = 0; i < 5; i++) ((float *)args[2])[6 + i] = (float)((float *)((const char *)packed[2] + 64))[i];
}
