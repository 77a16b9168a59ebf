/**
 * How wgmma addresses an operand in shared memory: its matrix descriptor (PTX ISA 8.0, "matrix descriptor format").
 */
import type { Context } from '../../../codegen/context.js';
import { atomRows } from '../../../codegen/swizzle.js';
import { InstantiationError } from '../../../ir/errors.js';
import * as ix from '../../../ir/index.js';
import type { Index, Var } from '../../../ir/index.js';
import type { For } from '../../../ir/nest.js';
import { elementBytes } from '../../../ir/tensor.js';
import type { LoadValue } from '../../../ir/tensor.js';
import { memoryOf, tileSide } from '../codegen/fragments.js';
import { extentOf } from '../../../codegen/tensorized.js';

/** Warps that multiply together: threadX are the lanes, threadY the warps. */
const groupWarps = 4;

/** Where an operand starts, in elements without swizzling, and distances in bytes. */
export interface MatrixDescriptor {
  /** Whether rows run along the sum, or across it. */
  readonly major: 'k' | 'm';
  readonly first: Index;
  /** From one row to that which continues it, where a row is shorter than the operand. */
  readonly leading: number;
  /** From eight rows to the next eight. */
  readonly stride: number;
  /** Bytes of a row. */
  readonly swizzle: number;
}

/** Tiles of 16 rows, or columns, of the result: the four of a warpgroup's warps, or adjacent ones. */
export interface OwnTiles {
  readonly count: number;
  /** The same offset in tile `t`. */
  at(offset: Index, t: number): Index;
}

/** The rows of the four warps. */
export function tilesOfWarps(context: Context): OwnTiles {
  const warp = (v: Var, t: number): Index | undefined =>
    context.name(v) === 'threadY'
      ? ix.add(ix.scale(ix.div(ix.variable(v), groupWarps), groupWarps), ix.constant(t))
      : undefined;
  return { count: groupWarps, at: (offset, t) => ix.substitute(offset, (v) => warp(v, t)) };
}

/** The iterations of a loop over tiles; without one, one tile. */
export function tilesAlong(tiles: For | undefined): OwnTiles {
  const at = (offset: Index, t: number): Index =>
    ix.substitute(offset, (v) => (v === tiles?.loop ? ix.constant(t) : undefined));
  return { count: tiles ? extentOf(tiles) : 1, at };
}

/** Throws InstantiationError where the operand is not in swizzled rows. */
export function matrixDescriptor(
  { tensor, indices }: LoadValue,
  own: For,
  steps: For,
  tiles: OwnTiles,
  context: Context,
): MatrixDescriptor {
  const { swizzle } = memoryOf(context, tensor);
  const misplaced = new InstantiationError(
    `${tensor.name} does not lie in swizzled rows of 32, 64 or 128 bytes: swizzle its shared buffer`,
  );
  if (!swizzle) throw misplaced;
  const bytes = elementBytes(tensor.dtype);
  const row = swizzle.chunk * swizzle.chunks;
  const whole = context.linearOffset(tensor, indices);
  const place = (i: number, step: number): Index =>
    ix.substitute(tiles.at(whole, Math.floor(i / tileSide)), (v) => {
      if (v === own.loop) return ix.constant(i % tileSide);
      return v === steps.loop ? ix.constant(step) : undefined;
    });
  const first = place(0, 0);
  const distance = (i: number, step: number): number => {
    const difference = ix.subtract(place(i, step), first);
    return ix.isConstant(difference) ? difference.constant : NaN;
  };
  const [sides, depth] = [tiles.count * tileSide, extentOf(steps)];
  const major = distance(0, 1) === 1 ? 'k' : 'm';
  const [longest, rows] = major === 'k' ? [depth, sides] : [sides, depth];
  const at = (along: number, number: number): number =>
    major === 'k' ? distance(number, along) : distance(along, number);
  const leading = longest > row ? at(row, 0) : row;
  const stride = at(0, atomRows);
  const even =
    upTo(longest).every((j) => at(j, 0) === (j % row) + Math.floor(j / row) * leading) &&
    upTo(rows).every((r) => at(0, r) === (r % atomRows) * row + Math.floor(r / atomRows) * stride);
  if (!even || !startsRow(first, row, longest) || (major === 'm' && bytes !== 2)) throw misplaced;
  return { major, first, leading: leading * bytes, stride: stride * bytes, swizzle: row * bytes };
}

/**
 * Whether what starts here, of this length, starts in the first of eight rows, and if it is shorter than a row does not
 * cross its end.
 */
function startsRow(first: Index, row: number, longest: number): boolean {
  const within = ix.mod(first, atomRows * row);
  const { min, max } = ix.range(within);
  return min >= 0 && max < row && ix.isMultiple(within, Math.min(longest, row));
}

function upTo(to: number): number[] {
  return [...Array(to).keys()];
}
