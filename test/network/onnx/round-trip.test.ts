import type { DType } from '../../../src/ir/tensor.js';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { elementTypes } from '../../../src/elements/registry.js';
import type { Attribute, ConstantTensor, OnnxGraph } from '../../../src/network/onnx/model.js';
import { readOnnx } from '../../../src/network/onnx/read.js';
import { readTensor } from '../../../src/network/onnx/tensor.js';
import { writeOnnx, writeTensor } from '../../../src/network/onnx/write.js';
import { model, node, tensor, value } from '../../support/onnx-builder.js';
import { ownFolder } from './files.js';

const folder = ownFolder();
const path = join(folder, 'model.onnx');

const integers: Partial<Record<DType, readonly [number, number]>> = {
  bool: [0, 1],
  int2: [-2, 1],
  uint2: [0, 3],
  int4: [-8, 7],
  uint4: [0, 15],
  int8: [-128, 127],
  uint8: [0, 255],
  int16: [-(2 ** 15), 2 ** 15 - 1],
  uint16: [0, 2 ** 16 - 1],
  int32: [-(2 ** 31), 2 ** 31 - 1],
  uint32: [0, 2 ** 32 - 1],
  int64: [-(2 ** 53) + 1, 2 ** 53 - 1],
  uint64: [0, 2 ** 53 - 1],
};

/** Numbers that the type holds exactly. */
function numberOf(type: DType): fc.Arbitrary<number> {
  const range = integers[type];
  if (range !== undefined) return fc.integer({ min: range[0], max: range[1] });
  if (type === 'float64') return fc.double();
  if (type === 'float32') return fc.float();
  const special = fc.constantFrom(Infinity, -Infinity, NaN, -0);
  // Eleven bits with float16, eight with bfloat16; the exponents of float16 reach down to its subnormal numbers.
  const [bits, low, high] = type === 'float16' ? [2047, -24, 5] : [255, -130, 100];
  const finite = fc.tuple(fc.integer({ min: -bits, max: bits }), fc.integer({ min: low, max: high }));
  return fc.oneof({ arbitrary: special, weight: 1 }, { arbitrary: finite.map(([a, e]) => a * 2 ** e), weight: 9 });
}

const inOnnx = elementTypes()
  .filter(({ onnx }) => onnx !== undefined)
  .map(({ name }) => name);
const tensors: fc.Arbitrary<ConstantTensor> = fc
  .tuple(fc.constantFrom(...inOnnx), fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 4 }))
  .chain(([type, shape]) => {
    const length = shape.reduce((product, extent) => product * extent, 1);
    return fc.array(numberOf(type), { minLength: length, maxLength: length }).map((values) =>
      tensor(
        type,
        shape,
        values.map((number) => (integers[type] ? number + 0 : number)),
      ),
    );
  });

const float32 = fc.float({ noNaN: true });
const branch: OnnxGraph = {
  ...{ inputs: ['i'], outputs: ['r'], outer: ['x'] },
  constants: new Map([['k', tensor('int64', [2], [1, 2])]]),
  nodes: [node('Concat', ['i', 'x', 'k'], ['r'], { axis: 0 })],
};
const attributes: fc.Arbitrary<Readonly<Record<string, Attribute>>> = fc.record(
  {
    body: fc.constant(branch),
    alpha: float32,
    axis: fc.maxSafeInteger(),
    mode: fc.string(),
    scales: fc.array(float32),
    pads: fc.array(fc.maxSafeInteger()),
    names: fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }),
    constant: tensors,
  },
  { requiredKeys: [] },
);

describe('what is written is what is read', () => {
  test.each([false, true])('models; weights beside them: %s', (external) => {
    fc.assert(
      fc.property(
        fc.array(tensors, { maxLength: 6 }),
        attributes,
        fc.integer({ min: 6, max: 22 }),
        (all, given, opset) => {
          const constants = Object.fromEntries(all.map((constant, index) => [`c${index}`, constant]));
          const long = tensor(
            'float32',
            [300],
            Array.from({ length: 300 }, (_, index) => Math.fround(Math.sin(index))),
          );
          const parts = model({
            nodes: [
              node('Any', ['x', '', 'long'], ['y', ''], given),
              node('Other', ['y', ...Object.keys(constants)], ['z']),
            ],
            inputs: [value('x', 1, 'N', undefined)],
            outputs: [value('z'), { name: 'y', type: 'int64', shape: undefined }],
            constants: { ...constants, long },
            opset,
          });
          const whole = { ...parts, between: [value('y', 2, 'N', undefined)] };
          writeOnnx(path, whole, { external });
          expect(readOnnx(path)).toEqual(whole);
        },
      ),
      { numRuns: 25 },
    );
  });

  test('tensors', () => {
    fc.assert(
      fc.property(tensors, fc.string(), (given, name) => {
        writeTensor(path, given, name);
        expect(readTensor(path)).toEqual({ name, ...given });
      }),
      { numRuns: 150 },
    );
  });

  test('weights stay views of one buffer, whatever their alignment', () => {
    const constants = Object.fromEntries(
      [100, 101, 102, 103].map((count, index) => [
        'w'.repeat(index + 1),
        tensor(
          'float32',
          [count],
          Array.from({ length: count }, (_, at) => Math.fround(at / 7)),
        ),
      ]),
    );
    writeOnnx(path, model({ nodes: [], outputs: [value('w', 100)], constants }));
    const read = readOnnx(path).constants;
    expect(Object.fromEntries(read)).toEqual(constants);
    expect(new Set([...read.values()].map(({ data }) => data.buffer)).size).toBe(1);
  });
});

test('numbers of 16 bits are rounded to the nearest, ties to even, and become infinite beyond', () => {
  const values = [1 + 2 ** -11, 1 + 3 * 2 ** -11, 65519, 65520, 2 ** -25, 3 * 2 ** -25, 2 ** -14 - 2 ** -26];
  writeTensor(path, tensor('float16', [7], values));
  expect([...readTensor(path).data]).toEqual([1, 1 + 2 ** -9, 65504, Infinity, 0, 2 ** -23, 2 ** -14]);
  writeTensor(path, tensor('bfloat16', [4], [1 + 2 ** -8, 1 + 3 * 2 ** -8, -1 - 2 ** -8 - 2 ** -20, 3.4e38]));
  expect([...readTensor(path).data]).toEqual([1, 1 + 2 ** -6, -1 - 2 ** -7, Infinity]);
});
