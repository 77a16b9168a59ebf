/*
 * Kernels that `tune` found, and plain code for every other shape.
 *
 *   tunelib_conv2d_shape shape = {...};
 *   const tunelib_kernel *kernel = tunelib_conv2d_kernel(&shape);   // NULL: there is no such shape
 *   void *workspace = aligned_alloc(64, ...);                        // kernel->workspace_bytes, 0 is none
 *   // once for each argument with tunelib_packed_bytes(kernel, argument) > 0: tunelib_pack(kernel, argument, from, to)
 *   kernel->run(&shape, inputs, output, workspace);
 *
 * `tunelib_conv2d(&shape, inputs, output, workspace)` finds and runs in one call. A kernel reads and writes nothing but
 * its arguments and the workspace, so that several threads may call it, each with a workspace of its own.
 *
 * Any tuned workload is found by its name, too, and those that no struct below can hold by that alone:
 * `tunelib_workload("softmax", "1x1000", 0)`, whose `shape` is NULL; tunelib_kernels.h names them.
 *
 * Arguments are row-major and dense. Kernels need arrays aligned as their elements are, and the workspace as a float (4
 * bytes), which builds without NDEBUG check (`make DEBUG=1`, CMAKE_BUILD_TYPE=Debug); 64 bytes are faster. Inputs must
 * not overlap the output, nor the workspace.
 */
#ifndef TUNELIB_H
#define TUNELIB_H

#include <stddef.h>

#include "tunelib_elements.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How activations of images lie in memory: TUNELIB_ANY is TUNELIB_NHWC of which a kernel may want another form (see
 * tunelib_pack). */
enum { TUNELIB_NCHW = 0, TUNELIB_NHWC = 1, TUNELIB_ANY = 2 };

/*
 * What happens to each element of the output before it is stored: up to seven steps, of four bits each, the first one
 * lowest: TUNELIB_BIAS | TUNELIB_RELU << 4. A bias is an input of an element for each channel of the output (of
 * products: for each column), TUNELIB_ADD one of the output's shape and layout; they follow the other inputs in their
 * order, and are of the type that is computed in there (tunelib_argument_type).
 *
 * Sums of bytes are int32. TUNELIB_REQUANTIZE makes bytes of them: times a multiplier, rounded to nearest even, plus
 * the zero point, saturated. TUNELIB_DEQUANTIZE makes float32: less the zero point, times a scale; TUNELIB_QUANTIZE
 * bytes of float32: divided by a step, rounded to nearest even, plus the zero point, saturated; TUNELIB_ADD_QUANTIZED
 * adds bytes of the output's shape to float32, less the zero point and times a scale. Multipliers, scales and steps are
 * inputs of float32, one for each channel; the field `zero_points` has the zero points of these steps, of eight bits
 * each, the first one lowest.
 */
enum { TUNELIB_BIAS = 1, TUNELIB_RELU = 2, TUNELIB_RELU6 = 3, TUNELIB_ADD = 4, TUNELIB_REQUANTIZE = 5,
       TUNELIB_DEQUANTIZE = 6, TUNELIB_QUANTIZE = 7, TUNELIB_ADD_QUANTIZED = 8 };

/*
 * The shapes of operators. `constant` says (1) that the second input is known before the calls, so that kernels may
 * want it packed. `threads` is the most that a kernel may use; 0: as many as the fastest was tuned for. `dtype` is the
 * type of the first input, a number of tunelib_elements.h; 0 is float32. tunelib_argument_type has those of the others.
 *
 * conv2d: data [batch][in_channels][height][width] (NCHW) or [batch][height][width][in_channels] (NHWC), weights
 * [out_channels][in_channels / groups][kernel[0]][kernel[1]]; the output as the data. Pairs are rows, columns; padding
 * is top, left, bottom, right.
 */
typedef struct {
  int batch, in_channels, height, width, out_channels;
  int kernel[2], stride[2], pad[4], dilation[2];
  int groups, layout, epilogue, constant;
  int threads, dtype, zero_points;
} tunelib_conv2d_shape;

/* The gradient of conv2d with respect to its input: weights [in_channels][out_channels / groups][kernel[0]][kernel[1]].
 */
typedef struct {
  int batch, in_channels, height, width, out_channels;
  int kernel[2], stride[2], pad[4], output_padding[2], dilation[2];
  int groups, layout, epilogue, constant;
  int threads, dtype, zero_points;
} tunelib_conv2d_transpose_shape;

/* C [m][n] = A [m][k] (transposed: [k][m]) times B [k][n] (transposed: [n][k]). */
typedef struct {
  int m, n, k, trans_a, trans_b, epilogue, constant;
  int threads, dtype, zero_points;
} tunelib_matmul_shape;

/* The same of `batch` matrices. */
typedef struct {
  int batch, m, n, k, trans_a, trans_b, epilogue, constant;
  int threads, dtype, zero_points;
} tunelib_batch_matmul_shape;

/* out [m][n] = data [m][k] times the transposed weights [n][k]. */
typedef struct {
  int m, n, k, epilogue, constant;
  int threads, dtype, zero_points;
} tunelib_dense_shape;

typedef struct {
  const char *name;
  /* What NumPy and JavaScript call arrays of the same memory: uint16 and Uint16Array of bfloat16. */
  const char *numpy, *array;
  size_t bytes;
  /* Of operators on elements of the type: the type of the second input, and that of sums as an output. -1: no operator
   * computes in it. */
  int weights, result;
  /* Whether elements are whole numbers, whose sums are exact (modulo 2^32). */
  int is_whole;
  /* The largest relative error of storing what was computed in float32. */
  double roundoff;
} tunelib_type;

/* A type by its number; NULL where there is none. */
const tunelib_type *tunelib_type_at(int type);
/* The type of an argument (inputs, and then the output) of operators on elements of a type with an epilogue; -1 where
 * there is none. */
int tunelib_argument_type(int dtype, int epilogue, int argument);

/* Runs a kernel; `shape` must be the one that it was found for, `inputs` are as many pointers as there are inputs. */
typedef void tunelib_run(const void *shape, const void *inputs, void *output, void *workspace);
/* Brings an argument from one form into the other. */
typedef void tunelib_convert(const void *from, void *to);

typedef struct {
  const char *name;
  size_t elements;
  /* Bytes of the form that the kernel takes or writes; 0: it is row-major. */
  size_t packed_bytes;
  tunelib_convert *convert;
  int type;
  /* Between which numbers the self-test and the benchmark draw an input. */
  double low, high;
  int rank;
  const size_t *extents;
} tunelib_argument;

typedef struct {
  /* Of its function. */
  const char *name;
  const char *operation, *workload, *target;
  tunelib_run *run;
  /* NULL of plain code, which serves every shape, and of what is found by the name of its workload alone. */
  const void *shape;
  /* Inputs in their order, then the output; NULL of plain code for every shape, whose arguments are all row-major. */
  const tunelib_argument *arguments;
  int inputs, threads;
  size_t workspace_bytes;
  /* Seconds a call where it was tuned, 0 if it was not. */
  double seconds;
  /* Largest error that rounding explains, relative to max(|value|, root of the mean square of the output). */
  double tolerance;
} tunelib_kernel;

/* The fastest kernel for a shape that this CPU can run; NULL for what is no shape. The answer takes less than 50 ns. */
const tunelib_kernel *tunelib_conv2d_kernel(const tunelib_conv2d_shape *shape);
const tunelib_kernel *tunelib_conv2d_transpose_kernel(const tunelib_conv2d_transpose_shape *shape);
const tunelib_kernel *tunelib_matmul_kernel(const tunelib_matmul_shape *shape);
const tunelib_kernel *tunelib_batch_matmul_kernel(const tunelib_batch_matmul_shape *shape);
const tunelib_kernel *tunelib_dense_kernel(const tunelib_dense_shape *shape);

/* Finds and runs it; returns 0, or -1 for what is no shape. */
int tunelib_conv2d(const tunelib_conv2d_shape *shape, const void *inputs, void *output, void *workspace);
int tunelib_conv2d_transpose(const tunelib_conv2d_transpose_shape *shape, const void *inputs, void *output,
                             void *workspace);
int tunelib_matmul(const tunelib_matmul_shape *shape, const void *inputs, void *output, void *workspace);
int tunelib_batch_matmul(const tunelib_batch_matmul_shape *shape, const void *inputs, void *output, void *workspace);
int tunelib_dense(const tunelib_dense_shape *shape, const void *inputs, void *output, void *workspace);

/* Elements of each argument of a shape, inputs and then the output, at most TUNELIB_ARGUMENTS; returns the number of
 * inputs, or -1 for what is no shape. */
enum { TUNELIB_ARGUMENTS = 64 };
int tunelib_conv2d_elements(const tunelib_conv2d_shape *shape, size_t *elements);
int tunelib_conv2d_transpose_elements(const tunelib_conv2d_transpose_shape *shape, size_t *elements);
int tunelib_matmul_elements(const tunelib_matmul_shape *shape, size_t *elements);
int tunelib_batch_matmul_elements(const tunelib_batch_matmul_shape *shape, size_t *elements);
int tunelib_dense_elements(const tunelib_dense_shape *shape, size_t *elements);

/* Bytes of an argument in the form that the kernel takes it (an input) or writes it (the output, which comes after the
 * inputs); 0 where that is row-major. */
size_t tunelib_packed_bytes(const tunelib_kernel *kernel, int argument);
/* Packs an input, or unpacks the output, where packed_bytes is above 0. */
void tunelib_pack(const tunelib_kernel *kernel, int argument, const void *from, void *to);

/* The fastest kernel for a workload that this CPU can run on at most so many threads (0: on any number), by the names
 * of its operator and its shape as the log has them; plain code where there is none, or NULL. */
const tunelib_kernel *tunelib_workload(const char *operation, const char *workload, int threads);

/* All kernels that were tuned, and whether this CPU can run one of them. */
int tunelib_count(void);
const tunelib_kernel *tunelib_at(int number);
int tunelib_can_run(int number);

/* For wrappers of other languages, and the self-test: the plain code for what a kernel computes; of an operator by its
 * name, the kernel, the elements and the FLOPs for a shape, and how many ints its shapes have. NULL or -1 for an
 * operator or a shape that is not here. */
const tunelib_kernel *tunelib_plain_of(const tunelib_kernel *kernel);
const tunelib_kernel *tunelib_find(const char *operation, const void *shape);
int tunelib_elements(const char *operation, const void *shape, size_t *elements);
double tunelib_flops(const char *operation, const void *shape);
int tunelib_words(const char *operation);

#ifdef __cplusplus
}
#endif

#endif
