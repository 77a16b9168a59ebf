/** Operators of models that the user gives in C, by a spec beside the source. */
import { dirname } from 'node:path';
import { elementType } from '../../elements/registry.js';
import type { CFunction, CParameter } from '../../ir/c-function.js';
import { UsageError, WorkError } from '../../target/errors.js';
import { openYaml } from '../../target/read-yaml.js';
import { at, textOf, type Problem } from '../source/arguments.js';
import { CompiledFunction } from './compiled-function.js';
import { callFactsOf, type CallFacts } from './call-facts.js';
import { isInput, type NodeFacts } from './names.js';
import { operatorSpecSchema, type OperatorArgument, type OperatorSpec } from './spec.js';

export interface OperatorSource {
  /** The file of its spec, as the user named it. */
  readonly path: string;
  readonly function: CFunction;
  readonly compiled: CompiledFunction;
  /** Between which numbers each input is drawn where the function is tried, both included of whole numbers. */
  readonly ranges: readonly (readonly [low: number, high: number])[];
  /** Throws UsageError, with the place in the spec, for what does not go together. */
  readonly callFacts: (node: NodeFacts) => CallFacts;
}

/**
 * Reads and compiles them. Throws UsageError, with the place in the spec, for what cannot be; WorkError with the
 * compiler's first complaint, MissingError without a compiler.
 */
export async function loadOperatorSources(paths: readonly string[]): Promise<readonly OperatorSource[]> {
  const sources: OperatorSource[] = [];
  for (const path of paths) {
    const source = await loadOperatorSource(path);
    const { operator } = source.function;
    const before = sources.find((one) => one.function.operator === operator);
    if (before)
      throw new UsageError(`${before.path} and ${path} both give ${operator}: leave one --operator-source out.`);
    sources.push(source);
  }
  return sources;
}

async function loadOperatorSource(path: string): Promise<OperatorSource> {
  const { value: spec, problem } = openYaml(path, operatorSpecSchema);
  checkArguments(spec, problem);
  const own: CFunction = {
    operator: spec.operator,
    name: spec.function,
    text: at(['files'], problem, () => textOf(spec.files, dirname(path))).text,
    parameters: spec.arguments.map(parameterOf),
    hasStatus: spec.returns === 'status',
  };
  const callFacts = callFactsOf(spec, problem);
  const ranges = spec.arguments.filter(isInput).map(({ range, type }) => range ?? usualRange(type));
  return { path, function: own, compiled: await compiledBy(path, own), ranges, callFacts };
}

function parameterOf(argument: OperatorArgument): CParameter {
  const { name, type, value } = argument;
  return { name, type, kind: value !== undefined ? 'scalar' : isInput(argument) ? 'input' : 'output' };
}

/** Whole numbers may be places of a list that has few, or 0 and 1 of a mask. */
function usualRange(type: string): readonly [number, number] {
  return elementType(type).kind === 'floating' ? [-1, 1] : [0, 1];
}

function checkArguments({ arguments: all }: OperatorSpec, problem: Problem): void {
  for (const [place, argument] of all.entries())
    checkArgument(argument, (key, what) => problem(['arguments', place, key], what));
  if (!all.some(({ direction }) => direction === 'out'))
    throw problem(['arguments'], 'none of them is an output: give one direction: out');
}

function checkArgument(argument: OperatorArgument, problemOf: (key: string, what: string) => UsageError): void {
  const { value, direction, range, type } = argument;
  const ofArrays = (['shape', 'direction', 'range'] as const).find((key) => argument[key] !== undefined);
  if (value !== undefined && ofArrays)
    throw problemOf(ofArrays, 'this is for arrays, and what has a value is a scalar');
  if (!range) return;
  if (direction === 'out') throw problemOf('range', 'this is for inputs, and direction is out');
  const [low, high] = range;
  const { limits, kind } = elementType(type);
  const isWhole = kind === 'floating' || range.every(Number.isInteger);
  if (low > high || low < limits[0] || high > limits[1] || !isWhole)
    throw problemOf('range', `${low} to ${high} is no range of ${type}: the least comes first`);
}

async function compiledBy(path: string, own: CFunction): Promise<CompiledFunction> {
  try {
    return await CompiledFunction.of(own);
  } catch (error) {
    if (!(error instanceof WorkError)) throw error;
    const complaint = error.message.replace(/^wrapper\.c:[\d:]* /, `called with its arguments, ${own.name} has an `);
    throw new WorkError(`${path} does not compile: ${complaint}.`);
  }
}
