import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { mobilenetLike } from '../../../bench/networks/mobilenet.js';
import { withRandomWeights } from '../../../bench/networks/random-weights.js';
import { readOnnx } from '../../../src/network/onnx/read.js';
import { writeOnnx } from '../../../src/network/onnx/write.js';
import { ownFolder } from '../../network/onnx/files.js';
import { floats, model, node, tensor, value } from '../../support/onnx-builder.js';

const folder = ownFolder();

describe('a network like MobileNetV2', () => {
  const small = { width: 0.25, size: 32, classes: 4 };

  test('has the layers of the paper', () => {
    // A residual more than there: at this width the stem has as many channels as the first stage.
    const { nodes, opset } = mobilenetLike(small);
    const count = (wanted: string): number => nodes.filter(({ op }) => op === wanted).length;
    expect([count('Conv'), count('BatchNormalization'), count('Clip'), count('Add')]).toEqual([52, 52, 35, 11]);
    expect([opset, mobilenetLike({ ...small, activation: 'hardswish' }).opset]).toEqual([13, 14]);
  });

  test.each([true, false])('is read as it was written; weights beside it: %s', (external) => {
    const path = join(folder, 'mobilenet.onnx');
    const written = mobilenetLike({ ...small, softmax: true });
    writeOnnx(path, written, { external });
    const { constants, ...rest } = readOnnx(path);
    expect(rest).toEqual({ ...rest, nodes: written.nodes, inputs: written.inputs, outputs: written.outputs });
    // Bytes are compared at once, where jest would take seconds.
    for (const [name, { data }] of written.constants)
      expect(Buffer.compare(bytesOf(data), bytesOf(constants.get(name)!.data))).toBe(0);
  });

  test('is the same for a seed, and another one for another', () => {
    const first = (seed: number): Buffer => bytesOf(mobilenetLike({ ...small, seed }).constants.get('weight_0')!.data);
    expect(first(7).equals(first(7))).toBe(true);
    expect(first(7).equals(first(8))).toBe(false);
  });
});

function bytesOf({ buffer, byteOffset, byteLength }: Float32Array | Float64Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

describe('random weights', () => {
  const given = model({
    nodes: [
      node('ConstantOfShape', ['shape'], ['w'], { value: tensor('float32', [1], [0.02]) }),
      node('Conv', ['x', 'w', 'b'], ['c']),
      node('BatchNormalization', ['c', 'b', 'b2', 'b3', 'variance'], ['n']),
      node('Clip', ['n', 'low'], ['y']),
    ],
    inputs: [value('x', 1, 3, 8, 8)],
    outputs: [value('y', 1, 4, 6, 6)],
    constants: {
      shape: tensor('int64', [4], [4, 3, 3, 3]),
      ...{ b: floats([4], () => 0), b2: floats([4], () => 0), b3: floats([4], () => 0) },
      ...{ variance: floats([4], () => 0), low: tensor('float32', [], [0]) },
    },
  });
  const { nodes, constants } = withRandomWeights(given, 3);

  test('take the place of constant ones, made by nodes or not', () => {
    expect(nodes.map(({ op }) => op)).toEqual(['Conv', 'BatchNormalization', 'Clip']);
    expect([...constants.keys()].sort()).toEqual(['b', 'b2', 'b3', 'low', 'variance', 'w']);
    expect(constants.get('low')).toEqual(given.constants.get('low'));
    expect(constants.get('w')!.shape).toEqual([4, 3, 3, 3]);
    for (const name of ['w', 'b', 'b2', 'b3']) expect(new Set(constants.get(name)!.data).size).toBeGreaterThan(1);
  });

  test("have He's variance, and variances that are positive", () => {
    const { data } = constants.get('w')!;
    const variance = Array.from(data, (weight) => weight ** 2).reduce((sum, square) => sum + square, 0) / data.length;
    expect(variance / (2 / 27)).toBeGreaterThan(0.7);
    expect(variance / (2 / 27)).toBeLessThan(1.3);
    expect(Math.min(...constants.get('variance')!.data)).toBeGreaterThan(0.5);
  });
});
