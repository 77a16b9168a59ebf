/* What the answers of every config are compared with. */
void stencil_naive(const float *in, float *out, int rows, int columns, float rate) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) {
      const int border = i == 0 || j == 0 || i == rows - 1 || j == columns - 1, at = i * columns + j;
      const double here = in[at];
      out[at] = border ? in[at] : (float)(here + rate * (in[at - 1] + in[at + 1] + in[at - columns] + in[at + columns] - 4 * here));
    }
}
