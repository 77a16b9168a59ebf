/** ONNX Runtime, called without a promise: its binding runs a model before it returns. */
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** What a folder has in its `node_modules`: binding, tensors, version. Throws where the package is not there. */
export function runtimeIn(folder) {
  const require = createRequire(join(folder, 'package.json'));
  const { binding, initOrt } = require('onnxruntime-node/dist/binding.js');
  const { Tensor } = require('onnxruntime-common');
  initOrt();
  return { binding, Tensor, version: require('onnxruntime-node/package.json').version };
}

/** Of a session with all optimizations of its graph, on so many threads, that writes no warnings during calls. */
export function settingsOf(threads) {
  const settings = { intraOpNumThreads: threads, interOpNumThreads: 1, executionMode: 'sequential' };
  return { ...settings, graphOptimizationLevel: 'all', logSeverityLevel: 3 };
}

/**
 * A model that is ready to run.
 *
 * @returns {{ call: () => void, result: Float32Array }} `call` reads the inputs and writes the result, both of which
 *   stay where they are.
 */
export function prepare({ binding, Tensor }, model, feeds, output, threads) {
  const session = new binding.InferenceSession();
  session.loadModel(model.buffer, model.byteOffset, model.byteLength, settingsOf(threads));
  const result = new Float32Array(output.shape.reduce((count, extent) => count * extent, 1)).fill(NaN);
  const inputs = Object.fromEntries(feeds.map(({ name, shape, data }) => [name, new Tensor('float32', data, shape)]));
  const outputs = { [output.name]: new Tensor('float32', result, output.shape) };
  const options = {};
  return { call: () => session.run(inputs, outputs, options), result };
}
