/** An element type from outside: one file, registered, serves operators, templates, the runner and the emulator. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { reference } from '../../../src/backend/cpu/reference.js';
import { openEmulator } from '../../../src/backend/cuda/emulator.js';
import { generate } from '../../../src/backend/generate.js';
import { registerElementType } from '../../../src/elements/registry.js';
import type { DeviceKernel } from '../../../src/ir/device-kernel.js';
import { KernelMeasurer } from '../../../src/measure/kernels.js';
import { ErrorNo } from '../../../src/measure/measurement.js';
import type { Workload } from '../../../src/operator/operator.js';
import { findOperator } from '../../../src/operator/registry.js';
import { Random } from '../../../src/space/random.js';
import { refusal, typesOf } from '../../../src/templates/refusal.js';
import { findTemplate } from '../../../src/templates/registry.js';
import { toleranceOf } from '../../../src/templates/tolerance.js';
import { float8E4m3 } from '../../fixtures/elements/float8-e4m3.js';
import { bitsOfNumber, elementContract, numberOfBits, rounded } from '../../support/element-contract.js';
import { avx2, sm90 } from '../../support/targets.js';

const type = float8E4m3;
let unregister: () => void;
beforeAll(() => {
  unregister = registerElementType(type);
});
afterAll(() => {
  unregister();
});

elementContract(type);

/** Its numbers from 0 on, by their bits: eighths of 2^-6, then eight steps between any two powers of two up to 448. */
const positive = [
  ...Array.from({ length: 8 }, (_, eighths) => (eighths / 8) * 2 ** -6),
  ...Array.from({ length: 15 }, (_, e) =>
    Array.from({ length: 8 }, (_, eighths) => (1 + eighths / 8) * 2 ** (e - 6)),
  ).flat(),
].slice(0, 127);

describe('the table of float8-e4m3', () => {
  test('has the constants of its specification', () => {
    const published = { 0x38: 1, 0x7e: 448, 0x08: 2 ** -6, 0x07: 0.875 * 2 ** -6, 0x01: 2 ** -9, 0x00: 0 };
    for (const [bits, value] of Object.entries(published)) expect(positive[Number(bits)]).toBe(value);
  });

  test('is what the type reads', () => {
    const read = Array.from({ length: 256 }, (_, bits) => numberOfBits(type, bits));
    expect(read).toEqual([...positive, NaN, ...positive.map((x) => -x), NaN]);
  });

  test('has the nearest number of each, the even one of two', () => {
    const around = Array.from({ length: 18001 }, (_, i) => (i % 2 === 0 ? (i - 9000) / 20 : (i - 9000) / 2 ** 18));
    const nearestBits = (x: number): number => {
      const distances = positive.map((y) => Math.abs(y - Math.abs(x)));
      const least = Math.min(...distances);
      const nearest = [...distances.keys()].filter((bits) => distances[bits] === least);
      return nearest.find((bits) => nearest.length === 1 || bits % 2 === 0)!;
    };
    expect(around.filter((x) => bitsOfNumber(type, x) % 128 !== nearestBits(x))).toEqual([]);
    expect([rounded(type, 464), rounded(type, 1e9), rounded(type, -1e9)]).toEqual([448, 448, -448]);
  });
});

describe('operators in float8-e4m3', () => {
  const matmul = findOperator('matmul');
  const workloadOf = (): Workload => matmul.workload(undefined, { m: '20', n: '24', k: '40', dtype: 'float8-e4m3' });

  test('are named, written to logs and read', () => {
    const workload = workloadOf();
    expect(workload.name).toMatch(/float8-e4m3/);
    expect(matmul.decode(matmul.encode(workload))).toEqual(workload);
  });

  test('are refused by templates that have nothing for it, with a sentence', () => {
    const workload = workloadOf();
    expect(refusal(findTemplate('matmul.mma'), workload, sm90)).toMatch(/^it is for .*, not float8-e4m3$/);
    expect(refusal(findTemplate('matmul.dot'), workload, avx2)).toBe('it is for float32, not float8-e4m3');
    expect(typesOf(findTemplate('matmul.simt'))).toContain('float8-e4m3');
  });
});

describe('kernels that store float8-e4m3', () => {
  let measurer: KernelMeasurer;
  beforeAll(async () => {
    measurer = await KernelMeasurer.create(openEmulator, { seed: 3 });
  });
  afterAll(() => measurer.close());

  test.each([
    ['matmul.simt', { m: '20', n: '24', k: '40' }],
    ['matmul.simt', { m: '32', n: '64', k: '48', epilogue: 'bias,relu' }],
    ['conv2d.simt', { inChannels: '8', outChannels: '16', height: '9', width: '9', kernel: '3', pad: '1' }],
  ])('of %s are right, and wrong where they store anything else', async (name, shape) => {
    const template = findTemplate(name);
    const workload = findOperator(template.operator).workload(undefined, { ...shape, dtype: 'float8-e4m3' });
    const space = template.define(workload, sm90);
    const task = { template, workload, target: sm90, space };
    const random = new Random(11);
    const problem = { reference: reference(workload), target: sm90 };
    for (let i = 0; i < 2; i++) {
      const config = space.sample(random)!;
      const kernel = generate(task, config);
      expect(kernel.source).toContain('struct float8_e4m3');
      const broken = { ...kernel, source: kernel.source.replaceAll('float8_e4m3', 'bfloat16') };
      const errorOf = async (one: DeviceKernel): Promise<number | undefined> => {
        const entry = { make: () => one, tolerance: toleranceOf(task, config) };
        for await (const { error } of measurer.measure(problem, [entry])) return error;
        return undefined;
      };
      expect({ config: config.values, right: await errorOf(kernel) }).toEqual({
        config: config.values,
        right: ErrorNo.none,
      });
      expect(await errorOf(broken)).not.toBe(ErrorNo.none);
    }
  });

  test('move vectors of it', () => {
    const template = findTemplate('matmul.simt');
    const workload = findOperator('matmul').workload(undefined, { m: '64', n: '64', k: '64', dtype: 'float8-e4m3' });
    const space = template.define(workload, sm90);
    const random = new Random(11);
    const sources = Array.from(
      { length: 8 },
      () => generate({ template, workload, target: sm90, space }, space.sample(random)!).source,
    );
    expect(sources.some((source) => /float8_e4m3::quad\(/.test(source.slice(source.indexOf('__global__'))))).toBe(true);
  });
});
