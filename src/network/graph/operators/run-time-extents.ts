/** What is known of whole numbers that only the network knows, since they are made of extents. */
import type { ValueType } from '../graph.js';
import { sizeOf } from './attributes.js';
import { asCounted } from './counted-joins.js';
import { areRows } from './counted-rows.js';
import { followed, isCount, linearExtents, type CountedExtent, type LinearExtent } from './linear-extents.js';
import type { SourceNode } from './operator.js';

export type Extent = number | CountedExtent;

/** Elements of a list of extents; undefined where one is neither a constant nor the count of a value. */
export function extentsOf(node: SourceNode, value: string): readonly Extent[] | undefined {
  const known = node.constantOf(value);
  return known ? Array.from(known.data) : plain(linearExtents(node, value));
}

/** Some elements of such a list that are numbers all of them, whatever else is in it. */
export function pickedExtents(node: SourceNode, value: string, places: ArrayLike<number>): number[] | undefined {
  const { shape } = node.typeOf(value);
  if (shape.length !== 1) return undefined;
  const picked = Array.from(places, (place) => (place < 0 ? place + shape[0]! : place));
  const elements = followed(node, value, picked);
  return elements?.every((element) => typeof element === 'number') === true ? elements : undefined;
}

function plain(elements: readonly (number | LinearExtent)[] | undefined): readonly Extent[] | undefined {
  const isPlain = elements?.every((element) => typeof element === 'number' || isCount(element));
  return isPlain === true ? elements : undefined;
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
  const isOpen = (extent: Extent): boolean => typeof extent === 'object';
  const axis = extents.findIndex(isOpen);
  const extent = extents[axis];
  if (typeof extent !== 'object') return value;
  const type = node.typeOf(value);
  const place = axis + type.shape.length - extents.length;
  if (extents.slice(axis + 1).some(isOpen) || !areRows(type, place))
    node.unsupported('with an extent that depends on values behind others');
  return asCounted(node, value, place, extent.count);
}

/** A number that a scalar does not exceed; Infinity where nothing says one. */
export function mostOf(node: SourceNode, value: string): number {
  const known = boundOf(node, value, 0);
  if (known !== undefined) return known;
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
  const places = Array(Math.min(MOST_BOUNDS, sizeOf(node.typeOf(list).shape))).keys();
  return Math.min(...[...places].map((place) => boundOf(node, list, place) ?? Infinity));
}

/** Elements of a list that are looked at for the least. */
const MOST_BOUNDS = 16;

function boundOf(node: SourceNode, value: string, place: number): number | undefined {
  const [element] = followed(node, value, [place]) ?? [];
  if (typeof element !== 'object') return element;
  const { times, most, plus } = element;
  return times * (times > 0 ? most : 0) + plus;
}
