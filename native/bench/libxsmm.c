/*
 * libxsmm: its kernels for small products, generated when the driver starts, on tiles of C; B and A stay where they
 * are. Products whose operands do not fit into a core's caches need packing around it, which is not its business.
 *
 *   libxsmm batch=12 m=128 n=64 k=128 ta=0 tb=0
 *
 * Threads: OMP_NUM_THREADS, over the tiles.
 */
#include "gemm.h" /* first: it asks the system headers for GNU extensions */

#include <libxsmm.h>
#include <omp.h>

/* What the operands of one product may take together. */
#define MOST_BYTES (1 << 20)

/* Rows and columns of the largest tile: C and the rows and columns that it needs stay in the first caches. */
#define TILE 64

/* Kernels of whole tiles and of those at the two ends. */
struct tiled {
  struct gemm gemm;
  long tiles_m, tiles_n;
  libxsmm_smmfunction kernels[2][2];
};

static long extent_of(long tile, long whole) { return (tile + 1) * TILE <= whole ? TILE : whole - tile * TILE; }

/* It counts columns first, so that its A is our B: C' = B' * A'. */
static libxsmm_smmfunction kernel_for(const struct gemm *it, long m, long n) {
  libxsmm_blasint row_b = (int)row_of_b(it), row_a = (int)row_of_a(it), row_c = (int)it->n;
  const float one = 1, zero = 0;
  int flags = (it->tb ? LIBXSMM_GEMM_FLAG_TRANS_A : 0) | (it->ta ? LIBXSMM_GEMM_FLAG_TRANS_B : 0);
  const int prefetch = LIBXSMM_PREFETCH_NONE;
  libxsmm_smmfunction kernel =
      libxsmm_smmdispatch((int)n, (int)m, (int)it->k, &row_b, &row_a, &row_c, &one, &zero, &flags, &prefetch);
  if (kernel == NULL) fail("libxsmm has no kernel for this shape");
  return kernel;
}

static void call_tiled(void *context) {
  const struct tiled *it = context;
  const struct gemm *gemm = &it->gemm;
  long step_a = gemm->ta ? TILE : TILE * gemm->k, step_b = gemm->tb ? TILE * gemm->k : TILE;
#pragma omp parallel for collapse(3) schedule(static) if (omp_get_max_threads() > 1)
  for (long i = 0; i < gemm->batch; i++)
    for (long row = 0; row < it->tiles_m; row++)
      for (long column = 0; column < it->tiles_n; column++)
        it->kernels[row + 1 == it->tiles_m][column + 1 == it->tiles_n](
            b_of(gemm, i) + column * step_b, a_of(gemm, i) + row * step_a,
            c_of(gemm, i) + row * TILE * gemm->n + column * TILE);
}

int main(int argc, char **argv) {
  struct tiled it = {.gemm = new_gemm(argc, argv)};
  const struct gemm *gemm = &it.gemm;
  long bytes = 4 * (gemm->m * gemm->k + gemm->k * gemm->n + gemm->m * gemm->n);
  if (bytes > MOST_BYTES)
    fail("libxsmm is for products whose operands take at most %d KiB together", MOST_BYTES >> 10);
  libxsmm_init();
  it.tiles_m = (gemm->m + TILE - 1) / TILE;
  it.tiles_n = (gemm->n + TILE - 1) / TILE;
  for (int last_m = 0; last_m < 2; last_m++)
    for (int last_n = 0; last_n < 2; last_n++) {
      long m = last_m ? extent_of(it.tiles_m - 1, gemm->m) : TILE;
      long n = last_n ? extent_of(it.tiles_n - 1, gemm->n) : TILE;
      int used = (last_m || it.tiles_m > 1) && (last_n || it.tiles_n > 1);
      if (used) it.kernels[last_m][last_n] = kernel_for(gemm, m, n);
    }
  call_tiled(&it);
  return serve(call_tiled, &it, gemm_error(gemm), "libxsmm %s, kernels %s, threads %d", LIBXSMM_VERSION,
               libxsmm_get_target_arch(), omp_get_max_threads());
}
