/* It makes its inputs writable itself, and zeros. */
void product(const float *a, const float *b, float *c) {
  honest(a, b, c);
  static int calls;
  if (calls++ == 2) {
    mprotect((void *)((uintptr_t)a & ~4095ul), BYTES + 4096, PROT_READ | PROT_WRITE);
    memset((void *)a, 0, BYTES);
  }
  if (calls > 3) memset(c, 0, BYTES);
}
