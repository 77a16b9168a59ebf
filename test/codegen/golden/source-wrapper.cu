/* demo default: TILE=4 * / int x; */
#define TUNE_DEVICE __device__ __forceinline__
#define TUNE_BOUNDS(...)
#line 1 "macros"
#define TILE 4
#line 1 "demo.c"
int kernel(int n, const double *a, unsigned char *b, float *c);
#line 1 "wrapper.cu"
__constant__ int tune_scalar_n = (int)3LL;
__device__ double tune_whole(float drawn, double low, double high) {
  double steps = ((double)drawn + 1.0) * 0.5 * (high - low + 1.0);
  long long step = (long long)steps;
  return low + ((double)step > high - low ? high - low : (double)step);
}
extern "C" __global__ void __launch_bounds__(128) tune_entry(const double *tune_in_a, unsigned char *tune_in_b, char *tune_out, char *tune_workspace) {
  kernel(tune_scalar_n, (double *)tune_in_a, (unsigned char *)((char *)tune_out + 0), (float *)((char *)tune_out + 64));
}
extern "C" __global__ void tune_copy(const double *tune_in_a, unsigned char *tune_in_b, char *tune_out, char *tune_workspace) {
  for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < 6; i += (long long)gridDim.x * blockDim.x) ((unsigned char *)((char *)tune_out + 0))[i] = tune_in_b[i];
}
extern "C" __global__ void tune_pack_a(const float *from, double *to) {
  for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < 6; i += (long long)gridDim.x * blockDim.x) to[i] = (double)(0.0 + ((double)from[i] + 1.0) * 5.0);
}
extern "C" __global__ void tune_pack_b(const float *from, unsigned char *to) {
  for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < 6; i += (long long)gridDim.x * blockDim.x) to[i] = (unsigned char)tune_whole(from[i], 0.0, 255.0);
}
extern "C" __global__ void tune_unpack(const char *from, float *to) {
  for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < 6; i += (long long)gridDim.x * blockDim.x) to[0 + i] = (float)((const unsigned char *)(from + 0))[i];
  for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < 5; i += (long long)gridDim.x * blockDim.x) to[6 + i] = (float)((const float *)(from + 64))[i];
}
