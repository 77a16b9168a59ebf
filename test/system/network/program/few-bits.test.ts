import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { dropDead } from '../../../../src/network/graph/simplify/drop-dead.js';
import { rewrite } from '../../../../src/network/graph/simplify/rewrite.js';
import { simplify } from '../../../../src/network/graph/simplify/simplify.js';
import { toGraph } from '../../../../src/network/graph/to-graph.js';
import { legalise } from '../../../../src/network/program/legalise.js';
import { withOwnDequantisation } from '../../../../src/network/program/own-dequantisation.js';
import { weightOnlyProducts } from '../../../../src/network/program/weight-only.js';
import { Random } from '../../../../src/space/random.js';
import { ownFolder } from '../../../products/export/fixtures.js';
import { randomProgram, selfTest, writeLibrary } from '../../../support/network-library.js';
import { floats, model, node, tensor } from '../../../support/onnx-builder.js';

const folder = ownFolder();
const random = new Random(2);
const bytes = (...shape: readonly number[]) => {
  const count = shape.reduce((product, extent) => product * extent, 1);
  return tensor(
    'uint8',
    shape,
    Array.from({ length: count }, () => random.int(256)),
  );
};
const product = (inputs: readonly string[], output: string, attributes: Readonly<Record<string, number>>) =>
  node('com.microsoft.MatMulNBits', inputs, [output], attributes);

/** Tokens through products with weights of each number of bits, with zero points, biases and tails, and a residual. */
const products = model({
  inputs: [{ name: 'x', type: 'float32', shape: [1, 3, 40] }],
  outputs: [{ name: 'y', type: 'float32', shape: [1, 3, 40] }],
  constants: {
    w4: bytes(50, 3, 8),
    s4: floats([150], (i) => 0.02 + 0.01 * Math.sin(i)),
    z4: bytes(50, 2),
    bias: floats([50]),
    w8: bytes(24, 2, 32),
    s8: floats([48], (i) => 0.002 + 0.001 * Math.cos(i)),
    w2: bytes(40, 2, 4),
    s2: floats([80], (i) => 0.1 + 0.05 * Math.cos(i)),
  },
  nodes: [
    product(['x', 'w4', 's4', 'z4', '', 'bias'], 'a', { K: 40, N: 50, bits: 4, block_size: 16 }),
    node('Relu', ['a'], ['b']),
    product(['b', 'w8', 's8'], 'c', { K: 50, N: 24, bits: 8, block_size: 32 }),
    product(['c', 'w2', 's2'], 'd', { K: 24, N: 40, bits: 2, block_size: 16 }),
    node('Add', ['d', 'x'], ['y']),
  ],
});

test.each([
  ['float32', 1e-4],
  ['bfloat16', 0.05],
])('weights stay in few bits, in %s', async (precision, tolerance) => {
  const graph = legalise(simplify(toGraph(products)));
  const { program } = randomProgram(graph, { random, precision });
  const kernels = program.programs[0]!.calls.flatMap((call) => ('task' in call ? [call.task.workload.operator] : []));
  expect(kernels.filter((operator) => operator === 'matmul_nbits')).toHaveLength(3);
  const library = join(folder, precision);
  await writeLibrary(library, graph, program, { random, tolerance });
  expect(selfTest(library, 'programs')).toEqual({ stderr: '', wrong: [], right: 3 });
});

/** Tokens through weights that are dequantised: in blocks along the sum, and for each output in rows. */
function dequantised(tokens: number) {
  return model({
    opset: 21,
    inputs: [{ name: 'x', type: 'float32', shape: [1, tokens, 70] }],
    outputs: [{ name: 'y', type: 'float32', shape: [tokens, 24] }],
    constants: {
      w: tensor(
        'int4',
        [70, 33],
        Array.from({ length: 70 * 33 }, () => random.int(16) - 8),
      ),
      s: tensor(
        'float32',
        [3, 33],
        Array.from({ length: 99 }, (_, i) => 0.02 + 0.01 * Math.sin(i)),
      ),
      v: bytes(24, 33),
      t: floats([24], (i) => 0.002 + 0.001 * Math.cos(i)),
      z: bytes(24),
      rows: tensor('int64', [2], [tokens, 33]),
      bias: floats([24]),
    },
    nodes: [
      node('DequantizeLinear', ['w', 's'], ['f'], { axis: 0, block_size: 32 }),
      node('MatMul', ['x', 'f'], ['a']),
      node('Relu', ['a'], ['b']),
      node('Reshape', ['b', 'rows'], ['c']),
      node('DequantizeLinear', ['v', 't', 'z'], ['g'], { axis: 0 }),
      node('Gemm', ['c', 'g', 'bias'], ['y'], { transB: 1, alpha: 0.5 }),
    ],
  });
}

test.each([2, 30])('weights that are dequantised stay in few bits, for %i rows', async (tokens) => {
  const simple = simplify(toGraph(dequantised(tokens)));
  const graph = legalise(withOwnDequantisation(dropDead(rewrite(simple, weightOnlyProducts))));
  const { program } = randomProgram(graph, { random });
  const kernels = program.programs[0]!.calls.flatMap((call) => ('task' in call ? [call.task.workload] : []));
  const few = kernels.filter(({ operator }) => operator === 'matmul_nbits');
  expect(few.map(({ shape }) => (shape as { bits: number }).bits)).toEqual([4, 8]);
  const library = join(folder, `dequantised${tokens}`);
  await writeLibrary(library, graph, program, { random, tolerance: 1e-4 });
  expect(selfTest(library, 'programs')).toEqual({ stderr: '', wrong: [], right: 3 });
});
