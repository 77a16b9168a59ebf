import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openChecker } from '../../../../src/backend/cpu/contract.js';
import { cpuParts } from '../../../../src/backend/cpu/device.js';
import { untimed } from '../../../../src/backend/cpu/emulator.js';
import { missingHere } from '../../../../src/backend/cpu/march.js';
import type { CpuTarget } from '../../../../src/backend/cpu/target.js';
import { hostToolchain } from '../../../../src/backend/cpu/toolchains.js';
import { generate } from '../../../../src/backend/generate.js';
import { checkKernels } from '../../../../src/catalogue/contract/contract.js';
import { samples } from '../../../../src/catalogue/contract/tasks.js';
import { nearestConfigs } from '../../../../src/explorer/nearest-config.js';
import type { Device, DeviceOptions } from '../../../../src/measure/device.js';
import { KernelMeasurer } from '../../../../src/measure/kernels.js';
import { Session } from '../../../../src/measure/session.js';
import { findOperator } from '../../../../src/operator/registry.js';
import type { Config } from '../../../../src/space/config.js';
import { Random } from '../../../../src/space/random.js';
import { findTemplate } from '../../../../src/templates/registry.js';
import { makeTask } from '../../../../src/templates/task.js';
import type { Task } from '../../../../src/templates/template.js';
import { amxEmulation } from '../../../support/amx-emulator.js';
import { describeWhere } from '../../../support/skips.js';
import { amx, withThreads } from '../../../support/targets.js';

type Shape = Readonly<Record<string, string>>;

/** Rows and columns that tiles do not divide, sums that are no whole groups or steps, and ones of 37 groups. */
const products: readonly Shape[] = [
  { m: '4', n: '17', k: '27' },
  { m: '33', n: '17', k: '200' },
  { m: '17', n: '40', k: '147', epilogue: 'bias,relu' },
  { m: '49', n: '17', k: '148' },
  { m: '49', n: '40', k: '3' },
  { m: '33', n: '40', k: '4', epilogue: 'add' },
  { m: '5', n: '17', k: '74' },
];
/** Operands that are constant or transposed. */
const operands: readonly Shape[] = [
  { constant: 'B' },
  { transA: 'true' },
  { transB: 'true' },
  { transA: 'true', transB: 'true', constant: 'B' },
];
const image = { layout: 'NHWC', stride: '1', constant: 'weights' };
const heads = { heads: '4', groups: '2', scale: '0.25' };
const shapes: Readonly<Record<string, readonly Shape[]>> = {
  'matmul.blocked': products.map((shape, i) => ({ ...shape, ...operands[i % 4] })),
  'dense.blocked': products,
  'batch_matmul.blocked': products.map((shape, i) => ({
    ...shape,
    ...operands[(i + 2) % operands.length],
    batch: '3',
  })),
  'conv2d.im2col': [
    { inChannels: '3', height: '9', width: '9', outChannels: '17', kernel: '3', stride: '2', pad: '1' },
    { inChannels: '3', height: '13', width: '12', outChannels: '40', kernel: '7', pad: '3', epilogue: 'bias,relu' },
    { inChannels: '1', height: '5', width: '3', outChannels: '1', kernel: '2', batch: '3' },
    { inChannels: '37', height: '7', width: '7', outChannels: '17', kernel: '2', batch: '2', layout: 'any' },
    // Of whole steps, which are read where they are.
    { inChannels: '64', height: '15', width: '15', outChannels: '17', kernel: '3', pad: '1' },
    { inChannels: '64', height: '9', width: '27', outChannels: '40', kernel: '3', stride: '2', pad: '1', batch: '2' },
  ].map((shape) => ({ ...image, ...shape })),
  'conv2d.pointwise': [
    { inChannels: '200', height: '7', width: '7', outChannels: '17' },
    { inChannels: '147', height: '9', width: '7', outChannels: '40', stride: '2' },
    { inChannels: '148', height: '3', width: '11', outChannels: '40', batch: '2', epilogue: 'add' },
    { inChannels: '27', height: '3', width: '3', outChannels: '1', pad: '1', layout: 'any' },
    { inChannels: '64', height: '17', width: '1', outChannels: '64' },
    { inChannels: '64', height: '7', width: '25', outChannels: '17', stride: '2', pad: '1', batch: '2' },
  ].map((shape) => ({ ...image, kernel: '1', ...shape })),
  'attention.rows': [
    { queries: '37', keys: '69', width: '24', order: 'BSHD', bias: 'bias-hqk' },
    { queries: '33', keys: '64', width: '32', values: '17', softcap: '30' },
    { queries: '5', keys: '3', width: '2', order: 'BSHD-BHSD' },
    { queries: '17', keys: '40', width: '64', causal: '24', batch: '2' },
    { queries: '1', keys: '77', width: '80', values: '40', groups: '1', order: 'BHSD-BSHD', bias: 'bias-bk' },
  ].map((shape) => ({ ...heads, ...shape })),
};
const dtypes = ['uint8', 'int8', 'bfloat16'];
/** Powers are no whole numbers. */
const dtypesOf = (template: string): readonly string[] => (template.startsWith('attention') ? ['bfloat16'] : dtypes);

/**
 * Random configs of each shape, for a long proof of all types and suggestions on one thread and on two. Otherwise these
 * take turns: the templates of products share a schedule, and those of convolutions.
 */
const asked = process.env['TUNE_CONTRACT_CONFIGS'];
const count = Number(asked ?? 1);

interface Row {
  readonly template: string;
  readonly threads: number;
  readonly shape: Shape;
  /** Which suggestions it takes: those of one template of so many. */
  readonly turn: readonly [turn: number, of: number];
}
/** Templates that share a schedule take turns. */
function turnOf(template: number): Row['turn'] {
  if (template < 3) return [template, 3];
  return template < 5 ? [template - 3, 2] : [0, 1];
}

const rows = Object.entries(shapes).flatMap(([template, some], t) =>
  some.flatMap((shape, i) =>
    dtypesOf(template).flatMap((dtype, d, { length }) =>
      [1, 2]
        .filter((threads) => asked !== undefined || (d === (i + t) % length && threads === 1 + (i % 2)))
        .map((threads): Row => ({ template, threads, shape: { ...shape, dtype }, turn: turnOf(t) })),
    ),
  ),
);

const onX86 = hostToolchain().arch === 'x64';
const runs = (cpu: string): boolean => onX86 && missingHere(cpu).length === 0;

let folder = '';
let emulation: Readonly<Record<string, string>> = {};
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tune-matrices-'));
  if (onX86) emulation = await amxEmulation(folder);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** This CPU with the matrices of the emulator. */
async function openEmulated(options: DeviceOptions): Promise<Device<CpuTarget>> {
  const { builder, sessionOptions, call, close } = await cpuParts(options, hostToolchain());
  const environment = Object.entries(emulation).map(([name, value]) => `${name}=${value}`);
  const command = ['env', ...environment, ...sessionOptions.command] as const;
  const session = new Session({ ...sessionOptions, ...untimed, command });
  return { builder, session, check: () => undefined, call, close: () => close(session) };
}

/** What is suggested, and some by chance. */
function configsOf(task: Task, [turn, of]: Row['turn']): readonly Config[] {
  const suggested = task.template.suggestions!(task.workload, task.target);
  const taken = suggested.filter((_, i) => asked !== undefined || (i + Math.floor(i / of)) % of === turn);
  const near = taken.map((values) => {
    const [nearest] = nearestConfigs(task.space, values);
    return nearest!;
  });
  const all = [...near, ...samples(task, new Random(5), count)];
  return [...new Map(all.map((config) => [config.index, config])).values()];
}

function describeOn(open: (options: DeviceOptions) => Promise<Device<CpuTarget>>): void {
  let measurer: KernelMeasurer;
  beforeAll(async () => {
    measurer = await KernelMeasurer.create(open, { seed: 7 });
  });
  afterAll(() => measurer.close());

  // A runner is started anew for another count of threads.
  test.each(rows.toSorted((a, b) => a.threads - b.threads))(
    'kernels of $template on $threads threads are right on $shape',
    async ({ template: name, threads, shape, turn }) => {
      const template = findTemplate(name);
      const workload = findOperator(template.operator).workload(undefined, shape);
      const task = makeTask(template, workload, withThreads(amx, threads));
      const configs = configsOf(task, turn);
      const inMatrices = configs.filter((config) => generate(task, config).source.includes('tdp'));
      expect(inMatrices).not.toEqual([]);
      for await (const { config, error, problem } of checkKernels(task, configs, measurer))
        expect({ values: config?.values, error, problem }).toMatchObject({ error: 0, problem: undefined });
    },
    240_000,
  );
}

describeWhere(runs('x86-64-v4'), 'a CPU with AVX-512')('on emulated matrices', () => {
  describeOn(openEmulated);
});

describeWhere(runs(amx.arch), 'a CPU with AMX')('on the matrices of this CPU', () => {
  describeOn((options) => openChecker(amx, options));
});
