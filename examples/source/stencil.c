/* One step of the heat equation on a grid: each inner cell moves towards the mean of its neighbours. */

void stencil(const float *restrict in, float *restrict out, int rows, int columns, float rate) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) out[i * columns + j] = in[i * columns + j];
  for (int i0 = 1; i0 < rows - 1; i0 += ROWS)
    for (int j0 = 1; j0 < columns - 1; j0 += COLUMNS)
      for (int i = i0; i < i0 + ROWS && i < rows - 1; i++)
        for (int j = j0; j < j0 + COLUMNS && j < columns - 1; j++) {
          const float *at = in + i * columns + j;
          out[i * columns + j] = at[0] + rate * (at[-1] + at[1] + at[-columns] + at[columns] - 4.0f * at[0]);
        }
}
