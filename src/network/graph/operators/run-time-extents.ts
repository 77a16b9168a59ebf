/** What is known of whole numbers that only the network knows, since they are made of extents. */
import type { GraphNode, ValueType } from '../graph.js';
import { sameShape, sizeOf } from './attributes.js';
import { asCounted } from './counted-joins.js';
import { areRows } from './counted-rows.js';
import type { SourceNode } from './operator.js';

/** What says an extent when the network runs, and how large it can be. */
export interface CountedExtent {
  readonly count: string;
  readonly most: number;
}

export type Extent = number | CountedExtent;

/** Elements of a list of extents; undefined where one is neither a constant nor the count of a value. */
export function extentsOf(node: SourceNode, value: string): readonly Extent[] | undefined {
  const known = node.constantOf(value);
  if (known) return Array.from(known.data);
  return elementsOf(node, value, upTo(sizeOf(node.typeOf(value).shape)));
}

/** Some elements of such a list that are numbers all of them, whatever else is in it. */
export function pickedExtents(node: SourceNode, value: string, places: ArrayLike<number>): number[] | undefined {
  const { shape } = node.typeOf(value);
  if (shape.length !== 1 || places.length > MOST) return undefined;
  const picked = Array.from(places, (place) => (place < 0 ? place + shape[0]! : place));
  const elements = elementsOf(node, value, picked);
  return elements?.every((element) => typeof element === 'number') === true ? elements : undefined;
}

function elementsOf(node: SourceNode, value: string, places: readonly number[]): Extent[] | undefined {
  if (places.length > MOST) return undefined;
  const left = { nodes: MOST_NODES };
  const elements = places.map((place) => elementOf(node, value, place, left));
  return elements.every((element) => element !== undefined) ? elements : undefined;
}

function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
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

/** Refuses to broadcast an input, unless from one place, to an extent that depends on values and is not its own. */
export function checkBroadcast(node: SourceNode, extents: readonly Extent[]): void {
  const { counted, shape } = node.type(0);
  const isRight = (extent: Extent, axis: number): boolean => {
    const place = axis + shape.length - extents.length;
    if (counted?.axis === place)
      return typeof extent === 'number' ? extent === 1 : node.isSameCount(extent.count, counted.by);
    return typeof extent === 'number' || (!counted && (shape[place] ?? 1) === 1);
  };
  if (!extents.every(isRight)) node.unsupported('to an extent that depends on other values, or is a number');
}

/** A value of the largest extents, as what is there of it. */
export function countedAs(node: SourceNode, value: string, extents: readonly Extent[]): string {
  const isCount = (extent: Extent): boolean => typeof extent === 'object';
  const axis = extents.findIndex(isCount);
  const extent = extents[axis];
  if (typeof extent !== 'object') return value;
  const type = node.typeOf(value);
  const place = axis + type.shape.length - extents.length;
  if (extents.slice(axis + 1).some(isCount) || !areRows(type, place))
    node.unsupported('with an extent that depends on values behind others');
  return asCounted(node, value, place, extent.count);
}

/** Extents of a list that are followed; no value has more axes. */
const MOST = 16;
/** Nodes that are followed back for a list. */
const MOST_NODES = 256;
/** Types of extents, and of what they are computed of. */
const whole: ReadonlySet<string> = new Set(['int32', 'int64']);

function elementOf(node: SourceNode, value: string, place: number, left = { nodes: MOST_NODES }): Extent | undefined {
  if (!whole.has(node.typeOf(value).type) || left.nodes-- <= 0) return undefined;
  const known = node.constantOf(value);
  if (known) return known.data[place];
  const most = node.roomOf(value);
  if (most !== undefined) return { count: value, most };
  const made = node.producerOf(value);
  const follow = ([one, at]: Place): Extent | undefined => elementOf(node, one, at, left);
  if (made?.op === 'Add') {
    const places = made.inputs.map((one) => placeIn(node, made, one!, place));
    return places.every((one) => one !== undefined) ? sumOf(places.map(follow)) : undefined;
  }
  const from = made && sourceOf(node, made, place, left);
  return from && follow(from);
}

/** A value, and the place of an element in it. */
type Place = readonly [value: string, place: number];

function sumOf([a, b]: readonly (Extent | undefined)[]): Extent | undefined {
  if (typeof a === 'number' && typeof b === 'number') return a + b;
  return a === 0 ? b : b === 0 ? a : undefined;
}

/** Where an operand has what an element of a node is computed of; undefined where it broadcasts in part. */
function placeIn(node: SourceNode, { outputs }: GraphNode, operand: string, place: number): Place | undefined {
  const { shape } = node.typeOf(operand);
  if (sizeOf(shape) === 1) return [operand, 0];
  return sameShape(shape, node.typeOf(outputs[0]!).shape) ? [operand, place] : undefined;
}

/** Whether a list differs from another one at a place, which a count does from all negative numbers. */
function differs(node: SourceNode, condition: string, place: number, left: { nodes: number }): boolean {
  const made = node.producerOf(condition);
  if (made?.op !== 'Equal') return false;
  const [a, b] = made.inputs.map((one) => {
    const at = placeIn(node, made, one!, place);
    return at && elementOf(node, ...at, left);
  });
  if (typeof a === 'number' && typeof b === 'number') return a !== b;
  return (typeof a === 'object' && Number(b) < 0) || (typeof b === 'object' && Number(a) < 0);
}

/** Of what a node's element is a copy. */
function sourceOf(node: SourceNode, made: GraphNode, place: number, left: { nodes: number }): Place | undefined {
  const { op, inputs, attributes } = made;
  const input = inputs[0]!;
  if (['Identity', 'Reshape', 'Cast'].includes(op)) return [input, place];
  if (op === 'Where') {
    const at = placeIn(node, made, input, place);
    return at && differs(node, ...at, left) ? placeIn(node, made, inputs[2]!, place) : undefined;
  }
  if (node.typeOf(input).shape.length !== 1) return undefined;
  switch (op) {
    case 'Gather': {
      const index = node.constantOf(inputs[1]!)?.data[place];
      return index === undefined ? undefined : [input, index < 0 ? index + node.typeOf(input).shape[0]! : index];
    }
    case 'Slice': {
      const [starts, steps] = ['starts', 'steps'].map((name) => attributes.get(name) as readonly number[]);
      return [input, starts![0]! + place * steps![0]!];
    }
    case 'Concat':
      return partOf(node, inputs, place);
    default:
      return undefined;
  }
}

function partOf(node: SourceNode, inputs: GraphNode['inputs'], place: number): Place | undefined {
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
      return mostOf(node, input);
    case 'Min':
      return Math.min(...made.inputs.map((one) => mostOf(node, one!)));
    case 'ReduceMin':
      return leastOf(node, input);
    default:
      return Infinity;
  }
}

/** What the least element of a list does not exceed. */
function leastOf(node: SourceNode, list: string): number {
  const bounds = upTo(Math.min(MOST, sizeOf(node.typeOf(list).shape))).map((place) => {
    const element = elementOf(node, list, place);
    return typeof element === 'object' ? element.most : (element ?? Infinity);
  });
  return Math.min(...bounds);
}
