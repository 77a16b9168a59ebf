import { describe, expect, test } from '@jest/globals';
import type { CpuKernel } from '../../../../src/backend/cpu/cpu-kernel.js';
import { reference } from '../../../../src/backend/cpu/reference.js';
import type { CpuTarget } from '../../../../src/backend/cpu/target.js';
import { hostToolchain } from '../../../../src/backend/cpu/toolchains.js';
import { generate } from '../../../../src/backend/generate.js';
import { roundHalfEven } from '../../../../src/elements/rounding.js';
import { elementwise } from '../../../../src/operator/elementwise.js';
import { matmul } from '../../../../src/operator/matmul.js';
import type { Workload } from '../../../../src/operator/operator.js';
import { Random } from '../../../../src/space/random.js';
import { findTemplate } from '../../../../src/templates/registry.js';
import { makeTask } from '../../../../src/templates/task.js';
import { callKernels, runsCalls } from '../../../support/kernel-calls.js';
import { testWhere } from '../../../support/skips.js';
import { avx2, avx512, avx512vnni, neon, sse } from '../../../support/targets.js';

/** What int32 does not hold, what it does that a zero point leads beyond, no number, and numbers of bytes. */
const floats = [
  ...[Infinity, -Infinity, NaN, 3e9, -3e9, 2 ** 31, -(2 ** 31), 2 ** 31 - 128, 2 ** 24 + 2, -(2 ** 24) - 2],
  ...[0, -0, 0.5, 1.5, -2.5, 100.5, -100.5, 254.5, 300, -300, 1e38],
].map(Math.fround);

/** A row of zeros, which an infinite scale makes NaN, and one of ones: by column each of the floats. */
const [m, n] = [2, floats.length];

const arrays = { uint8: Uint8Array, int8: Int8Array } as const;
const limits = { uint8: [0, 255], int8: [-128, 127] } as const;

/** By column, where a kernel reads them. */
const zeros = { uint8: [0, 128, 255], int8: [0, -128, 127] } as const;

const cases = (['uint8', 'int8'] as const).flatMap((dtype) => {
  const [none, first, second] = zeros[dtype];
  return [
    ...[none, first, second, 'each'].map((zero) => ({ dtype, epilogue: `requantize:${zero}` })),
    { dtype, epilogue: `dequantize,quantize:${first}` },
    { dtype, epilogue: `dequantize,round:${second}` },
  ];
});
type Row = (typeof cases)[number];

/** What a QuantizeLinear of its own becomes. */
const alone = (['uint8', 'int8'] as const).map((dtype) => {
  const [least, largest] = limits[dtype];
  const zero = zeros[dtype][1];
  const shape = { inputs: `${n}`, expression: `clip(round(a)+${zero},${least},${largest})`, types: 'float32', dtype };
  return { dtype, zero, workload: elementwise.workload(undefined, shape) };
});

function workloadOf({ dtype, epilogue }: Row) {
  return matmul.workload(undefined, { m: String(m), n: String(n), k: '1', dtype, epilogue });
}

function zeroPointsOf({ dtype, epilogue }: Row): readonly number[] {
  const said = /-?\w+$/.exec(epilogue)![0];
  return floats.map((_, i) => (said === 'each' ? zeros[dtype][i % 3]! : Number(said)));
}

/** As a kernel has them, or, all floats, the reference. */
function inputsOf(row: Row, reader: 'kernel' | 'reference') {
  const whole = <T>(type: T): T | typeof Float32Array => (reader === 'kernel' ? type : Float32Array);
  const ones = floats.map(() => 1);
  return [
    whole(arrays[row.dtype]).from([0, 1]),
    whole(Int8Array).from(ones),
    Float32Array.from(floats),
    ...(row.epilogue.includes(',quantize') ? [Float32Array.from(ones)] : []),
    ...(row.epilogue.endsWith('each') ? [whole(Int32Array).from(zeroPointsOf(row))] : []),
  ];
}

function byteOf(dtype: Row['dtype'], value: number, zero: number): number {
  const [least, largest] = limits[dtype];
  const steps = roundHalfEven(value) + zero;
  return steps > least ? Math.min(steps, largest) + 0 : least;
}

function expectedOf(row: Row): number[] {
  const zeroPoints = zeroPointsOf(row);
  return [0, 1].flatMap((x) => floats.map((scale, i) => byteOf(row.dtype, x * scale, zeroPoints[i]!)));
}

function kernelOf(template: string, workload: Workload, target: CpuTarget): CpuKernel {
  const task = makeTask(findTemplate(template), workload, target);
  return generate(task, task.space.sample(new Random(3))!) as CpuKernel;
}

function expectSaturated(results: readonly ArrayLike<number>[]): void {
  const found = results.map((numbers, i) => ({ ...cases[i]!, numbers: Array.from(numbers, (x) => x + 0) }));
  expect(found).toEqual(cases.map((row) => ({ ...row, numbers: expectedOf(row) })));
}

describe('what is rounded to bytes saturates, and no number is the least byte', () => {
  for (const target of [avx512vnni, avx512, avx2, sse, neon])
    testWhere(runsCalls(target), `what runs ${target.arch}`)(
      `in kernels for ${target.arch}`,
      () => {
        const calls = cases.map((row) => {
          const inputs = inputsOf(row, 'kernel');
          return { kernel: kernelOf('matmul.blocked', workloadOf(row), target), inputs, outputBytes: m * n };
        });
        const callsAlone = alone.map(({ workload }) => {
          const inputs = [Float32Array.from(floats)];
          return { kernel: kernelOf('elementwise.map', workload, target), inputs, outputBytes: n };
        });
        const results = callKernels(target, [...calls, ...callsAlone]);
        expectSaturated(cases.map(({ dtype }, i) => new arrays[dtype](results[i]!)));
        for (const [i, { dtype, zero }] of alone.entries()) {
          const bytes = new arrays[dtype](results[cases.length + i]!);
          expect(Array.from(bytes)).toEqual(floats.map((value) => byteOf(dtype, value, zero)));
        }
      },
      120_000,
    );

  test('in the reference', () => {
    const calls = cases.map((row) => ({
      ...{ kernel: reference(workloadOf(row), 1), inputs: inputsOf(row, 'reference'), outputBytes: 4 * m * n },
    }));
    const target = { triple: hostToolchain().triple, arch: 'native' };
    expectSaturated(callKernels(target, calls).map((bytes) => new Float32Array(bytes)));
  });
});
