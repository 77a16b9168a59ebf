/* oneDNN 3.x: a layout is a handle, and each kind of primitive is described by a function of its own. */
#ifndef TUNE_BENCH_ONEDNN3_H
#define TUNE_BENCH_ONEDNN3_H

typedef const_dnnl_memory_desc_t layout_t;

/* The layout of a tensor by its tag; it lives as long as the driver. */
static inline layout_t tensor_of(dnnl_data_type_t type, int rank, const dnnl_dims_t dims, dnnl_format_tag_t tag) {
  dnnl_memory_desc_t layout;
  DNNL(dnnl_memory_desc_create_with_tag(&layout, rank, dims, type, tag));
  return layout;
}

static inline dnnl_status_t describe_convolution(struct onednn *it, dnnl_alg_kind_t algorithm, layout_t in,
                                                 layout_t weights, layout_t out, const struct window *window) {
  return dnnl_convolution_forward_primitive_desc_create(
      &it->descriptor, it->engine, dnnl_forward_inference, algorithm, in, weights, NULL, out, window->strides,
      window->dilations, window->before, window->after, it->attributes);
}

static inline dnnl_status_t describe_deconvolution(struct onednn *it, layout_t in, layout_t weights, layout_t out,
                                                   const struct window *window) {
  return dnnl_deconvolution_forward_primitive_desc_create(
      &it->descriptor, it->engine, dnnl_forward_inference, dnnl_deconvolution_direct, in, weights, NULL, out,
      window->strides, window->dilations, window->before, window->after, it->attributes);
}

static inline dnnl_status_t describe_matmul(struct onednn *it, layout_t a, layout_t b, layout_t c) {
  return dnnl_matmul_primitive_desc_create(&it->descriptor, it->engine, a, b, NULL, c, it->attributes);
}

/* A scale for each channel, an axis of the weights, and a zero point of the result: both are given with each call. */
static inline void set_requantisation(struct onednn *it, int mask) {
  DNNL(dnnl_primitive_attr_create(&it->attributes));
  DNNL(dnnl_primitive_attr_set_scales_mask(it->attributes, DNNL_ARG_WEIGHTS, mask));
  DNNL(dnnl_primitive_attr_set_zero_points_mask(it->attributes, DNNL_ARG_DST, 0));
}

#endif
