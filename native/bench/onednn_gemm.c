/*
 * oneDNN's matrix products, row-major. Threads: OMP_NUM_THREADS.
 *
 *   onednn_gemm batch=1 m=512 n=512 k=512 ta=0 tb=0 way=sgemm|matmul|packed data=float32 weights=float32 result=float32
 *
 * `sgemm` is the BLAS function, `matmul` the primitive on plain operands: either may be the faster one. `packed` is the
 * primitive with the layout of B its own choice, reordered ahead of the clock. These two take types
 * (onednn_types.h).
 */
#include "onednn_types.h"

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
static layout_t matrix(const struct element_type *type, long batch, long rows, long columns, int transposed, int free) {
  if (batch == 1) {
    const dnnl_dims_t dims = {rows, columns};
    return tensor(type, 2, dims, free ? dnnl_format_tag_any : transposed ? dnnl_ba : dnnl_ab);
  }
  const dnnl_dims_t dims = {batch, rows, columns};
  return tensor(type, 3, dims, free ? dnnl_format_tag_any : transposed ? dnnl_acb : dnnl_abc);
}

static int serve_matmul(struct gemm *gemm, int argc, char **argv, int free) {
  const struct types types = read_types(argc, argv);
  const long batch = gemm->batch, m = gemm->m, n = gemm->n, k = gemm->k;
  struct typed left = drawn(types.data, gemm->a, (size_t)(batch * m * k));
  struct typed right = drawn(types.weights, gemm->b, (size_t)(batch * k * n));
  struct typed result = unwritten(types.result, gemm->c, (size_t)(batch * m * n));
  layout_t a = matrix(types.data, batch, m, k, gemm->ta, 0), c = matrix(types.result, batch, m, n, 0, 0);
  layout_t b = matrix(types.weights, batch, k, n, gemm->tb, 0);
  layout_t weights = matrix(types.weights, batch, k, n, gemm->tb, free);
  struct onednn it = new_onednn();
  requantise(&it, &types, argc, argv, batch == 1 ? 2 : 4, n, k);
  if (types.is_requantised) gemm->expected = requantised;
  create_primitive(&it, describe_matmul(&it, a, weights, c), "matrix product");
  give_operands(&it, (struct operand){a, left.data}, (struct operand){b, right.data});
  call_primitive(&it);
  take_result(&it, (struct operand){c, result.data});
  read_typed(&result);
  return serve(call_primitive, &it, gemm_error(gemm), "matmul %s, %s", implementation_of(&it), onednn_description());
}

int main(int argc, char **argv) {
  struct gemm gemm = new_gemm(argc, argv);
  const char *way = option_text(argc, argv, "way");
  if (way != NULL && strcmp(way, "sgemm") == 0) return serve_sgemm(&gemm);
  if (way != NULL && strcmp(way, "matmul") == 0) return serve_matmul(&gemm, argc, argv, 0);
  if (way != NULL && strcmp(way, "packed") == 0) return serve_matmul(&gemm, argc, argv, 1);
  fail("way=sgemm, way=matmul or way=packed is missing");
}
