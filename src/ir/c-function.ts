/** A function in C of the user's, by which a node of a network is computed. */
import type { DType } from './tensor.js';

export interface CFunction {
  /** What it computes: `com.example.Swirl`. */
  readonly operator: string;
  readonly name: string;
  /** Its files one after the other, what they include in quotation marks put in its place. */
  readonly text: string;
  /** In its order. */
  readonly parameters: readonly CParameter[];
  /** Whether it returns an int, which is 0 unless an input is none that it can take. */
  readonly hasStatus: boolean;
}

/** Row-major memory behind a pointer, or a number by value. */
export interface CParameter {
  readonly name: string;
  readonly kind: 'input' | 'output' | 'scalar';
  readonly type: DType;
}

/** A call of it but for its arrays. */
export interface FunctionCall {
  readonly function: CFunction;
  /** Names that its text defines for the linker: a library gives them its own prefix. */
  readonly symbols: readonly string[];
  /** In the order of the parameters. */
  readonly scalars: readonly number[];
}

export function parametersOfKind({ parameters }: CFunction, kind: CParameter['kind']): readonly CParameter[] {
  return parameters.filter((parameter) => parameter.kind === kind);
}

/** What belongs to each parameter, in their order, from lists of each kind. */
export function inParameterOrder<T>(
  { parameters }: CFunction,
  given: Readonly<Record<CParameter['kind'], readonly T[]>>,
): readonly T[] {
  const next = { input: 0, output: 0, scalar: 0 };
  return parameters.map(({ kind }) => given[kind][next[kind]++]!);
}
