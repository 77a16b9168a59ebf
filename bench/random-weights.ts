/**
 * `npm run bench:random-weights -- IN OUT [--seed 1] [--external]`: writes an ONNX model again, with random weights in
 * place of its own. ONNX's light models have constant ones, with which all channels are the same.
 */
import { parseArgs } from 'node:util';
import { readOnnx } from '../src/network/onnx/read.js';
import { writeOnnx } from '../src/network/onnx/write.js';
import { withRandomWeights } from './networks/random-weights.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: '1' }, external: { type: 'boolean', default: false } },
});
const [from, to] = positionals;
if (from === undefined || to === undefined) throw new Error('name the model to read and the file to write');
const model = withRandomWeights(readOnnx(from), Number(values.seed));
writeOnnx(to, model, { external: values.external });
console.log(`${to}: ${model.nodes.length} nodes, ${model.constants.size} constants`);
