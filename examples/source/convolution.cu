/*
 * Two-dimensional convolution after Kernel Tuner's examples/cuda/convolution.cu: each thread makes tile_size_y by
 * tile_size_x outputs of a block's image, which lies in shared memory with its border.
 */
#define border_height ((filter_height / 2) * 2)
#define border_width ((filter_width / 2) * 2)
#define input_width (image_width + border_width)

__global__ void convolution_kernel(float *output, float *input, float *filter) {
  int ty = threadIdx.y, tx = threadIdx.x;
  int by = blockIdx.y * block_size_y * tile_size_y, bx = blockIdx.x * block_size_x * tile_size_x;

  __shared__ float sh_input[block_size_y * tile_size_y + border_height][block_size_x * tile_size_x + border_width];
  for (int i = ty; i < block_size_y * tile_size_y + border_height; i += block_size_y)
    for (int j = tx; j < block_size_x * tile_size_x + border_width; j += block_size_x) {
      int y = by + i, x = bx + j;
      sh_input[i][j] = y < image_height + border_height && x < input_width ? input[y * input_width + x] : 0.0f;
    }
  __syncthreads();

  float sum[tile_size_y][tile_size_x];
  for (int yi = 0; yi < tile_size_y; yi++)
    for (int xi = 0; xi < tile_size_x; xi++) sum[yi][xi] = 0.0f;
  for (int i = 0; i < filter_height; i++)
    for (int j = 0; j < filter_width; j++)
      for (int yi = 0; yi < tile_size_y; yi++)
        for (int xi = 0; xi < tile_size_x; xi++)
          sum[yi][xi] +=
            sh_input[ty + yi * block_size_y + i][tx + xi * block_size_x + j] * filter[i * filter_width + j];

  for (int yi = 0; yi < tile_size_y; yi++)
    for (int xi = 0; xi < tile_size_x; xi++) {
      int y = by + ty + yi * block_size_y, x = bx + tx + xi * block_size_x;
      if (y < image_height && x < image_width) output[y * image_width + x] = sum[yi][xi];
    }
}
