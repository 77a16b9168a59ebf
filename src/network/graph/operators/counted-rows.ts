/**
 * How operators hand on an extent that depends on values. A node computes all that there is room for: functions of
 * single elements anyhow, all else on rows, where what is there comes first, since the extents before that axis are 1.
 * Whoever needs the count itself is refused.
 */
import type { ProcedureArray, ProcedureBuilder } from '../../../ir/procedure/builder.js';
import type { Value } from '../../../ir/procedure/value.js';
import type { Canonical, GraphNode, ValueType } from '../graph.js';
import { numberOf, numbersOf, sizeOf } from './attributes.js';
import { byProcedure, graphOperator } from './by-procedure.js';
import { present, type Operator, type SourceNode } from './operator.js';

type Carries = NonNullable<Canonical['carriesCount']>;

/** Whether elements of fewer places along an axis are the first ones. */
export function areRows({ shape }: ValueType, axis: number): boolean {
  return shape.slice(0, axis).every((extent) => extent === 1);
}

/** The same elements, or functions of one each: `kept` where they leave 0 as it is. */
export function elementByElement(rest: 'zeros' | 'kept' | 'any'): Carries {
  return (_, [input]) => ({ axis: input!.counted!.axis, rest });
}

/** Functions of elements of several inputs, which broadcast along all other axes. */
export const broadcasting: Carries = (_, inputs, [output]) => {
  const placeOf = ({ shape }: ValueType, axis: number): number => axis + output!.shape.length - shape.length;
  const given = inputs.filter((input) => input !== undefined);
  const [axis, ...others] = given.flatMap((input) => (input.counted ? [placeOf(input, input.counted.axis)] : []));
  // What has room for one place would broadcast as if it had one.
  const isAlike =
    output!.shape[axis!] !== 1 &&
    given.every(
      (input) => (input.shape[axis! - placeOf(input, 0)] ?? 1) === (input.counted ? output!.shape[axis!] : 1),
    );
  if (!isAlike || others.some((other) => other !== axis) || !areRows(output!, axis!)) return undefined;
  return { axis: axis!, rest: 'any' };
};

/** Of images, or rows of a matrix, which are the first input: each by itself. */
export const alongFirst: Carries = (_, [first, ...others], [output]) => {
  const isFirst = first!.counted?.axis === 0 && others.every((other) => !other?.counted);
  return isFirst && output!.shape[0] === first!.shape[0] ? { axis: 0, rest: 'any' } : undefined;
};

/** What leaves rows where they are, along axes that `touches` names: not along that of the count. */
export function alongOthers(touches: (node: GraphNode) => readonly number[], rest: 'kept' | 'any'): Carries {
  return (node, inputs, [output]) => {
    const counted = inputs.filter((input) => input?.counted);
    const { axis } = counted[0]!.counted!;
    const isSame = inputs.length === counted.length && counted.every((input) => input!.counted!.axis === axis);
    const stays = isSame && !touches(node).includes(axis) && [...counted, output].every((one) => areRows(one!, axis));
    return stays ? { axis, rest } : undefined;
  };
}

/** Of Reshape: the axis stays whole, and what is behind it, too. */
export const reshaping: Carries = (_, [input], [output]) => {
  const { axis } = input!.counted!;
  const place = placeIn(output!.shape, input!);
  const isMoved = place >= 0 && input!.shape[axis] !== 1 && areRows(input!, axis) && areRows(output!, place);
  return isMoved ? { axis: place, rest: 'kept' } : undefined;
};

/** The axis of another shape that is the counted one of a value; -1 where there is none. */
export function placeIn(shape: readonly number[], { shape: own, counted }: ValueType): number {
  const { axis } = counted!;
  const inner = (extents: readonly number[], at: number): number => sizeOf(extents.slice(at + 1));
  return shape.findIndex((extent, at) => extent === own[axis] && inner(shape, at) === inner(own, axis));
}

/** Of Transpose. */
export const transposing: Carries = (node, [input], [output]) => {
  const { axis } = input!.counted!;
  const place = numbersOf(node, 'perm').indexOf(axis);
  return areRows(input!, axis) && areRows(output!, place) ? { axis: place, rest: 'kept' } : undefined;
};

/** Of Slice: rows that are cut along other axes. */
export const slicing: Carries = (node, [input], [output]) => {
  const { axis } = input!.counted!;
  const isWhole = output!.shape[axis] === input!.shape[axis] && numbersOf(node, 'steps')[axis] === 1;
  return isWhole && areRows(input!, axis) && areRows(output!, axis) ? { axis, rest: 'kept' } : undefined;
};

/** Of Gather: rows of indices, or of data that is gathered along other axes. */
export const gathering: Carries = (node, inputs, [output]) => {
  const [data, indices] = [present(inputs, 0), present(inputs, 1)];
  const gathered = numberOf(node, 'axis');
  const isAmongRows = inputs.length > 2 && areRows(data, gathered);
  if (data.counted && !isAmongRows && (indices.counted || data.counted.axis === gathered)) return undefined;
  if (indices.counted) return picked(gathered + indices.counted.axis, indices, output!);
  if (isAmongRows) return 'inferred';
  const { axis } = data.counted!;
  const place = axis < gathered ? axis : axis + indices.shape.length - 1;
  const stays = axis !== gathered && areRows(data, axis) && areRows(output!, place);
  return stays ? { axis: place, rest: 'kept' } : undefined;
};

/** Of GatherND: rows of indices. */
export const gatheringTuples: Carries = (node, inputs, [output]) => {
  const [data, indices] = [present(inputs, 0), present(inputs, 1)];
  const axis = indices.counted?.axis;
  const isTuple = axis === indices.shape.length - 1;
  const isAmongRows = !data.counted || (data.counted.axis === 0 && numberOf(node, 'batch_dims') === 0);
  if (!isAmongRows || isTuple) return undefined;
  return axis === undefined ? 'inferred' : picked(axis, indices, output!);
};

/**
 * How many rows indices may name, which a last input says. Behind indices whose number depends on values are zeros,
 * which have to be a place even where there are no rows (`fewest`).
 */
export function rowsThere(p: ProcedureBuilder, node: GraphNode, count: ProcedureArray): Value {
  return p.let(count.load(0).to('index').largest(numberOf(node, 'fewest')));
}

/** Indices behind those that are there are 0, which is a place. */
function picked(axis: number, { counted, shape }: ValueType, output: ValueType): ReturnType<Carries> {
  const isWhole = axis < output.shape.length && output.shape[axis] === shape[counted!.axis];
  const isKnown = isWhole && !counted!.rest && areRows(output, axis);
  return isKnown ? { axis, rest: 'any', by: counted!.by } : undefined;
}

/** A value, with zeros behind what is there of it. */
export function withZeros(node: SourceNode, value: string): string {
  const { counted } = node.typeOf(value);
  return counted?.rest ? node.emit('ZeroRest', [value, counted.by], { axis: counted.axis }) : value;
}

/** The first so many places of a value along the axis of its count, at most. */
export function firstRows(node: SourceNode, value: string, most: number): string {
  const { axis, by } = node.typeOf(value).counted!;
  const count = node.emit('Min', [by, node.scalar(most, node.typeOf(by).type)]);
  return node.emit('FirstRows', [value, count], { axis, most });
}

/** Zeros behind what is there along `axis`, which the last input says. */
const zeroRest = graphOperator('ZeroRest', [2, 2], {
  carriesCount: elementByElement('zeros'),
  ...byProcedure({ infer: (_, inputs) => [present(inputs, 0)], define: copyThere }),
});

/** The first `most` places along `axis`; the last input says how many are there. */
const firstOfRows = graphOperator('FirstRows', [2, 2], {
  carriesCount: (node, [input]) => {
    const axis = numberOf(node, 'axis');
    return areRows(input!, axis) ? { axis, rest: 'zeros', by: node.inputs[1]! } : undefined;
  },
  ...byProcedure({
    infer: (node, inputs) => {
      const { type, shape } = present(inputs, 0);
      return [{ type, shape: shape.with(numberOf(node, 'axis'), numberOf(node, 'most')) }];
    },
    define: copyThere,
  }),
});

/** As many rows of the first input as the second one says, and a number in all others that there is room for. */
export function copyThere(p: ProcedureBuilder, node: GraphNode, rest = 0): void {
  const output = p.output();
  const each = sizeOf(output.shape.toSpliced(numberOf(node, 'axis'), 1));
  const there = p.let(p.input(1).load(0).to('index').times(each));
  p.copy(output, 0, p.input(0), 0, there);
  p.range(there, output.elements, (i) => {
    p.store(output, i, rest);
  });
}

/** The transpose of a few rows that are as long as the last input says: NonZero's indices, as tuples. */
const columnsToRows = graphOperator('ColumnsToRows', [2, 2], {
  carriesCount: () => ({ axis: 0, rest: 'zeros' }),
  ...byProcedure({
    infer: (_, inputs) => [{ type: present(inputs, 0).type, shape: present(inputs, 0).shape.toReversed() }],
    define: (p) => {
      const [data, output] = [p.input(0), p.output()];
      const [rows] = data.shape as [number, number];
      const count = p.let(p.input(1).load(0).to('index'));
      p.fill(output, 0);
      p.loop(count, (column) => {
        p.loop(rows, (row) => {
          p.store(output, column.times(rows).plus(row), data.load(row.times(count).plus(column)));
        });
      });
    },
  }),
});

export const countedRows: readonly Operator[] = [zeroRest, firstOfRows, columnsToRows];
