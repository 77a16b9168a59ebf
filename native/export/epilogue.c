#include "plain.h"

enum { STEPS = 7, QUANTISING = 4 };

/* A step, and what it reads: of whole tensors of the output's shape, or an element for each channel. */
struct step {
  int kind, zero, inputs, types[2], is_whole[2];
};

/* Types between steps: what is computed in there, and what is stored where no step follows. */
struct flow {
  struct tunelib_tail rest;
  int is_integer, stored;
};

static struct flow start(struct tunelib_tail tail) {
  const tunelib_type *type = tunelib_type_at(tail.dtype);
  struct flow flow = {tail, type->is_whole, type->result};
  return flow;
}

static void read_input(struct step *step, int type, int is_whole) {
  step->types[step->inputs] = type;
  step->is_whole[step->inputs++] = is_whole;
}

/* A zero point of eight bits. */
static int zero_of(int dtype, unsigned bits) {
  const int zero = (int)(bits & 255);
  return dtype == TUNELIB_INT8 && zero > 127 ? zero - 256 : zero;
}

/* Takes the next step; 0 where it is none, or cannot follow. */
static int take(struct flow *flow, struct step *step) {
  const int dtype = flow->rest.dtype, is_of_bytes = tunelib_type_at(dtype)->is_whole, was_integer = flow->is_integer;
  step->kind = flow->rest.epilogue & 15;
  step->inputs = step->zero = 0;
  flow->rest.epilogue >>= 4;
  if (step->kind >= TUNELIB_REQUANTIZE) {
    if (!is_of_bytes) return 0;
    step->zero = zero_of(dtype, flow->rest.zero_points);
    flow->rest.zero_points >>= 8;
  }
  switch (step->kind) {
    case TUNELIB_BIAS:
    case TUNELIB_ADD:
      read_input(step, !is_of_bytes ? dtype : was_integer ? TUNELIB_INT32 : TUNELIB_FLOAT32, step->kind == TUNELIB_ADD);
      return 1;
    case TUNELIB_RELU: return 1;
    case TUNELIB_RELU6: return !was_integer;
    case TUNELIB_REQUANTIZE:
    case TUNELIB_QUANTIZE:
      read_input(step, TUNELIB_FLOAT32, 0);
      flow->is_integer = 1;
      flow->stored = dtype;
      return was_integer == (step->kind == TUNELIB_REQUANTIZE);
    case TUNELIB_ADD_QUANTIZED: read_input(step, dtype, 1); /* fall through */
    case TUNELIB_DEQUANTIZE:
      read_input(step, TUNELIB_FLOAT32, 0);
      flow->is_integer = 0;
      flow->stored = TUNELIB_FLOAT32;
      return was_integer == (step->kind == TUNELIB_DEQUANTIZE);
    default: return 0;
  }
}

int tunelib_epilogue_elements(struct tunelib_tail tail, size_t channels, size_t output, size_t *elements, int inputs) {
  struct flow flow = start(tail);
  struct step step;
  int quantising = 0;
  if (tail.epilogue < 0 || tail.epilogue >> 4 * STEPS != 0) return -1;
  while (flow.rest.epilogue != 0) {
    if (!take(&flow, &step)) return -1;
    quantising += step.kind >= TUNELIB_REQUANTIZE;
    for (int i = 0; i < step.inputs; i++) elements[inputs++] = step.is_whole[i] ? output : channels;
  }
  if (flow.rest.zero_points != 0 || quantising > QUANTISING) return -1;
  elements[inputs] = output;
  return inputs;
}

int tunelib_argument_type(int dtype, int epilogue, int argument) {
  if (argument == 0 || !tunelib_is_computed(dtype)) return argument == 0 ? dtype : -1;
  if (argument == 1) return tunelib_type_at(dtype)->weights;
  const struct tunelib_tail tail = {dtype, epilogue, 0};
  struct flow flow = start(tail);
  struct step step;
  for (int at = 2; flow.rest.epilogue != 0; at += step.inputs) {
    if (!take(&flow, &step)) return -1;
    if (argument < at + step.inputs) return step.types[argument - at];
  }
  return flow.stored;
}

/* A float as a byte above a zero point. */
static double byte_of(float value, int dtype, int zero) {
  const double least = dtype == TUNELIB_INT8 ? -128 : 0, moved = (double)tunelib_whole_of_float(value) + zero;
  return moved > least ? moved < least + 255 ? moved : least + 255 : least;
}

static double finish_step(const struct step *step, int dtype, double value, const double *read) {
  /* As kernels have them: sums wrap, and behind them each operation is rounded to float32. */
  const float sum = (float)((double)(int32_t)(int64_t)value);
  switch (step->kind) {
    case TUNELIB_BIAS:
    case TUNELIB_ADD: return value + read[0];
    case TUNELIB_RELU6: value = value > 6 ? 6 : value; /* fall through */
    case TUNELIB_RELU: return value > 0 ? value : 0;
    case TUNELIB_REQUANTIZE: return byte_of(sum * (float)read[0], dtype, step->zero);
    case TUNELIB_DEQUANTIZE: return (float)((int64_t)value - step->zero) * (float)read[0];
    case TUNELIB_QUANTIZE: return byte_of((float)value / (float)read[0], dtype, step->zero);
    default: return value + (float)((float)(read[0] - step->zero) * (float)read[1]);
  }
}

double tunelib_finish(double sum, struct tunelib_tail tail, const void *const *inputs, size_t channel, size_t at) {
  struct flow flow = start(tail);
  struct step step;
  double read[2];
  while (flow.rest.epilogue != 0) {
    if (!take(&flow, &step)) return sum;
    for (int i = 0; i < step.inputs; i++)
      tunelib_numbers(step.types[i], *inputs++, step.is_whole[i] ? at : channel, 1, 1, &read[i]);
    sum = finish_step(&step, tail.dtype, sum, read);
    /* Floats of sums of bytes are float32. */
    if (flow.stored == TUNELIB_FLOAT32) sum = tail.dtype == TUNELIB_FLOAT32 ? sum : (float)sum;
  }
  return sum;
}

int tunelib_flags(const int *flags, int count) {
  for (int i = 0; i < count; i++)
    if (flags[i] != 0 && flags[i] != 1) return 0;
  return 1;
}

int tunelib_is_computed(int dtype) {
  const tunelib_type *type = tunelib_type_at(dtype);
  return type != NULL && type->result >= 0;
}
