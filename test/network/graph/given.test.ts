/** ONNX's own tests, which are not in the repository: TUNE_DATA names the folder whose `onnx/` has them. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { interpret } from '../../../src/network/graph/evaluate.js';
import { simplify } from '../../../src/network/graph/simplify/simplify.js';
import { toGraph } from '../../../src/network/graph/to-graph.js';
import { readOnnx } from '../../../src/network/onnx/read.js';
import { readTensor } from '../../../src/network/onnx/tensor.js';
import { largestError } from '../../support/given-models.js';
import { describeWhere } from '../../support/skips.js';

const data = process.env['TUNE_DATA'];
const when = describeWhere(data !== undefined, 'TUNE_DATA, a folder of what others measured');
const folders =
  data === undefined
    ? ['']
    : ['pytorch-operator', 'pytorch-converted'].flatMap((kind) =>
        readdirSync(join(data, 'onnx', kind)).map((name) => join(data, 'onnx', kind, name)),
      );

when("ONNX's tests", () => {
  test.each(folders)('%s', (folder) => {
    const tensors = (kind: string): Float64Array[] =>
      readdirSync(join(folder, 'test_data_set_0'))
        .filter((name) => name.startsWith(kind))
        .sort()
        .map((name) => Float64Array.from(readTensor(join(folder, 'test_data_set_0', name)).data));
    const model = readOnnx(join(folder, 'model.onnx'));
    const graph = toGraph(model);
    const inputs = tensors('input_');
    const given = new Map(graph.inputs.map((name, index) => [name, inputs[index]!]));
    const expected = tensors('output_');
    for (const either of [graph, simplify(graph)])
      [...interpret(either, given).values()].forEach((values, index) => {
        expect(largestError(values, expected[index]!)).toBeLessThan(1e-5);
      });
  });
});
