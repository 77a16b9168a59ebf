import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { emulatorOf } from '../../../../src/backend/cpu/emulator.js';
import { reference } from '../../../../src/backend/cpu/reference.js';
import type { CpuTarget } from '../../../../src/backend/cpu/target.js';
import { toolchainNamed } from '../../../../src/backend/cpu/toolchains.js';
import { generate } from '../../../../src/backend/generate.js';
import { parseTarget } from '../../../../src/backend/registry.js';
import type { DeviceKernel } from '../../../../src/ir/device-kernel.js';
import { InstantiationError } from '../../../../src/ir/errors.js';
import { KernelMeasurer } from '../../../../src/measure/kernels.js';
import { ErrorNo } from '../../../../src/measure/measurement.js';
import { findOperator } from '../../../../src/operator/registry.js';
import { Random } from '../../../../src/space/random.js';
import type { Config } from '../../../../src/space/config.js';
import { findTemplate } from '../../../../src/templates/registry.js';
import { makeTask } from '../../../../src/templates/task.js';
import type { Task } from '../../../../src/templates/template.js';
import { toleranceOf } from '../../../../src/templates/tolerance.js';
import { runsCalls } from '../../../support/kernel-calls.js';
import { describeWhere } from '../../../support/skips.js';

const toolchain = toolchainNamed('aarch64-linux-gnu');

/** By the features of a CPU, the instruction that sums products up: without i8mm bytes become those of one sign. */
const cases: readonly (readonly [dtype: string, features: string, instruction: string | undefined])[] = [
  ['int8', '', undefined],
  ['int8', '+dotprod', 'sdot'],
  ['uint8', '+dotprod', 'sdot'],
  ['uint8', '+i8mm', 'usdot'],
  ['bfloat16', '', undefined],
  ['bfloat16', '+bf16', 'bfdot'],
  ['float16', '', undefined],
];

/** Configs of each shape, more where this architecture is what the run is about, and all rows of all types. */
const asked = process.env['TUNE_EMULATE'] !== undefined;
const count = asked ? 3 : 1;

/** The kernels of some configs, of those that have one. */
function drawn(task: Task, count: number): (readonly [Config, DeviceKernel])[] {
  const random = new Random(1);
  const found: (readonly [Config, DeviceKernel])[] = [];
  while (found.length < count) {
    const config = task.space.sample(random)!;
    try {
      found.push([config, generate(task, config)]);
    } catch (error) {
      if (!(error instanceof InstantiationError)) throw error;
    }
  }
  return found;
}

/** Groups that are not whole, tiles that are not, a constant that is packed; a sum longer than a block. */
const products: readonly Readonly<Record<string, string>>[] = [
  { m: '9', n: '21', k: '11', constant: 'B', epilogue: 'bias,relu' },
  { m: '5', n: '8', k: '64', transA: 'true' },
  { m: '3', n: '17', k: '150', transB: 'true', constant: 'B' },
];
/** With borders, strides, and channels that vectors do not divide. */
const image = { inChannels: '12', height: '7', width: '6', kernel: '3', stride: '1', pad: '1', layout: 'NHWC' };
const rows: readonly (readonly [template: string, shape: Readonly<Record<string, string>>])[] = [
  ...products.map((shape) => ['matmul.blocked', shape] as const),
  ['conv2d.direct', { ...image, outChannels: '21', epilogue: 'bias,relu' }],
  ['conv2d.direct', { ...image, outChannels: '8', layout: 'NCHW', stride: '2' }],
  ['conv2d.depthwise', { ...image, outChannels: '12', groups: '12', epilogue: 'bias' }],
  ['conv2d_transpose.phases', { ...image, outChannels: '10', kernel: '4', stride: '2' }],
];
/** Whose sums are of one product for each channel, or of too few for a group. */
const isApart = (template: string): boolean => template.endsWith('depthwise');

describeWhere(
  runsCalls({ triple: toolchain.triple, arch: 'armv8-a' }),
  'apt-get install gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user',
)('products of types on AArch64, which qemu runs', () => {
  let measurer: KernelMeasurer;
  beforeAll(async () => {
    measurer = await KernelMeasurer.create(emulatorOf(toolchain.triple), { seed: 7 });
  });
  afterAll(() => measurer.close());

  describe.each(cases)('%s on generic%s', (dtype, features, instruction) => {
    test.each(instruction !== undefined || asked ? rows : rows.slice(0, products.length))(
      '%s is right on %j',
      async (name, shape) => {
        const target = parseTarget(`llvm -mtriple=aarch64-linux-gnu -mcpu=generic${features} -threads=1`) as CpuTarget;
        const template = findTemplate(name);
        const workload = findOperator(template.operator).workload(undefined, { ...shape, dtype });
        const task = makeTask(template, workload, target);
        const trials = drawn(task, count).map(([config, kernel]) => {
          const dots = /"(\w*dot) /.exec(kernel.source)?.[1];
          return { dots, make: () => kernel, tolerance: toleranceOf(task, config) };
        });
        expect(trials.map(({ dots }) => dots)).toEqual(trials.map(() => (isApart(name) ? undefined : instruction)));
        const outcomes = [];
        for await (const { error, message } of measurer.measure(
          { reference: reference(task.workload), target },
          trials,
        ))
          outcomes.push({ error, message });
        expect(outcomes).toEqual(trials.map(() => ({ error: ErrorNo.none, message: undefined })));
      },
    );
  });
});
