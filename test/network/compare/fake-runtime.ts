import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A stand-in for onnxruntime-node: it multiplies the first input by what its model's file says, and its profile has
 * the events that the file lists (`{ "factor": 1.5, "events": [{ "name": "r1_nchwc", "op": "Conv", "us": 20 }] }`).
 * Other models, as bytes that come for the empty call, do nothing. Returns the folder whose `node_modules` has it.
 */
export function fakeRuntime(folder: string): string {
  const write = (path: string, text: string): void => {
    const file = join(folder, 'node_modules', path);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, text);
  };
  write('onnxruntime-node/package.json', '{ "name": "onnxruntime-node", "version": "1.30.0" }');
  write('onnxruntime-node/dist/binding.js', binding);
  write('onnxruntime-common/package.json', '{ "name": "onnxruntime-common", "main": "index.js" }');
  write('onnxruntime-common/index.js', common);
  return folder;
}

const common = `
exports.Tensor = class {
  constructor(type, data, dims) { Object.assign(this, { type, data, dims, size: data.length }); }
};
`;

const binding = `
const { readFileSync, writeFileSync } = require('node:fs');
const { Tensor } = require('onnxruntime-common');
class InferenceSession {
  loadModel(model, ...rest) {
    this.options = rest.at(-1);
    const text = typeof model === 'string' ? readFileSync(model, 'utf8') : '';
    this.model = text.startsWith('{') ? JSON.parse(text) : { factor: 1, events: [] };
    if (this.options.interOpNumThreads !== 1 || this.options.graphOptimizationLevel !== 'all') throw new Error('options');
    this.calls = 0;
  }
  run(feeds, fetches) {
    this.calls++;
    const [given] = Object.values(feeds);
    if (given.data.length !== given.dims.reduce((a, b) => a * b, 1)) throw new Error('a feed of another shape');
    const result = {};
    for (const [name, tensor] of Object.entries(fetches)) {
      result[name] = tensor ?? new Tensor('float32', new Float32Array(given.size), given.dims);
      for (let i = 0; i < given.size; i++) result[name].data[i] = given.data[i] * this.model.factor;
    }
    return result;
  }
  endProfiling() {
    if (!this.options.enableProfiling) throw new Error('no profile was asked for');
    const event = ({ name, op, us }, i) => ({
      cat: 'Node', name: name + '_kernel_time', dur: us, args: { op_name: op, node_index: String(i) },
    });
    const calls = Array.from({ length: this.calls }, () => this.model.events.map(event));
    const session = { cat: 'Session', name: 'model_run', dur: 1, args: {} };
    writeFileSync(this.options.profileFilePrefix + '_now.json', JSON.stringify([session, ...calls.flat()]));
  }
}
exports.binding = { InferenceSession };
exports.initOrt = () => {};
`;
