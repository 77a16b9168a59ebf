/** The kinds of targets that `tune` knows. */
import { UsageError } from '../target/errors.js';
import { didYouMean } from '../target/nearest.js';
import type { DType } from '../ir/tensor.js';
import type { Target } from '../target/target.js';
import type { Backend } from './backend.js';
import { cpu } from './cpu/backend.js';
import { cuda } from './cuda/backend.js';
import { optionIn, readOptions, wordsOf } from './target-string.js';

export const backends: readonly Backend[] = [cpu, cuda];

/** What runs on every machine, and is meant where no target is named. */
export const defaultBackend: Backend = cpu;

/** The backend of a target. */
export function backendOf({ kind }: Pick<Target, 'kind'>): Backend {
  return find(kind);
}

/** The backend that a target string names, without looking at this machine. Throws UsageError with the nearest kind. */
export function backendNamed(text: string): Backend {
  return find(wordsOf(text)[0]);
}

/**
 * Reads a target as AutoTVM writes it and resolves it against this machine: `llvm` (this machine), `llvm
 * -mcpu=x86-64-v4 -threads=2`, `cuda`, `cuda -arch=sm_90`. `threads` is the --threads option, `types` those of
 * elements that it is for: of this machine's CPU, its instructions for these are part of the target. Throws UsageError
 * with the nearest valid choice, MissingError where this machine lacks what must be asked.
 */
export function parseTarget(text: string, threads?: number, ...types: readonly DType[]): Target {
  const [kind, ...words] = wordsOf(text);
  const backend = find(kind);
  return backend.parse(readOptions(kind, backend.options, words), threads, types);
}

/** A target in full, the form that logs hold; `parseTarget` reads it back. */
export function formatTarget(target: Target): string {
  return backendOf(target).format(target);
}

/** What kernels for a target are timed on, in the words of logs: this machine, or the devices of a farm. */
export function fingerprintOf(target: Target): string {
  return target.machine ?? backendOf(target).fingerprint();
}

/**
 * The target that a word of its options would complete: `llvm -threads=2` of `-threads=2`; undefined for any other
 * word.
 */
export function targetWith(word: string): string | undefined {
  const option = optionIn(word);
  const backend = backends.find(({ options }) => option !== undefined && options.own.includes(option));
  return backend && `${backend.kind} ${word}`;
}

function find(kind: string): Backend {
  const found = backends.find((backend) => backend.kind === kind);
  if (found) return found;
  const kinds = backends.map((backend) => backend.kind);
  throw new UsageError(`Unknown target "${kind}"${didYouMean(kind, kinds)} Targets are ${kinds.join(' and ')}.`);
}
