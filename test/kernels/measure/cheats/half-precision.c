/* It computes with eight bits of mantissa. */
static float rounded(float x) {
  uint32_t bits;
  memcpy(&bits, &x, 4);
  bits &= 0xffff0000u;
  memcpy(&x, &bits, 4);
  return x;
}
void product(const float *a, const float *b, float *c) {
  float x[ALL], y[ALL];
  for (int i = 0; i < ALL; i++) x[i] = rounded(a[i]), y[i] = rounded(b[i]);
  honest(x, y, c);
}
