import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { interpret } from '../support/interpret.js';
import { lower } from '../../src/ir/lower.js';
import { Schedule } from '../../src/ir/schedule.js';
import { conv2d } from '../../src/operator/conv2d.js';
import { matmul } from '../../src/operator/matmul.js';
import { wordsOf, zeroPointsWord } from '../../src/backend/library/shape-words.js';

const one = { m: '1', n: '2', k: '1' };

/** What a 1x2 product of x and 1 comes to behind a tail; `more`: the inputs of the tail. */
function tailOf(epilogue: string, x: number, ...more: readonly (readonly number[])[]): readonly number[] {
  const computation = matmul.computation(matmul.workload(undefined, { ...one, epilogue }));
  const inputs = [[x], [1, 1], ...more].map((values) => Float64Array.from(values));
  return [...interpret(lower(new Schedule(computation)), inputs)];
}

describe('an epilogue', () => {
  test.each([
    ['leaky:0.5', -4, -2],
    ['leaky', -4, -0.04],
    ['clip:-1:1.5', 3, 1.5],
    ['clip:-1:1.5', -3, -1],
    ['hardsigmoid:0.5:0.25', 1, 0.75],
    ['hardsigmoid', 9, 1],
    ['hardswish', 1, 2 / 3],
    ['hardswish', -4, 0],
    ['elu:2', -1, 2 * Math.expm1(-1)],
    ['sigmoid', 2, 1 / (1 + Math.exp(-2))],
    ['silu', 2, 2 / (1 + Math.exp(-2))],
    ['tanh', 0.5, Math.tanh(0.5)],
    ['gelu', 1, 0.8413447460685429],
    ['gelu_tanh', 1, 0.8411919906082768],
    ['swish:1.702', 2, 2 / (1 + Math.exp(-3.404))],
    ['swish:0', 3, 1.5],
    ['relu,clip:1:6,leaky', -5, 1],
  ])('%s of %d is %d', (epilogue, x, want) => {
    expect(tailOf(epilogue, x).at(0)).toBeCloseTo(want, 12);
  });

  test('reads an input of its own for each step that needs one, in order, under names of their own', () => {
    const epilogue = 'scale,bias,add,prelu,add,mul,bias';
    const { inputs } = matmul.computation(matmul.workload(undefined, { ...one, epilogue }));
    expect(inputs.slice(2).map(({ name, shape }) => [name, shape])).toEqual([
      ['scale', [2]],
      ['bias', [2]],
      ['residual', [1, 2]],
      ['slope', [2]],
      ['residual2', [1, 2]],
      ['factor', [1, 2]],
      ['bias2', [2]],
    ]);
    expect(tailOf(epilogue, 1, [2, -2], [1, 1], [1, -2], [9, 0.5], [1, 1], [3, 4], [1, 2])).toEqual([16, 0]);
  });

  const number = fc.double({ min: -3e38, max: 3e38, noNaN: true });
  const step = fc.oneof(
    fc.constantFrom('bias', 'relu', 'add', 'scale', 'gelu', 'prelu'),
    number.map((n) => `leaky:${n}`.replace('e+', 'e')),
    fc.tuple(number, number).map(([a, b]) => `clip:${a}:${b}`.replaceAll('e+', 'e')),
  );

  test('has one spelling, which names and logs keep', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 8 }), (steps) => {
        const workload = conv2d.workload('resnet18.C2', { epilogue: steps.join() });
        expect(conv2d.workload(workload.name, {})).toEqual(workload);
        const args = JSON.parse(JSON.stringify(conv2d.encode(workload))) as ReturnType<typeof conv2d.encode>;
        expect(conv2d.decode(args)).toEqual(workload);
      }),
      { numRuns: 50 },
    );
    const named = ['leaky', 'leaky:1e-2', 'leaky:0.010'].map((epilogue) => matmul.workload(undefined, { epilogue }));
    expect(named.map(({ name }) => name)).toEqual(Array.from({ length: 3 }, () => 'gemm.512+leaky:0.01'));
  });

  test.each([
    ['leaky:x', /"leaky:x" is not how leaky is said.*leaky:0\.01/],
    ['clip:1:2:3', /clip:-1:1/],
    ['relu:1', /"relu:1" is not how relu is said/],
    ['leaky:1e99', /leaky/],
    ['rleu', /did you mean "relu"/],
    ['toString', /unknown epilogue/],
    [Array.from({ length: 17 }, () => 'relu').join(), /at most 16/],
  ])('%s is refused', (epilogue, message) => {
    expect(() => matmul.workload(undefined, { epilogue })).toThrow(message);
  });

  test('a log cannot hold one in another spelling, or none', () => {
    const args = [...matmul.encode(matmul.workload(undefined, { epilogue: 'leaky:0.5' }))];
    const at = args.findIndex((arg) => Array.isArray(arg) && arg[0] === 'leaky:0.5');
    for (const bad of ['leaky:0.50', 'leaky', '__proto__', 'leaky:0.5;rm'])
      expect(() => matmul.decode(args.with(at, [bad]))).toThrow(/no step of an epilogue/);
  });

  test('a struct of a library in C holds the steps that it always had, and no others', () => {
    const words = (epilogue: string) => wordsOf(matmul.workload(undefined, { epilogue }))?.words;
    expect(words('bias,relu')).toEqual([512, 512, 512, 0, 0, 0x21, 0]);
    expect(words('bias,gelu')).toBeUndefined();
  });

  test('a struct of a library in C holds steps of quantization, their zero points in eight bits each', () => {
    const of = (epilogue: string, dtype = 'int8') => matmul.workload(undefined, { epilogue, dtype });
    const several = of('dequantize:-3,add-quantized:5,relu,quantize:-128');
    expect(wordsOf(several)?.words).toEqual([512, 512, 512, 0, 0, 0x7286, 0]);
    expect(zeroPointsWord(several)).toBe(0x8005fd);
    expect(zeroPointsWord(of('bias,requantize:200', 'uint8'))).toBe(200);
    expect(zeroPointsWord(of('relu'))).toBe(0);
    expect(wordsOf(of('bias,requantize:each'))).toBeUndefined();
    const long = of('dequantize,quantize,dequantize,quantize,dequantize');
    expect(wordsOf(long)).toBeUndefined();
    const bordered = conv2d.workload(undefined, { dtype: 'uint8', border: '3' });
    expect(wordsOf(bordered)).toBeUndefined();
  });
});
