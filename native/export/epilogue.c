#include "plain.h"

enum { STEPS = 7 };

int tunelib_epilogue_elements(int epilogue, size_t channels, size_t output, size_t *elements, int inputs) {
  if (epilogue < 0 || epilogue >> 4 * STEPS != 0) return -1;
  for (; epilogue != 0; epilogue >>= 4) {
    int step = epilogue & 15;
    if (step < TUNELIB_BIAS || step > TUNELIB_ADD) return -1;
    if (step == TUNELIB_BIAS) elements[inputs++] = channels;
    if (step == TUNELIB_ADD) elements[inputs++] = output;
  }
  elements[inputs] = output;
  return inputs;
}

double tunelib_finish(double sum, int epilogue, int type, const void *const *inputs, size_t channel, size_t at) {
  double other;
  for (; epilogue != 0; epilogue >>= 4) {
    switch (epilogue & 15) {
      case TUNELIB_BIAS:
      case TUNELIB_ADD:
        tunelib_numbers(type, *inputs++, (epilogue & 15) == TUNELIB_BIAS ? channel : at, 1, 1, &other);
        sum += other;
        break;
      case TUNELIB_RELU6: sum = sum > 6 ? 6 : sum; /* fall through */
      default: sum = sum > 0 ? sum : 0;
    }
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
