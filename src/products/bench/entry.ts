import type { Operator, ShapeOption, Workload, WorkloadArg } from '../../operator/operator.js';

/** A workload that is compared with other libraries. */
export interface Entry {
  /** Absent where it is none of a suite's. */
  readonly suite?: string;
  readonly operator: Operator;
  readonly workload: Workload;
  /** The name of its shape alone, `gemm.512`; several entries may have the same. */
  readonly shape: string;
  /** How the command line names it: operator, shape, options. */
  readonly words: readonly string[];
}

/** An entry on a number of threads: one row of a comparison. */
export interface Wanted {
  readonly entry: Entry;
  readonly threads: number;
}

/** The entry of any workload, every extent spelled out. */
export function entryOf(operator: Operator, workload: Workload): Entry {
  const said = operator.options.flatMap((option) => flagOf(option, workload.shape[option.key]));
  return { operator, workload, shape: workload.name.split('+')[0]!, words: [operator.name, ...said] };
}

/** A switch is a pair of options, of which one says that it is off. */
function flagOf({ flags }: ShapeOption, value: Workload['shape'][string]): readonly string[] {
  const [flag = '', takes] = flags.split(/[\s,]+/);
  if (typeof value === 'boolean') return value === !flag.startsWith('--no-') ? [flag] : [];
  if (takes === undefined || value === undefined) return [];
  const text = Array.isArray(value) ? value.map(partOf).join(',') : String(value);
  return [flag, text === '' ? 'none' : text];
}

/** A shape among others: `1x64x56x56`. */
function partOf(part: WorkloadArg): string {
  return Array.isArray(part) ? part.join('x') : String(part);
}
