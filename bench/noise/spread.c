/*
 * One kernel in a fresh process: spread KERNEL PAGES COLOUR ALIGNMENT WARM_MS TOUCHED prints the median of its quiet
 * repeats in microseconds.
 *
 *   KERNEL     product: 192x192x192, in the caches; stream: a matrix of 2048x2048 times a vector, 16 MiB;
 *              registers: as many operations as product on vectors that stay in registers
 *   PAGES      huge or small
 *   COLOUR     pages of 4 KiB by which the operands are moved, each by another multiple of it
 *   ALIGNMENT  bytes by which they are moved beyond that, a multiple of 64
 *   WARM_MS    milliseconds of work before anything is timed
 *   TOUCHED    1: operands are written before they are timed, 0: they are as the system gives them
 *
 * Its code is moved by PAD bytes, a macro of the compiler's command line.
 */
#define _GNU_SOURCE
#include "../../native/runner/quiet.h"
#include "../../native/runner/tune.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { PAGE = 1 << 12, HUGE_PAGE = 1 << 21, SPACE = 3 * HUGE_PAGE + (16 << 20), REPEATS = 31, MOST = 2000 };
enum { PRODUCT = 192, STREAM = 2048, SUMS = 12 };

__asm__(".text\n.balign 64\n.skip " PAD ", 0x90\n");

__attribute__((noinline, aligned(1))) static void product(const float *a, const float *b, float *c) {
  for (int i = 0; i < PRODUCT; i += 4) {
    memset(c + i * PRODUCT, 0, 4 * PRODUCT * sizeof *c);
    for (int k = 0; k < PRODUCT; k++)
      for (int j = 0; j < PRODUCT; j++)
        for (int r = 0; r < 4; r++) c[(i + r) * PRODUCT + j] += a[(i + r) * PRODUCT + k] * b[k * PRODUCT + j];
  }
}

__attribute__((noinline, aligned(1))) static void stream(const float *a, const float *b, float *c) {
  for (int i = 0; i < STREAM; i++) {
    float sums[16] = {0};
    for (int j = 0; j < STREAM; j += 16)
      for (int l = 0; l < 16; l++) sums[l] += a[i * STREAM + j + l] * b[j + l];
    c[i] = sums[0];
    for (int l = 1; l < 16; l++) c[i] += sums[l];
  }
}

#ifdef __AVX512F__
typedef float vector __attribute__((vector_size(64)));
#else
typedef float vector __attribute__((vector_size(32)));
#endif

__attribute__((noinline, aligned(1))) static void registers(const float *a, const float *b, float *c) {
  const float scale = *a / 4; /* below 1: infinities would switch few transistors */
  vector sums[SUMS];
  memcpy(sums, c, sizeof sums);
  for (long i = 0; i < 1L * PRODUCT * PRODUCT * PRODUCT / (long)(sizeof sums / sizeof *c); i++) {
#pragma GCC unroll SUMS
    for (int j = 0; j < SUMS; j++) sums[j] = sums[j] * scale + *b;
  }
  memcpy(c, sums, sizeof sums);
}

static float *operand(bool huge, size_t shift, bool touched) {
  char *map = mmap(NULL, SPACE + HUGE_PAGE, PROT_READ | PROT_WRITE, MAP_ANONYMOUS | MAP_PRIVATE, -1, 0);
  if (map == MAP_FAILED) exit(1);
  char *base = (char *)(((uintptr_t)map + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE);
  madvise(base, SPACE, huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
  if (touched)
    for (size_t i = 0; i < SPACE / sizeof(float); i++) ((float *)base)[i] = (float)(i % 7) - 3;
  return (float *)(base + shift % HUGE_PAGE);
}

static int by_value(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(int argc, char **argv) {
  if (argc != 7) return 2;
  void (*kernel)(const float *, const float *, float *) = strcmp(argv[1], "product") == 0     ? product
                                                          : strcmp(argv[1], "stream") == 0    ? stream
                                                          : strcmp(argv[1], "registers") == 0 ? registers
                                                                                              : NULL;
  if (kernel == NULL) return 2;
  const bool huge = strcmp(argv[2], "huge") == 0, touched = atoi(argv[6]) != 0;
  const size_t step = (size_t)atol(argv[3]) * PAGE + (size_t)atol(argv[4]);
  float *a = operand(huge, step, touched), *b = operand(huge, 2 * step, touched), *c = operand(huge, 3 * step, touched);
  struct quiet quiet;
  quiet_setup(&quiet, (struct core_pace){0}, 1);
  for (double end = now() + 1e-3 * atof(argv[5]); now() < end;) kernel(a, b, c);
  double costs[REPEATS];
  int count = 0;
  for (int i = 0; i < MOST && count < REPEATS; i++) {
    quiet_begin(&quiet);
    const double start = now();
    for (int call = 0; call < 4; call++) kernel(a, b, c);
    costs[count] = (now() - start) / 4;
    if ((quiet_end(&quiet) & DISTURBING) == 0) count++;
  }
  if (count == 0) return 1;
  qsort(costs, (size_t)count, sizeof *costs, by_value);
  printf("%.3f\n", 1e6 * costs[count / 2]);
  return 0;
}
