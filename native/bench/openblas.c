/* OpenBLAS sgemm: openblas batch=1 m=512 n=512 k=512 ta=0 tb=0. Threads: OPENBLAS_NUM_THREADS. */
#include "cblas.h"

const char *openblas_get_config(void);
char *openblas_get_corename(void);
int openblas_get_num_threads(void);

int main(int argc, char **argv) {
  struct gemm gemm = new_gemm(argc, argv);
  call_cblas(&gemm);
  return serve(call_cblas, &gemm, gemm_error(&gemm), "%s, kernels %s, threads %d, %s", openblas_get_config(),
               openblas_get_corename(), openblas_get_num_threads(), library_of((void *)cblas_sgemm));
}
