/*
 * oneDNN's matrix products, row-major float32. Threads: OMP_NUM_THREADS.
 *
 *   onednn_gemm batch=1 m=512 n=512 k=512 ta=0 tb=0 way=sgemm|matmul|packed
 *
 * `sgemm` is the BLAS function, `matmul` the primitive on plain operands: either may be the faster one. `packed` is the
 * primitive with the layout of B its own choice, reordered ahead of the clock.
 */
#include "onednn.h"

#include "gemm.h"

static void call_sgemm(void *context) {
  const struct gemm *it = context;
  for (long i = 0; i < it->batch; i++)
    DNNL(dnnl_sgemm(it->ta ? 'T' : 'N', it->tb ? 'T' : 'N', it->m, it->n, it->k, 1.0f, a_of(it, i), row_of_a(it),
                    b_of(it, i), row_of_b(it), 0.0f, c_of(it, i), it->n));
}

static int serve_sgemm(struct gemm *gemm) {
  call_sgemm(gemm);
  return serve(call_sgemm, gemm, gemm_error(gemm), "sgemm, %s", onednn_description());
}

/* A matrix of `rows` and `columns`, or a batch of them, plain or transposed in memory, or as the library likes it. */
static layout_t matrix(long batch, long rows, long columns, int transposed, int free) {
  if (batch == 1) {
    const dnnl_dims_t dims = {rows, columns};
    return tensor(2, dims, free ? dnnl_format_tag_any : transposed ? dnnl_ba : dnnl_ab);
  }
  const dnnl_dims_t dims = {batch, rows, columns};
  return tensor(3, dims, free ? dnnl_format_tag_any : transposed ? dnnl_acb : dnnl_abc);
}

static int serve_matmul(const struct gemm *gemm, int free) {
  layout_t a = matrix(gemm->batch, gemm->m, gemm->k, gemm->ta, 0), c = matrix(gemm->batch, gemm->m, gemm->n, 0, 0);
  layout_t b = matrix(gemm->batch, gemm->k, gemm->n, gemm->tb, 0);
  layout_t weights = matrix(gemm->batch, gemm->k, gemm->n, gemm->tb, free);
  struct onednn it = new_onednn();
  create_primitive(&it, describe_matmul(&it, a, weights, c), "matrix product");
  give_operands(&it, (struct operand){a, gemm->a}, (struct operand){b, gemm->b});
  call_primitive(&it);
  take_result(&it, (struct operand){c, gemm->c});
  return serve(call_primitive, &it, gemm_error(gemm), "matmul %s, %s", implementation_of(&it), onednn_description());
}

int main(int argc, char **argv) {
  struct gemm gemm = new_gemm(argc, argv);
  const char *way = option_text(argc, argv, "way");
  if (way != NULL && strcmp(way, "sgemm") == 0) return serve_sgemm(&gemm);
  if (way != NULL && strcmp(way, "matmul") == 0) return serve_matmul(&gemm, 0);
  if (way != NULL && strcmp(way, "packed") == 0) return serve_matmul(&gemm, 1);
  fail("way=sgemm, way=matmul or way=packed is missing");
}
