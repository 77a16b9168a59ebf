import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { writeOnnx } from '../../../../src/network/onnx/write.js';
import { runIn } from '../../../cli/run.js';
import { must, ownFolder } from '../../../products/export/fixtures.js';
import { floats, integers, modelOf } from '../../../support/graph-models.js';

const folder = ownFolder();

test('a self-test passes over what rounding decides, and compares the rest', async () => {
  const model = modelOf({
    inputs: { x: [64] },
    constants: { k: integers([3], [1]), little: floats([], [1e-9]), third: floats([], [1 / 3]) },
    nodes: [
      ['Mul', ['x', 'little'], ['differences']],
      ['Add', ['differences', 'third'], ['scores']],
      ['TopK', ['scores', 'k'], ['best', 'places']],
    ],
    outputs: ['best', 'places'],
  });
  const outputs = model.outputs.map((output, i) => ({ ...output, type: i === 0 ? 'float32' : 'int64', shape: [3] }));
  writeOnnx(join(folder, 'ties.onnx'), { ...model, outputs });
  const { code, stderr } = await runIn(folder, ['network', 'ties.onnx', '--trials', '0', '--out', 'ties']);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  const printed = must(join(folder, 'ties'), 'make', '-s', 'test');
  expect(printed).toMatch(/^ok {3}best: error/m);
  expect(printed).toMatch(/^-- {3}places: not compared, rounding decides it$/m);
});
