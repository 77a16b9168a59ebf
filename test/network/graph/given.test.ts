/**
 * ONNX's own tests, which are not in the repository: TUNE_DATA names the folder whose `onnx/` has them. `onnx/node/`
 * may have those of single nodes: folders with `model.onnx` and `test_data_set_0`, as the onnx package makes them.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { fixInputs } from '../../../src/network/graph/fixed-inputs.js';
import { interpret } from '../../../src/network/graph/evaluate.js';
import { simplify } from '../../../src/network/graph/simplify/simplify.js';
import { toGraph } from '../../../src/network/graph/to-graph.js';
import { readOnnx } from '../../../src/network/onnx/read.js';
import { readTensor } from '../../../src/network/onnx/tensor.js';
import { largestError } from '../../support/given-models.js';
import { describeWhere } from '../../support/skips.js';

/** What is written out as other nodes. */
const unrolled = /^test_(lstm|gru|simple_rnn|rnn|if|loop|scan9)/;

const data = process.env['TUNE_DATA'];
const when = describeWhere(data !== undefined, 'TUNE_DATA, a folder of what others measured');
const folders =
  data === undefined
    ? ['']
    : ['pytorch-operator', 'pytorch-converted', 'node'].flatMap((kind) =>
        namesIn(join(data, 'onnx', kind))
          .filter((name) => kind !== 'node' || unrolled.test(name))
          .map((name) => join(data, 'onnx', kind, name)),
      );

function namesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

when("ONNX's tests", () => {
  test.each(folders)('%s', (folder) => {
    const tensors = (kind: string): Float64Array[] =>
      readdirSync(join(folder, 'test_data_set_0'))
        .filter((name) => name.startsWith(kind))
        .sort()
        .map((name) => Float64Array.from(readTensor(join(folder, 'test_data_set_0', name)).data));
    const file = readOnnx(join(folder, 'model.onnx'));
    const inputs = tensors('input_');
    const fixed = file.inputs.flatMap(({ name, type }, i) =>
      type !== 'float32' && folder.includes('/node/') ? [[name, [...inputs[i]!]] as const] : [],
    );
    const model = fixInputs(file, new Map(fixed), new Map());
    const graph = toGraph(model);
    const given = new Map(file.inputs.map(({ name }, index) => [name, inputs[index]!]));
    const expected = tensors('output_');
    for (const either of [graph, simplify(graph)])
      [...interpret(either, given).values()].forEach((values, index) => {
        expect(largestError(values, expected[index]!)).toBeLessThan(1e-5);
      });
  });
});
