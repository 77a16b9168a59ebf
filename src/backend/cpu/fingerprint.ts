import { hostGpu, type HostGpu } from '../cuda/host-gpu.js';
import { machine, type Machine } from '../../target/machine.js';
import type { TargetKind } from '../../target/target.js';

/** The fingerprint of what kernels of this kind run on here. */
export function fingerprintFor(kind: TargetKind): string {
  return kind === 'llvm' ? fingerprint() : gpuFingerprint(hostGpu());
}

/** The same of a GPU, with its memory in MiB: `fake-gpu.sm_86.24576m`; where there is none, `gpu`. */
export function gpuFingerprint(of: HostGpu | undefined): string {
  return of === undefined ? 'gpu' : `${inWords(of.name)}.${of.arch}.${Math.floor(of.memoryBytes / 2 ** 20)}m`;
}

/**
 * A short string that is the same on machines where timings can be compared: CPU, cores and caches, in words that a person
 * can read in a log, `amd-epyc-family-25-model-17.2c.l1-32k.l2-1024k.l3-16384k`.
 */
export function fingerprint(of: Machine = machine()): string {
  const name = inWords(of.cpu.toLowerCase().replace(/\((r|tm)\)|@.*?ghz|\bcpu\b|\bprocessor\b/g, ' '));
  const { l1, l2, l3 } = of.caches;
  const kibibytes = (bytes: number): string => `${Math.round(bytes / 1024)}k`;
  return `${name}.${of.cores}c.l1-${kibibytes(l1)}.l2-${kibibytes(l2)}.l3-${kibibytes(l3)}`;
}

function inWords(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
