/* conv2d and conv2d_transpose in plain code, whatever the shape. */
#include "plain.h"

/* An activation of images: its channels are adjacent (NHWC) or its columns (NCHW). */
struct images {
  size_t batch, channel, row, column, elements;
};

static struct images lay_out(int layout, int batch, int channels, long height, long width) {
  const size_t n = (size_t)batch, c = (size_t)channels, h = (size_t)height, w = (size_t)width;
  struct images nchw = {c * h * w, h * w, w, 1, n * c * h * w}, nhwc = {h * w * c, 1, w * c, c, n * h * w * c};
  return layout == TUNELIB_NCHW ? nchw : nhwc;
}

/* What both have, in the order of their shapes. */
struct common {
  int batch, in_channels, height, width, out_channels, groups, layout, constant;
  const int *kernel, *stride, *pad, *dilation;
  struct tunelib_tail tail;
  long out[2];
};

static int elements_of(const struct common *s, size_t *elements) {
  const int counts[] = {s->batch,     s->in_channels, s->height,    s->width,     s->out_channels, s->groups,
                        s->kernel[0], s->kernel[1],   s->stride[0], s->stride[1], s->dilation[0],  s->dilation[1]};
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
    if (counts[i] < 1) return -1;
  for (int i = 0; i < 4; i++)
    if (s->pad[i] < 0) return -1;
  if (s->in_channels % s->groups != 0 || s->out_channels % s->groups != 0 || s->out[0] < 1 || s->out[1] < 1) return -1;
  if (s->layout < TUNELIB_NCHW || s->layout > TUNELIB_ANY || !tunelib_flags(&s->constant, 1)) return -1;
  if (!tunelib_is_computed(s->tail.dtype)) return -1;
  elements[0] = lay_out(s->layout, s->batch, s->in_channels, s->height, s->width).elements;
  const size_t taps = (size_t)s->kernel[0] * (size_t)s->kernel[1];
  elements[1] = (size_t)s->in_channels * (size_t)(s->out_channels / s->groups) * taps;
  const size_t output = lay_out(s->layout, s->batch, s->out_channels, s->out[0], s->out[1]).elements;
  return tunelib_epilogue_elements(s->tail, (size_t)s->out_channels, output, elements, 2);
}

static struct common of_conv2d(const void *shape) {
  const tunelib_conv2d_shape *s = (const tunelib_conv2d_shape *)shape;
  struct common c = {s->batch,    s->in_channels, s->height, s->width, s->out_channels, s->groups,
                     s->layout,   s->constant,    s->kernel, s->stride, s->pad,         s->dilation,
                     {s->dtype, s->epilogue, (unsigned)s->zero_points}, {0, 0}};
  const long extent[2] = {s->height, s->width};
  for (int d = 0; d < 2; d++) {
    const long room = extent[d] + s->pad[d] + s->pad[d + 2] - (long)s->dilation[d] * (s->kernel[d] - 1L) - 1;
    if (s->stride[d] > 0 && room >= 0) c.out[d] = room / s->stride[d] + 1;
  }
  return c;
}

static struct common of_conv2d_transpose(const void *shape) {
  const tunelib_conv2d_transpose_shape *s = (const tunelib_conv2d_transpose_shape *)shape;
  struct common c = {s->batch,    s->in_channels, s->height, s->width, s->out_channels, s->groups,
                     s->layout,   s->constant,    s->kernel, s->stride, s->pad,         s->dilation,
                     {s->dtype, s->epilogue, (unsigned)s->zero_points}, {0, 0}};
  const long extent[2] = {s->height, s->width};
  for (int d = 0; d < 2; d++)
    c.out[d] = (extent[d] - 1) * s->stride[d] - s->pad[d] - s->pad[d + 2] + (long)s->dilation[d] * (s->kernel[d] - 1L) +
               s->output_padding[d] + 1;
  return c;
}

/* The row (or column) of the input that a row of the output sees through a row of the kernel; -1 for none. */
typedef long source(const struct common *s, int d, long out, long kernel);

static long source_of_conv2d(const struct common *s, int d, long out, long kernel) {
  const long at = out * s->stride[d] + kernel * s->dilation[d] - s->pad[d];
  return at < (d == 0 ? s->height : s->width) ? at : -1;
}

static long source_of_conv2d_transpose(const struct common *s, int d, long out, long kernel) {
  const long at = out + s->pad[d] - kernel * s->dilation[d];
  const long extent = d == 0 ? s->height : s->width;
  return at >= 0 && at % s->stride[d] == 0 && at / s->stride[d] < extent ? at / s->stride[d] : -1;
}

/* Channels that are read at a time. */
enum { RUN = 64 };

/* An operand: its elements, their type, and how far apart those of neighbouring channels are. */
struct operand {
  const void *elements;
  int type;
  size_t step;
};

/* The products of so many channels, added to a sum. */
static double sum_channels(double sum, struct operand data, size_t pixel, struct operand weights, size_t tap,
                           size_t count) {
  if (data.type == TUNELIB_FLOAT32 && weights.type == TUNELIB_FLOAT32) {
    const float *x = (const float *)data.elements + pixel, *y = (const float *)weights.elements + tap;
    for (size_t i = 0; i < count; i++) sum += (double)x[i * data.step] * y[i * weights.step];
    return sum;
  }
  double pixels[RUN], taps[RUN];
  for (size_t i = 0; i < count; i += RUN) {
    const size_t most = count - i < RUN ? count - i : (size_t)RUN;
    tunelib_numbers(data.type, data.elements, pixel + i * data.step, data.step, most, pixels);
    tunelib_numbers(weights.type, weights.elements, tap + i * weights.step, weights.step, most, taps);
    for (size_t j = 0; j < most; j++) sum += pixels[j] * taps[j];
  }
  return sum;
}

/* `weights_in` and `weights_out`: how far apart those of neighbours are among the input's and the output's channels. */
static void convolve(const struct common *s, source *from, size_t weights_in, size_t weights_out, size_t weights_group,
                     const void *const *inputs, void *output) {
  const struct images data = lay_out(s->layout, s->batch, s->in_channels, s->height, s->width);
  const struct images out = lay_out(s->layout, s->batch, s->out_channels, s->out[0], s->out[1]);
  const long ins = s->in_channels / s->groups, outs = s->out_channels / s->groups;
  const struct operand x_of = {inputs[0], s->tail.dtype, data.channel};
  const struct operand w_of = {inputs[1], tunelib_argument_type(s->tail.dtype, 0, 1), weights_in};
  const int result = tunelib_argument_type(s->tail.dtype, s->tail.epilogue, TUNELIB_ARGUMENTS);
  for (long n = 0; n < s->batch; n++)
    for (long oc = 0; oc < s->out_channels; oc++)
      for (long y = 0; y < s->out[0]; y++)
        for (long x = 0; x < s->out[1]; x++) {
          const long group = oc / outs;
          const size_t weights = (size_t)group * weights_group + (size_t)(oc % outs) * weights_out;
          double sum = 0;
          for (long kh = 0; kh < s->kernel[0]; kh++)
            for (long kw = 0; kw < s->kernel[1]; kw++) {
              const long row = from(s, 0, y, kh), column = from(s, 1, x, kw);
              if (row < 0 || column < 0) continue;
              const size_t pixel = (size_t)n * data.batch + (size_t)(group * ins) * data.channel +
                                   (size_t)row * data.row + (size_t)column * data.column;
              sum = sum_channels(sum, x_of, pixel, w_of, weights + (size_t)(kh * s->kernel[1] + kw), (size_t)ins);
            }
          const size_t at =
              (size_t)n * out.batch + (size_t)oc * out.channel + (size_t)y * out.row + (size_t)x * out.column;
          tunelib_put(result, output, at, tunelib_finish(sum, s->tail, inputs + 2, (size_t)oc, at));
        }
}

int tunelib_elements_conv2d(const void *shape, size_t *elements) {
  const struct common s = of_conv2d(shape);
  return elements_of(&s, elements);
}

int tunelib_elements_conv2d_transpose(const void *shape, size_t *elements) {
  const tunelib_conv2d_transpose_shape *t = (const tunelib_conv2d_transpose_shape *)shape;
  const struct common s = of_conv2d_transpose(shape);
  if (t->output_padding[0] < 0 || t->output_padding[1] < 0) return -1;
  return elements_of(&s, elements);
}

double tunelib_flops_conv2d(const void *shape) {
  const struct common s = of_conv2d(shape);
  const double outputs = (double)s.batch * s.out_channels * (double)s.out[0] * (double)s.out[1];
  return 2 * outputs * (s.in_channels / s.groups) * s.kernel[0] * s.kernel[1];
}

/* As many as the convolution has of which this is the gradient. */
double tunelib_flops_conv2d_transpose(const void *shape) {
  const struct common s = of_conv2d_transpose(shape);
  const double inputs = (double)s.batch * s.in_channels * s.height * s.width;
  return 2 * inputs * (s.out_channels / s.groups) * s.kernel[0] * s.kernel[1];
}

void tunelib_plain_conv2d(const void *shape, const void *inputs, void *output, void *workspace) {
  (void)workspace;
  const struct common s = of_conv2d(shape);
  const size_t taps = (size_t)s.kernel[0] * (size_t)s.kernel[1], ins = (size_t)(s.in_channels / s.groups);
  convolve(&s, source_of_conv2d, taps, taps * ins, taps * ins * (size_t)(s.out_channels / s.groups),
           (const void *const *)inputs, output);
}

void tunelib_plain_conv2d_transpose(const void *shape, const void *inputs, void *output, void *workspace) {
  (void)workspace;
  const struct common s = of_conv2d_transpose(shape);
  const size_t taps = (size_t)s.kernel[0] * (size_t)s.kernel[1], outs = (size_t)(s.out_channels / s.groups);
  convolve(&s, source_of_conv2d_transpose, taps * outs, taps, taps * outs * (size_t)(s.in_channels / s.groups),
           (const void *const *)inputs, output);
}
