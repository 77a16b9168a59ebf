/*
 * oneDNN's convolution, forward inference, without bias:
 *
 *   onednn_conv n=1 ic=64 h=56 w=56 oc=64 kh=3 kw=3 sh=1 sw=1 pt=1 pl=1 pb=1 pr=1 dh=1 dw=1 g=1
 *               algorithm=direct|winograd layout=any|nchw
 *
 * `any` lets the library choose every layout, `nchw` fixes the activations to plain NCHW. The weights take the layout
 * that the library likes in both, reordered ahead of the clock. Threads: OMP_NUM_THREADS.
 */
#include "onednn.h"

struct shape {
  long n, ic, h, w, oc, kh, kw, sh, sw, pt, pl, pb, pr, dh, dw, g, oh, ow;
};

static long outputs(long extent, long before, long after, long kernel, long dilation, long stride) {
  long padded = extent + before + after, reach = (kernel - 1) * dilation + 1;
  if (stride < 1 || dilation < 1 || kernel < 1 || reach > padded) fail("the kernel does not fit into the padded image");
  return (padded - reach) / stride + 1;
}

static struct shape new_shape(int argc, char **argv) {
  struct shape s;
  const struct { const char *name; long *value; } options[] = {
      {"n", &s.n},   {"ic", &s.ic}, {"h", &s.h},   {"w", &s.w},   {"oc", &s.oc}, {"kh", &s.kh},
      {"kw", &s.kw}, {"sh", &s.sh}, {"sw", &s.sw}, {"pt", &s.pt}, {"pl", &s.pl}, {"pb", &s.pb},
      {"pr", &s.pr}, {"dh", &s.dh}, {"dw", &s.dw}, {"g", &s.g}};
  for (size_t i = 0; i < sizeof options / sizeof *options; i++) *options[i].value = option(argc, argv, options[i].name);
  if (s.g < 1 || s.ic % s.g || s.oc % s.g) fail("g=%ld does not divide the channels", s.g);
  s.oh = outputs(s.h, s.pt, s.pb, s.kh, s.dh, s.sh);
  s.ow = outputs(s.w, s.pl, s.pr, s.kw, s.dw, s.sw);
  return s;
}

/* The tensors' extents as oneDNN has them; grouped weights have an axis of groups in front. */
struct extents {
  dnnl_dims_t source, weights, result;
  int weights_rank;
};

static struct extents extents_of(const struct shape *s) {
  struct extents dense = {{s->n, s->ic, s->h, s->w}, {s->oc, s->ic, s->kh, s->kw}, {s->n, s->oc, s->oh, s->ow}, 4};
  if (s->g == 1) return dense;
  return (struct extents){{s->n, s->ic, s->h, s->w},
                          {s->g, s->oc / s->g, s->ic / s->g, s->kh, s->kw},
                          {s->n, s->oc, s->oh, s->ow},
                          5};
}

static void choose(struct onednn *it, const struct shape *s, dnnl_alg_kind_t algorithm, dnnl_format_tag_t activations) {
  struct extents extents = extents_of(s);
  const dnnl_dims_t strides = {s->sh, s->sw}, dilations = {s->dh - 1, s->dw - 1};
  const dnnl_dims_t before = {s->pt, s->pl}, after = {s->pb, s->pr};
  dnnl_memory_desc_t in = tensor(4, extents.source, activations), out = tensor(4, extents.result, activations);
  dnnl_memory_desc_t weights = tensor(extents.weights_rank, extents.weights, dnnl_format_tag_any);
  dnnl_convolution_desc_t wanted;
  DNNL(dnnl_dilated_convolution_forward_desc_init(&wanted, dnnl_forward_inference, algorithm, &in, &weights, NULL, &out,
                                                  strides, dilations, before, after));
  choose_primitive(it, &wanted, algorithm == dnnl_convolution_winograd ? "Winograd convolution" : "direct convolution");
}

/* One output as the definition has it, summed in double. */
static double output_at(const struct shape *s, const float *in, const float *weights, long n, long oc, long y, long x) {
  long ics = s->ic / s->g, group = oc / (s->oc / s->g);
  double sum = 0;
  for (long ic = 0; ic < ics; ic++)
    for (long ky = 0; ky < s->kh; ky++)
      for (long kx = 0; kx < s->kw; kx++) {
        long iy = y * s->sh - s->pt + ky * s->dh, ix = x * s->sw - s->pl + kx * s->dw;
        if (iy < 0 || iy >= s->h || ix < 0 || ix >= s->w) continue;
        sum += (double)in[((n * s->ic + group * ics + ic) * s->h + iy) * s->w + ix] *
               weights[((oc * ics + ic) * s->kh + ky) * s->kw + kx];
      }
  return sum;
}

/* Error of about 500 outputs, spread over all of them. */
static double conv_error(const struct shape *s, const float *in, const float *weights, const float *out) {
  struct comparison comparison = {0};
  long count = s->n * s->oc * s->oh * s->ow, step = count / 500 + 1;
  for (long entry = 0; entry < count; entry += step) {
    long x = entry % s->ow, y = entry / s->ow % s->oh, oc = entry / (s->ow * s->oh) % s->oc,
         n = entry / (s->ow * s->oh * s->oc);
    compare(&comparison, out[entry], output_at(s, in, weights, n, oc, y, x));
  }
  return largest_error(&comparison);
}

/* Which of two values of an option was given; there is no default. */
static int second_of(int argc, char **argv, const char *name, const char *first, const char *second) {
  const char *text = option_text(argc, argv, name);
  if (text != NULL && strcmp(text, first) == 0) return 0;
  if (text != NULL && strcmp(text, second) == 0) return 1;
  fail("%s=%s or %s=%s is missing", name, first, name, second);
  return 0;
}

int main(int argc, char **argv) {
  struct shape s = new_shape(argc, argv);
  int winograd = second_of(argc, argv, "algorithm", "direct", "winograd");
  int any = second_of(argc, argv, "layout", "nchw", "any");
  struct onednn it = new_onednn();
  choose(&it, &s, winograd ? dnnl_convolution_winograd : dnnl_convolution_direct,
         any ? dnnl_format_tag_any : dnnl_nchw);

  struct extents extents = extents_of(&s);
  struct operand in = {tensor(4, extents.source, dnnl_nchw), random_tensor((size_t)(s.n * s.ic * s.h * s.w))};
  struct operand weights = {tensor(extents.weights_rank, extents.weights, s.g == 1 ? dnnl_oihw : dnnl_goihw),
                            random_tensor((size_t)(s.oc * (s.ic / s.g) * s.kh * s.kw))};
  struct operand out = {tensor(4, extents.result, dnnl_nchw), poisoned_tensor((size_t)(s.n * s.oc * s.oh * s.ow))};
  give_operands(&it, in, weights);
  call_primitive(&it);
  take_result(&it, out);
  return serve(call_primitive, &it, conv_error(&s, in.data, weights.data, out.data), "%s, %s", implementation_of(&it),
               onednn_description());
}
