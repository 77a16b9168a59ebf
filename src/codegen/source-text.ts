/** What the wrappers around source of the user's have in common, in C and in CUDA. */
import { isValueType, valueType } from '../ir/tensor.js';
import { cType, elementType, isWhole } from '../elements/registry.js';
import {
  isRead,
  isWritten,
  type ArrayArgument,
  type ScalarArgument,
  type SourceArgument,
  type SourceKernel,
} from '../ir/source-kernel.js';
import type { KernelArg } from '../ir/device-kernel.js';
import { defined } from '../target/defined.js';

/** Where an output lies among all of them, one after the other. */
export interface Place {
  readonly array: ArrayArgument;
  /** Bytes, in the kernel's own form, in which each begins at a multiple of 64. */
  readonly offset: number;
  /** Elements, where all are floats without gaps. */
  readonly first: number;
}

/** How arrays become the arguments of a kernel: each that is read an input, all that are written one output. */
export interface SourceArguments {
  readonly inputs: readonly ArrayArgument[];
  readonly outputs: readonly Place[];
  /** Bytes of all outputs in the kernel's own form. */
  readonly outputBytes: number;
  readonly args: readonly KernelArg[];
}

/** Runners draw and compare floats: what is anything else is converted off the clock, by `pack` and `unpack`. */
export function sourceArguments(arrays: readonly ArrayArgument[]): SourceArguments {
  const inputs = arrays.filter(isRead);
  const written = arrays.filter(isWritten);
  let [offset, first] = [0, 0];
  const outputs = written.map((array): Place => {
    const place = { array, offset, first };
    offset = aligned(offset + bytesOf(array));
    first += elementsOf(array);
    return place;
  });
  const [only] = written;
  const isPlain = written.length === 1 && isValueType(only!.type);
  return {
    inputs,
    outputs,
    outputBytes: offset,
    args: [
      ...inputs.map((array): KernelArg => ({
        name: array.name,
        shape: array.shape,
        dtype: valueType,
        role: 'input',
        packedBytes: isConverted(array) ? aligned(bytesOf(array)) : 0,
        ...defined({ packedElementBytes: isDrawn(array) ? elementType(array.type).bytes : undefined }),
      })),
      {
        name: written.map(({ name }) => name).join(' and '),
        shape: written.length === 1 ? only!.shape : [first],
        dtype: valueType,
        role: 'output',
        packedBytes: isPlain ? 0 : offset,
        ...defined({ parts: written.length > 1 ? written.map(({ name, shape }) => ({ name, shape })) : undefined }),
      },
    ],
  };
}

/** Whether an input is anything else than floats as runners draw them. */
export function isConverted({ type, range: [low, high], data }: ArrayArgument): boolean {
  return !isValueType(type) || low !== -1 || high !== 1 || data !== undefined;
}

/** Whether each of its elements is made of the number that was drawn for it. */
function isDrawn(array: ArrayArgument): boolean {
  return isConverted(array) && array.data === undefined;
}

export function elementsOf({ shape }: Pick<ArrayArgument, 'shape'>): number {
  return shape.reduce((product, extent) => product * extent, 1);
}

export function bytesOf(array: ArrayArgument): number {
  return elementsOf(array) * elementType(array.type).bytes;
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / 64) * 64;
}

/** Text that others wrote, in a comment. */
export function comment(text: string): string {
  return `/* ${text.replace(/[^\x20-\x7e]/g, ' ').replaceAll('*/', '* /')} */`;
}

/** Names that wrappers define, out of the way of the user's where that has them, too. */
export interface Renaming {
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** What a function of the user's is called now. */
  readonly of: (name: string) => string;
}

export function renamed(text: string, names: readonly string[]): Renaming {
  const taken = names.filter((name) => new RegExp(`\\b${name}\\b`).test(text));
  return {
    before: taken.map((name) => `#define ${name} tune_user_${name}`),
    after: taken.map((name) => `#undef ${name}`),
    of: (name) => (taken.includes(name) ? `tune_user_${name}` : name),
  };
}

/** The macros of a config, then the user's text. */
export function userText({ macros, text }: Pick<SourceKernel, 'macros' | 'text'>): string[] {
  // Messages about a value name the place where it is defined.
  const defined = macros.map(([name, value]) => `#define ${name} ${String(value)}`);
  return ['#line 1 "macros"', ...defined, text.replace(/\n$/, '')];
}

/** An element of an input as its type, from the float that was drawn in [-1, 1). */
export function drawnText({ type, range: [low, high] }: ArrayArgument, drawn: string): string {
  const c = cType(type).name;
  if (isWhole(type)) return `(${c})tune_whole(${drawn}, ${doubleText(low)}, ${doubleText(high)})`;
  if (low === -1 && high === 1) return `(${c})${drawn}`;
  return `(${c})(${doubleText(low)} + ((double)${drawn} + 1.0) * ${doubleText((high - low) / 2)})`;
}

/** Whole numbers from `low` to `high`, each as likely. */
export function wholeFunction(qualifiers: string): string[] {
  return [
    `${qualifiers}double tune_whole(float drawn, double low, double high) {`,
    '  double steps = ((double)drawn + 1.0) * 0.5 * (high - low + 1.0);',
    '  long long step = (long long)steps;',
    '  return low + ((double)step > high - low ? high - low : (double)step);',
    '}',
  ];
}

export function needsWhole(arrays: readonly ArrayArgument[]): boolean {
  return arrays.some((array) => isRead(array) && !array.data && isWhole(array.type));
}

function doubleText(value: number): string {
  const text = String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

/** A scalar as C writes it. */
export function scalarText({ type, value }: ScalarArgument): string {
  const c = cType(type).name;
  return isWhole(type) ? `(${c})${BigInt(value)}LL` : `(${c})${doubleText(value)}`;
}

export function isScalar(arg: SourceArgument): arg is ScalarArgument {
  return arg.kind === 'scalar';
}
