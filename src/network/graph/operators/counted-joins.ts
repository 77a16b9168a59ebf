/**
 * Rows whose number depends on values, put together and ended: here a node takes the number of each input as an input
 * of its own. Those that are there come first.
 */
import { elementType } from '../../../elements/registry.js';
import { int64 } from '../../../elements/int64.js';
import { number } from '../../../ir/procedure/builder.js';
import type { ValueType } from '../graph.js';
import { numberOf, numbersOf, sameShape, sizeOf } from './attributes.js';
import { byProcedure, graphOperator } from './by-procedure.js';
import { areRows, copyThere } from './counted-rows.js';
import { present, type Operator, type SourceNode } from './operator.js';

/** Elements in a shape, or their own, of which a first part along an axis is there, as long as `count` says. */
export function asCounted(
  node: SourceNode,
  value: string,
  axis: number,
  count: string,
  shape: readonly number[] = node.typeOf(value).shape,
): string {
  return node.emit('AsCounted', [value, count], { axis, shape });
}

/** Whether values behind each other along an axis are rows, some of which have a number that depends on values. */
export function areJoined(node: SourceNode, values: readonly string[], axis: number): boolean {
  const types = values.map((value) => node.typeOf(value));
  const [{ type: element, shape: first }] = types as [ValueType];
  const isAlike = ({ type, shape }: ValueType): boolean =>
    type === element && shape.length === first.length && sameShape(shape.toSpliced(axis, 1), first.toSpliced(axis, 1));
  return (
    types.some(({ counted }) => counted) &&
    types.every((type) => isAlike(type) && areRows(type, axis) && (type.counted?.axis ?? axis) === axis)
  );
}

/** What is there of values, behind each other along an axis; `counts` where it is less than they have. */
export function joined(
  node: SourceNode,
  values: readonly string[],
  axis: number,
  counts: readonly string[] = values.map((value) => countOf(node, value, axis)),
): string {
  const whole = values.filter((value) => sizeOf(node.typeOf(value).shape) > 0);
  if (whole.length === 0) return values[0]!;
  const there = whole.map((value) => counts[values.indexOf(value)]!);
  const each = there.map((count) => node.emit('Reshape', [count], { shape: [1] }));
  const sum = node.emit('ReduceSum', [node.emit('Concat', each, { axis: 0 })], { axes: [0] });
  const total = node.emit('Reshape', [sum], { shape: [] });
  return node.emit('JoinedRows', [total, ...whole.flatMap((value, i) => [value, there[i]])], { axis });
}

/** What says how many places a value has along an axis. */
export function countOf(node: SourceNode, value: string, axis: number): string {
  const { shape, counted } = node.typeOf(value);
  return counted?.by ?? node.scalar(shape[axis]!, int64.name);
}

/**
 * Rows as a value of its largest extents, with a number where none is there, or the nearest one that its type has and a
 * double holds; what is no rows as it is.
 */
export function filled(node: SourceNode, value: string, rest: number): string {
  const type = node.typeOf(value);
  const { counted } = type;
  if (!counted || !areRows(type, counted.axis)) return value;
  const { kind, limits } = elementType(type.type);
  const [least, most] = [Math.max(limits[0], -(2 ** 53)), Math.min(limits[1], 2 ** 53)];
  const within = kind === 'floating' ? rest : Math.min(Math.max(rest, least), most);
  return node.emit('FilledRest', [value, counted.by], { axis: counted.axis, rest: within });
}

const rowsOfElements = graphOperator('AsCounted', [2, 2], {
  carriesCount: () => 'inferred',
  ...byProcedure({
    infer: (node, inputs) => {
      const { type } = present(inputs, 0);
      const counted = { axis: numberOf(node, 'axis'), by: node.inputs[1]! };
      return [{ type, shape: numbersOf(node, 'shape'), counted }];
    },
    define: copyThere,
  }),
});

/** The sum of all counts first, then values and the count of each. */
const joinedRows = graphOperator('JoinedRows', [3, Infinity], {
  carriesCount: () => 'inferred',
  ...byProcedure({
    infer: (node, inputs) => {
      const axis = numberOf(node, 'axis');
      const values = inputs.filter((_, i) => i % 2 === 1).map((value) => value!);
      const most = values.reduce((sum, { shape }) => sum + shape[axis]!, 0);
      const { type, shape } = values[0]!;
      return [{ type, shape: shape.with(axis, most), counted: { axis, by: node.inputs[0]! } }];
    },
    define: (p, node) => {
      const each = sizeOf(p.output().shape.toSpliced(numberOf(node, 'axis'), 1));
      const to = p.let(number(0));
      for (let i = 1; i < p.inputs.length; i += 2) {
        const [value, count] = [p.input(i), p.input(i + 1)];
        const there = p.let(count.load(0).to('index').times(each));
        p.copy(p.output(), to, value, 0, there);
        p.set(to, to.plus(there));
      }
      p.range(p.input(0).load(0).to('index').times(each), p.output().elements, (i) => {
        p.store(p.output(), i, 0);
      });
    },
  }),
});

const filledRest = graphOperator('FilledRest', [2, 2], {
  carriesCount: () => 'inferred',
  ...byProcedure({
    infer: (_, inputs) => [{ type: present(inputs, 0).type, shape: present(inputs, 0).shape }],
    define: (p, node) => {
      copyThere(p, node, numberOf(node, 'rest'));
    },
  }),
});

export const countedJoins: readonly Operator[] = [rowsOfElements, joinedRows, filledRest];
