/*
 * oneDNN's matrix products, row-major float32. Threads: OMP_NUM_THREADS.
 *
 *   onednn_gemm m=512 n=512 k=512 way=sgemm|matmul|packed
 *
 * `sgemm` is the BLAS function, `matmul` the primitive on plain operands: either may be the faster one. `packed` is the
 * primitive with the layout of B its own choice, reordered ahead of the clock.
 */
#include "onednn.h"

#include "gemm.h"

static void call_sgemm(void *context) {
  const struct gemm *it = context;
  DNNL(dnnl_sgemm('N', 'N', it->m, it->n, it->k, 1.0f, it->a, it->k, it->b, it->n, 0.0f, it->c, it->n));
}

static int serve_sgemm(struct gemm *gemm) {
  call_sgemm(gemm);
  return serve(call_sgemm, gemm, gemm_error(gemm), "sgemm, %s", onednn_description());
}

static int serve_matmul(const struct gemm *gemm, dnnl_format_tag_t layout_of_b) {
  const dnnl_dims_t a = {gemm->m, gemm->k}, b = {gemm->k, gemm->n}, c = {gemm->m, gemm->n};
  dnnl_memory_desc_t plain_a = tensor(2, a, dnnl_ab), plain_c = tensor(2, c, dnnl_ab),
                     weights = tensor(2, b, layout_of_b);
  dnnl_matmul_desc_t wanted;
  DNNL(dnnl_matmul_desc_init(&wanted, &plain_a, &weights, NULL, &plain_c));
  struct onednn it = new_onednn();
  choose_primitive(&it, &wanted, "matrix product");
  give_operands(&it, (struct operand){plain_a, gemm->a}, (struct operand){tensor(2, b, dnnl_ab), gemm->b});
  call_primitive(&it);
  take_result(&it, (struct operand){plain_c, gemm->c});
  return serve(call_primitive, &it, gemm_error(gemm), "matmul %s, %s", implementation_of(&it), onednn_description());
}

int main(int argc, char **argv) {
  struct gemm gemm = new_gemm(argc, argv);
  const char *way = option_text(argc, argv, "way");
  if (way != NULL && strcmp(way, "sgemm") == 0) return serve_sgemm(&gemm);
  if (way != NULL && strcmp(way, "matmul") == 0) return serve_matmul(&gemm, dnnl_ab);
  if (way != NULL && strcmp(way, "packed") == 0) return serve_matmul(&gemm, dnnl_format_tag_any);
  fail("way=sgemm, way=matmul or way=packed is missing");
}
