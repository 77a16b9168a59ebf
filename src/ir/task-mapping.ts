/**
 * Which worker does which tasks, as an algebra (Ding et al., "Hidet: Task-Mapping Programming Paradigm", ASPLOS 2023).
 * A mapping takes a worker to a list of tasks in a grid. `spatial` has a worker for each task, `repeat` one for all. A
 * product does all tasks of the inner mapping for each of the outer one: workers multiply, tasks multiply.
 */
import type { Loop, Tail } from './loop.js';
import type { Stage } from './stage.js';

/** A factor of a mapping. Axes behind the last of its shape are not cut by it. */
interface Factor {
  readonly isSpatial: boolean;
  readonly shape: readonly number[];
}

/** Spaces ask for its sizes in every config that they check: plain loops take a tenth of the time. */
export class TaskMapping {
  constructor(readonly factors: readonly Factor[]) {}

  /** The grid of tasks. */
  get shape(): readonly number[] {
    return this.sizes(true, true);
  }

  /** Workers along each axis of the grid, and tasks that each of them does there. */
  get workers(): readonly number[] {
    return this.sizes(true, false);
  }

  get tasks(): readonly number[] {
    return this.sizes(false, true);
  }

  /** Sizes of what the factors cut an axis into, from outside in. */
  parts(axis: number): readonly number[] {
    return this.factors.flatMap(({ shape }) => (axis < shape.length ? [shape[axis]!] : []));
  }

  private sizes(ofSpatial: boolean, ofRepeated: boolean): readonly number[] {
    const sizes: number[] = [];
    for (const { isSpatial, shape } of this.factors) {
      const counts = isSpatial ? ofSpatial : ofRepeated;
      for (let axis = 0; axis < shape.length; axis++) {
        if (axis === sizes.length) sizes.push(1);
        if (counts) sizes[axis]! *= shape[axis]!;
      }
    }
    return sizes;
  }
}

/** A worker for each task. */
export function spatial(...shape: readonly number[]): TaskMapping {
  return new TaskMapping([{ isSpatial: true, shape }]);
}

/** One worker for all tasks, in order. */
export function repeat(...shape: readonly number[]): TaskMapping {
  return new TaskMapping([{ isSpatial: false, shape }]);
}

/** The product of mappings, from outside in. */
export function compose(...mappings: readonly TaskMapping[]): TaskMapping {
  const factors: Factor[] = [];
  for (const mapping of mappings) factors.push(...mapping.factors);
  return new TaskMapping(factors);
}

/** Of each axis strided parts, workers in each, and elements of a worker that are neighbours. */
export function strided(
  ...axes: readonly (readonly [parts: number, workers: number, elements: number])[]
): TaskMapping {
  return compose(
    repeat(...axes.map(([parts]) => parts)),
    spatial(...axes.map(([, workers]) => workers)),
    repeat(...axes.map(([, , elements]) => elements)),
  );
}

/** Loops of each factor, of which there are four at most, one an axis that it cuts. */
export type FactorLoops<Loops extends readonly Loop[]> = readonly [Cut<Loops>, Cut<Loops>, Cut<Loops>, Cut<Loops>];
type Cut<Loops extends readonly Loop[]> = { readonly [Axis in keyof Loops]: Loop };

/** Cuts loops over the tasks of a mapping, one for each axis, as its factors say. */
export function cut<Loops extends readonly Loop[]>(
  stage: Stage,
  loops: readonly [...Loops],
  { factors }: TaskMapping,
  tail: Tail,
): FactorLoops<Loops> {
  const cuts: Loop[][] = factors.map(() => []);
  for (const [axis, loop] of loops.entries()) {
    let inside = loop;
    const own = factors.flatMap(({ shape }, i) => (axis < shape.length ? [{ size: shape[axis]!, cut: cuts[i]! }] : []));
    for (const [i, { cut }] of own.slice(0, -1).entries()) {
      const size = own.slice(i + 1).reduce((product, factor) => product * factor.size, 1);
      const [outer, inner] = stage.split(inside, size, tail);
      cut.push(outer);
      inside = inner;
    }
    own.at(-1)!.cut.push(inside);
  }
  return cuts as unknown as FactorLoops<Loops>;
}

/** The same of loops that are as long as they like: those over grids of the mapping come first. */
export function cutGrids<Loops extends readonly Loop[]>(
  stage: Stage,
  loops: readonly [...Loops],
  mapping: TaskMapping,
  tail: Tail,
): readonly [grids: Cut<Loops>, ...FactorLoops<Loops>] {
  const grids = loops.map((loop, axis) => {
    const [outer, inside] = stage.split(loop, mapping.shape[axis]!, tail);
    return { outer, inside };
  });
  const inside = grids.map((grid) => grid.inside) as unknown as readonly [...Loops];
  return [grids.map(({ outer }) => outer) as unknown as Cut<Loops>, ...cut(stage, inside, mapping, tail)];
}
