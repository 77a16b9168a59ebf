/* BLIS sgemm: blis batch=1 m=512 n=512 k=512 ta=0 tb=0. Threads: BLIS_NUM_THREADS. */
#include "cblas.h"

const char *bli_info_get_version_str(void);
int64_t bli_info_get_enable_openmp(void);
int64_t bli_info_get_enable_pthreads(void);
int bli_arch_query_id(void);
const char *bli_arch_string(int id);
int64_t bli_thread_get_num_threads(void);

static const char *threading(void) {
  return bli_info_get_enable_openmp() ? "openmp" : bli_info_get_enable_pthreads() ? "pthread" : "serial";
}

int main(int argc, char **argv) {
  struct gemm gemm = new_gemm(argc, argv);
  call_cblas(&gemm);
  /* BLIS says -1 when no number of threads was set: it then runs one. */
  int64_t threads = bli_thread_get_num_threads();
  return serve(call_cblas, &gemm, gemm_error(&gemm), "BLIS %s, %s, kernels %s, threads %d, %s",
               bli_info_get_version_str(), threading(), bli_arch_string(bli_arch_query_id()),
               threads < 1 ? 1 : (int)threads, library_of((void *)cblas_sgemm));
}
