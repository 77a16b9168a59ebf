/** Extents and numbers of a call, from the extents of a node's inputs and its attributes. */
import { expressionWords } from '../../space/expression.js';
import { didYouMean } from '../../target/nearest.js';
import { termOf, wholeTerm, type Problem, type Term } from '../source/arguments.js';
import { nameProblem } from '../source/spec.js';
import { isWhole, elementType } from '../../elements/registry.js';
import type { OperatorArgument, OperatorSpec } from './spec.js';

/** What a node says: extents of its inputs, in their order, and attributes by name. */
export interface NodeFacts {
  readonly inputs: readonly (readonly number[])[];
  readonly attributes: ReadonlyMap<string, unknown>;
}

/** What follows from it. */
export interface CallFacts {
  /** Extents of the outputs, in their order; undefined where the model has to declare them. */
  readonly outputs: readonly (readonly number[] | undefined)[];
  readonly scalars: readonly number[];
}

const LARGEST_EXTENT = 2 ** 31;

type Names = Record<string, unknown>;

/** Throws UsageError, with the place in the spec, for names and expressions that mean nothing. */
export function callFactsOf(spec: OperatorSpec, problem: Problem): (node: NodeFacts) => CallFacts {
  const rows = spec.arguments.map((argument, place) => ({ argument, path: ['arguments', place] as const }));
  const inputs = rows.filter(({ argument }) => isInput(argument));
  const bound = inputs.flatMap(({ argument: { shape } }) => (Array.isArray(shape) ? shape.filter(isName) : []));
  const known = new Set([
    ...bound,
    ...inputs.flatMap(({ argument: { name } }) => [`${name}_size`, `${name}_rank`]),
    ...Object.entries(spec.attributes).flatMap(([name, value]) => [name, ...placesOf(name, value)]),
  ]);
  checkNames(spec, problem);
  const extent = (amount: number | string, path: readonly PropertyKey[]): Term =>
    wholeTerm(amount, { path, problem, known }, [0, LARGEST_EXTENT]);
  const places = new Map(inputs.map(({ argument }, place) => [argument.name, place]));
  const shapeOf = ({ argument, path }: (typeof rows)[number]): ((node: NodeFacts, names: Names) => number[]) => {
    const { shape } = argument;
    if (Array.isArray(shape)) {
      const terms = shape.map((amount, axis) => extent(amount, [...path, 'shape', axis]));
      return (_, names) => terms.map((term) => term(names));
    }
    const place = places.get(shape!);
    if (place === undefined)
      throw problem(
        [...path, 'shape'],
        `there is no input "${shape!}"${didYouMean(shape!, [...places.keys()])}`.replace(/\.$/, ''),
      );
    return (node) => [...node.inputs[place]!];
  };
  const inputShapes = inputs.map((row) => (row.argument.shape === undefined ? undefined : shapeOf(row)));
  const outputShapes = rows
    .filter(({ argument }) => argument.direction === 'out')
    .map((row) => (row.argument.shape === undefined ? undefined : shapeOf(row)));
  const scalars = rows.flatMap(({ argument: { value, type }, path }) =>
    value === undefined ? [] : [scalarOf(value, type, { path: [...path, 'value'], problem, known })],
  );
  return (node) => {
    const names = namesOf(
      spec,
      inputs.map(({ argument }) => argument),
      node,
      problem,
    );
    inputShapes.forEach((expected, place) => {
      const { argument, path } = inputs[place]!;
      const has = node.inputs[place]!;
      const wants = expected?.(node, names) ?? has;
      if (wants.length !== has.length || wants.some((want, axis) => want !== has[axis]))
        throw problem(
          [...path, 'shape'],
          `"${argument.name}" is ${textOf(has)} in the model, and ${textOf(wants)} is what this says`,
        );
    });
    return {
      outputs: outputShapes.map((shape) => shape?.(node, names)),
      scalars: scalars.map((term) => term(names)),
    };
  };
}

export function isInput({ direction = 'in', value }: OperatorArgument): boolean {
  return value === undefined && direction === 'in';
}

function isName(amount: number | string): amount is string {
  return typeof amount === 'string' && /^[A-Za-z]\w*$/.test(amount) && !expressionWords.has(amount);
}

/** Elements of a list have names of their own, and so may those of an attribute that every node has to have. */
function placesOf(name: string, value: OperatorSpec['attributes'][string]): readonly string[] {
  const count = value === null ? 16 : Array.isArray(value) ? value.length : 0;
  return Array.from({ length: count }, (_, place) => `${name}_${place}`);
}

function checkNames({ attributes, arguments: all }: OperatorSpec, problem: Problem): void {
  const seen = new Set<string>();
  for (const [place, { name }] of all.entries()) {
    const wrong = nameProblem(name) ?? (seen.has(name) ? 'another argument has this name' : undefined);
    if (wrong !== undefined) throw problem(['arguments', place, 'name'], wrong);
    seen.add(name);
  }
  for (const name of Object.keys(attributes)) {
    const wrong = nameProblem(name) ?? (expressionWords.has(name) ? 'it is a word of expressions' : undefined);
    if (wrong !== undefined) throw problem(['attributes', name], wrong);
  }
}

function scalarOf(value: number | string, type: string, place: Parameters<typeof termOf>[1]): Term {
  const {
    limits: [least, largest],
  } = elementType(type);
  return isWhole(type)
    ? wholeTerm(value, place, [Math.max(least, -(2 ** 53)), Math.min(largest, 2 ** 53)])
    : termOf(value, place);
}

/** Throws UsageError for an attribute that the node has to have, and has not. */
function namesOf(spec: OperatorSpec, inputs: readonly OperatorArgument[], node: NodeFacts, problem: Problem): Names {
  const names: Names = {};
  for (const [name, otherwise] of Object.entries(spec.attributes)) {
    const value = node.attributes.get(name) ?? otherwise;
    if (value === null) throw problem(['attributes', name], 'the node has no such attribute, and null is no default');
    names[name] = value;
    if (Array.isArray(value)) value.forEach((entry, place) => (names[`${name}_${place}`] = entry as unknown));
  }
  inputs.forEach(({ name, shape }, place) => {
    const extents = node.inputs[place]!;
    names[`${name}_rank`] = extents.length;
    names[`${name}_size`] = extents.reduce((product, extent) => product * extent, 1);
    if (Array.isArray(shape))
      shape.forEach((amount, axis) => {
        if (isName(amount) && !Object.hasOwn(names, amount)) names[amount] = extents[axis];
      });
  });
  return names;
}

function textOf(shape: readonly number[]): string {
  return shape.length === 0 ? 'a scalar' : shape.join('x');
}
