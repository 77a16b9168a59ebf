import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { resultOf, weightsOf } from '../../src/ir/tensor.js';
import { lower } from '../../src/ir/lower.js';
import { kernelTypes } from '../../src/elements/registry.js';
import { batchMatmul } from '../../src/operator/batch-matmul.js';
import { dense } from '../../src/operator/dense.js';
import { matmul } from '../../src/operator/matmul.js';
import { productShape, type ProductShape } from '../../src/operator/product.js';
import type { Operator, Workload, WorkloadArg } from '../../src/operator/operator.js';
import { Random } from '../../src/space/random.js';
import { UsageError } from '../../src/target/errors.js';
import { naiveSchedule } from '../support/naive-schedule.js';
import { interpret, size } from '../support/interpret.js';

/** The product written out, independent of the IR, with a bias and a relu behind it. */
function multiply(s: ProductShape, a: Float64Array, b: Float64Array, bias: Float64Array): number[] {
  const { batch = 1, m, n, k, transA, transB } = s;
  return Array.from({ length: batch * m * n }, (_, p) => {
    const [g, i, j] = [Math.floor(p / (m * n)), Math.floor(p / n) % m, p % n];
    let total = bias[j]!;
    for (let x = 0; x < k; x++) {
      const left = a[g * m * k + (transA ? x * m + i : i * k + x)]!;
      const right = b[g * k * n + (transB ? j * k + x : x * n + j)]!;
      total += left * right;
    }
    return Math.max(total, 0);
  });
}

const extent = fc.integer({ min: 1, max: 6 }).map(String);
const yesOrNo = fc.boolean().map(String);
const shapes: readonly (readonly [Operator, fc.Arbitrary<Record<string, string>>])[] = [
  [matmul, fc.record({ m: extent, n: extent, k: extent, transA: yesOrNo, transB: yesOrNo })],
  [batchMatmul, fc.record({ batch: extent, m: extent, n: extent, k: extent, transA: yesOrNo, transB: yesOrNo })],
  [dense, fc.record({ m: extent, n: extent, k: extent })],
];

function throughTheLog(operator: Operator, workload: Workload): Workload {
  return operator.decode(JSON.parse(JSON.stringify(operator.encode(workload))) as WorkloadArg[]);
}

describe.each(shapes.map(([operator, shape]) => [operator.name, operator, shape] as const))(
  '%s',
  (_, operator, shape) => {
    test('computes the product, either input transposed, and survives the log', () => {
      fc.assert(
        fc.property(
          shape,
          fc.constantFrom('none', operator.name === 'dense' ? 'weights' : 'B'),
          fc.constantFrom(...kernelTypes().map(({ name }) => name)),
          (options, constant, dtype) => {
            const workload = operator.workload(undefined, { ...options, epilogue: 'bias,relu', constant, dtype });
            const nest = lower(naiveSchedule(workload));
            const random = new Random(1);
            const inputs = nest.inputs.map((t) =>
              Float64Array.from({ length: size(t.shape) }, () => random.int(9) - 4),
            );
            expect([...nest.inputs, nest.output].map((tensor) => tensor.dtype)).toEqual([
              ...[dtype, weightsOf(dtype), resultOf(dtype), resultOf(dtype)],
            ]);
            const [a, b, bias] = inputs as [Float64Array, Float64Array, Float64Array];
            expect([...interpret(nest, inputs)].map((x) => x + 0)).toEqual(
              multiply(productShape(workload), a, b, bias),
            );
            expect(throughTheLog(operator, workload)).toEqual(workload);
          },
        ),
      );
    });

    test('its named workloads keep their names through the log', () => {
      for (const name of Object.keys(operator.workloads)) {
        const workload = operator.workload(name, {});
        expect(workload.name.startsWith(name)).toBe(true);
        expect(throughTheLog(operator, workload)).toEqual(workload);
        expect(operator.flops(workload)).toBeGreaterThan(0);
      }
    });

    test('refuses a record of mixed types, in one sentence', () => {
      const args = operator.encode(operator.workload(undefined, { dtype: 'float16' }));
      const mixed = JSON.parse(JSON.stringify(args).replace('"float16"', '"float32"')) as WorkloadArg[];
      expect(() => operator.decode(mixed)).toThrow(
        new UsageError(
          `the record's tensors are float32 and float16: ${operator.name} has inputs and output of one type`,
        ),
      );
      const unknown = JSON.parse(JSON.stringify(args).replaceAll('"float16"', '"float8"')) as WorkloadArg[];
      expect(() => operator.decode(unknown)).toThrow(UsageError);
    });

    test('refuses what is not its record', () => {
      const args = operator.encode(operator.workload(undefined, {}));
      const [a, ...rest] = args;
      const cut = ['TENSOR', (a as readonly [string, number[]])[1].map((x) => x + 1), 'float32'];
      expect(() => operator.decode([cut, ...rest])).toThrow(UsageError);
      expect(() => operator.decode([])).toThrow(UsageError);
      expect(() => operator.decode([...args, 'more'])).toThrow(UsageError);
    });
  },
);

describe('names of products', () => {
  test('say what is transposed and what differs from the default', () => {
    const plain = { m: '3', n: '4', k: '5' };
    expect(matmul.workload(undefined, { ...plain, transA: 'true' }).name).toBe('3x4x5+trans-a');
    expect(batchMatmul.workload('bert.scores-128', { transB: 'false' }).name).toBe('12x128x128x64');
    expect(batchMatmul.workload('bert.scores-128', {}).name).toBe('bert.scores-128');
    expect(matmul.workload('gemm.512', { dtype: 'bfloat16', epilogue: 'relu' }).name).toBe('gemm.512+bfloat16+relu');
    expect(() => matmul.workload('gemm.512', { dtype: 'float61' })).toThrow(
      /--dtype "float61" .* did you mean "float16"/,
    );
    expect(dense.workload('resnet18.fc', {}).name).toBe('resnet18.fc+bias');
    expect(dense.workload('resnet18.fc', { epilogue: 'none', constant: 'none' }).name).toBe(
      '1x1000x512+variable-weights',
    );
  });

  test('a plain matmul is logged as it always was', () => {
    const args = [['TENSOR', [512, 512], 'float32'], ['TENSOR', [512, 512], 'float32'], 'float32', [], []];
    expect(matmul.decode(args).name).toBe('gemm.512');
    expect(matmul.encode(matmul.workload('gemm.512', {}))).toEqual(args);
  });

  test('a transposition is a switch', () => {
    expect(() => matmul.workload(undefined, { transA: 'maybe' })).toThrow(/--trans-a "maybe"/);
    expect(() => dense.workload(undefined, { transA: 'true' })).toThrow(/no shape option "transA"/);
  });
});
