/** What is known of whole numbers that only the network knows, since they are made of extents. */
import type { GraphNode, ValueType } from '../graph.js';
import { sizeOf } from './attributes.js';
import { asCounted } from './counted-joins.js';
import type { SourceNode } from './operator.js';

/** What says an extent when the network runs, and how large it can be. */
export interface CountedExtent {
  readonly count: string;
  readonly most: number;
}

export type Extent = number | CountedExtent;

/** Elements of a list of extents; undefined where one is neither a constant nor the count of a value. */
export function extentsOf(node: SourceNode, value: string): readonly Extent[] | undefined {
  const elements = Array.from({ length: sizeOf(node.typeOf(value).shape) }, (_, i) => elementOf(node, value, i));
  return elements.every((element) => element !== undefined) ? elements : undefined;
}

/** Some elements of such a list that are numbers all of them, whatever else is in it. */
export function pickedExtents(node: SourceNode, value: string, places: ArrayLike<number>): number[] | undefined {
  const { shape } = node.typeOf(value);
  if (shape.length !== 1) return undefined;
  const elements = Array.from(places, (place) => elementOf(node, value, place < 0 ? place + shape[0]! : place));
  return elements.every((element) => typeof element === 'number') ? elements : undefined;
}

/** Those of an input, which has to be such a list. */
export function wantedExtents(node: SourceNode, index: number, what: string): readonly Extent[] {
  return extentsOf(node, node.input(index)) ?? node.refuseUnknown(node.input(index), `with ${what}`);
}

/** The number of an extent, the largest that it can be; of `own`'s count as much as it has room for. */
export function roomOf(node: SourceNode, extent: Extent, own?: ValueType): number {
  if (typeof extent === 'number') return extent;
  const { counted, shape } = own ?? {};
  return counted && node.isSameCount(extent.count, counted.by) ? shape![counted.axis]! : extent.most;
}

/** A value of the largest extents, as what is there of it. */
export function countedAs(node: SourceNode, value: string, extents: readonly Extent[]): string {
  const isCount = (extent: Extent): boolean => typeof extent === 'object';
  const axis = extents.findIndex(isCount);
  const extent = extents[axis];
  if (typeof extent !== 'object') return value;
  if (extents.slice(axis + 1).some(isCount)) node.unsupported('with two extents that depend on values');
  return asCounted(node, value, axis + node.typeOf(value).shape.length - extents.length, extent.count);
}

function elementOf(node: SourceNode, value: string, place: number): Extent | undefined {
  const known = node.constantOf(value);
  if (known) return known.data[place];
  const most = node.roomOf(value);
  if (most !== undefined) return { count: value, most };
  const made = node.producerOf(value);
  if (made?.op === 'Add') return sumOf(made.inputs.map((one) => elementOf(node, one!, placeIn(node, one!, place))));
  const from = made && sourceOf(node, made, place);
  return from && elementOf(node, ...from);
}

function sumOf([a, b]: readonly (Extent | undefined)[]): Extent | undefined {
  if (typeof a === 'number' && typeof b === 'number') return a + b;
  return a === 0 ? b : b === 0 ? a : undefined;
}

/** The place of an element in a list that broadcasts. */
function placeIn(node: SourceNode, value: string, place: number): number {
  return sizeOf(node.typeOf(value).shape) === 1 ? 0 : place;
}

/** Whether a list differs from another one at a place, which a count does from all negative numbers. */
function differs(node: SourceNode, condition: string, place: number): boolean {
  const made = node.producerOf(condition);
  if (made?.op !== 'Equal') return false;
  const [a, b] = made.inputs.map((one) => elementOf(node, one!, placeIn(node, one!, place)));
  if (typeof a === 'number' && typeof b === 'number') return a !== b;
  return (typeof a === 'object' && Number(b) < 0) || (typeof b === 'object' && Number(a) < 0);
}

/** The value, and the place in it, of which a node's element is a copy. */
function sourceOf(
  node: SourceNode,
  { op, inputs, attributes }: GraphNode,
  place: number,
): [value: string, place: number] | undefined {
  const input = inputs[0]!;
  if (['Identity', 'Reshape', 'Cast'].includes(op)) return [input, place];
  if (op === 'Gather' && node.typeOf(input).shape.length === 1) {
    const index = node.constantOf(inputs[1]!)?.data[place];
    return index === undefined ? undefined : [input, index < 0 ? index + node.typeOf(input).shape[0]! : index];
  }
  if (op === 'Slice' && node.typeOf(input).shape.length === 1) {
    const [starts, steps] = ['starts', 'steps'].map((name) => attributes.get(name) as readonly number[]);
    return [input, starts![0]! + place * steps![0]!];
  }
  if (op === 'Where' && differs(node, input, place)) return [inputs[2]!, placeIn(node, inputs[2]!, place)];
  return op === 'Concat' && node.typeOf(input).shape.length === 1 ? partOf(node, inputs, place) : undefined;
}

function partOf(node: SourceNode, inputs: GraphNode['inputs'], place: number): [string, number] | undefined {
  let before = 0;
  for (const input of inputs) {
    const { shape } = node.typeOf(input!);
    if (place < before + shape[0]!) return [input!, place - before];
    before += shape[0]!;
  }
  return undefined;
}

/** A number that a scalar does not exceed; Infinity where nothing says one. */
export function mostOf(node: SourceNode, value: string): number {
  const element = elementOf(node, value, 0);
  if (element !== undefined) return typeof element === 'number' ? element : element.most;
  const made = node.producerOf(value);
  const input = made?.inputs[0];
  if (!made || input === undefined) return Infinity;
  switch (made.op) {
    case 'Identity':
    case 'Reshape':
    case 'Cast':
      return mostOf(node, input);
    case 'Min':
      return Math.min(...made.inputs.map((one) => mostOf(node, one!)));
    case 'ReduceMin':
      return Math.min(
        ...Array.from({ length: sizeOf(node.typeOf(input).shape) }, (_, i) => {
          const one = elementOf(node, input, i);
          return typeof one === 'object' ? one.most : (one ?? Infinity);
        }),
      );
    default:
      return Infinity;
  }
}
