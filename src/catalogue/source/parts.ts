/** What a spec consists of, each part read once. */
import type { Workload } from '../../operator/operator.js';
import type { SourceArgument } from '../../ir/source-kernel.js';
import type { ArgumentOf, Problem } from './arguments.js';
import type { Knobs } from './knobs.js';
import type { Spec } from './spec.js';

export interface Parts {
  readonly spec: Spec;
  readonly name: string;
  readonly language: 'c' | 'cuda';
  readonly problem: Problem;
  readonly sizes: ReadonlySet<string>;
  readonly knobs: Knobs;
  readonly arguments: readonly ArgumentOf[];
  readonly found: Map<string, readonly SourceArgument[]>;
}

/** Workloads whose arguments are kept: a log may hold many. */
const MOST_FOUND = 64;

export function languageOf({ language, files }: Spec): 'c' | 'cuda' {
  return language ?? (files.some((file) => file.endsWith('.cu')) ? 'cuda' : 'c');
}

export function usesOpenMP({ flags, knobs }: Spec): boolean {
  return [...flags, ...Object.values(knobs).flatMap((knob) => ('flags' in knob ? knob.flags : []))].some((flag) =>
    flag.split(' ').includes('-fopenmp'),
  );
}

/** Of a workload, found once: files of data are read for it. */
export function argumentsAt({ arguments: all, found }: Parts, { shape }: Workload): readonly SourceArgument[] {
  const key = JSON.stringify(shape);
  const known = found.get(key) ?? all.map((make) => make(shape));
  if (found.size < MOST_FOUND) found.set(key, known);
  return known;
}
