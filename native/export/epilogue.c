#include "plain.h"

enum { STEPS = 7 };

int tunelib_epilogue_floats(int epilogue, size_t channels, size_t output, size_t *floats, int inputs) {
  if (epilogue < 0 || epilogue >> 4 * STEPS != 0) return -1;
  for (; epilogue != 0; epilogue >>= 4) {
    int step = epilogue & 15;
    if (step < TUNELIB_BIAS || step > TUNELIB_ADD) return -1;
    if (step == TUNELIB_BIAS) floats[inputs++] = channels;
    if (step == TUNELIB_ADD) floats[inputs++] = output;
  }
  floats[inputs] = output;
  return inputs;
}

float tunelib_finish(double sum, int epilogue, const float *const *inputs, size_t channel, size_t at) {
  for (; epilogue != 0; epilogue >>= 4) {
    switch (epilogue & 15) {
      case TUNELIB_BIAS: sum += (*inputs++)[channel]; break;
      case TUNELIB_ADD: sum += (*inputs++)[at]; break;
      case TUNELIB_RELU6: sum = sum > 6 ? 6 : sum; /* fall through */
      default: sum = sum > 0 ? sum : 0;
    }
  }
  return (float)sum;
}

int tunelib_flags(const int *flags, int count) {
  for (int i = 0; i < count; i++)
    if (flags[i] != 0 && flags[i] != 1) return 0;
  return 1;
}
