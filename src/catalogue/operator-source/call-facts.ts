/** Extents of outputs and numbers by value, from the extents of a node's inputs and its attributes. */
import { elementType, isWhole } from '../../elements/registry.js';
import type { Names } from '../../space/expression.js';
import { plural } from '../../target/format.js';
import { didYouMean } from '../../target/nearest.js';
import { termOf, wholeTerm, type Problem, type Term } from '../source/arguments.js';
import { isInput, knownNames, namesFor, type NodeFacts } from './names.js';
import type { OperatorArgument, OperatorSpec } from './spec.js';

export interface CallFacts {
  /** Extents of the outputs, in their order; undefined where the model has to declare them. */
  readonly outputs: readonly (readonly number[] | undefined)[];
  readonly scalars: readonly number[];
}

const LARGEST_EXTENT = 2 ** 31;

/** Extents of an argument; undefined where the spec says nothing of them. */
type ShapeOf = (node: NodeFacts, names: Names) => readonly number[] | undefined;

interface Context {
  readonly problem: Problem;
  readonly known: ReadonlySet<string>;
  /** Names of the inputs, in their order. */
  readonly inputs: readonly string[];
}

interface Row {
  readonly argument: OperatorArgument;
  readonly path: readonly PropertyKey[];
}

/** Throws UsageError, with the place in the spec, for names and expressions that mean nothing. */
export function callFactsOf(spec: OperatorSpec, problem: Problem): (node: NodeFacts) => CallFacts {
  const rows = spec.arguments.map((argument, place): Row => ({ argument, path: ['arguments', place] }));
  const inputRows = rows.filter(({ argument }) => isInput(argument));
  const inputs = inputRows.map(({ argument }) => argument.name);
  const context: Context = { problem, known: knownNames(spec, problem), inputs };
  const expected = inputRows.map((row) => ({ ...row, shapeOf: shapeOf(row, context) }));
  const outputs = rows.filter(({ argument }) => argument.direction === 'out').map((row) => shapeOf(row, context));
  const scalars = rows.filter(({ argument }) => argument.value !== undefined).map((row) => scalarOf(row, context));
  return (node) => {
    const names = namesFor(spec, node, problem);
    for (const [place, { shapeOf: wanted, ...row }] of expected.entries())
      checkExtents(row, node.inputs[place]!, () => wanted(node, names), problem);
    return { outputs: outputs.map((shape) => shape(node, names)), scalars: scalars.map((scalar) => scalar(names)) };
  };
}

function shapeOf({ argument: { shape }, path }: Row, { problem, known, inputs }: Context): ShapeOf {
  if (shape === undefined) return () => undefined;
  if (typeof shape === 'string') {
    const place = inputs.indexOf(shape);
    if (place >= 0) return (node) => node.inputs[place];
    throw problem([...path, 'shape'], `there is no input "${shape}"${didYouMean(shape, inputs)}`.replace(/\.$/, ''));
  }
  const terms = shape.map((amount, axis) =>
    wholeTerm(amount, { path: [...path, 'shape', axis], problem, known }, [0, LARGEST_EXTENT]),
  );
  return (_, names) => terms.map((term) => term(names));
}

function scalarOf({ argument: { value, type }, path }: Row, { problem, known }: Context): Term {
  const place = { path: [...path, 'value'], problem, known };
  const [least, largest] = elementType(type).limits;
  if (!isWhole(type)) return termOf(value!, place);
  return wholeTerm(value!, place, [Math.max(least, -(2 ** 53)), Math.min(largest, 2 ** 53)]);
}

/** Throws UsageError where an input has other extents than the spec says. */
function checkExtents(
  { argument: { name, shape }, path }: Row,
  has: readonly number[],
  wanted: () => readonly number[] | undefined,
  problem: Problem,
): void {
  const refused = (says: string): Error =>
    problem([...path, 'shape'], `"${name}" is ${shapeText(has)} in the model, and ${says} here`);
  if (isList(shape) && shape.length !== has.length) throw refused(`has ${plural(shape.length, 'extent')}`);
  const wants = wanted() ?? has;
  if (!sameShape(wants, has)) throw refused(`is ${shapeText(wants)}`);
}

function isList(shape: OperatorArgument['shape']): shape is (number | string)[] {
  return Array.isArray(shape);
}

function sameShape(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((extent, axis) => extent === other[axis]);
}

function shapeText(shape: readonly number[]): string {
  return shape.length === 0 ? 'a scalar' : shape.join('x');
}
