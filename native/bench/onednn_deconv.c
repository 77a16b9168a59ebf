/*
 * oneDNN's transposed convolution ("deconvolution"), forward inference, without bias:
 *
 *   onednn_deconv n=1 ic=64 h=28 w=28 oc=32 kh=4 kw=4 sh=2 sw=2 pt=1 pl=1 pb=1 pr=1 dh=1 dw=1 g=1 oph=0 opw=0
 *                 layout=any|nchw|nhwc constant=1 data=float32 weights=float32 result=float32
 *
 * `oph` and `opw` are rows and columns more at the end of the output. Layouts and types are as those of onednn_conv.
 * Threads: OMP_NUM_THREADS.
 */
#include "onednn_image.h"

/* The library counts outputs before inputs, whatever their order in memory; ours are IOHW. */
static layout_t weights_layout(const struct image_shape *s, const struct types *types, int free) {
  if (s->g == 1) {
    const dnnl_dims_t dims = {s->oc, s->ic, s->kh, s->kw};
    return tensor(types->weights, 4, dims, free ? dnnl_format_tag_any : dnnl_iohw);
  }
  const dnnl_dims_t dims = {s->g, s->oc / s->g, s->ic / s->g, s->kh, s->kw};
  return tensor(types->weights, 5, dims, free ? dnnl_format_tag_any : dnnl_giohw);
}

static long outputs(long extent, long before, long after, long kernel, long dilation, long stride) {
  long count = (extent - 1) * stride - before - after + (kernel - 1) * dilation + 1;
  if (count < 1) fail("the padding leaves no output");
  return count;
}

/* One output as the definition has it, summed in double: those inputs whose kernel reaches it. */
static double output_at(const struct image_shape *s, const float *in, const float *weights, struct place p) {
  long ics = s->ic / s->g, ocs = s->oc / s->g, group = p.c / ocs;
  double sum = 0;
  for (long ic = 0; ic < ics; ic++)
    for (long ky = 0; ky < s->kh; ky++)
      for (long kx = 0; kx < s->kw; kx++) {
        long row = p.y + s->pt - ky * s->dh, column = p.x + s->pl - kx * s->dw;
        if (row < 0 || column < 0 || row % s->sh || column % s->sw) continue;
        long iy = row / s->sh, ix = column / s->sw;
        if (iy >= s->h || ix >= s->w) continue;
        sum += (double)in[((p.n * s->ic + group * ics + ic) * s->h + iy) * s->w + ix] *
               weights[(((group * ics + ic) * ocs + p.c % ocs) * s->kh + ky) * s->kw + kx];
      }
  return sum;
}

int main(int argc, char **argv) {
  struct image_shape s = read_image_shape(argc, argv);
  /* What is added at the end of the output is padding that is not there. */
  s.pb -= option(argc, argv, "oph");
  s.pr -= option(argc, argv, "opw");
  s.oh = outputs(s.h, s.pt, s.pb, s.kh, s.dh, s.sh);
  s.ow = outputs(s.w, s.pl, s.pr, s.kw, s.dw, s.sw);

  dnnl_format_tag_t activations = activations_tag(argc, argv);
  const struct window window = window_of(&s);
  const struct types types = read_types(argc, argv);
  struct onednn it = new_onednn();
  requantise(&it, &types, argc, argv, s.g == 1 ? 1 : 3, s.oc, s.ic / s.g * s.kh * s.kw);
  layout_t weights = weights_layout(&s, &types, weights_are_free(argc, argv));
  dnnl_status_t described = describe_deconvolution(&it, input_layout(&s, &types, activations), weights,
                                                   output_layout(&s, &types, activations), &window);
  create_primitive(&it, described, "transposed convolution");
  return serve_image(&it, &s, &types, weights_layout(&s, &types, 0), output_at);
}
