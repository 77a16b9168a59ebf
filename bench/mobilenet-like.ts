/**
 * `npm run bench:mobilenet-like -- FILE`: writes a network like MobileNetV2 with random weights as an ONNX model.
 * `--size 224`, `--width 1` (times the channels), `--classes 1000`, `--activation clip` (or hardswish), `--softmax`,
 * `--external` (weights beside the model), `--seed 1`.
 */
import { parseArgs } from 'node:util';
import { writeOnnx } from '../src/network/onnx/write.js';
import { mobilenetLike } from './networks/mobilenet.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    size: { type: 'string', default: '224' },
    width: { type: 'string', default: '1' },
    classes: { type: 'string', default: '1000' },
    activation: { type: 'string', default: 'clip' },
    softmax: { type: 'boolean', default: false },
    external: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
  },
});
const [path = 'mobilenet-like.onnx'] = positionals;
const { activation, softmax, external } = values;
if (activation !== 'clip' && activation !== 'hardswish') throw new Error('--activation is clip or hardswish');
const model = mobilenetLike({
  size: Number(values.size),
  width: Number(values.width),
  classes: Number(values.classes),
  activation,
  softmax,
  seed: Number(values.seed),
});
writeOnnx(path, model, { external });
console.log(`${path}: ${model.nodes.length} nodes, opset ${model.opset}`);
