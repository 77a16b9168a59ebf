// The library for Node: shapes as objects, typed arrays in and out. `make node` builds the addon.
'use strict';
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const places = ['tunelib.node', 'build/Release/tunelib.node'].map((place) => join(__dirname, place));
const addon = require(places.find(existsSync) ?? places[0]);

const layouts = { NCHW: 0, NHWC: 1, ANY: 2 };
const types = addon.types();
const steps = { bias: 1, relu: 2, relu6: 3, add: 4 };
const quantising = { requantize: 5, dequantize: 6, quantize: 7, 'add-quantized': 8 };

// The fields of each shape in their order, and what they are where nothing is said.
const image = { batch: 1, inChannels: 0, height: 0, width: 0, outChannels: 0, kernel: [1, 1], stride: [1, 1] };
const tail = { epilogue: [], constant: true, threads: 0, dtype: 'float32' };
const pads = { pad: [0, 0, 0, 0] };
const layout = { dilation: [1, 1], groups: 1, layout: 'NCHW' };
const sides = { transA: false, transB: false };
const sizes = { m: 0, n: 0, k: 0 };
const shapes = {
  conv2d: { ...image, ...pads, ...layout, ...tail },
  conv2d_transpose: { ...image, ...pads, outputPadding: [0, 0], ...layout, ...tail },
  matmul: { ...sizes, ...sides, ...tail, constant: false },
  batch_matmul: { batch: 1, ...sizes, ...sides, ...tail, constant: false },
  dense: { ...sizes, ...tail },
};

function wordsOf(operation, shape) {
  const fields = shapes[operation];
  if (!fields) throw new TypeError(`there is no operator ${operation}`);
  for (const key of Object.keys(shape)) if (!(key in fields)) throw new TypeError(`${operation} has no field ${key}`);
  const words = Object.entries({ ...fields, ...shape }).flatMap(([key, value]) => {
    if (key === 'layout') return layouts[value];
    if (key === 'dtype') return typeNumber(value);
    if (key === 'epilogue') return value.reduce((code, step, place) => code + (stepNumber(step) << (4 * place)), 0);
    return [value].flat().map(Number);
  });
  return [...words, zeroPointsOf({ ...fields, ...shape })];
}

// `bias`, or `requantize:128` with a zero point.
function stepNumber(step) {
  const [name, zero] = step.split(':');
  const found = zero === undefined && Object.hasOwn(steps, name) ? steps[name] : quantising[name];
  if (found === undefined) throw new TypeError(`there is no step ${step} of an epilogue`);
  return found;
}

// Eight bits each.
function zeroPointsOf({ epilogue, dtype }) {
  const zeros = epilogue.map((step) => step.split(':')).filter(([name]) => Object.hasOwn(quantising, name));
  return zeros.reduce((word, [, zero = '0'], place) => word | (zeroPoint(zero, dtype) << (8 * place)), 0);
}

function zeroPoint(text, dtype) {
  const [zero, least] = [Number(text), dtype === 'int8' ? -128 : 0];
  if (Number.isInteger(zero) && zero >= least && zero <= least + 255) return zero & 255;
  throw new TypeError(`the zero point ${text} is none of ${dtype}: use ${least} to ${least + 255}`);
}

function typeNumber(name) {
  if (types.includes(name)) return types.indexOf(name);
  throw new TypeError(`there is no type ${name}: choose one of ${types.join(', ')}`);
}

/**
 * The kernel for a shape: `plan('matmul', { m: 2, n: 2, k: 2 }).run([a, b])` is a Float32Array. Of other
 * types, `dtype`, arrays are of those in `arrays`: float16 and bfloat16 lie in Uint16Arrays, sums of bytes in
 * Int32Arrays. `epilogue` is a list of steps: `['bias', 'requantize:128']`. Throws TypeError for what is no shape, and
 * for inputs that are not of it.
 */
function plan(operation, shape) {
  return planOf(addon.plan(operation, Int32Array.from(wordsOf(operation, shape))));
}

/**
 * The kernel for a workload as the log names it, `workload('softmax', '1x1000')`, on at most so many threads (0: any
 * number). Throws TypeError for one that the library has not.
 */
function workload(operation, name, threads = 0) {
  return planOf(addon.workload(operation, name, threads));
}

function planOf(handle) {
  const { name, elements, arrays } = addon.describe(handle);
  const run = (inputs, output = new globalThis[arrays.at(-1)](elements.at(-1))) => addon.run(handle, inputs, output);
  return { name, elements, arrays, run };
}

module.exports = { plan, workload };
