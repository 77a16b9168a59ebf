import { shapeText } from './attributes.js';
import type { Operator, SourceNode } from './operator.js';
import { counting, cut } from './parts.js';
import { reshaped } from './reshape.js';

interface Rotation {
  /** B x S x W/2 each, or S x W/2: how far the pairs of W elements are turned at each position. */
  readonly cosine: string;
  readonly sine: string;
  /** How many heads a value of three axes (B x S x heads · D) has. */
  readonly heads: number;
  /** Whether a pair is two neighbours, not an element of each half. */
  readonly isInterleaved: boolean;
}

/** Turns pairs of elements of each head by angles that depend on the position. */
export function rotated(node: SourceNode, value: string, { cosine, sine, heads, isInterleaved }: Rotation): string {
  const { shape } = node.typeOf(value);
  const isFlat = shape.length === 3;
  const apart = isFlat ? reshaped(node, value, [...shape.slice(0, 2), heads, shape[2]! / heads]) : value;
  const { shape: own } = node.typeOf(apart);
  const width = 2 * node.typeOf(cosine).shape.at(-1)!;
  if (own.length !== 4 || !Number.isInteger(own[3]) || width > own[3]!)
    node.invalid(`it turns ${width} elements of each head of ${shapeText(own)}`);
  // Heads stand before positions where there are four axes, and behind them else.
  const angles = (of: string): string => {
    const { shape: given } = node.typeOf(of);
    const [batch, rows] = given.length === 3 ? given : [1, given[0]!];
    return reshaped(node, of, isFlat ? [batch!, rows!, 1, width / 2] : [batch!, 1, rows!, width / 2]);
  };
  const turning = cut(node, apart, 3, 0, width);
  const turned = isInterleaved
    ? inPairs(node, turning, angles(cosine), angles(sine))
    : turnedHalves(node, turning, ...([cosine, sine].map((of) => twice(node, angles(of))) as [string, string]));
  const rest = own[3]! - width;
  const whole = rest === 0 ? turned : node.emit('Concat', [turned, cut(node, apart, 3, width, rest)], { axis: 3 });
  return reshaped(node, whole, shape);
}

/** x · cosine + (-second half of x, first half) · sine, as models spell it out. */
function turnedHalves(node: SourceNode, value: string, cosine: string, sine: string): string {
  const axis = node.typeOf(value).shape.length - 1;
  const half = node.typeOf(value).shape[axis]! / 2;
  const [first, second] = [0, half].map((start) => cut(node, value, axis, start, half));
  const moved = node.emit('Concat', [node.emit('Neg', [second]), first], { axis });
  return node.emit('Add', [node.emit('Mul', [value, cosine]), node.emit('Mul', [moved, sine])]);
}

function twice(node: SourceNode, angles: string): string {
  return node.emit('Concat', [angles, angles], { axis: 3 });
}

/** Neighbours are the halves of pairs. */
function inPairs(node: SourceNode, value: string, ...angles: readonly [cosine: string, sine: string]): string {
  const { shape } = node.typeOf(value);
  const pairs = reshaped(node, value, [...shape.slice(0, 3), shape[3]! / 2, 2]);
  const [cosine, sine] = angles.map((of) => reshaped(node, of, [...node.typeOf(of).shape, 1])) as [string, string];
  return reshaped(node, turnedHalves(node, pairs, cosine, sine), shape);
}

/** The rows of a table of angles at positions (B x S), as far as elements are turned. */
export function anglesAt(node: SourceNode, table: string, positions: string): string {
  return node.emit('Gather', [table, positions], { axis: 0 });
}

/** B x S: as they are given, or from one number on. */
function positionsOf(node: SourceNode, rows: number): string {
  if (node.rank(1) === 2) return node.input(1);
  return node.emit('Add', [reshaped(node, node.input(1), [1, 1]), counting(node, rows)]);
}

/** Elements of each head that are turned: those that the tables are of, which the attribute may name. */
function checkWidth(node: SourceNode, table: string): void {
  const [named, width] = [node.number('rotary_embedding_dim', 0), 2 * node.typeOf(table).shape.at(-1)!];
  if (named !== 0 && named !== width)
    node.invalid(`its rotary_embedding_dim is ${named}, and its tables are of ${width}`);
}

function isInterleaved(node: SourceNode): boolean {
  return node.number('interleaved', 0) !== 0;
}

export const rotaryEmbeddings: readonly Operator[] = [
  {
    name: 'RotaryEmbedding',
    inputs: [3, 4],
    normalise: (node) => {
      const tables = [node.input(1), node.input(2)];
      checkWidth(node, tables[0]!);
      const angles = node.has(3) ? tables.map((table) => anglesAt(node, table, node.input(3))) : tables;
      const [cosine, sine] = angles as [string, string];
      const rotation = { cosine, sine, heads: node.number('num_heads', 0), isInterleaved: isInterleaved(node) };
      return { values: [rotated(node, node.input(0), rotation)] };
    },
  },
  {
    name: 'com.microsoft.RotaryEmbedding',
    inputs: [4, 4],
    normalise: (node) => {
      if (node.number('is_packed_batching', 0) !== 0) node.unsupported('of packed batches');
      if (node.number('scale', 1) !== 1) node.unsupported('with a scale');
      const { shape } = node.type(0);
      const [, , cosines, sines] = node.inputs as [string, string, string, string];
      checkWidth(node, cosines);
      const heads = node.number('num_heads', 0) || shape.at(-1)! / (2 * node.typeOf(cosines).shape.at(-1)!);
      const positions = positionsOf(node, shape.at(-2)!);
      const [cosine, sine] = [cosines, sines].map((table) => anglesAt(node, table, positions)) as [string, string];
      return { values: [rotated(node, node.input(0), { cosine, sine, heads, isInterleaved: isInterleaved(node) })] };
    },
  },
];
