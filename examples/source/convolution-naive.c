void convolution_naive(float *output, const float *input, const float *filter) {
  const int width = image_width + filter_width / 2 * 2;
  for (int y = 0; y < image_height; y++)
    for (int x = 0; x < image_width; x++) {
      double sum = 0;
      for (int i = 0; i < filter_height; i++)
        for (int j = 0; j < filter_width; j++)
          sum += (double)input[(y + i) * width + x + j] * filter[i * filter_width + j];
      output[y * image_width + x] = (float)sum;
    }
}
