/* oneDNN 2.x: a layout is a structure, and a primitive is described by an operation descriptor. */
#ifndef TUNE_BENCH_ONEDNN2_H
#define TUNE_BENCH_ONEDNN2_H

typedef const dnnl_memory_desc_t *layout_t;

/* The layout of a tensor by its tag; it lives as long as the driver. */
static inline layout_t tensor_of(dnnl_data_type_t type, int rank, const dnnl_dims_t dims, dnnl_format_tag_t tag) {
  dnnl_memory_desc_t *layout = aligned(sizeof *layout);
  DNNL(dnnl_memory_desc_init_by_tag(layout, rank, dims, type, tag));
  return layout;
}

static inline dnnl_status_t describe(struct onednn *it, const void *operation) {
  return dnnl_primitive_desc_create(&it->descriptor, operation, NULL, it->engine, NULL);
}

static inline dnnl_status_t describe_convolution(struct onednn *it, dnnl_alg_kind_t algorithm, layout_t in,
                                                 layout_t weights, layout_t out, const struct window *window) {
  dnnl_convolution_desc_t wanted;
  dnnl_status_t status = dnnl_dilated_convolution_forward_desc_init(
      &wanted, dnnl_forward_inference, algorithm, in, weights, NULL, out, window->strides, window->dilations,
      window->before, window->after);
  return status == dnnl_success ? describe(it, &wanted) : status;
}

static inline dnnl_status_t describe_deconvolution(struct onednn *it, layout_t in, layout_t weights, layout_t out,
                                                   const struct window *window) {
  dnnl_deconvolution_desc_t wanted;
  dnnl_status_t status = dnnl_dilated_deconvolution_forward_desc_init(
      &wanted, dnnl_forward_inference, dnnl_deconvolution_direct, in, weights, NULL, out, window->strides,
      window->dilations, window->before, window->after);
  return status == dnnl_success ? describe(it, &wanted) : status;
}

static inline dnnl_status_t describe_matmul(struct onednn *it, layout_t a, layout_t b, layout_t c) {
  dnnl_matmul_desc_t wanted;
  dnnl_status_t status = dnnl_matmul_desc_init(&wanted, a, b, NULL, c);
  return status == dnnl_success ? describe(it, &wanted) : status;
}

/* Its scales are fixed when a primitive is created. */
static inline void set_requantisation(struct onednn *it, int mask) {
  (void)it, (void)mask;
  fail("this driver requantises as oneDNN 3.x does, and this is 2.x");
}

#endif
