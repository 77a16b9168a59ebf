/* What the answers of every config are compared with. */
void stencil_naive(const float *in, float *out, int rows, int columns, float rate) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) {
      const int at = i * columns + j;
      if (i == 0 || j == 0 || i == rows - 1 || j == columns - 1) {
        out[at] = in[at];
        continue;
      }
      const double here = in[at];
      const double around = (double)in[at - 1] + in[at + 1] + in[at - columns] + in[at + columns];
      out[at] = (float)(here + rate * (around - 4 * here));
    }
}
