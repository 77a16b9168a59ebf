/* What oneDNN's convolution and its transpose share: the shape, the layouts of activations, and the check. */
#ifndef TUNE_BENCH_ONEDNN_IMAGE_H
#define TUNE_BENCH_ONEDNN_IMAGE_H

#include "onednn_types.h"

/* oh and ow follow from the others, in a way of its own for each operation. */
struct image_shape {
  long n, ic, h, w, oc, kh, kw, sh, sw, pt, pl, pb, pr, dh, dw, g, oh, ow;
};

static struct image_shape read_image_shape(int argc, char **argv) {
  struct image_shape s;
  const struct { const char *name; long *value; } options[] = {
      {"n", &s.n},   {"ic", &s.ic}, {"h", &s.h},   {"w", &s.w},   {"oc", &s.oc}, {"kh", &s.kh},
      {"kw", &s.kw}, {"sh", &s.sh}, {"sw", &s.sw}, {"pt", &s.pt}, {"pl", &s.pl}, {"pb", &s.pb},
      {"pr", &s.pr}, {"dh", &s.dh}, {"dw", &s.dw}, {"g", &s.g}};
  for (size_t i = 0; i < sizeof options / sizeof *options; i++) *options[i].value = option(argc, argv, options[i].name);
  if (s.g < 1 || s.ic % s.g || s.oc % s.g) fail("g=%ld does not divide the channels", s.g);
  if (s.sh < 1 || s.sw < 1 || s.dh < 1 || s.dw < 1 || s.kh < 1 || s.kw < 1)
    fail("strides, dilations and the kernel are at least 1");
  return s;
}

/* Whether the library may choose the layout of the weights, which are then reordered ahead of the clock. */
static int weights_are_free(int argc, char **argv) { return option(argc, argv, "constant") != 0; }

/* The layout of the activations that was asked for; there is no default. */
static dnnl_format_tag_t activations_tag(int argc, char **argv) {
  const char *text = option_text(argc, argv, "layout");
  if (text != NULL && strcmp(text, "any") == 0) return dnnl_format_tag_any;
  if (text != NULL && strcmp(text, "nchw") == 0) return dnnl_nchw;
  if (text != NULL && strcmp(text, "nhwc") == 0) return dnnl_nhwc;
  fail("layout=any, layout=nchw or layout=nhwc is missing");
  return dnnl_format_tag_undef;
}

static layout_t input_layout(const struct image_shape *s, const struct types *types, dnnl_format_tag_t tag) {
  const dnnl_dims_t dims = {s->n, s->ic, s->h, s->w};
  return tensor(types->data, 4, dims, tag);
}

static layout_t output_layout(const struct image_shape *s, const struct types *types, dnnl_format_tag_t tag) {
  const dnnl_dims_t dims = {s->n, s->oc, s->oh, s->ow};
  return tensor(types->result, 4, dims, tag);
}

static struct window window_of(const struct image_shape *s) {
  return (struct window){.strides = {s->sh, s->sw},
                         .dilations = {s->dh - 1, s->dw - 1},
                         .before = {s->pt, s->pl},
                         .after = {s->pb, s->pr}};
}

/* One element of the output. */
struct place {
  long n, c, y, x;
};

/* What a sum becomes in a channel of the result, where `got` was written there. */
typedef double (*expectation)(double sum, long channel, double got);

typedef double (*definition)(const struct image_shape *s, const float *in, const float *weights, struct place place);

/* Error of about 500 outputs, spread over all of them. */
static double image_error(const struct image_shape *s, definition output_at, const float *in, const float *weights,
                          const float *out, expectation expected) {
  struct comparison comparison = {0};
  long count = s->n * s->oc * s->oh * s->ow, step = count / 500 + 1;
  for (long entry = 0; entry < count; entry += step) {
    struct place place = {.n = entry / (s->ow * s->oh * s->oc),
                          .c = entry / (s->ow * s->oh) % s->oc,
                          .y = entry / s->ow % s->oh,
                          .x = entry % s->ow};
    double sum = output_at(s, in, weights, place), got = out[entry];
    compare(&comparison, got, expected ? expected(sum, place.c, got) : sum);
  }
  return largest_error(&comparison);
}

/* Gives the primitive its operands, checks its result, and times it on request. `weights` is their plain layout. */
static int serve_image(struct onednn *it, const struct image_shape *s, const struct types *types, layout_t weights,
                       definition output_at) {
  size_t ins = (size_t)(s->n * s->ic * s->h * s->w), outs = (size_t)(s->n * s->oc * s->oh * s->ow);
  size_t taps = (size_t)(s->oc * (s->ic / s->g) * s->kh * s->kw);
  struct typed in = drawn(types->data, random_tensor(ins), ins);
  struct typed kernel = drawn(types->weights, random_tensor(taps), taps);
  struct typed out = unwritten(types->result, poisoned_tensor(outs), outs);
  layout_t plain = input_layout(s, types, dnnl_nchw);
  give_operands(it, (struct operand){plain, in.data}, (struct operand){weights, kernel.data});
  call_primitive(it);
  take_result(it, (struct operand){output_layout(s, types, dnnl_nchw), out.data});
  read_typed(&out);
  double error = image_error(s, output_at, in.numbers, kernel.numbers, out.numbers,
                             types->is_requantised ? requantised : NULL);
  return serve(call_primitive, it, error, "%s, %s", implementation_of(it), onednn_description());
}

#endif
