/*
 * What the oneDNN drivers share: one primitive of source, weights and result, and the reorders around it. What differs
 * between its C APIs 2.x and 3.x is in a header each.
 */
#ifndef TUNE_BENCH_ONEDNN_H
#define TUNE_BENCH_ONEDNN_H

#include "driver.h" /* first: it asks the system headers for GNU extensions */

#include <dnnl.h>
#include <omp.h>

#define DNNL(call)                                                                            \
  do {                                                                                        \
    dnnl_status_t status = (call);                                                            \
    if (status != dnnl_success)                                                               \
      fail("oneDNN refused %.*s (status %d)", (int)strcspn(#call, "("), #call, (int)status);  \
  } while (0)

/* A primitive that makes a result of a source and weights, with its memory in the layouts that it chose. */
struct onednn {
  dnnl_engine_t engine;
  dnnl_stream_t stream;
  dnnl_primitive_desc_t descriptor;
  dnnl_primitive_t primitive;
  dnnl_primitive_attr_t attributes; /* NULL: none */
  int count; /* of arguments */
  dnnl_exec_arg_t args[5];
};

static inline struct onednn new_onednn(void) {
  struct onednn it = {.count = 3};
  DNNL(dnnl_engine_create(&it.engine, dnnl_cpu, 0));
  DNNL(dnnl_stream_create(&it.stream, it.engine, dnnl_stream_default_flags));
  return it;
}

/* What a convolution, or its transpose, is given beside its tensors. */
struct window {
  dnnl_dims_t strides, dilations, before, after;
};

#if DNNL_VERSION_MAJOR == 2
#include "onednn2.h"
#elif DNNL_VERSION_MAJOR == 3
#include "onednn3.h"
#else
#error "the drivers are written for oneDNN 2.x and 3.x"
#endif

/* The name of the implementation that the library chose. */
static inline const char *implementation_of(const struct onednn *it) {
  const char *name;
  DNNL(dnnl_primitive_desc_query(it->descriptor, dnnl_query_impl_info_str, 0, &name));
  return name;
}

/* Creates the primitive once it is described; `what` names it in the error when the library has none for it. */
static inline void create_primitive(struct onednn *it, dnnl_status_t described, const char *what) {
  if (described == dnnl_unimplemented) fail("oneDNN has no %s for this shape", what);
  if (described != dnnl_success) fail("oneDNN refused the %s (status %d)", what, (int)described);
  /* Seconds a call, and nobody would choose it. */
  if (strncmp(implementation_of(it), "ref", 3) == 0) fail("oneDNN has only a reference of a %s for this shape", what);
  DNNL(dnnl_primitive_create(&it->primitive, it->descriptor));
}

static inline dnnl_memory_t memory_over(const struct onednn *it, layout_t layout, void *data) {
  dnnl_memory_t memory;
  DNNL(dnnl_memory_create(&memory, layout, it->engine, data));
  return memory;
}

/* Memory in the layout that the primitive chose for one of its arguments. */
static inline dnnl_memory_t chosen_memory(const struct onednn *it, dnnl_query_t which) {
  layout_t layout = dnnl_primitive_desc_query_md(it->descriptor, which, 0);
  return memory_over(it, layout, aligned(dnnl_memory_desc_get_size(layout)));
}

static inline void reorder(const struct onednn *it, dnnl_memory_t from, dnnl_memory_t to) {
  layout_t from_layout, to_layout;
  dnnl_primitive_desc_t descriptor;
  dnnl_primitive_t primitive;
  DNNL(dnnl_memory_get_memory_desc(from, &from_layout));
  DNNL(dnnl_memory_get_memory_desc(to, &to_layout));
  DNNL(dnnl_reorder_primitive_desc_create(&descriptor, from_layout, it->engine, to_layout, it->engine, NULL));
  DNNL(dnnl_primitive_create(&primitive, descriptor));
  dnnl_exec_arg_t args[2] = {{DNNL_ARG_FROM, from}, {DNNL_ARG_TO, to}};
  DNNL(dnnl_primitive_execute(primitive, it->stream, 2, args));
  DNNL(dnnl_stream_wait(it->stream));
}

/* An operand in its plain layout, which the tests and the reorders know. */
struct operand {
  layout_t layout;
  void *data;
};

/* Reorders source and weights into the layouts that the primitive chose, and makes room for its result. */
static inline void give_operands(struct onednn *it, struct operand source, struct operand weights) {
  it->args[0] = (dnnl_exec_arg_t){DNNL_ARG_SRC, chosen_memory(it, dnnl_query_src_md)};
  it->args[1] = (dnnl_exec_arg_t){DNNL_ARG_WEIGHTS, chosen_memory(it, dnnl_query_weights_md)};
  it->args[2] = (dnnl_exec_arg_t){DNNL_ARG_DST, chosen_memory(it, dnnl_query_dst_md)};
  reorder(it, memory_over(it, source.layout, source.data), it->args[0].memory);
  reorder(it, memory_over(it, weights.layout, weights.data), it->args[1].memory);
}

static inline void take_result(const struct onednn *it, struct operand result) {
  reorder(it, it->args[2].memory, memory_over(it, result.layout, result.data));
}

static inline void call_primitive(void *context) {
  struct onednn *it = context;
  DNNL(dnnl_primitive_execute(it->primitive, it->stream, it->count, it->args));
  DNNL(dnnl_stream_wait(it->stream));
}

/* "oneDNN 2.6.3, threads 1, /usr/lib/…/libdnnl.so.2.6"; a static text. */
static inline const char *onednn_description(void) {
  static char text[PATH_MAX + 100];
  const dnnl_version_t *version = dnnl_version();
  snprintf(text, sizeof text, "oneDNN %d.%d.%d, threads %d, %s", version->major, version->minor, version->patch,
           omp_get_max_threads(), library_of((void *)dnnl_version));
  return text;
}

#endif
