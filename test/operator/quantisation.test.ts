import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { roundHalfEven } from '../../src/elements/rounding.js';
import { lower } from '../../src/ir/lower.js';
import { Schedule } from '../../src/ir/schedule.js';
import { matmul } from '../../src/operator/matmul.js';
import { interpret } from '../support/interpret.js';

/** What a 1x2 product of x and 1 comes to behind a tail; `more`: the inputs of the tail. */
function tailOf(epilogue: string, x: number, ...more: readonly (readonly number[])[]): readonly number[] {
  const shape = { m: '1', n: '2', k: '1', dtype: 'uint8', epilogue };
  const computation = matmul.computation(matmul.workload(undefined, shape));
  const inputs = [[x], [1, 1], ...more].map((values) => Float64Array.from(values));
  return [...interpret(lower(new Schedule(computation)), inputs)];
}

const typesOf = (epilogue: string): readonly string[] => {
  const { inputs, output } = matmul.computation(
    matmul.workload(undefined, { m: '2', n: '2', k: '2', dtype: 'uint8', epilogue }),
  );
  return [...inputs, output].map(({ name, dtype }) => `${name} ${dtype}`);
};

describe('a tail of whole numbers', () => {
  test('is read and stored in the types that its steps give', () => {
    const product = ['A uint8', 'B int8'];
    expect(typesOf('')).toEqual([...product, 'C int32']);
    expect(typesOf('bias,relu')).toEqual([...product, 'bias int32', 'C int32']);
    expect(typesOf('bias,requantize:3')).toEqual([...product, 'bias int32', 'multiplier float32', 'C uint8']);
    expect(typesOf('requantize:each')).toEqual([...product, 'multiplier float32', 'zero int32', 'C uint8']);
    expect(typesOf('dequantize,bias,gelu')).toEqual([...product, 'scale float32', 'bias float32', 'C float32']);
    expect(typesOf('dequantize,add-quantized:7,quantize:9')).toEqual([
      ...[...product, 'scale float32', 'residual uint8', 'residual_scale float32'],
      ...['step float32', 'C uint8'],
    ]);
  });

  test('draws the scale of rounded results so that these show beside a residual', () => {
    const shape = {
      m: '2',
      n: '2',
      k: '512',
      dtype: 'uint8',
      epilogue: 'requantize:3,dequantize:3,add-quantized:8,round',
    };
    const { inputs } = matmul.computation(matmul.workload(undefined, shape));
    const drawn = (name: string) => inputs.find((tensor) => tensor.name === name)!.drawn;
    expect(drawn('scale')).toEqual([1 / 128, 3 / 128]);
    expect(drawn('scale')).toEqual(drawn('residual_scale'));
  });

  test('rounds to even before it adds the zero point, and saturates, as ONNX has it', () => {
    const scale = fc.float({ min: 2 ** -12, max: 4, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 255 }), scale, fc.integer({ min: 0, max: 255 }), (x, m, zero) => {
        const want = Math.min(255, Math.max(0, roundHalfEven(x * m) + zero));
        expect(tailOf(`requantize:${zero}`, x, [m, m])).toEqual([want, want]);
        expect(tailOf('requantize:each', x, [m, m], [zero, 7])[0]).toBe(want);
      }),
    );
    expect(tailOf('requantize:1', 3, [0.5, 1.5])).toEqual([3, 5]);
    expect(tailOf('requantize:1', 1, [0.5, 1.5])).toEqual([1, 3]);
  });

  test('saturates whatever the float, and no number is the least of the type, as in ONNX Runtime', () => {
    for (const zero of [0, 128, 255])
      for (const step of [`requantize:${zero}`, `dequantize,round:${zero}`]) {
        expect(tailOf(step, 1, [Infinity, -Infinity])).toEqual([255, 0]);
        expect(tailOf(step, 1, [3e9, -3e9])).toEqual([255, 0]);
        expect(tailOf(step, 0, [Infinity, -Infinity])).toEqual([0, 0]);
      }
    expect(tailOf('requantize:each', 1, [2 ** 31, -(2 ** 31)], [255, 0])).toEqual([255, 0]);
  });

  test('dequantizes, adds what is quantized otherwise, and quantizes again', () => {
    // (6 - 0) 0.5 + (10 - 8) 2 = 7, which is 3.5 steps of 2.
    const [first, second] = tailOf('dequantize,add-quantized:8,quantize:100', 6, [0.5, 0.5], [10, 10], [2, 2], [2, 4]);
    expect([first, second]).toEqual([104, 102]);
  });

  test.each([
    ['sigmoid', 'uint8', /sigmoid is for floats, and what stands before it gives int32: dequantize goes before it/],
    ['requantize:256', 'uint8', /zero point of requantize:256 is no uint8: use a whole number from 0 to 255/],
    ['requantize:-129', 'int8', /use a whole number from -128 to 127/],
    ['quantize', 'uint8', /quantize is for float32, and what stands before it gives int32: dequantize goes before it/],
    ['dequantize,requantize', 'uint8', /requantize is for int32, .* gives float32: it goes before steps of floats/],
    ['requantize', 'bfloat16', /requantize is for whole numbers, and these are bfloat16: use --dtype uint8/],
    ['requantize:1:2', 'uint8', /"requantize:1:2" is not how requantize is said: .* as in requantize:128/],
  ])('refuses %s of %s', (epilogue, dtype, says) => {
    expect(() => matmul.workload(undefined, { m: '2', n: '2', k: '2', dtype, epilogue })).toThrow(says);
  });

  test('is told in the name of a workload and read back from it', () => {
    const epilogue = 'bias,requantize:3,dequantize:3,add-quantized:8,relu,quantize';
    const workload = matmul.workload(undefined, { m: '2', n: '2', k: '2', dtype: 'uint8', epilogue });
    expect(matmul.workload(workload.name, {})).toEqual(workload);
    expect(matmul.decode(matmul.encode(workload))).toEqual(workload);
  });
});
