import { UsageError } from '../../target/errors.js';
import { commonCaches, machine } from '../../target/machine.js';
import type { SimdTarget } from '../../target/target.js';
import type { DType } from '../../ir/tensor.js';
import type { Options } from '../target-string.js';
import type { CpuVectors } from './isa/cpu-vectors.js';
import { hostCpu, vectorsOfCpu } from './march.js';
import { hostToolchain, isHost, toolchainNamed, type Toolchain } from './toolchains.js';

/** A CPU. `arch` is its name as gcc's -march (or, on Arm, -mcpu) has it. */
export interface CpuTarget extends SimdTarget {
  readonly kind: 'llvm';
  /** Of its toolchain (`toolchains.ts`). */
  readonly triple: string;
  readonly vector: CpuVectors;
}

const maxThreads = 1024;

/**
 * `llvm` (this machine), `llvm -mcpu=x86-64-v4 -threads=2`, `llvm -mtriple=aarch64-linux-gnu -mcpu=neoverse-n1`.
 * `threads` (the --threads option) takes precedence over the target's own; the default is every core of this machine.
 * `types`: what is computed with; this machine's CPU is named with its instruction sets for these. Throws UsageError
 * with the nearest valid choice, MissingError without a compiler.
 */
export function parseCpu(options: Options, threads: number | undefined, types: readonly DType[] = []): CpuTarget {
  const named = readNames(options, threads, types);
  return { ...named, vector: vectorsOfCpu(toolchainNamed(named.triple), named.arch) };
}

/** What a target's words say, without what its CPU has: of a CPU that is named no compiler is asked. */
export function readNames(
  options: Options,
  threads: number | undefined,
  types: readonly DType[] = [],
): Omit<CpuTarget, 'vector'> {
  const { cores, caches } = machine();
  const triple = options.get('mtriple');
  const toolchain = triple === undefined ? hostToolchain() : toolchainNamed(triple);
  const arch = readCpu(options.get('mcpu'), toolchain, types);
  const count = threads ?? readThreads(options.get('threads')) ?? cores;
  if (!Number.isInteger(count) || count < 1 || count > maxThreads) {
    throw new UsageError(
      `The target's threads must be a whole number from 1 to ${maxThreads}; this machine has ${cores} cores.`,
    );
  }
  return {
    kind: 'llvm',
    model: 'simd',
    triple: toolchain.triple,
    arch,
    threads: count,
    caches: isHost(toolchain) ? caches : commonCaches,
  };
}

/** This machine's triple goes without saying, as in the logs of all versions. */
export function formatCpu({ triple, arch, threads }: CpuTarget): string {
  const foreign = triple === hostToolchain().triple ? '' : `-mtriple=${triple} `;
  return `llvm ${foreign}-mcpu=${arch} -threads=${threads}`;
}

/** This machine. Throws MissingError without a compiler. */
export function hostTarget(threads?: number, ...types: readonly DType[]): CpuTarget {
  return parseCpu(new Map(), threads, types);
}

function readCpu(name: string | undefined, toolchain: Toolchain, types: readonly DType[]): string {
  if (name !== undefined && name !== 'native') return checkedName(name, toolchain.anyCpu);
  if (isHost(toolchain)) return hostCpu(types);
  if (name === undefined) return toolchain.anyCpu;
  throw new UsageError(
    `"-mcpu=native" is the CPU of this machine, which is not ${toolchain.triple}: name another, or leave it out.`,
  );
}

function readThreads(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return /^\d+$/.test(text) ? Number(text) : NaN;
}

/**
 * A target may come from a log of somebody else's: only what looks like a CPU's name reaches a compiler's command line.
 */
function checkedName(name: string, example: string): string {
  if (/^[A-Za-z0-9][\w.+-]*$/.test(name)) return name;
  throw new UsageError(`"${name}" is no name of a CPU: write -mcpu as in "llvm -mcpu=${example}".`);
}
