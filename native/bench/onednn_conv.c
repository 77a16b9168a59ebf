/*
 * oneDNN's convolution, forward inference, without bias:
 *
 *   onednn_conv n=1 ic=64 h=56 w=56 oc=64 kh=3 kw=3 sh=1 sw=1 pt=1 pl=1 pb=1 pr=1 dh=1 dw=1 g=1
 *               algorithm=direct|winograd layout=any|nchw|nhwc constant=1
 *               data=float32 weights=float32 result=float32
 *
 * `any` lets the library choose every layout, `nchw` and `nhwc` fix the activations. With constant=1 the weights take
 * the layout that the library likes, reordered ahead of the clock; otherwise they stay OIHW. Types: onednn_types.h.
 * Threads: OMP_NUM_THREADS.
 */
#include "onednn_image.h"

/* Grouped weights have an axis of groups in front. */
static layout_t weights_layout(const struct image_shape *s, const struct types *types, int free) {
  if (s->g == 1) {
    const dnnl_dims_t dims = {s->oc, s->ic, s->kh, s->kw};
    return tensor(types->weights, 4, dims, free ? dnnl_format_tag_any : dnnl_oihw);
  }
  const dnnl_dims_t dims = {s->g, s->oc / s->g, s->ic / s->g, s->kh, s->kw};
  return tensor(types->weights, 5, dims, free ? dnnl_format_tag_any : dnnl_goihw);
}

static long outputs(long extent, long before, long after, long kernel, long dilation, long stride) {
  long padded = extent + before + after, reach = (kernel - 1) * dilation + 1;
  if (reach > padded) fail("the kernel does not fit into the padded image");
  return (padded - reach) / stride + 1;
}

/* One output as the definition has it, summed in double. */
static double output_at(const struct image_shape *s, const float *in, const float *weights, struct place p) {
  long ics = s->ic / s->g, group = p.c / (s->oc / s->g);
  double sum = 0;
  for (long ic = 0; ic < ics; ic++)
    for (long ky = 0; ky < s->kh; ky++)
      for (long kx = 0; kx < s->kw; kx++) {
        long iy = p.y * s->sh - s->pt + ky * s->dh, ix = p.x * s->sw - s->pl + kx * s->dw;
        if (iy < 0 || iy >= s->h || ix < 0 || ix >= s->w) continue;
        sum += (double)in[((p.n * s->ic + group * ics + ic) * s->h + iy) * s->w + ix] *
               weights[((p.c * ics + ic) * s->kh + ky) * s->kw + kx];
      }
  return sum;
}

int main(int argc, char **argv) {
  struct image_shape s = read_image_shape(argc, argv);
  s.oh = outputs(s.h, s.pt, s.pb, s.kh, s.dh, s.sh);
  s.ow = outputs(s.w, s.pl, s.pr, s.kw, s.dw, s.sw);
  const char *algorithm = option_text(argc, argv, "algorithm");
  int winograd = algorithm != NULL && strcmp(algorithm, "winograd") == 0;
  if (!winograd && (algorithm == NULL || strcmp(algorithm, "direct") != 0))
    fail("algorithm=direct or algorithm=winograd is missing");

  dnnl_format_tag_t activations = activations_tag(argc, argv);
  const struct window window = window_of(&s);
  const struct types types = read_types(argc, argv);
  struct onednn it = new_onednn();
  requantise(&it, &types, argc, argv, s.g == 1 ? 1 : 3, s.oc, s.ic / s.g * s.kh * s.kw);
  dnnl_status_t described =
      describe_convolution(&it, winograd ? dnnl_convolution_winograd : dnnl_convolution_direct,
                           input_layout(&s, &types, activations),
                           weights_layout(&s, &types, weights_are_free(argc, argv)),
                           output_layout(&s, &types, activations), &window);
  create_primitive(&it, described, winograd ? "Winograd convolution" : "direct convolution");
  return serve_image(&it, &s, &types, weights_layout(&s, &types, 0), output_at);
}
