import { UsageError } from '../../target/errors.js';
import { machine } from '../../target/machine.js';
import type { SimdTarget } from '../../target/target.js';
import { hostCpu, vectorUnit } from './march.js';
import type { Options } from '../target-string.js';

/** A CPU. `arch` is its name as gcc's -march (or, on Arm, -mcpu) has it. */
export interface CpuTarget extends SimdTarget {
  readonly kind: 'llvm';
}

const maxThreads = 1024;

/**
 * `llvm` (this machine), `llvm -mcpu=x86-64-v4 -threads=2`. `threads` (the --threads option) takes precedence over the target's own; the
 * default is every core. Throws UsageError with the nearest valid choice, MissingError without gcc.
 */
export function parseCpu(options: Options, threads: number | undefined): CpuTarget {
  const { cores, caches } = machine();
  const named = options.get('mcpu');
  if (named !== undefined) checkName('-mcpu', named, 'x86-64-v3');
  const arch = named === undefined || named === 'native' ? hostCpu() : named;
  const count = threads ?? readThreads(options.get('threads')) ?? cores;
  if (!Number.isInteger(count) || count < 1 || count > maxThreads) {
    throw new UsageError(
      `The target's threads must be a whole number from 1 to ${maxThreads}; this machine has ${cores} cores.`,
    );
  }
  return { kind: 'llvm', model: 'simd', arch, threads: count, vector: vectorUnit(arch), caches };
}

export function formatCpu({ arch, threads }: CpuTarget): string {
  return `llvm -mcpu=${arch} -threads=${threads}`;
}

/** This machine. Throws MissingError without gcc. */
export function hostTarget(threads?: number): CpuTarget {
  return parseCpu(new Map(), threads);
}

function readThreads(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return /^\d+$/.test(text) ? Number(text) : NaN;
}

/** A target may come from a log of somebody else's: only what looks like a CPU's name reaches a compiler's command line. */
function checkName(option: string, name: string, example: string): void {
  if (!/^[A-Za-z0-9][\w.+-]*$/.test(name)) {
    throw new UsageError(`"${name}" is no name of a CPU: write ${option} as in "llvm ${option}=${example}".`);
  }
}
