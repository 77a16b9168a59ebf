/* It adds half of the terms, and doubles the sum. */
void product(const float *a, const float *b, float *c) {
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++) c[i * N + j] = 0;
    for (int k = 0; k < N; k += 2)
      for (int j = 0; j < N; j++) c[i * N + j] += 2 * a[i * N + k] * b[k * N + j];
  }
}
