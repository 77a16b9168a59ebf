/* The activation of BigVGAN: x + sin(a x)^2 / a, with an `a` for each channel. */
#include <math.h>

void snake(const float *x, const float *alpha, float *y, int batch, int channels, int steps) {
  for (int i = 0; i < batch * channels; i++) {
    const float a = alpha[i % channels];
    for (int t = 0; t < steps; t++) {
      const float wave = sinf(a * x[i * steps + t]);
      y[i * steps + t] = x[i * steps + t] + wave * wave / a;
    }
  }
}
