/**
 * Weights of the next panel, asked for while one is multiplied by all rows of a result. In a network they come from
 * memory on each call, which takes as long as the multiply-adds of some thirty rows: results of many rows hardly notice
 * it, those of few would wait for a third of their time.
 */
import { isReduce } from '../ir/loop.js';
import type { Around, Stage } from '../ir/stage.js';
import { elementBytes } from '../ir/tensor.js';
import type { WeightPanels } from './weights.js';

/** Rows beyond which weights are waited for so seldom that asking for them costs as much. */
const MOST_ROWS = 1024;
/** Bytes that are read in no time. */
const LEAST_BYTES = 16 << 10;

/** How weights are read. */
export interface Reading {
  /** Rows of the result that go through a panel, before the next one is read. */
  readonly rows: number;
  /** The loops over these rows, which the sums are computed in. */
  readonly around: Around;
  /** Panels that these loops read one after the other; the next ones lie behind them. */
  readonly panels: number;
  /** The share of a panel that a block of the sum reads; all of it where it does not say. */
  readonly share?: number;
}

/** Has sums of products with weights that were packed ahead ask for the panels that come next, where there are any. */
export function streamWeights(sums: Stage, { stage, elements }: WeightPanels, reading: Reading): void {
  const { rows, around, panels, share = 1 } = reading;
  const { shape, dtype } = stage.tensor;
  const [all, ahead] = [shape.reduce((a, b) => a * b, 1), panels * elements];
  const isWaitedFor = rows <= MOST_ROWS && elementBytes(dtype) * all >= LEAST_BYTES;
  const steps = sums.loops.findLast((loop) => isReduce(loop) && loop.annotation === 'serial');
  if (stage.scope !== 'prepacked' || !isWaitedFor || ahead >= all || !steps) return;
  sums.stream(stage.tensor, steps, ahead, Math.ceil(share * elements), around);
}
