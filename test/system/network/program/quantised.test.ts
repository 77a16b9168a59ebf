import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { elementType } from '../../../../src/elements/registry.js';
import { interpret } from '../../../../src/network/graph/evaluate.js';
import { simplify } from '../../../../src/network/graph/simplify/simplify.js';
import { toGraph } from '../../../../src/network/graph/to-graph.js';
import { legalise } from '../../../../src/network/program/legalise.js';
import { dropDead } from '../../../../src/network/graph/simplify/drop-dead.js';
import { rewrite } from '../../../../src/network/graph/simplify/rewrite.js';
import { byteTables } from '../../../../src/network/program/byte-tables.js';
import { dynamicProducts } from '../../../../src/network/program/dynamic-products.js';
import { lowerGraph } from '../../../../src/network/program/lowering.js';
import { defaultTolerance } from '../../../../src/network/session/default-tolerance.js';
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

/** Layers from bytes to bytes beside each other: what one is off by reaches no other. */
function quantisedLayers(type: 'uint8' | 'int8', random: Random) {
  const [least, largest] = elementType(type).limits;
  const whole = (from: number, to: number): number => from + Math.floor(random.float() * (to - from + 1));
  const constants: Record<string, ReturnType<typeof tensor>> = {};
  const nodes: OnnxNode[] = [];
  const units = (name: string, scale: number): readonly [string, string] => {
    constants[`${name} s`] = floats([], () => scale * (0.5 + random.float()));
    constants[`${name} z`] = tensor(type, [], [whole(least, largest)]);
    return [`${name} s`, `${name} z`];
  };
  const dequantized = (name: string, unit: readonly string[], attributes = {}): string => {
    nodes.push(node('DequantizeLinear', [name, ...unit], [`${name} d`], attributes));
    return `${name} d`;
  };
  const weights = (name: string, shape: readonly number[], axis: number): string => {
    const count = shape.reduce((product, extent) => product * extent, 1);
    const numbers = Array.from({ length: count }, () => whole(-128, 127));
    constants[name] = tensor('int8', shape, numbers);
    constants[`${name} s`] = floats([shape[axis]!], () => 0.01 * (0.5 + random.float()));
    return dequantized(name, [`${name} s`], { axis });
  };
  const [image, residual, rows] = ['x', 'r', 'v'].map((name) => dequantized(name, units(name, 0.05))) as [
    string,
    string,
    string,
  ];
  const outputs: string[] = [];
  const layer = (op: string, from: string, shape: readonly number[], attributes: object, ...behind: string[]): void => {
    const name = `layer ${outputs.length}`;
    const axis = op === 'Conv' ? 0 : 1;
    constants[`${name} b`] = floats([shape[axis]!], () => random.float() - 0.5);
    const bias = op === 'MatMul' ? [] : [`${name} b`];
    nodes.push(node(op, [from, weights(`${name} w`, shape, axis), ...bias], [name], { ...attributes }));
    const result = behind.reduce((before, step) => {
      nodes.push(node(step, step === 'Add' ? [before, residual] : [before], [`${before} ${step}`]));
      return `${before} ${step}`;
    }, name);
    nodes.push(node('QuantizeLinear', [result, ...units(`${name} y`, 0.1)], [`${name} q`]));
    outputs.push(`${name} q`);
  };
  layer('Conv', image, [8, 8, 3, 3], { pads: [1, 1, 1, 1] }, 'Relu');
  layer('Conv', image, [8, 8, 1, 1], {}, 'Add', 'Relu');
  layer('Conv', image, [8, 1, 3, 3], { group: 8, strides: [2, 1], pads: [0, 1, 2, 1] });
  layer('Conv', image, [8, 4, 1, 1], { group: 2 }, 'Sigmoid');
  layer('Gemm', rows, [37, 7], {});
  layer('MatMul', rows, [37, 19], {}, 'Relu');
  const inputs = [
    { name: 'x', type, shape: [1, 8, 9, 11] },
    { name: 'r', type, shape: [1, 8, 9, 11] },
    { name: 'v', type, shape: [3, 37] },
  ];
  return model({ inputs, outputs: outputs.map((output) => ({ name: output, type, shape: [] })), constants, nodes });
}

test.each([
  ['uint8', 4],
  ['int8', 5],
] as const)(
  'layers in %s are off by one step at most from what ONNX defines, and seldom by that',
  async (type, seed) => {
    const random = new Random(seed);
    const graph = legalise(withOwnDequantisation(simplify(toGraph(quantisedLayers(type, random)))));
    const { program } = randomProgram(graph, { random });
    const library = join(folder, `layers-${type}`);
    await writeLibrary(library, graph, program, { random, tolerance: 0.5 });
    expect(selfTest(library, 'programs')).toMatchObject({ stderr: '', wrong: [] });
    const [least, largest] = elementType(type).limits;
    const inputs = graph.inputs.map((input) => {
      const count = graph.values.get(input)!.shape.reduce((product, extent) => product * extent, 1);
      return Float64Array.from({ length: count }, () => least + random.int(largest - least + 1));
    });
    writeFileSync(join(library, 'given'), Uint8Array.from(inputs.flatMap((numbers) => [...numbers])));
    execFileSync(join(library, 'build', 'run'), ['given', 'got'], { cwd: library });
    const got = new (type === 'uint8' ? Uint8Array : Int8Array)(
      Uint8Array.from(readFileSync(join(library, 'got'))).buffer,
    );
    const wanted = interpret(graph, new Map(graph.inputs.map((input, i) => [input, inputs[i]!])));
    const want = graph.outputs.flatMap((output) => [...wanted.get(output)!]);
    expect(got).toHaveLength(want.length);
    const steps = want.map((number, i) => Math.abs(number - got[i]!));
    expect(Math.max(...steps)).toBeLessThanOrEqual(1);
    expect(steps.filter((step) => step > 0).length).toBeLessThan(want.length / 100);
    expect(new Set(want).size).toBeGreaterThan(100);
  },
);

test.each([
  ['uint8', 1],
  ['int8', 2],
] as const)(
  'a chain of layers in %s computes what the interpreter does, as far as steps add up',
  async (type, seed) => {
    const random = new Random(seed);
    const simple = simplify(toGraph(quantisedNetwork(type, random)));
    const graph = legalise(withOwnDequantisation(dropDead(rewrite(simple, byteTables))));
    const { program } = randomProgram(graph, { random });
    const library = join(folder, type);
    const layers = lowerGraph(graph, ['NCHW']).layers;
    const tolerance = defaultTolerance({ precision: 'float32', layers, graph });
    await writeLibrary(library, graph, program, { random, tolerance });
    expect(selfTest(library)).toEqual({ stderr: '', wrong: [], right: 3 * graph.outputs.length });
  },
);

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
