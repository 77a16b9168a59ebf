/**
 * What is timed, by the operator's name: the node, its tensors, and single elements of the result as the definition has
 * them, summed in double. Constant inputs are initializers of the model, which ONNX Runtime packs ahead.
 */

/**
 * @typedef {{ operation: import('./model.mjs').Operation, inputs: import('./model.mjs').Tensor[],
 *   output: import('./model.mjs').Tensor, elementAt: (entry: number) => number }} Problem
 */

/** C[b,m,n] = A[b,m,k] * B[b,k,n]; A is [k,m] in memory with `ta`, B [n,k] with `tb`. */
export function product({ batch, m, n, k, ta, tb, constant }) {
  const group = batch === 1 ? [] : [batch];
  const a = random('A', [...group, ...(ta ? [k, m] : [m, k])]);
  const b = random('B', [...group, ...(tb ? [n, k] : [k, n])]);
  return {
    operation: productNode(batch, ta, tb),
    ...operands([a, variable(a)], [b, constant ? constantOf(b) : variable(b)]),
    output: { name: 'C', shape: [...group, m, n] },
    elementAt: (entry) => {
      const [item, row, column] = [Math.floor(entry / (m * n)), Math.floor(entry / n) % m, entry % n];
      let sum = 0;
      for (let p = 0; p < k; p++) {
        const left = a.data[item * m * k + (ta ? p * m + row : row * k + p)];
        sum += left * b.data[item * k * n + (tb ? column * k + p : p * n + column)];
      }
      return sum;
    },
  };
}

/** Each of these is one node: ONNX's own MatMul takes nothing transposed, its Gemm no batches. */
function productNode(batch, ta, tb) {
  if (!ta && !tb) return { type: 'MatMul', attributes: {} };
  if (batch === 1) return { type: 'Gemm', attributes: { transA: ta, transB: tb } };
  return { type: 'FusedMatMul', domain: 'com.microsoft', attributes: { transA: ta, transB: tb } };
}

/** A convolution of NCHW activations with OIHW weights. */
export function convolution(s) {
  const [height, width] = [outputs(s.h, s.pt + s.pb, s.kh, s.dh, s.sh), outputs(s.w, s.pl + s.pr, s.kw, s.dw, s.sw)];
  const inputsOfGroup = s.ic / s.g;
  const data = random('data', [s.n, s.ic, s.h, s.w]);
  const weights = random('weights', [s.oc, inputsOfGroup, s.kh, s.kw]);
  return {
    operation: { type: 'Conv', attributes: windowOf(s) },
    ...operands([data, variable(data)], [weights, s.constant ? constantOf(weights) : variable(weights)]),
    output: { name: 'out', shape: [s.n, s.oc, height, width] },
    elementAt: (entry) => {
      const place = placeOf(entry, s.oc, height, width);
      const group = Math.floor(place.c / (s.oc / s.g));
      let sum = 0;
      for (let ic = 0; ic < inputsOfGroup; ic++)
        for (let ky = 0; ky < s.kh; ky++)
          for (let kx = 0; kx < s.kw; kx++) {
            const [iy, ix] = [place.y * s.sh - s.pt + ky * s.dh, place.x * s.sw - s.pl + kx * s.dw];
            if (iy < 0 || iy >= s.h || ix < 0 || ix >= s.w) continue;
            const at = ((place.n * s.ic + group * inputsOfGroup + ic) * s.h + iy) * s.w + ix;
            sum += data.data[at] * weights.data[((place.c * inputsOfGroup + ic) * s.kh + ky) * s.kw + kx];
          }
      return sum;
    },
  };
}

/** A transposed convolution of NCHW activations with IOHW weights. */
export function transposedConvolution(s) {
  const [height, width] = [
    (s.h - 1) * s.sh - s.pt - s.pb + (s.kh - 1) * s.dh + 1 + s.oph,
    (s.w - 1) * s.sw - s.pl - s.pr + (s.kw - 1) * s.dw + 1 + s.opw,
  ];
  const [inputsOfGroup, outputsOfGroup] = [s.ic / s.g, s.oc / s.g];
  const data = random('data', [s.n, s.ic, s.h, s.w]);
  const weights = random('weights', [s.ic, outputsOfGroup, s.kh, s.kw]);
  return {
    operation: { type: 'ConvTranspose', attributes: { ...windowOf(s), output_padding: [s.oph, s.opw] } },
    ...operands([data, variable(data)], [weights, s.constant ? constantOf(weights) : variable(weights)]),
    output: { name: 'out', shape: [s.n, s.oc, height, width] },
    elementAt: (entry) => {
      const place = placeOf(entry, s.oc, height, width);
      const first = Math.floor(place.c / outputsOfGroup) * inputsOfGroup;
      let sum = 0;
      for (let ic = first; ic < first + inputsOfGroup; ic++)
        for (let ky = 0; ky < s.kh; ky++)
          for (let kx = 0; kx < s.kw; kx++) {
            const [row, column] = [place.y + s.pt - ky * s.dh, place.x + s.pl - kx * s.dw];
            const [iy, ix] = [row / s.sh, column / s.sw];
            if (!Number.isInteger(iy) || !Number.isInteger(ix)) continue;
            if (iy < 0 || iy >= s.h || ix < 0 || ix >= s.w) continue;
            const value = data.data[((place.n * s.ic + ic) * s.h + iy) * s.w + ix];
            sum += value * weights.data[((ic * outputsOfGroup + (place.c % outputsOfGroup)) * s.kh + ky) * s.kw + kx];
          }
      return sum;
    },
  };
}

/** Nothing to compute: what a call costs. */
export function nothing() {
  const x = random('x', [1]);
  return {
    operation: { type: 'Relu', attributes: {} },
    ...operands([x, variable(x)]),
    output: { name: 'y', shape: [1] },
    elementAt: () => Math.max(0, x.data[0]),
  };
}

/** Inputs as the model has them, and the values of those that are none of its constants. */
function operands(...pairs) {
  const inputs = pairs.map(([, inModel]) => inModel);
  return { inputs, feeds: pairs.flatMap(([tensor, inModel]) => (inModel.data === undefined ? [tensor] : [])) };
}

function variable({ name, shape }) {
  return { name, shape };
}

function constantOf(tensor) {
  return tensor;
}

function windowOf({ kh, kw, sh, sw, pt, pl, pb, pr, dh, dw, g }) {
  const pads = [pt, pl, pb, pr];
  return { kernel_shape: [kh, kw], strides: [sh, sw], pads, dilations: [dh, dw], group: g };
}

function outputs(extent, padding, kernel, dilation, stride) {
  return Math.floor((extent + padding - (kernel - 1) * dilation - 1) / stride) + 1;
}

function placeOf(entry, channels, height, width) {
  const plane = height * width;
  return {
    n: Math.floor(entry / (plane * channels)),
    c: Math.floor(entry / plane) % channels,
    y: Math.floor(entry / width) % height,
    x: entry % width,
  };
}

let state = 0x9e3779b9;

/** Uniform in [-1, 1), the same in every run (xorshift32). */
function random(name, shape) {
  const data = new Float32Array(shape.reduce((count, extent) => count * extent, 1));
  for (let i = 0; i < data.length; i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    data[i] = state / 0x80000000;
  }
  return { name, shape, data };
}
