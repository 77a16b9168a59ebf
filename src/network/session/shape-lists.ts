/** Shapes that one library serves (`--shapes x=1x3x48x{160,320}`): lists of extents, which vary together. */
import { UsageError } from '../../target/errors.js';
import { shortened } from '../../target/visible.js';
import type { Shapes } from './graph.js';

/** Extents of inputs by name, of which some are lists: an extent for each shape of the library. */
export type ShapeLists = Readonly<Record<string, readonly (number | readonly number[])[]>>;

/** One of the shapes that a library serves. */
export interface LibraryShape {
  readonly shapes: Shapes;
  /** Its extents that are not the same in all shapes, `320`; empty where it is the only one. */
  readonly label: string;
}

/**
 * The shapes that `shape` and `lists` say together: the first extents of all lists, the second ones, and so on.
 *
 * @throws UsageError where lists are not of one length, or shorter than two; for an input in both; for equal shapes.
 */
export function libraryShapes(shape: Shapes, lists: ShapeLists): readonly LibraryShape[] {
  const names = Object.keys(lists);
  if (names.length === 0) return [{ shapes: shape, label: '' }];
  const both = names.find((name) => Object.hasOwn(shape, name));
  if (both !== undefined)
    throw new UsageError(`Input "${shortened(both)}" is in --shape and in --shapes: leave one of them out.`);
  const varying = names.flatMap((name) =>
    lists[name]!.flatMap((extents, axis) => (typeof extents === 'number' ? [] : [{ name, axis, extents }])),
  );
  const [first] = varying;
  if (!first)
    throw new UsageError(
      `--shapes has no list of extents: give one, as ${example(names[0]!, lists)}, or --shape for a single shape.`,
    );
  refuseShort(varying, lists);
  const other = varying.find(({ extents }) => extents.length !== first.extents.length);
  if (other)
    throw new UsageError(
      `--shapes lists ${countOf(first)} and ${countOf(other)}, which vary together: give lists of one length.`,
    );
  const shapes = first.extents.map((_, place): Shapes => ({ ...shape, ...shapeAt(lists, place) }));
  refuseEqual(shapes.map((_, place) => shapeAt(lists, place)));
  const labels = labelsOf(varying.map(({ extents }) => extents).filter((extents) => new Set(extents).size > 1));
  return shapes.map((one, place) => ({ shapes: one, label: labels[place]! }));
}

interface Varying {
  readonly name: string;
  readonly axis: number;
  readonly extents: readonly number[];
}

function refuseShort(varying: readonly Varying[], lists: ShapeLists): void {
  const short = varying.find(({ extents }) => extents.length < 2);
  if (short)
    throw new UsageError(
      `--shapes lists ${countOf(short)}: list two at least, as ${example(short.name, lists)}, or give --shape for a single shape.`,
    );
}

function countOf({ name, axis, extents: { length } }: Varying): string {
  return `${length} ${length === 1 ? 'extent' : 'extents'} of axis ${axis} of "${shortened(name)}"`;
}

/** What could be asked of an input in place of a list that is none. */
function example(name: string, lists: ShapeLists): string {
  const extents = lists[name]!.map((extent) => (typeof extent === 'number' ? extent : (extent[0] ?? 1)));
  const last = extents.at(-1) ?? 1;
  return `'${shortened(name)}=${[...extents.slice(0, -1), `{${last},${2 * last}}`].join('x')}'`;
}

function shapeAt(lists: ShapeLists, place: number): Shapes {
  return Object.fromEntries(
    Object.entries(lists).map(([name, extents]) => [
      name,
      extents.map((extent) => (typeof extent === 'number' ? extent : extent[place]!)),
    ]),
  );
}

function refuseEqual(shapes: readonly Shapes[]): void {
  const seen = new Set<string>();
  for (const shape of shapes) {
    const key = JSON.stringify(shape);
    const text = Object.entries(shape).map(([name, extents]) => `${shortened(name)}=${extents.join('x')}`);
    if (seen.has(key)) throw new UsageError(`--shapes has ${text.join(' and ')} twice: leave one of them out.`);
    seen.add(key);
  }
}

/** Inputs often vary alike: an extent that all lists have there is said once. */
function labelsOf(lists: readonly (readonly number[])[]): readonly string[] {
  const places = lists[0]!.map((_, place) => lists.map((list) => list[place]!));
  const brief = places.map((extents) => [...new Set(extents)].join(','));
  return new Set(brief).size === brief.length ? brief : places.map((extents) => extents.join(','));
}
