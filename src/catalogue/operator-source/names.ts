/** What expressions of a spec may name: extents of a node's inputs, and its attributes. */
import { expressionWords, type Names } from '../../space/expression.js';
import type { Problem } from '../source/arguments.js';
import { nameProblem } from '../source/spec.js';
import type { OperatorArgument, OperatorSpec } from './spec.js';

/** What a node says: extents of its inputs, in their order, and attributes by name. */
export interface NodeFacts {
  readonly inputs: readonly (readonly number[])[];
  readonly attributes: ReadonlyMap<string, unknown>;
}

/** Places of a list that every node has to have, and of which nobody knows how long it is. */
const MOST_PLACES = 16;

export function isInput({ direction = 'in', value }: OperatorArgument): boolean {
  return value === undefined && direction === 'in';
}

/** Throws UsageError, with the place in the spec, for a name that cannot be. */
export function knownNames({ attributes, arguments: all }: OperatorSpec, problem: Problem): ReadonlySet<string> {
  checkNames(
    all.map(({ name }) => name),
    (place) => ['arguments', place, 'name'],
    problem,
  );
  checkNames(Object.keys(attributes), (place) => ['attributes', Object.keys(attributes)[place]!], problem);
  return new Set([
    ...all.filter(isInput).flatMap((input) => [...extentNames(input), sizeName(input), rankName(input)]),
    ...Object.entries(attributes).flatMap(([name, value]) => [name, ...placeNames(name, value)]),
  ]);
}

function checkNames(
  names: readonly string[],
  pathOf: (place: number) => readonly PropertyKey[],
  problem: Problem,
): void {
  for (const [place, name] of names.entries()) {
    const isTaken = names.indexOf(name) < place ? 'another one has this name' : undefined;
    const isWord = expressionWords.has(name) ? 'it is a word of expressions' : undefined;
    const wrong = nameProblem(name) ?? isTaken ?? isWord;
    if (wrong !== undefined) throw problem(pathOf(place), wrong);
  }
}

/** The names for a node. Throws UsageError for an attribute that it has to have, and has not. */
export function namesFor({ attributes, arguments: all }: OperatorSpec, node: NodeFacts, problem: Problem): Names {
  const names = new Map<string, unknown>();
  for (const [place, input] of all.filter(isInput).entries()) {
    const extents = node.inputs[place]!;
    for (const [axis, name] of (listOf(input) ?? []).entries())
      if (isName(name) && !names.has(name)) names.set(name, extents[axis]);
    names.set(rankName(input), extents.length);
    names.set(
      sizeName(input),
      extents.reduce((product, extent) => product * extent, 1),
    );
  }
  for (const [name, otherwise] of Object.entries(attributes)) {
    const value = node.attributes.get(name) ?? otherwise;
    if (value === null) throw problem(['attributes', name], 'the node has no such attribute, and null is no default');
    names.set(name, value);
    for (const [place, own] of placeNames(name, value).entries()) names.set(own, (value as readonly unknown[])[place]);
  }
  return Object.fromEntries(names);
}

/** Of a shape that is a list, names that stand for extents. */
function extentNames(input: OperatorArgument): readonly string[] {
  return (listOf(input) ?? []).filter(isName);
}

function listOf({ shape }: OperatorArgument): readonly (number | string)[] | undefined {
  return typeof shape === 'string' ? undefined : shape;
}

function isName(amount: number | string): amount is string {
  return typeof amount === 'string' && /^[A-Za-z]\w*$/.test(amount) && !expressionWords.has(amount);
}

function sizeName({ name }: OperatorArgument): string {
  return `${name}_size`;
}

function rankName({ name }: OperatorArgument): string {
  return `${name}_rank`;
}

/** Numbers of a list: `pads_0`, `pads_1`. */
function placeNames(name: string, value: unknown): readonly string[] {
  const length = value === null ? MOST_PLACES : Array.isArray(value) ? value.length : 0;
  return Array.from({ length }, (_, place) => `${name}_${place}`);
}
