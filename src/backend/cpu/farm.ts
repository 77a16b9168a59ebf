import { z } from 'zod';
import { kernelArgSchema } from '../../measure/farm/messages.js';
import { flagProblem } from '../../ir/flag-problem.js';
import { compilerVersion, familyOf } from '../../measure/c-compiler.js';
import { checked } from '../../target/checked.js';
import { cpuFeatures } from '../../target/cpu-features.js';
import { MissingError } from '../../target/errors.js';
import type { FarmLane, FarmSide } from '../capabilities/serve-farm.js';
import { makingRoom } from '../farm/making-room.js';
import { Builder } from './builder.js';
import { callOf, openCpu } from './device.js';
import { emulatorOf } from './emulator.js';
import { kernelFlags } from './flags.js';
import { readNames, type CpuTarget } from './target.js';
import { compilerOf, hostToolchain, isHost, toolchainNamed, toolchains } from './toolchains.js';

/** Characters of a source, at most. */
const source = z.string().max(4 * 2 ** 20);
const hash = z.string().regex(/^[0-9a-f]{16}$/);

/** A kernel for a CPU (`cpu-kernel.ts`) that came from elsewhere. Its flags are those that a spec may name. */
const kernelSchema = z.strictObject({
  language: z.enum(['c', 'c++']),
  source,
  args: z.array(kernelArgSchema).min(1).max(256).readonly(),
  workspaceBytes: z.int().min(0),
  openmp: z.boolean(),
  isBrief: z.boolean().exactOptional(),
  requires: z
    .array(z.string().regex(/^[\w.+-]{1,64}$/))
    .max(256)
    .readonly(),
  units: z.strictObject({ of: hash, entry: source, units: z.array(source).max(64).readonly() }).exactOptional(),
  flags: z
    .array(z.string().refine((flag) => flagProblem(flag, 'c') === undefined, 'is no flag that a kernel may name'))
    .max(256)
    .readonly()
    .exactOptional(),
});

/** All cores of this machine. */
export const cpuLock = 'cpu';

/** CPUs on a farm: a queue of builds for each toolchain and compiler. */
export const cpuFarm: FarmSide<CpuTarget> = {
  format: inFull,
  laneOf: ({ triple }) => triple,
  loads: () => true,
  read: (options) => {
    const named = readNames(options, undefined);
    const { triple } = named;
    const isHere = isHost(toolchainNamed(triple));
    return { text: inFull(named), lane: triple, isHere, lock: cpuLock, open: isHere ? openCpu : emulatorOf(triple) };
  },
  flagsOf: ({ triple, arch, threads }, compiler) => {
    const family = familyOf(compiler)?.family ?? 'gcc';
    return kernelFlags(toolchainNamed(triple), family, { cpu: arch, openmp: threads > 1, purpose: 'kernel' });
  },
  call: callOf,
  lanes: () => toolchains.flatMap(({ triple }) => laneOf(triple)),
  openBuilder: (needs) => {
    const builder = new Builder(needs);
    const withRoom = makingRoom(() => builder.trim());
    return {
      build: (kernel, target, purpose) => withRoom(() => builder.build(checked(kernelSchema, kernel), target, purpose)),
      close: () => builder.close(),
    };
  },
  features: () => ['cpu', ...cpuFeatures()],
};

/** The target of references of kernels that do not run on this machine's CPU: any of its kind, with OpenMP. */
export function referencesHere(): string {
  const { triple, anyCpu } = hostToolchain();
  return inFull({ triple, arch: anyCpu, threads: 2 });
}

function inFull({ triple, arch, threads }: Pick<CpuTarget, 'triple' | 'arch' | 'threads'>): string {
  return `llvm -mtriple=${triple} -mcpu=${arch} -threads=${threads}`;
}

/** None where its compiler is not here. */
function laneOf(triple: string): readonly FarmLane[] {
  try {
    return [{ lane: triple, compiler: compilerVersion(compilerOf(toolchainNamed(triple))) }];
  } catch (error) {
    if (error instanceof MissingError) return [];
    throw error;
  }
}
