import { writeFileSync } from 'node:fs';
import { storeError } from '../../ir/tensor.js';
import type { DeviceKernel, KernelArg } from '../../ir/device-kernel.js';
import { kernelFlags } from '../../backend/cpu/flags.js';
import { identify } from '../../measure/c-compiler.js';
import { hostToolchain } from '../../backend/cpu/toolchains.js';
import { hashOf } from '../../measure/build-cache.js';
import type { Scratch } from '../../measure/scratch.js';
import type { TuneRecord } from '../../log/record/record.js';
import { WorkError } from '../../target/errors.js';
import { generate } from '../../backend/generate.js';
import type { Known } from '../../templates/known.js';
import { toleranceOf } from '../../templates/tolerance.js';
import { rebuild, type RebuiltTask } from '../../tuner/rebuild.js';
import { compileTo } from '../../measure/c-program.js';
import { buildDriver } from '../../backend/cpu/driver-program.js';
import { Driver } from '../../measure/driver.js';
import { reference } from '../../backend/cpu/reference.js';
import { threadsOf, type Target } from '../../target/target.js';
import { asCpuKernel } from '../../backend/cpu/builder.js';

/** Symbols that a freestanding kernel expects of the process that loads it: libm, and libgomp with its threads. */
const flags = ['-fopenmp', '-rdynamic', '-Wl,--no-as-needed'];

export interface OursOptions {
  /** What the record may be of, besides what comes with tune. */
  readonly known?: Known | undefined;
  /** Aborting it kills the driver. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * The kernel of a record, compiled as in the search and ready to be timed in the harness of the peers. It is checked in
 * full against the naive reference first: throws WorkError if it is further off than a right one may be, UsageError if
 * the record is none of ours.
 */
export async function startOurs(
  record: TuneRecord,
  name: string,
  scratch: Scratch,
  { known, signal }: OursOptions = {},
): Promise<Driver> {
  return startConfig(rebuild(record, known), name, scratch, signal);
}

/** The same of a config that no record is of. */
export async function startConfig(
  { operator, task, config }: RebuiltTask,
  name: string,
  scratch: Scratch,
  signal?: AbortSignal,
): Promise<Driver> {
  const { workload, target } = task;
  const kernel = generate(task, config);
  const naive = reference(workload, undefined, operator);
  const driver = await startKernel({ name, kernel, naive, target, signal }, scratch);
  const rounded = storeError(naive.args.at(-1)!.dtype);
  if (driver.error <= toleranceOf(task, config) + rounded) return driver;
  await driver.stop();
  throw new WorkError(`${name} computes a wrong result (relative error ${driver.error}), so its time means nothing.`);
}

/** A kernel, and the naive one whose result it must have; both take the same arguments. */
export interface KernelToTime {
  readonly name: string;
  readonly kernel: DeviceKernel;
  readonly naive: DeviceKernel;
  readonly target: Target;
  /** Aborting it kills the driver. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Compiles both into the scratch folder and starts the driver, which packs, runs and compares them before it is ready.
 */
export async function startKernel(one: KernelToTime, scratch: Scratch): Promise<Driver> {
  return startBuilt(one, await buildKernel(one.kernel, one.target, scratch), scratch);
}

/** The same of one that is built already, into this shared object. */
export async function startBuilt(
  { name, kernel, naive, target, signal }: KernelToTime,
  library: string,
  scratch: Scratch,
): Promise<Driver> {
  const executable = await buildDriver('ours.c', flags);
  const args = [
    `kernel=${library}`,
    `reference=${await buildKernel(naive, target, scratch)}`,
    `workspace=${Math.max(kernel.workspaceBytes, naive.workspaceBytes)}`,
    `magnitude=${naive.args.at(-1)!.magnitude ?? 0}`,
    `args=${kernel.args.map((arg, i) => argumentText(arg, naive.args[i]!)).join(',')}`,
  ];
  return Driver.start({ name, executable, args, threads: threadsOf(target), signal });
}

/** Compiles a kernel as in the search, into a shared object in the scratch folder; returns its path. */
export async function buildKernel(kernel: DeviceKernel, { arch }: Target, scratch: Scratch): Promise<string> {
  const path = scratch.path(hashOf(kernel.source));
  writeFileSync(`${path}.c`, kernel.source);
  const { openmp } = asCpuKernel(kernel);
  const flags = kernelFlags(hostToolchain(), identify().family, { cpu: arch, openmp, purpose: 'kernel' });
  await compileTo(`${path}.so`, ['-w', ...flags, `${path}.c`]);
  return `${path}.so`;
}

/** `reference`: the same argument of the naive kernel, which says between which numbers it is drawn. */
function argumentText({ dtype, shape, packedBytes }: KernelArg, { range = [-1, 1] }: KernelArg): string {
  return [dtype, product(shape), packedBytes, ...range].join(':');
}

function product(shape: readonly number[]): number {
  return shape.reduce((count, extent) => count * extent, 1);
}
