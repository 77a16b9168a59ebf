/** What static analysis reads off the cells of a nest: statements, their loops, and how accesses move with these. */
import { chainOf } from '../../features/cells.js';
import type { NestCells } from '../../features/nest-cells.js';
import type { Annotation } from '../../ir/loop.js';
import type { Config } from '../../space/config.js';

/** A statement and the loops around it that run more than once. */
export interface Profile {
  /** Executions in all. */
  readonly runs: number;
  /** Floating-point operations of each. */
  readonly flops: number;
  /** Outermost first. */
  readonly loops: readonly ProfiledLoop[];
  readonly accesses: readonly ProfiledAccess[];
}

export interface ProfiledLoop {
  readonly length: number;
  readonly annotation: Annotation;
}

export interface ProfiledAccess {
  readonly writes: boolean;
  /** Elements that one iteration of each of the loops moves on by. */
  readonly strides: readonly number[];
}

/** The statements of a config; undefined where it cannot be instantiated. */
export function profiler(nestCells: NestCells): (config: Config) => readonly Profile[] | undefined {
  const { stages, slots, annotations, width } = nestCells.layout;
  const cells = new Float64Array(width);
  return (config) => {
    if (!nestCells.read(config, cells)) return undefined;
    return stages.flatMap((stage): readonly Profile[] => {
      const chain = chainOf(stage, cells)?.filter((i) => cells[stage.lengths + i]! > 1);
      if (!chain) return [];
      const loops = chain.map((i): ProfiledLoop => ({
        length: cells[stage.lengths + i]!,
        annotation: annotations[cells[slots[stage.slots[i]!]!.annotation]! - 1] ?? 'serial',
      }));
      return [
        {
          runs: loops.reduce((product, { length }) => product * length, 1),
          flops: cells[stage.arithmetic]! + cells[stage.arithmetic + 1]! + cells[stage.arithmetic + 2]!,
          loops,
          accesses: stage.accesses.flatMap(({ name, present, strides }) =>
            cells[present] === 1
              ? [{ writes: name.startsWith('writes'), strides: chain.map((i) => cells[strides + i]!) }]
              : [],
          ),
        },
      ];
    });
  };
}

/** The product of the lengths of the loops from `first` on that move an access. */
export function touched({ strides }: ProfiledAccess, loops: readonly ProfiledLoop[], first: number): number {
  let count = 1;
  for (let i = first; i < loops.length; i++) if (strides[i] !== 0) count *= loops[i]!.length;
  return count;
}
