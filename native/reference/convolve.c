// A convolution in double precision on all cores: what networks are compared to, where JavaScript would take minutes.
//
// Reads from standard input sixteen numbers (int64, in the order of `struct extents`), the weights
// [groups][outputs][channels][kernel] and the data [images][groups][channels][height][width]; writes
// [images][groups][outputs][out_height][out_width]. A product of matrices is a convolution of one row of pixels.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct extents {
  int64_t images, groups, channels, outputs; // channels and outputs: of a group
  int64_t height, width, out_height, out_width;
  int64_t kernel_height, kernel_width, stride_y, stride_x, dilation_y, dilation_x, pad_top, pad_left;
};

enum { PIXELS = 256, TERMS = 256, ROWS = 8, LANES = 4 };

typedef double lanes __attribute__((vector_size(8 * LANES), aligned(8)));

static void *allocated(size_t bytes) {
  void *memory = aligned_alloc(64, (bytes + 63) / 64 * 64);
  if (memory == NULL) fputs("not enough memory\n", stderr), exit(1);
  return memory;
}

static void read_all(void *to, size_t bytes) {
  if (fread(to, 1, bytes, stdin) != bytes) fputs("the input ends too early\n", stderr), exit(1);
}

// The values that some terms have at some pixels: panel[term][pixel], zeros beyond the border.
static void gather(const struct extents *e, const double *data, int64_t term, int64_t terms, int64_t pixel,
                   int64_t pixels, double (*panel)[PIXELS]) {
  const int64_t window = e->kernel_height * e->kernel_width;
  for (int64_t t = 0; t < terms; t++) {
    const int64_t channel = (term + t) / window, tap = (term + t) % window;
    const double *plane = data + channel * e->height * e->width;
    const int64_t down = tap / e->kernel_width * e->dilation_y - e->pad_top;
    const int64_t right = tap % e->kernel_width * e->dilation_x - e->pad_left;
    int64_t y = pixel / e->out_width, x = pixel % e->out_width;
    for (int64_t p = 0; p < pixels; p++) {
      const int64_t row = y * e->stride_y + down, column = x * e->stride_x + right;
      const int inside = row >= 0 && row < e->height && column >= 0 && column < e->width;
      panel[t][p] = inside ? plane[row * e->width + column] : 0;
      if (++x == e->out_width) x = 0, y++;
    }
    memset(&panel[t][pixels], 0, sizeof(double) * (size_t)(PIXELS - pixels));
  }
}

// Adds to some rows of sums what some terms come to; `weights` of the first row, which are `stride` apart.
static void add_rows(const double *weights, int64_t stride, int64_t rows, int64_t terms,
                     double (*panel)[PIXELS], double (*sums)[PIXELS]) {
  for (int64_t p = 0; p < PIXELS; p += LANES) {
    lanes sum[ROWS] = {0};
    if (rows == ROWS)
      for (int64_t t = 0; t < terms; t++)
        for (int r = 0; r < ROWS; r++) sum[r] += weights[r * stride + t] * *(const lanes *)&panel[t][p];
    else
      for (int64_t t = 0; t < terms; t++)
        for (int64_t r = 0; r < rows; r++) sum[r] += weights[r * stride + t] * *(const lanes *)&panel[t][p];
    for (int64_t r = 0; r < rows; r++) *(lanes *)&sums[r][p] += sum[r];
  }
}

// Some pixels of all outputs of one group of one image.
static void convolve(const struct extents *e, const double *weights, const double *data, double *out, int64_t pixel) {
  const int64_t plane = e->out_height * e->out_width;
  const int64_t pixels = plane - pixel < PIXELS ? plane - pixel : PIXELS;
  const int64_t all = e->channels * e->kernel_height * e->kernel_width;
  double (*panel)[PIXELS] = allocated(sizeof(double[TERMS][PIXELS]));
  double (*sums)[PIXELS] = allocated(sizeof(double[PIXELS]) * (size_t)e->outputs);
  memset(sums, 0, sizeof(double[PIXELS]) * (size_t)e->outputs);
  for (int64_t term = 0; term < all; term += TERMS) {
    const int64_t terms = all - term < TERMS ? all - term : TERMS;
    gather(e, data, term, terms, pixel, pixels, panel);
    for (int64_t k = 0; k < e->outputs; k += ROWS)
      add_rows(weights + k * all + term, all, e->outputs - k < ROWS ? e->outputs - k : ROWS, terms, panel, sums + k);
  }
  for (int64_t k = 0; k < e->outputs; k++)
    memcpy(out + k * plane + pixel, sums[k], sizeof(double) * (size_t)pixels);
  free(sums), free(panel);
}

int main(int argc, char **argv) {
  if (argc > 1 && strcmp(argv[1], "ready") == 0) return 0;
  struct extents e;
  read_all(&e, sizeof e);
  const int64_t plane = e.out_height * e.out_width, in_group = e.channels * e.height * e.width;
  const int64_t of_group = e.outputs * e.channels * e.kernel_height * e.kernel_width;
  const size_t in = sizeof(double) * (size_t)(e.images * e.groups * in_group);
  const size_t made = sizeof(double) * (size_t)(e.images * e.groups * e.outputs * plane);
  const size_t fixed = sizeof(double) * (size_t)(e.groups * of_group);
  double *weights = allocated(fixed), *data = allocated(in), *out = allocated(made);
  read_all(weights, fixed);
  read_all(data, in);
#pragma omp parallel for collapse(2) schedule(dynamic)
  for (int64_t g = 0; g < e.images * e.groups; g++)
    for (int64_t pixel = 0; pixel < plane; pixel += PIXELS)
      convolve(&e, weights + g % e.groups * of_group, data + g * in_group, out + g * e.outputs * plane, pixel);
  return fwrite(out, 1, made, stdout) == made ? 0 : 1;
}
