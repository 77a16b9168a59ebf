import { hostCpu, vectorUnit } from './cpu/march.js';
import { MissingError, UsageError } from '../target/errors.js';
import { gpuOf } from '../target/gpu.js';
import { askDriver } from './cuda/host-gpu.js';
import { machine } from '../target/machine.js';
import { nearest } from '../target/nearest.js';
import type { SimdTarget, SimtTarget, Target } from '../target/target.js';

type TargetKind = 'llvm' | 'cuda';

/** What may follow each kind; options that TVM writes into its logs and that change nothing here are read and dropped. */
const optionsOf: Readonly<
  Record<TargetKind, { readonly own: readonly string[]; readonly dropped: readonly string[] }>
> = {
  llvm: { own: ['mcpu', 'threads'], dropped: ['keys', 'model', 'device', 'libs', 'link-params', 'num-cores'] },
  cuda: { own: ['arch'], dropped: ['keys', 'model', 'device', 'libs', 'max_num_threads', 'thread_warp_size'] },
};
const kinds: readonly TargetKind[] = ['llvm', 'cuda'];
const maxThreads = 1024;

/**
 * Reads a target as AutoTVM writes it and resolves it against this machine: `llvm` (this machine), `llvm -mcpu=x86-64-v4 -threads=2`,
 * `cuda`, `cuda -arch=sm_90`. `threads` (the --threads option) takes precedence over the target's own; the default is every core.
 * Throws UsageError with the nearest valid choice, MissingError without gcc.
 */
export function parseTarget(text: string, threads?: number): Target {
  const kind = targetKind(text);
  const options = readOptions(kind, wordsOf(text).slice(1));
  if (kind === 'llvm') return llvm(options, threads);
  if (threads === undefined) return cuda(options);
  throw new UsageError(
    '--threads is for kernels of a CPU: leave it out, since CUDA templates choose threads by their knobs.',
  );
}

/** The kind of a target, without looking at this machine. Throws UsageError with the nearest kind. */
export function targetKind(text: string): TargetKind {
  const [word] = wordsOf(text);
  const kind = kinds.find((name) => name === word);
  if (kind === undefined) throw new UsageError(`Unknown target "${word}": did you mean "${nearest(word, kinds)}"?`);
  return kind;
}

/** The target that a word of its options would complete: `llvm -threads=2` of `-threads=2`; undefined for any other word. */
export function targetWith(word: string): string | undefined {
  const option = /^-([\w-]+)=/.exec(word)?.[1];
  const kind = kinds.find((name) => option !== undefined && optionsOf[name].own.includes(option));
  return kind && `${kind} ${word}`;
}

/** A target in full, the form that logs hold; `parseTarget` reads it back. */
export function formatTarget(target: Target): string {
  return target.model === 'simt'
    ? `cuda -arch=${target.arch}`
    : `llvm -mcpu=${target.arch} -threads=${target.threads}`;
}

/** At least one, which may be empty. */
function wordsOf(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

function readOptions(kind: TargetKind, words: readonly string[]): ReadonlyMap<string, string> {
  const { own, dropped } = optionsOf[kind];
  const options = new Map<string, string>();
  for (const word of words) {
    const match = /^--?([\w-]+)(?:=(.*))?$/.exec(word);
    const name = match?.[1];
    if (name === undefined || ![...own, ...dropped].includes(name)) {
      throw new UsageError(
        `Target "${kind}" has no option "${word}": did you mean "-${nearest(name ?? word, own)}=…"?`,
      );
    }
    if (options.has(name))
      throw new UsageError(`The target "${words.join(' ')}" says -${name} more than once: say it once.`);
    if (own.includes(name)) options.set(name, match?.[2] ?? '');
  }
  return options;
}

function llvm(options: ReadonlyMap<string, string>, threads: number | undefined): SimdTarget {
  const { cores, caches } = machine();
  const named = options.get('mcpu');
  if (named !== undefined) checkName('-mcpu', named, 'x86-64-v3');
  const cpu = named === undefined || named === 'native' ? hostCpu() : named;
  const count = threads ?? readThreads(options.get('threads')) ?? cores;
  if (!Number.isInteger(count) || count < 1 || count > maxThreads) {
    throw new UsageError(
      `The target's threads must be a whole number from 1 to ${maxThreads}; this machine has ${cores} cores.`,
    );
  }
  return { kind: 'llvm', model: 'simd', arch: cpu, threads: count, vector: vectorUnit(cpu), caches };
}

function readThreads(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return /^\d+$/.test(text) ? Number(text) : NaN;
}

function cuda(options: ReadonlyMap<string, string>): SimtTarget {
  const named = options.get('arch');
  const gpu = gpuOf(named === undefined || named === 'native' ? hostArchitecture() : named);
  return { kind: 'cuda', model: 'simt', arch: gpu.arch, gpu };
}

function hostArchitecture(): string {
  const answer = askDriver();
  if (!('missing' in answer)) return answer.arch;
  throw new MissingError(
    `There is no GPU here whose architecture to take, since ${answer.missing}: name one, as in --target "cuda -arch=sm_90" (\`tune <operator>\` builds without a GPU under --dry-run).`,
  );
}

/** A target may come from a log of somebody else's: only what looks like a CPU's name reaches a compiler's command line. */
function checkName(option: string, name: string, example: string): void {
  if (!/^[A-Za-z0-9][\w.+-]*$/.test(name)) {
    throw new UsageError(`"${name}" is no name of a CPU: write ${option} as in "llvm ${option}=${example}".`);
  }
}
