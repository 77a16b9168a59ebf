import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { simplify } from '../../../../src/network/graph/simplify/simplify.js';
import { toGraph } from '../../../../src/network/graph/to-graph.js';
import { legalise } from '../../../../src/network/program/legalise.js';
import { dropDead } from '../../../../src/network/graph/simplify/drop-dead.js';
import { rewrite } from '../../../../src/network/graph/simplify/rewrite.js';
import { byteTables } from '../../../../src/network/program/byte-tables.js';
import { dynamicProducts } from '../../../../src/network/program/dynamic-products.js';
import { wideWeights } from '../../../../src/network/program/wide-weights.js';
import { withOwnDequantisation } from '../../../../src/network/program/own-dequantisation.js';
import type { OnnxNode } from '../../../../src/network/onnx/model.js';
import { Random } from '../../../../src/space/random.js';
import { ownFolder } from '../../../products/export/fixtures.js';
import { randomProgram, selfTest, writeLibrary } from '../../../support/network-library.js';
import { model, node, tensor, value, floats } from '../../../support/onnx-builder.js';

const folder = ownFolder();

/** A network of whole numbers between QuantizeLinear and DequantizeLinear, whose scales and zero points are drawn. */
function quantisedNetwork(type: 'uint8' | 'int8', random: Random) {
  const [least, largest] = type === 'uint8' ? [0, 255] : [-128, 127];
  const constants: Record<string, ReturnType<typeof tensor>> = {};
  const nodes: OnnxNode[] = [];
  const whole = (from: number, to: number): number => from + Math.floor(random.float() * (to - from + 1));
  const again = (name: string, scale: number): string => {
    constants[`${name} s`] = floats([], () => scale * (0.5 + random.float()));
    constants[`${name} z`] = tensor(type, [], [random.float() < 0.3 ? least : whole(least + 60, largest - 60)]);
    nodes.push(node('QuantizeLinear', [name, `${name} s`, `${name} z`], [`${name} q`]));
    nodes.push(node('DequantizeLinear', [`${name} q`, `${name} s`, `${name} z`], [`${name} d`]));
    return `${name} d`;
  };
  const weights = (name: string, shape: readonly number[], axis: number): string => {
    const count = shape.reduce((product, extent) => product * extent, 1);
    constants[name] = tensor(
      'int8',
      shape,
      Array.from({ length: count }, () => whole(-127, 127)),
    );
    constants[`${name} s`] = floats([shape[axis]!], () => 0.002 * (0.5 + random.float()));
    nodes.push(node('DequantizeLinear', [name, `${name} s`], [`${name} d`], { axis }));
    return `${name} d`;
  };
  const bias = (name: string, count: number): string => {
    constants[name] = floats([count], () => random.float() - 0.5);
    return name;
  };
  const image = again('x', 0.02);
  const conv = (name: string, from: string, shape: readonly number[], attributes = {}): string => {
    const inputs = [from, weights(`${name} w`, shape, 0), bias(`${name} b`, shape[0]!)];
    nodes.push(node('Conv', inputs, [name], attributes));
    return name;
  };
  nodes.push(node('Relu', [conv('first', image, [12, 5, 3, 3], { pads: [1, 1, 1, 1] })], ['r']));
  const rounded = again('r', 0.02);
  nodes.push(node('Add', [again(conv('block', rounded, [12, 12, 1, 1]), 0.02), rounded], ['block sum']));
  const first = again('block sum', 0.03);
  const deep = again(conv('deep', first, [12, 1, 3, 3], { pads: [0, 1, 2, 1], group: 12, strides: [1, 1] }), 0.02);
  const grouped = again(conv('grouped', deep, [12, 6, 1, 1], { group: 2 }), 0.02);
  nodes.push(node('Add', [conv('point', grouped, [12, 12, 1, 1]), first], ['sum']));
  nodes.push(node('MaxPool', [again('sum', 0.03)], ['pooled'], { kernel_shape: [3, 3], pads: [1, 1, 1, 1] }));
  nodes.push(node('Sigmoid', ['pooled'], ['gate']));
  nodes.push(node('Mul', [again('gate', 0.005), 'pooled'], ['mixed']));
  nodes.push(node('Concat', [again('mixed', 0.02), first], ['both'], { axis: 1 }));
  nodes.push(node('GlobalAveragePool', [again('both', 0.02)], ['mean']));
  nodes.push(node('Flatten', [again('mean', 0.01)], ['flat']));
  nodes.push(node('Gemm', ['flat', weights('g', [24, 7], 1), bias('gb', 7)], ['scores'], {}));
  again('scores', 0.01);
  return model({ inputs: [value('x', 1, 5, 9, 10)], outputs: [value('scores q'), value('both')], constants, nodes });
}

test.each([
  ['uint8', 1],
  ['int8', 2],
] as const)('a network in %s computes what the interpreter does, by a few steps', async (type, seed) => {
  const random = new Random(seed);
  const simple = simplify(toGraph(quantisedNetwork(type, random)));
  const graph = legalise(withOwnDequantisation(dropDead(rewrite(simple, byteTables))));
  const { program } = randomProgram(graph, { random });
  const library = join(folder, type);
  await writeLibrary(library, graph, program, { random, tolerance: 0.15 });
  expect(selfTest(library)).toEqual({ stderr: '', wrong: [], right: 3 * graph.outputs.length });
});

test('a network of bytes whose ranges are known when it runs computes what the interpreter does, by a few steps', async () => {
  const random = new Random(3);
  const bytes = (shape: readonly number[]): ReturnType<typeof tensor> =>
    tensor(
      'uint8',
      shape,
      Array.from({ length: shape.reduce((product, extent) => product * extent, 1) }, () =>
        Math.floor(256 * random.float()),
      ),
    );
  const constants = {
    ...{ f: bytes([9, 5, 3, 3]), fz: tensor('uint8', [], [119]), w: bytes([14, 7]), wz: tensor('uint8', [], [131]) },
    ...{ 'f s': floats([], () => 0.01), 'w s': floats([], () => 0.02) },
  };
  const scaled = (name: string, scale: string, weights: string): OnnxNode[] => [
    node('Cast', [`${name} sums`], [`${name} floats`], { to: 1 }),
    node('Mul', [scale, weights], [`${name} unit`]),
    node('Mul', [`${name} floats`, `${name} unit`], [name]),
  ];
  const nodes = [
    node('DynamicQuantizeLinear', ['x'], ['q', 'qs', 'qz']),
    node('ConvInteger', ['q', 'f', 'qz', 'fz'], ['c sums'], { pads: [1, 0, 1, 2], strides: [2, 1] }),
    ...scaled('c', 'qs', 'f s'),
    node('DynamicQuantizeLinear', ['c'], ['p', 'ps', 'pz']),
    node('MatMulInteger', ['p', 'w', 'pz', 'wz'], ['y sums']),
    ...scaled('y', 'ps', 'w s'),
  ];
  const onnx = model({ inputs: [value('x', 1, 5, 9, 14)], outputs: [value('c'), value('y')], constants, nodes });
  const simple = simplify(toGraph(onnx));
  const graph = legalise(withOwnDequantisation([wideWeights, dynamicProducts].reduce(rewrite, simple)));
  const { program } = randomProgram(graph, { random });
  const library = join(folder, 'dynamic');
  await writeLibrary(library, graph, program, { random, tolerance: 0.01 });
  expect(selfTest(library)).toEqual({ stderr: '', wrong: [], right: 6 });
});
