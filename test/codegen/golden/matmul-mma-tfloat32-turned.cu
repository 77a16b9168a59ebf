#ifndef TUNE_CUDA_HOST_H
struct accumulator { float x[8]; };
struct operand { unsigned x[4]; };
#endif

static __device__ inline void load_a_words(operand &to, const void *first, int row, int step) {
  const unsigned *p = (const unsigned *)first + threadIdx.x / 4 * row + threadIdx.x % 4 * step;
#pragma unroll
  for (int i = 0; i < 4; i++) to.x[i] = p[i % 2 * 8 * row + i / 2 * 4 * step];
}
static __device__ inline void load_b_rows(operand &to, const void *first, int stride) {
  const void *row = (const char *)first + (threadIdx.x % 8 + threadIdx.x / 8 / 2 * 8) * stride + threadIdx.x / 8 % 2 * 16;
#ifdef TUNE_CUDA_HOST_H
  tune_host::ldmatrix(to, row, false);
#else
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" :
               "=r"(to.x[0]), "=r"(to.x[1]), "=r"(to.x[2]), "=r"(to.x[3]) : "r"((unsigned)__cvta_generic_to_shared(row)) : "memory");
#endif
}
static __device__ inline void mma_tfloat32(accumulator &c, const operand &a, const operand &b) {
#ifdef TUNE_CUDA_HOST_H
  tune_host::mma(c, a, b, tune_host::multiply_tfloat32);
#else
#pragma unroll
  for (int i = 0; i < 2; i++)
    asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};" :
        "+f"(c.x[4 * i]), "+f"(c.x[4 * i + 1]), "+f"(c.x[4 * i + 2]), "+f"(c.x[4 * i + 3]) :
        "r"(a.x[0]), "r"(a.x[1]), "r"(a.x[2]), "r"(a.x[3]), "r"(b.x[2 * i]), "r"(b.x[2 * i + 1]));
#endif
}

extern "C" __global__ void __launch_bounds__(128) C_kernel(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, char *__restrict__ workspace) {
  const int blockX = blockIdx.x;
  const int threadX = threadIdx.x;
  const int threadY = threadIdx.y;
  const int threadZ = threadIdx.z;
  {
    accumulator C_acc[2];
#pragma unroll
    for (int j2 = 0; j2 < 2; j2++) {
      C_acc[j2] = {};
    }
    for (int ko = 0; ko < 3; ko++) {
      {
        static __shared__ __align__(16) float A_shared[512];
        __syncthreads();
        *(float4 *)(A_shared + 256 * threadZ + 128 * threadY + 4 * threadX) = (-((threadX) / 8) - 16 * ko - 8 * threadZ - 4 * threadY + 39 >= 0 && -4 * ((threadX) % 8) - 32 * blockX + 47 >= 0 ? *(const float4 *)(A + 48 * ((threadX) / 8) + 4 * ((threadX) % 8) + 32 * blockX + 768 * ko + 384 * threadZ + 192 * threadY) : make_float4(0.0f, 0.0f, 0.0f, 0.0f));
        {
          static __shared__ __align__(16) float B_shared[1024];
#pragma unroll
          for (int d0_d1oo = 0; d0_d1oo < 2; d0_d1oo++) {
            *(float4 *)(B_shared + 512 * d0_d1oo + 256 * threadZ + 128 * threadY + 4 * threadX) = (-4 * ((threadX) % 4) - 16 * ko + 39 >= 0 ? *(const float4 *)(B + 40 * ((threadX) / 4) + 4 * ((threadX) % 4) + 16 * ko + 1280 * d0_d1oo + 640 * threadZ + 320 * threadY) : make_float4(0.0f, 0.0f, 0.0f, 0.0f));
          }
          __syncthreads();
#pragma unroll 1
          for (int kio = 0; kio < 2; kio++) {
            {
              operand A_shared_fragment[1];
              load_a_words(A_shared_fragment[0], A_shared + 16 * threadZ + 256 * kio, 1, 32);
              {
                operand B_shared_fragment[2];
#pragma unroll
                for (int d02 = 0; d02 < 2; d02++) {
                  load_b_rows(B_shared_fragment[d02], B_shared + 512 * threadY + 8 * kio + 256 * d02, 64);
                }
#pragma unroll
                for (int j22 = 0; j22 < 2; j22++) {
                  mma_tfloat32(C_acc[j22], A_shared_fragment[0], B_shared_fragment[j22]);
                }
              }
            }
          }
        }
      }
    }
#pragma unroll
    for (int iiiio = 0; iiiio < 2; iiiio++) {
      if (-((threadX) / 4) - 32 * blockX - 16 * threadZ - 8 * iiiio + 47 >= 0) {
#pragma unroll
        for (int jiio = 0; jiio < 2; jiio++) {
#pragma unroll
          for (int jiiio = 0; jiiio < 2; jiiio++) {
            *(float2 *)(C + 64 * ((threadX) / 4) + 2 * ((threadX) % 4) + 2048 * blockX + 1024 * threadZ + 32 * threadY + 512 * iiiio + 16 * jiio + 8 * jiiio) = make_float2(C_acc[jiio].x[2 * iiiio + 4 * jiiio], C_acc[jiio].x[2 * iiiio + 4 * jiiio + 1]);
          }
        }
      }
    }
  }
}
