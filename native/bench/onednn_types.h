/*
 * The types of the operands and of the result of a oneDNN primitive, by options:
 *
 *   data=uint8 weights=int8 result=uint8 zero=3
 *
 * `zero` is a zero point of the result: sums are then multiplied by a scale of their channel, and rounded.
 */
#ifndef TUNE_BENCH_ONEDNN_TYPES_H
#define TUNE_BENCH_ONEDNN_TYPES_H

#include "onednn.h"
#include "typed.h"

struct types {
  const struct element_type *data, *weights, *result;
  int is_requantised;
};

static struct types read_types(int argc, char **argv) {
  return (struct types){.data = type_named(option_text(argc, argv, "data")),
                        .weights = type_named(option_text(argc, argv, "weights")),
                        .result = type_named(option_text(argc, argv, "result")),
                        .is_requantised = option_text(argc, argv, "zero") != NULL};
}

static dnnl_data_type_t onednn_type(const struct element_type *type) {
  static const struct { const char *name; dnnl_data_type_t type; } types[] = {
      {"float32", dnnl_f32}, {"float16", dnnl_f16}, {"bfloat16", dnnl_bf16},
      {"uint8", dnnl_u8},    {"int8", dnnl_s8},     {"int32", dnnl_s32}};
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (strcmp(type->name, types[i].name) == 0) return types[i].type;
  fail("oneDNN has no %s", type->name);
  return dnnl_data_type_undef;
}

static inline layout_t tensor(const struct element_type *type, int rank, const dnnl_dims_t dims,
                              dnnl_format_tag_t tag) {
  return tensor_of(onednn_type(type), rank, dims, tag);
}

/* What sums are multiplied by, a channel each, and what is added. */
static float *multipliers;
static int32_t zero_point;

/*
 * Before the primitive is described: asks for requantisation where the options do, by multipliers that make bytes of
 * the sums of so many random products. `mask`: the axes of the weights that are channels, a bit each.
 */
static void requantise(struct onednn *it, const struct types *types, int argc, char **argv, int mask, long channels,
                       long terms) {
  if (!types->is_requantised) return;
  zero_point = (int32_t)option(argc, argv, "zero");
  multipliers = random_tensor((size_t)channels);
  const float usual = 64 / (sqrtf((float)terms) * 147 * 74);
  for (long i = 0; i < channels; i++) multipliers[i] = usual * (1 + multipliers[i] / 2);
  set_requantisation(it, mask);
  const dnnl_dims_t scales = {channels}, zeros = {1};
  layout_t of_scales = tensor_of(dnnl_f32, 1, scales, dnnl_a), of_zero = tensor_of(dnnl_s32, 1, zeros, dnnl_a);
  it->args[3] = (dnnl_exec_arg_t){DNNL_ARG_ATTR_SCALES | DNNL_ARG_WEIGHTS, memory_over(it, of_scales, multipliers)};
  it->args[4] = (dnnl_exec_arg_t){DNNL_ARG_ATTR_ZERO_POINTS | DNNL_ARG_DST, memory_over(it, of_zero, &zero_point)};
  it->count = 5;
}

/* oneDNN rounds behind the zero point, ONNX before it: one step is no error. */
static double requantised(double sum, long channel, double got) {
  double want = nearbyint(sum * multipliers[channel]) + zero_point;
  want = fmin(fmax(want, 0), 255);
  return fabs(want - got) <= 1 ? got : want;
}

#endif
