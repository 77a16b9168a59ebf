/**
 * Source of the user's as a kernel: text, which function of it is called with what, and how that is compiled. A config
 * is in its macros and flags. Each backend wraps it in the way that its runner calls kernels.
 */
import type { DType } from './tensor.js';

export interface SourceKernel {
  readonly language: 'c' | 'cuda';
  /** Which config of what, in words of our own. */
  readonly title: string;
  /** Defined before all of the text, in this order. */
  readonly macros: readonly Macro[];
  /** One after the other, what they include in quotation marks put in its place. */
  readonly text: string;
  readonly function: string;
  /** In the function's order. */
  readonly arguments: readonly SourceArgument[];
  /** The user's own, behind that for the CPU or GPU of the target. */
  readonly flags: readonly string[];
  /** Of a function for GPUs. */
  readonly launch?: SourceLaunch;
}

/** What gives the right answers: a function in C, which may be as slow as it likes, or answers that are known. */
export type SourceReference =
  | { readonly kind: 'function'; readonly kernel: SourceKernel; readonly arguments: readonly ArrayArgument[] }
  | { readonly kind: 'answers'; readonly arguments: readonly ArrayArgument[] };

export type Macro = readonly [name: string, value: string | number];

export type SourceArgument = ScalarArgument | ArrayArgument;

/** A number by value, which a caller knows when it calls: no compiler sees it. */
export interface ScalarArgument {
  readonly kind: 'scalar';
  readonly name: string;
  readonly type: DType;
  readonly value: number;
}

/** Row-major memory behind a pointer. */
export interface ArrayArgument {
  readonly kind: 'array';
  readonly name: string;
  readonly type: DType;
  readonly shape: readonly number[];
  /** `inout`: read and written; it holds its input when each call begins. */
  readonly direction: 'in' | 'out' | 'inout';
  /** Between which its input is drawn, both included of whole numbers. */
  readonly range: readonly [low: number, high: number];
  /** Its input, where that is not drawn: numbers of its type, as this kind of machine has them in memory. */
  readonly data?: DataFile;
  /** What it must hold after a call, where no function computes that. */
  readonly answer?: DataFile;
}

/** A file with exactly the bytes of an array. */
interface DataFile {
  /** Absolute. */
  readonly path: string;
  readonly sha256: string;
}

/** Blocks, threads of a block, and dynamic shared memory in bytes. */
export interface SourceLaunch {
  readonly grid: readonly [number, number, number];
  readonly block: readonly [number, number, number];
  readonly sharedBytes: number;
}

export function arraysOf(args: readonly SourceArgument[]): readonly ArrayArgument[] {
  return args.filter((arg) => arg.kind === 'array');
}

export function isRead({ direction }: ArrayArgument): boolean {
  return direction !== 'out';
}

export function isWritten({ direction }: ArrayArgument): boolean {
  return direction !== 'in';
}
