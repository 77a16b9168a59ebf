/** ONNX Runtime, called without a promise: its binding runs a model before it returns. */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { binding, initOrt } = require('onnxruntime-node/dist/binding.js');
const { Tensor } = require('onnxruntime-common');

/** Of onnxruntime-node. */
export const version = require('onnxruntime-node/package.json').version;

/**
 * A model that is ready to run, with all optimizations of its graph, on so many threads.
 *
 * @returns {{ call: () => void, result: Float32Array }} `call` reads the inputs and writes the result, both of which
 *   stay where they are.
 */
export function prepare(model, feeds, output, threads) {
  initOrt();
  const session = new binding.InferenceSession();
  const settings = { intraOpNumThreads: threads, interOpNumThreads: 1, executionMode: 'sequential' };
  session.loadModel(model.buffer, model.byteOffset, model.byteLength, { ...settings, graphOptimizationLevel: 'all' });
  const result = new Float32Array(output.shape.reduce((count, extent) => count * extent, 1)).fill(NaN);
  const inputs = Object.fromEntries(feeds.map(({ name, shape, data }) => [name, new Tensor('float32', data, shape)]));
  const outputs = { [output.name]: new Tensor('float32', result, output.shape) };
  const options = {};
  return { call: () => session.run(inputs, outputs, options), result };
}
