/** In which order the loops of the output run, and in which of them what it reads is computed. */
import type { Loop } from '../../ir/loop.js';
import type { Schedule } from '../../ir/schedule.js';
import type { Stage } from '../../ir/stage.js';
import type { Around, Plan } from './nest.js';
import type { Sketch } from './sketch.js';
import { dependencies, producersOf } from './stages.js';

interface Places {
  /** Dimensions of the output, outermost first; tiles of a group are around the next. */
  readonly groups: Plan['groups'];
  /** The loops of the output in which stages are computed; the others are computed before it. */
  placesIn(around: readonly Around[]): ReadonlyMap<Stage, Loop>;
}

/**
 * Of a sketch that computes stages inside the output, dimensions that most of these depend on are outside, so that
 * they are computed once for what depends on others.
 */
export function placesOf(s: Schedule, { producers: level }: Sketch): Places {
  const of = dependencies(s);
  const stages = producersOf(s);
  const readers = new Map(
    stages.map((stage) => [stage, s.stages.filter((reader) => reader.loadsOf(stage.tensor).length > 0)]),
  );
  const { shape } = s.output.tensor;
  const isLong = (dim: number): boolean => shape[dim]! > 1;
  const countOf = (dim: number): number =>
    level === 'root' ? 0 : stages.filter((stage) => of.get(stage)!.has(dim)).length;
  const dims = [...shape.keys()].toSorted(
    (a, b) => Number(isLong(b)) - Number(isLong(a)) || (isLong(a) ? countOf(b) - countOf(a) : 0),
  );
  const [shared, own] = [(dim: number) => isLong(dim) && countOf(dim) > 0, (dim: number) => !shared(dim)];
  const groups = level === 'fuse_inner' ? [dims.filter(shared), dims.filter(own)] : [dims];

  /** Of the loops around a tile, how many are around a stage. */
  const depthOf = (stage: Stage, around: readonly Around[], known: ReadonlyMap<Stage, number>): number => {
    const ends = around.findIndex(({ over, dim }) => {
      const isIn = over === 'blocks' || (over === 'tiles' && level === 'fuse_inner');
      return !isIn || (isLong(dim!) && !of.get(stage)!.has(dim!));
    });
    const most = readers.get(stage)!.map((reader) => known.get(reader) ?? around.length);
    return Math.min(ends < 0 ? around.length : ends, ...most);
  };
  return {
    groups: groups.filter((some) => some.length > 0),
    placesIn: (around) => {
      const depths = new Map<Stage, number>();
      if (level === 'root') return new Map();
      for (const stage of stages.toReversed()) depths.set(stage, depthOf(stage, around, depths));
      return new Map([...depths].flatMap(([stage, depth]) => (depth > 0 ? [[stage, around[depth - 1]!.loop]] : [])));
    },
  };
}
