import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import type { CpuKernel } from '../../../../src/backend/cpu/cpu-kernel.js';
import type { CpuTarget } from '../../../../src/backend/cpu/target.js';
import { hostToolchain } from '../../../../src/backend/cpu/toolchains.js';
import { generate } from '../../../../src/backend/generate.js';
import { parseTarget } from '../../../../src/backend/registry.js';
import { matmul } from '../../../../src/operator/matmul.js';
import { mostTerms } from '../../../../src/operator/sum-length.js';
import { Random } from '../../../../src/space/random.js';
import { findTemplate } from '../../../../src/templates/registry.js';
import { makeTask } from '../../../../src/templates/task.js';
import { amxEmulation } from '../../../support/amx-emulator.js';
import { callKernels, runsCalls } from '../../../support/kernel-calls.js';
import { testWhere } from '../../../support/skips.js';
import { amx, avx2, avx512, avx512vnni, avxvnni, sse } from '../../../support/targets.js';

const arrays = { uint8: Uint8Array, int8: Int8Array } as const;
type Narrow = keyof typeof arrays;

/** Rows enough for matrices, and columns that no vector divides. */
const [m, n] = [5, 19];
/** Sums that just exceed 2^24, up to which floats are exact, and the longest. */
const terms = (dtype: Narrow): readonly number[] => [1031, mostTerms(dtype)];

type Draw = (k: number, random: Random) => number;
const drawn =
  (least: number, largest: number): Draw =>
  (_, random) =>
    least + random.int(largest - least + 1);

/** Ends of a type, in turns, and any number of it. */
const drawsOf = (least: number, largest: number): readonly Draw[] => [
  ...[() => largest, () => least, drawn(least, largest)],
  ...[(k: number) => (k % 2 === 0 ? largest : least), (k: number) => (k % 3 === 0 ? least : largest - (k % 2))],
];
const draws = { uint8: drawsOf(0, 255), int8: drawsOf(-128, 127) };

/** A row of A, or a column of B, by each draw in turn. */
function operand(dtype: Narrow, count: number, k: number, random: Random): Int32Array[] {
  return Array.from({ length: count }, (_, i) =>
    Int32Array.from({ length: k }, (__, at) => draws[dtype][i % draws[dtype].length]!(at, random)),
  );
}

interface Problem {
  readonly dtype: Narrow;
  readonly k: number;
  readonly a: Uint8Array<ArrayBuffer> | Int8Array<ArrayBuffer>;
  readonly b: Int8Array<ArrayBuffer>;
  readonly sums: readonly number[];
}

const problems = (['uint8', 'int8'] as const).flatMap((dtype) =>
  terms(dtype).map((k): Problem => {
    const random = new Random(k);
    const [rows, columns] = [operand(dtype, m, k, random), operand('int8', n, k, random)];
    const b = new Int8Array(k * n);
    for (const [j, column] of columns.entries()) for (let at = 0; at < k; at++) b[at * n + j] = column[at]!;
    // Numbers of JavaScript are exact up to 2^53.
    const sums = rows.flatMap((row) => columns.map((column) => row.reduce((sum, x, at) => sum + x * column[at]!, 0)));
    return { dtype, k, a: arrays[dtype].from(rows.flatMap((row) => [...row])), b, sums };
  }),
);

/** `instruction`: which some of the kernels use. */
function expectExact(target: CpuTarget, instruction: string, environment: Readonly<Record<string, string>> = {}): void {
  const calls = problems.map(({ dtype, k, a, b }) => {
    const workload = matmul.workload(undefined, { m: String(m), n: String(n), k: String(k), dtype });
    const task = makeTask(findTemplate('matmul.blocked'), workload, target);
    const kernel = generate(task, task.space.sample(new Random(k))!) as CpuKernel;
    return { kernel, inputs: [a, b], outputBytes: 4 * m * n };
  });
  expect(calls.map(({ kernel }) => kernel.source).join()).toContain(instruction);
  for (const [i, bytes] of callKernels(target, calls, environment).entries()) {
    const { dtype, k, sums } = problems[i]!;
    expect({ dtype, k, sums: [...new Int32Array(bytes)] }).toEqual({ dtype, k, sums });
  }
}

const arm = (features: string): CpuTarget =>
  parseTarget(`llvm -mtriple=aarch64-linux-gnu -mcpu=generic${features} -threads=1`) as CpuTarget;

const targets: readonly (readonly [CpuTarget, instruction: string])[] = [
  [avx512vnni, 'vpdpbusd'],
  [avx512, 'vpmaddwd'],
  [avxvnni, 'vpdpbusd'],
  [avx2, 'vpmaddwd'],
  [sse, ''],
  [arm(''), ''],
  [arm('+dotprod'), 'sdot'],
  [arm('+dotprod+i8mm'), 'usdot'],
];

describe('sums of bytes are exact, whatever the bytes and up to the longest that int32 holds', () => {
  for (const [target, instruction] of targets)
    testWhere(runsCalls(target), `what runs ${target.arch}`)(
      `in kernels for ${target.arch}`,
      () => {
        expectExact(target, instruction);
      },
      120_000,
    );

  describe('in matrices', () => {
    let folder = '';
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'tune-sums-'));
    });
    afterAll(() => {
      rmSync(folder, { recursive: true });
    });

    testWhere(hostToolchain().arch === 'x64' && runsCalls(avx512), 'a CPU with AVX-512')(
      'of the emulator',
      async () => {
        expectExact(amx, 'tdpb', await amxEmulation(folder));
      },
      240_000,
    );
  });
});
