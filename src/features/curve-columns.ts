import type { Config } from '../space/config.js';
import { chainOf } from './cells.js';
import type { AccessCells, StageCells } from './cells.js';
import { POINTS, relations, sample } from './curve.js';
import type { Featurizer } from './featurizer.js';
import type { NestCells } from './nest-cells.js';
import { quantise } from './quantise.js';

interface RoleAccess {
  readonly stage: StageCells;
  readonly access: AccessCells;
}

/**
 * The relation feature (`curve.ts`) in columns that mean the same for all shapes and all templates of an operator: one
 * access for each of its inputs and its output, in the order of their names. A buffer counts as the input that it is a
 * copy or a transform of, and as the output where it is made of several. Where AutoTVM takes the accesses of the
 * deepest loop, the one that runs most is taken here: in a plain nest that is the same, and templates with deep loops
 * around transforms keep their hot loop. An input that nothing reads is 0.
 */
export function curveFeaturizer(nestCells: NestCells): Featurizer {
  const { stages, width: cellCount, slots } = nestCells.layout;
  const accesses = stages.flatMap((stage) => stage.accesses.map((access): RoleAccess => ({ stage, access })));
  const roles = [...new Set(accesses.map(({ access }) => access.role))].sort();
  const ofRole = roles.map((role) => accesses.filter(({ access }) => access.role === role));
  const names = roles.flatMap(columnsOf);
  const cells = new Float64Array(cellCount);
  const curves = new CurveBuffer(slots.length + 1);

  const write = (config: Config, out: Float32Array, offset: number): void => {
    const end = offset + names.length;
    out.fill(0, offset, end);
    if (!nestCells.read(config, cells)) return;
    let at = offset;
    for (const candidates of ofRole) {
      const hottest = hottestOf(candidates, cells);
      const next = at + names.length / roles.length;
      if (hottest) {
        const size = curves.fill(hottest, cells);
        sample(curves, size, POINTS, (number) => (out[at++] = quantise(number)));
      }
      at = next;
    }
  };
  return { names, width: names.length, write };
}

function columnsOf(role: string): string[] {
  return relations.flatMap(([of, at]) =>
    Array.from({ length: POINTS }, (_, i) => [
      `${role}: ${of} at ${at} 2^${i}`,
      `${role}: beyond ${at}, ${i} (${of})`,
    ]).flat(),
  );
}

/** The access that runs most, of several the first. */
function hottestOf(candidates: readonly RoleAccess[], cells: Float64Array): RoleAccess | undefined {
  let most = 0;
  let hottest: RoleAccess | undefined;
  for (const candidate of candidates) {
    const { stage, access } = candidate;
    const chain = chainOf(stage, cells);
    let runs = cells[access.present]!;
    for (const i of chain ?? []) runs *= cells[stage.lengths + i]!;
    if (runs <= most) continue;
    most = runs;
    hottest = candidate;
  }
  return hottest;
}

/** The curves of one access at a time. */
class CurveBuffer {
  readonly count: Float64Array;
  readonly reuse: Float64Array;
  readonly 'top-down': Float64Array;

  constructor(capacity: number) {
    this.count = new Float64Array(capacity);
    this.reuse = new Float64Array(capacity);
    this['top-down'] = new Float64Array(capacity);
  }

  /**
   * Returns the number of points; the first is 0. They ascend: counts from the inside out, products from the outside
   * in.
   */
  fill({ stage, access }: RoleAccess, cells: Float64Array): number {
    const chain = chainOf(stage, cells)!;
    const { count, reuse, 'top-down': topDown } = this;
    const depth = chain.length;
    for (let i = 0; i < depth; i++) {
      const outer = chain[i]!;
      const inner = chain[depth - 1 - i]!;
      const length = Math.log2(cells[stage.lengths + inner]!);
      const moves = cells[access.strides + inner] !== 0;
      topDown[i + 1] = topDown[i]! + Math.log2(cells[stage.lengths + outer]!);
      count[i + 1] = count[i]! + (moves ? length : 0);
      reuse[i + 1] = reuse[i]! + (moves ? 0 : length);
    }
    return depth + 1;
  }
}
