import { int64 } from '../../../elements/int64.js';
import { axisOf, sizeOf } from './attributes.js';
import type { SourceNode } from './operator.js';
import { counting } from './parts.js';
import { extentsOf } from './run-time-extents.js';

/** Whether a Slice starts or ends where only the network knows, along one axis and without gaps. */
export function goesByValues(node: SourceNode): boolean {
  const isOpen = (index: number): boolean => node.has(index) && node.knownInput(index) === undefined;
  if (![1, 2].some(isOpen) || [3, 4].some(isOpen)) return false;
  return [1, 2].every((index) => sizeOf(node.shape(index)) === 1) && single(node, 4, 1) === 1;
}

/** Whether such a Slice leaves all rows that are there. */
export function leavesAll(node: SourceNode): boolean {
  const { counted, shape } = node.type(0);
  const [end] = extentsOf(node, node.input(2)) ?? [];
  if (counted?.axis !== axisOf(node, single(node, 3, 0), shape.length) || typeof end !== 'object') return false;
  return single(node, 1, NaN) === 0 && node.isSameCount(end.count, counted.by);
}

/** What such a Slice leaves: places from the start to before the end, of an extent that depends on values. */
export function slicedByValues(node: SourceNode): string {
  const axis = axisOf(node, single(node, 3, 0), node.rank(0));
  const extent = node.shape(0)[axis]!;
  const place = counting(node, extent);
  const isBehind = node.emit('GreaterOrEqual', [place, bound(node, 1, extent)]);
  const isBefore = node.emit('Less', [place, bound(node, 2, extent)]);
  const kept = node.emit('And', [isBehind, isBefore]);
  return node.emitCounted('Compress', [node.input(0), kept], { axis }, 1)[0]!;
}

function single(node: SourceNode, index: number, otherwise: number): number {
  return node.knownInput(index)?.data[0] ?? otherwise;
}

/** Negative ones count from the end. */
function bound(node: SourceNode, index: number, extent: number): string {
  const written = node.emit('Cast', [node.input(index)], { to: int64.name });
  const fromEnd = node.emit('Add', [written, node.scalar(extent, int64.name)]);
  return node.emit('Where', [node.emit('Less', [written, node.scalar(0, int64.name)]), fromEnd, written]);
}
