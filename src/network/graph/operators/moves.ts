import type { ValueType, GraphNode } from '../graph.js';
import { numberOf, numbersOf, around, axisOf, shapeText, sizeOf, stridesOf } from './attributes.js';
import { emptyLike, strided, broadcastShape, expandedTo } from './broadcast.js';
import { invalid } from './errors.js';
import { present, type Operator, type SourceNode } from './operator.js';
import { cut, withElements } from './parts.js';
import { areJoined, joined } from './counted-joins.js';
import { alongOthers, broadcasting, firstRows, slicing, transposing } from './counted-rows.js';
import { checkBroadcast, countedAs, roomOf, wantedExtents } from './run-time-extents.js';
import { goesByValues, leavesAll, slicedByValues } from './slice-by-values.js';

export const concat: Operator = {
  name: 'Concat',
  inputs: [1, Infinity],
  normalise: (node) => {
    const inputs = node.inputs.map((_, index) => node.input(index));
    const axis = axisOf(node, node.number('axis', node.opset < 4 ? 1 : undefined), node.rank(0));
    if (inputs.length > 1 && areJoined(node, inputs, axis)) return { values: [joined(node, inputs, axis)] };
    const whole = withElements(node, inputs);
    return { op: whole.length === 1 ? 'Identity' : 'Concat', inputs: whole, attributes: { axis } };
  },
  canonical: {
    carriesCount: alongOthers((node) => [numberOf(node, 'axis')], 'kept'),
    infer: (node, inputs) => {
      const axis = numberOf(node, 'axis');
      const { type, shape } = present(inputs, 0);
      const others = inputs as readonly ValueType[];
      for (const { shape: other } of others)
        if (other.length !== shape.length || other.some((extent, at) => at !== axis && extent !== shape[at]))
          invalid(node, `${shapeText(shape)} and ${shapeText(other)} differ in more than axis ${axis}`);
      const extent = others.reduce((sum, input) => sum + input.shape[axis]!, 0);
      return [{ type, shape: shape.with(axis, extent) }];
    },
    evaluate: (node, inputs, [output]) => {
      const axis = numberOf(node, 'axis');
      const { outer, extent, inner } = around(output!.shape, axis);
      const exact = inputs.every((input) => input!.data instanceof Float32Array);
      const out = emptyLike(exact ? inputs[0]!.data : new Float64Array(), sizeOf(output!.shape));
      let before = 0;
      for (const input of inputs) {
        const length = input!.shape[axis]! * inner;
        for (let o = 0; o < outer; o++)
          out.set(input!.data.subarray(o * length, (o + 1) * length), o * extent * inner + before);
        before += length;
      }
      return [out];
    },
  },
};

export const split: Operator = {
  name: 'Split',
  inputs: [1, 2],
  outputs: Infinity,
  normalise: (node) => {
    const axis = axisOf(node, node.number('axis', 0), node.rank(0));
    const split = parts(node, node.shape(0)[axis]!);
    if (!split.includes(0)) return { op: 'Split', inputs: [node.input(0)], attributes: { axis, split } };
    const starts = split.map((_, part) => split.slice(0, part).reduce((sum, size) => sum + size, 0));
    return { values: split.map((size, part) => cut(node, node.input(0), axis, starts[part]!, size)) };
  },
  canonical: {
    carriesCount: alongOthers((node) => [numberOf(node, 'axis')], 'kept'),
    infer: (node, inputs) => {
      const axis = numberOf(node, 'axis');
      const { type, shape } = present(inputs, 0);
      const extents = numbersOf(node, 'split');
      return extents.map((extent) => ({ type, shape: shape.with(axis, extent) }));
    },
    evaluate: (node, [input], outputs) => {
      const axis = numberOf(node, 'axis');
      const { outer, extent, inner } = around(input!.shape, axis);
      let before = 0;
      return outputs.map(({ shape }) => {
        const out = emptyLike(input!.data, sizeOf(shape));
        const length = shape[axis]! * inner;
        for (let o = 0; o < outer; o++) {
          const from = o * extent * inner + before;
          out.set(input!.data.subarray(from, from + length), o * length);
        }
        before += length;
        return out;
      });
    },
  },
};

/** The attributes of a Slice. */
export type Cut = Readonly<Record<'starts' | 'sizes' | 'steps', readonly number[]>>;

/** What a Slice or a Split of a shape gives as one of its outputs. */
export function cutOf(node: GraphNode, output: string, shape: readonly number[]): Cut {
  if (node.op === 'Split') return slicesOf(node, shape)[node.outputs.indexOf(output)]!;
  return { starts: numbersOf(node, 'starts'), sizes: numbersOf(node, 'sizes'), steps: numbersOf(node, 'steps') };
}

/** The parts of a Split of a shape, as attributes of Slices. */
export function slicesOf(node: GraphNode, shape: readonly number[]): Cut[] {
  const axis = numberOf(node, 'axis');
  let start = 0;
  return numbersOf(node, 'split').map((size) => {
    const starts = shape.map(() => 0).with(axis, start);
    start += size;
    return { starts, sizes: shape.with(axis, size), steps: shape.map(() => 1) };
  });
}

/** The extents as they are written, or equal parts, of which the last may be smaller from version 18 on. */
function parts(node: SourceNode, extent: number): readonly number[] {
  const written = node.static(1, 'split');
  if (written !== undefined) return checkedParts(node, written, extent);
  const count = node.number('num_outputs', node.outputs.length);
  if (count !== node.outputs.length) node.invalid(`it has ${node.outputs.length} outputs, and num_outputs is ${count}`);
  if (node.opset < 18 && extent % count !== 0)
    node.invalid(`${extent} elements cannot be split in ${count} equal parts`);
  const part = Math.ceil(extent / count);
  return Array.from({ length: count }, (_, index) => Math.max(0, Math.min(part, extent - index * part)));
}

function checkedParts(node: SourceNode, parts: readonly number[], extent: number): readonly number[] {
  if (parts.length !== node.outputs.length || parts.some((part) => !Number.isInteger(part) || part < 0))
    node.invalid(`it has ${node.outputs.length} outputs and ${parts.length} parts`);
  if (parts.reduce((sum, part) => sum + part, 0) !== extent) node.invalid(`its parts are not ${extent} together`);
  return parts;
}

/** Slice: `sizes` elements from `starts` on by `steps` (which may be negative), one of each for every axis. */
export const slice: Operator = {
  name: 'Slice',
  inputs: [1, 5],
  normalise: (node) => {
    if (goesByValues(node)) return { values: [leavesAll(node) ? node.input(0) : slicedByValues(node)] };
    const attributes = cuts(node);
    const { counted } = node.type(0);
    const most = counted && firstOf(node, counted.axis);
    const data = most === undefined ? node.input(0) : firstRows(node, node.input(0), most);
    return { op: 'Slice', inputs: [data], attributes };
  },
  canonical: {
    carriesCount: slicing,
    infer: (node, inputs) => [{ type: present(inputs, 0).type, shape: numbersOf(node, 'sizes') }],
    evaluate: (node, [input], [output]) => {
      const strides = stridesOf(input!.shape);
      const [starts, steps] = [numbersOf(node, 'starts'), numbersOf(node, 'steps')];
      const offset = starts.reduce((sum, start, axis) => sum + start * strides[axis]!, 0);
      const moved = steps.map((step, axis) => step * strides[axis]!);
      return [strided(input!.data, output!.shape, moved, offset)];
    },
  },
};

/** How many of the first places along an axis a Slice leaves; undefined where it leaves all, or others. */
function firstOf(node: SourceNode, axis: number): number | undefined {
  const [starts, ends] = [node.static(1, 'starts')!, node.static(2, 'ends')!];
  const axes = node.static(3, 'axes') ?? starts.map((_, at) => at);
  const at = axes.findIndex((one) => axisOf(node, one, node.rank(0)) === axis);
  const isFirst = starts[at] === 0 && (node.static(4, 'steps')?.[at] ?? 1) === 1;
  return isFirst && ends[at]! >= 0 && ends[at]! < node.shape(0)[axis]! ? ends[at] : undefined;
}

/** Starts, steps and sizes of all axes: negative positions count from the end, and all are clamped as ONNX says. */
function cuts(node: SourceNode): { starts: number[]; steps: number[]; sizes: number[] } {
  const shape = node.shape(0);
  const starts = node.static(1, 'starts') ?? node.invalid('it has no starts');
  const ends = node.static(2, 'ends') ?? node.invalid('it has no ends');
  const axes = node.static(3, 'axes') ?? starts.map((_, axis) => axis);
  const steps = node.static(4, 'steps') ?? starts.map(() => 1);
  if (new Set([starts.length, ends.length, axes.length, steps.length]).size !== 1)
    node.invalid('its starts, ends, axes and steps are not equally many');
  const result = { starts: shape.map(() => 0), steps: shape.map(() => 1), sizes: [...shape] };
  axes.forEach((written, index) => {
    const axis = axisOf(node, written, shape.length);
    const [extent, step] = [shape[axis]!, steps[index]!];
    if (!Number.isInteger(step) || step === 0) node.invalid('a step is 0');
    const clamp = (position: number, least: number, most: number): number =>
      Math.min(Math.max(position < 0 ? position + extent : position, least), most);
    const start = step > 0 ? clamp(starts[index]!, 0, extent) : clamp(starts[index]!, 0, extent - 1);
    const end = step > 0 ? clamp(ends[index]!, 0, extent) : clamp(ends[index]!, -1, extent - 1);
    result.sizes[axis] = Math.max(0, Math.ceil((end - start) / step));
    result.starts[axis] = result.sizes[axis] === 0 ? 0 : start;
    result.steps[axis] = step;
  });
  return result;
}

/** Transpose: axis `i` of the output is axis `perm[i]` of the input. */
export const transpose: Operator = {
  name: 'Transpose',
  inputs: [1, 1],
  normalise: (node) => {
    const axes = Array.from({ length: node.rank(0) }, (_, axis) => axis);
    const perm = node.optionalNumbers('perm') ?? axes.toReversed();
    if (perm.length !== axes.length || axes.some((axis) => !perm.includes(axis)))
      node.invalid(`its perm [${perm.slice(0, 8).join(', ')}] is no permutation of ${axes.length} axes`);
    const { counted, shape } = node.type(0);
    if (counted?.axis === 1 && shape.length === 2 && shape[0]! > 1 && perm[0] === 1)
      return { op: 'ColumnsToRows', inputs: [node.input(0), counted.by], attributes: {} };
    return { op: 'Transpose', inputs: node.inputs, attributes: { perm } };
  },
  canonical: {
    carriesCount: transposing,
    infer: (node, inputs) => {
      const { type, shape } = present(inputs, 0);
      return [{ type, shape: numbersOf(node, 'perm').map((axis) => shape[axis]!) }];
    },
    evaluate: (node, [input], [output]) => {
      const strides = stridesOf(input!.shape);
      const moved = numbersOf(node, 'perm').map((axis) => strides[axis]!);
      return [strided(input!.data, output!.shape, moved)];
    },
  },
};

/** Expand to `shape`, which the input's shape broadcasts to. */
export const expand: Operator = {
  name: 'Expand',
  inputs: [2, 2],
  normalise: (node) => {
    const extents = wantedExtents(node, 1, 'a shape');
    checkBroadcast(node, extents);
    const wanted = extents.map((extent) => roomOf(node, extent, node.type(0)));
    const shape = wanted.every((extent) => Number.isInteger(extent) && extent >= 0)
      ? broadcastShape([node.shape(0), wanted])
      : undefined;
    if (shape !== undefined) {
      const expanded = node.emit('Expand', [node.input(0)], { shape });
      return { values: [node.type(0).counted ? expanded : countedAs(node, expanded, extents)] };
    }
    return node.invalid(`${shapeText(node.shape(0))} cannot be expanded to [${wanted.slice(0, 8).join(', ')}]`);
  },
  canonical: {
    carriesCount: broadcasting,
    infer: (node, inputs) => [{ type: present(inputs, 0).type, shape: numbersOf(node, 'shape') }],
    evaluate: (_, [input], [output]) => [expandedTo(input!, output!.shape)],
  },
};

/** Tile: every axis beside one that is repeated. */
export const tile: Operator = {
  name: 'Tile',
  inputs: [2, 2],
  normalise: (node) => {
    const shape = node.shape(0);
    const repeats = Array.from(node.constantInput(1, 'repeats').data);
    if (repeats.length !== shape.length || repeats.some((times) => !Number.isInteger(times) || times < 0))
      node.invalid(`its repeats are [${repeats.slice(0, 8).join(', ')}] for ${shape.length} axes`);
    const whole = shape.map((extent, axis) => extent * repeats[axis]!);
    const isApart = (axis: number): boolean => shape[axis]! !== 1 && repeats[axis]! !== 1;
    const apart = node.emit('Reshape', [node.input(0)], {
      shape: shape.flatMap((extent, axis) => (isApart(axis) ? [1, extent] : [extent])),
    });
    const repeated = node.emit('Expand', [apart], {
      shape: shape.flatMap((extent, axis) => (isApart(axis) ? [repeats[axis]!, extent] : [whole[axis]!])),
    });
    return { op: 'Reshape', inputs: [repeated], attributes: { shape: whole } };
  },
};
