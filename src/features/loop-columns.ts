import type { Config } from '../space/config.js';
import { chainOf } from './cells.js';
import type { StageCells } from './cells.js';
import type { Featurizer } from './featurizer.js';
import type { NestCells } from './nest-cells.js';
import { scaled } from './scale.js';

/** Columns of a loop, before those of its annotation. */
const ofPlace = ['length', 'level', 'top-down', 'bottom-up'] as const;
const ofTouch = ['stride', 'count', 'reuse'] as const;
const ofArithmetic = ['adds', 'muls', 'divs'] as const;

/**
 * The loop matrix (AutoTVM's itervar) in columns that mean the same for all configs of a template and for all its
 * shapes. AutoTVM places its rows by the order of visit, so that a knob that reorders loops moves all columns; here a
 * row is found by the names of its stage and loop, an access by its stage and by the tensor that its buffer holds,
 * packed or not. Loops and accesses that a nest lacks are 0, as AutoTVM pads. Annotations are those of the CPU or those
 * of the GPU, whose copies in shared memory and registers are stages with names of their own. Left out is what says
 * nothing: `mod`, which is always -1, and T_count and T_reuse, which are a parallel loop's length or 1. Arithmetic,
 * which only innermost loops have, has columns for each stage.
 */
export function loopFeaturizer(nestCells: NestCells): Featurizer {
  const { slots, stages, annotations, width: cellCount } = nestCells.layout;
  const ofLoop = [...ofPlace, ...annotations];
  const names = slots.flatMap(({ name }) => ofLoop.map((what) => `${name}: ${what}`));
  const columns = stages.map((stage) => {
    const arithmetic = names.push(...ofArithmetic.map((what) => `${stage.name}: ${what}`)) - ofArithmetic.length;
    const touches = names.length;
    for (const access of stage.accesses)
      for (const slot of stage.slots)
        names.push(...ofTouch.map((what) => `${stage.name} ${access.name}, ${slots[slot]!.name}: ${what}`));
    return { stage, arithmetic, touches };
  });
  const width = names.length;
  const cells = new Float64Array(cellCount);
  const mostRuns = new Float64Array(slots.length);

  const write = (config: Config, out: Float32Array, offset: number): void => {
    out.fill(0, offset, offset + width);
    if (!nestCells.read(config, cells)) return;
    mostRuns.fill(0);
    for (const { stage, arithmetic, touches } of columns) {
      const chain = chainOf(stage, cells);
      if (!chain) continue;
      for (let i = 0; i < 3; i++) out[offset + arithmetic + i] = scaled(cells[stage.arithmetic + i]!);
      writeLoops(stage, chain, out, offset);
      writeTouches(stage, chain, out, offset + touches);
    }
  };

  /** A loop around several statements takes its numbers from the one that runs most. */
  const writeLoops = (stage: StageCells, chain: readonly number[], out: Float32Array, offset: number): void => {
    const runs = chain.reduce((product, i) => product * cells[stage.lengths + i]!, 1);
    let topDown = 1;
    chain.forEach((i, outer) => {
      const slot = stage.slots[i]!;
      const length = cells[stage.lengths + i]!;
      const bottomUp = runs / topDown;
      topDown *= length;
      if (runs <= mostRuns[slot]!) return;
      mostRuns[slot] = runs;
      const at = offset + slot * ofLoop.length;
      out[at] = scaled(length);
      out[at + 1] = outer + 1;
      out[at + 2] = scaled(topDown);
      out[at + 3] = scaled(bottomUp);
      const annotation = cells[slots[slot]!.annotation]!;
      for (let a = 0; a < annotations.length; a++) out[at + ofPlace.length + a] = +(annotation === a + 1);
    });
  };

  const writeTouches = (stage: StageCells, chain: readonly number[], out: Float32Array, offset: number): void => {
    let first = offset;
    for (const { present, strides } of stage.accesses) {
      let count = 1;
      let reuse = 1;
      for (let outer = cells[present] === 1 ? chain.length - 1 : -1; outer >= 0; outer--) {
        const i = chain[outer]!;
        const length = cells[stage.lengths + i]!;
        // What runs once moves nothing.
        const stride = length === 1 ? 0 : cells[strides + i]!;
        if (stride !== 0) count *= length;
        else reuse *= length;
        const at = first + i * ofTouch.length;
        out[at] = scaled(stride);
        out[at + 1] = scaled(count);
        out[at + 2] = scaled(reuse);
      }
      first += stage.slots.length * ofTouch.length;
    }
  };

  return { names, width, write };
}
