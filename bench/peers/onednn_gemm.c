/* oneDNN's plain sgemm, row-major: onednn_gemm m=512 n=512 k=512. Threads: OMP_NUM_THREADS. */
#include "onednn.h"

#include "gemm.h"

static void call_onednn(void *context) {
  const struct gemm *it = context;
  DNNL(dnnl_sgemm('N', 'N', it->m, it->n, it->k, 1.0f, it->a, it->k, it->b, it->n, 0.0f, it->c, it->n));
}

int main(int argc, char **argv) {
  struct gemm gemm = new_gemm(argc, argv);
  call_onednn(&gemm);
  return serve(call_onednn, &gemm, gemm_error(&gemm), "%s", onednn_description());
}
