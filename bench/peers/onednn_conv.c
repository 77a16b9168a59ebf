/*
 * oneDNN's direct convolution, forward inference, without bias:
 *
 *   onednn_conv n=1 ic=64 h=56 w=56 oc=64 kh=3 kw=3 sh=1 sw=1 pt=1 pl=1 pb=1 pr=1 dh=1 dw=1 g=1 layout=any|nchw
 *
 * `any` lets the library choose every layout, `nchw` fixes the activations to plain NCHW. The weights take the layout
 * that the library likes in both, reordered ahead of the clock. Threads: OMP_NUM_THREADS.
 */
#include "onednn.h"

struct shape {
  long n, ic, h, w, oc, kh, kw, sh, sw, pt, pl, pb, pr, dh, dw, g, oh, ow;
};

struct conv {
  dnnl_engine_t engine;
  dnnl_stream_t stream;
  dnnl_primitive_desc_t descriptor;
  dnnl_primitive_t primitive;
  dnnl_exec_arg_t args[3];
};

static long outputs(long extent, long before, long after, long kernel, long dilation, long stride) {
  long padded = extent + before + after, reach = (kernel - 1) * dilation + 1;
  if (stride < 1 || dilation < 1 || kernel < 1 || reach > padded) fail("the kernel does not fit into the padded image");
  return (padded - reach) / stride + 1;
}

static struct shape new_shape(int argc, char **argv) {
  struct shape s;
  const struct { const char *name; long *value; } options[] = {
      {"n", &s.n},   {"ic", &s.ic}, {"h", &s.h},   {"w", &s.w},   {"oc", &s.oc}, {"kh", &s.kh}, {"kw", &s.kw}, {"sh", &s.sh},
      {"sw", &s.sw}, {"pt", &s.pt}, {"pl", &s.pl}, {"pb", &s.pb}, {"pr", &s.pr}, {"dh", &s.dh}, {"dw", &s.dw}, {"g", &s.g}};
  for (size_t i = 0; i < sizeof options / sizeof *options; i++) *options[i].value = option(argc, argv, options[i].name);
  if (s.g < 1 || s.ic % s.g || s.oc % s.g) fail("g=%ld does not divide the channels", s.g);
  s.oh = outputs(s.h, s.pt, s.pb, s.kh, s.dh, s.sh);
  s.ow = outputs(s.w, s.pl, s.pr, s.kw, s.dw, s.sw);
  return s;
}

static dnnl_memory_desc_t plain(int rank, const dnnl_dims_t dims, dnnl_format_tag_t tag) {
  dnnl_memory_desc_t descriptor;
  DNNL(dnnl_memory_desc_init_by_tag(&descriptor, rank, dims, dnnl_f32, tag));
  return descriptor;
}

static void choose(struct conv *it, const struct shape *s, dnnl_format_tag_t activations) {
  const dnnl_dims_t source = {s->n, s->ic, s->h, s->w}, result = {s->n, s->oc, s->oh, s->ow};
  const dnnl_dims_t dense = {s->oc, s->ic, s->kh, s->kw}, grouped = {s->g, s->oc / s->g, s->ic / s->g, s->kh, s->kw};
  const dnnl_dims_t strides = {s->sh, s->sw}, dilations = {s->dh - 1, s->dw - 1};
  const dnnl_dims_t before = {s->pt, s->pl}, after = {s->pb, s->pr};
  dnnl_memory_desc_t in = plain(4, source, activations), out = plain(4, result, activations);
  dnnl_memory_desc_t weights = s->g == 1 ? plain(4, dense, dnnl_format_tag_any) : plain(5, grouped, dnnl_format_tag_any);
  dnnl_convolution_desc_t wanted;
  DNNL(dnnl_dilated_convolution_forward_desc_init(&wanted, dnnl_forward_inference, dnnl_convolution_direct, &in, &weights,
                                                  NULL, &out, strides, dilations, before, after));
  DNNL(dnnl_primitive_desc_create(&it->descriptor, &wanted, NULL, it->engine, NULL));
  DNNL(dnnl_primitive_create(&it->primitive, it->descriptor));
}

static dnnl_memory_t memory_over(const struct conv *it, const dnnl_memory_desc_t *descriptor, void *data) {
  dnnl_memory_t memory;
  DNNL(dnnl_memory_create(&memory, descriptor, it->engine, data));
  return memory;
}

/* Memory in the layout that the primitive chose for one of its arguments. */
static dnnl_memory_t chosen_memory(const struct conv *it, dnnl_query_t which) {
  const dnnl_memory_desc_t *descriptor = dnnl_primitive_desc_query_md(it->descriptor, which, 0);
  return memory_over(it, descriptor, aligned(dnnl_memory_desc_get_size(descriptor)));
}

static void reorder(const struct conv *it, dnnl_memory_t from, dnnl_memory_t to) {
  const dnnl_memory_desc_t *from_descriptor, *to_descriptor;
  dnnl_primitive_desc_t descriptor;
  dnnl_primitive_t primitive;
  DNNL(dnnl_memory_get_memory_desc(from, &from_descriptor));
  DNNL(dnnl_memory_get_memory_desc(to, &to_descriptor));
  DNNL(dnnl_reorder_primitive_desc_create(&descriptor, from_descriptor, it->engine, to_descriptor, it->engine, NULL));
  DNNL(dnnl_primitive_create(&primitive, descriptor));
  dnnl_exec_arg_t args[2] = {{DNNL_ARG_FROM, from}, {DNNL_ARG_TO, to}};
  DNNL(dnnl_primitive_execute(primitive, it->stream, 2, args));
  DNNL(dnnl_stream_wait(it->stream));
}

static void call_conv(void *context) {
  struct conv *it = context;
  DNNL(dnnl_primitive_execute(it->primitive, it->stream, 3, it->args));
  DNNL(dnnl_stream_wait(it->stream));
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
    long x = entry % s->ow, y = entry / s->ow % s->oh, oc = entry / (s->ow * s->oh) % s->oc, n = entry / (s->ow * s->oh * s->oc);
    compare(&comparison, out[entry], output_at(s, in, weights, n, oc, y, x));
  }
  return largest_error(&comparison);
}

static dnnl_format_tag_t layout_option(int argc, char **argv) {
  const char *layout = option_text(argc, argv, "layout");
  if (layout != NULL && strcmp(layout, "any") == 0) return dnnl_format_tag_any;
  if (layout != NULL && strcmp(layout, "nchw") == 0) return dnnl_nchw;
  fail("layout=any or layout=nchw is missing");
  return dnnl_format_tag_undef;
}

int main(int argc, char **argv) {
  struct shape s = new_shape(argc, argv);
  struct conv it;
  DNNL(dnnl_engine_create(&it.engine, dnnl_cpu, 0));
  DNNL(dnnl_stream_create(&it.stream, it.engine, dnnl_stream_default_flags));
  choose(&it, &s, layout_option(argc, argv));

  const dnnl_dims_t source = {s.n, s.ic, s.h, s.w}, result = {s.n, s.oc, s.oh, s.ow};
  const dnnl_dims_t dense = {s.oc, s.ic, s.kh, s.kw}, grouped = {s.g, s.oc / s.g, s.ic / s.g, s.kh, s.kw};
  float *in = random_tensor((size_t)(s.n * s.ic * s.h * s.w));
  float *weights = random_tensor((size_t)(s.oc * (s.ic / s.g) * s.kh * s.kw));
  float *out = poisoned_tensor((size_t)(s.n * s.oc * s.oh * s.ow));
  dnnl_memory_desc_t plain_in = plain(4, source, dnnl_nchw), plain_out = plain(4, result, dnnl_nchw);
  dnnl_memory_desc_t plain_weights = s.g == 1 ? plain(4, dense, dnnl_oihw) : plain(5, grouped, dnnl_goihw);

  it.args[0] = (dnnl_exec_arg_t){DNNL_ARG_SRC, chosen_memory(&it, dnnl_query_src_md)};
  it.args[1] = (dnnl_exec_arg_t){DNNL_ARG_WEIGHTS, chosen_memory(&it, dnnl_query_weights_md)};
  it.args[2] = (dnnl_exec_arg_t){DNNL_ARG_DST, chosen_memory(&it, dnnl_query_dst_md)};
  reorder(&it, memory_over(&it, &plain_in, in), it.args[0].memory);
  reorder(&it, memory_over(&it, &plain_weights, weights), it.args[1].memory);
  call_conv(&it);
  reorder(&it, it.args[2].memory, memory_over(&it, &plain_out, out));

  const char *implementation;
  DNNL(dnnl_primitive_desc_query(it.descriptor, dnnl_query_impl_info_str, 0, &implementation));
  return serve(call_conv, &it, conv_error(&s, in, weights, out), "%s, %s", implementation, onednn_description());
}
