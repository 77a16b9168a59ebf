/* C = A B, tiled, with the knobs as macros: the tiles, and how far the sum is unrolled. */

#define MIN(a, b) ((a) < (b) ? (a) : (b))
/* A pragma takes no macro as it is written; one that is made of a text does. */
#define PRAGMA(text) _Pragma(#text)
#define UNROLL_BY(times) PRAGMA(GCC unroll times)

void gemm(const float *restrict a, const float *restrict b, float *restrict c, int m, int n, int k) {
  for (int i0 = 0; i0 < m; i0 += TILE_M)
    for (int j0 = 0; j0 < n; j0 += TILE_N) {
      const int rows = MIN(TILE_M, m - i0), columns = MIN(TILE_N, n - j0);
      float sum[TILE_M][TILE_N] = {0};
      if (rows == TILE_M && columns == TILE_N) {
        UNROLL_BY(UNROLL)
        for (int p = 0; p < k; p++)
          UNROLL_BY(TILE_M)
          for (int i = 0; i < TILE_M; i++)
            for (int j = 0; j < TILE_N; j++) sum[i][j] += a[(i0 + i) * k + p] * b[p * n + j0 + j];
      } else {
        for (int p = 0; p < k; p++)
          for (int i = 0; i < rows; i++)
            for (int j = 0; j < columns; j++) sum[i][j] += a[(i0 + i) * k + p] * b[p * n + j0 + j];
      }
      for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) c[(i0 + i) * n + j0 + j] = sum[i][j];
    }
}

/* What the answers of every config are compared with. */
void gemm_naive(const float *a, const float *b, float *c, int m, int n, int k) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int p = 0; p < k; p++) sum += (double)a[i * k + p] * b[p * n + j];
      c[i * n + j] = (float)sum;
    }
}
