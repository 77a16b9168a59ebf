import { join } from 'node:path';
import { quality, type Rule } from '../../src/transfer/dispatch/held-out.js';
import { dispatchIn, type Dispatched } from '../dispatch/held-out.js';
import { filesIn, TRAJECTORIES } from '../search/data.js';

/** What rules that choose a schedule for a shape come to, where each shape in turn is one that they do not know. */
export interface DispatchFigures {
  readonly logs: readonly { readonly title: string; readonly worth: (rule: Rule) => { mean: number; worst: number } }[];
  /** The share of the optimum by shape, which the log is part of. */
  readonly scores: (rule: Rule) => ReadonlyMap<string, number>;
}

const SEED = 1;
const LOG = /\.jsonl(\.gz)?$/;

/** On all logs of a folder that hold several shapes. */
export async function dispatchOn(folder: string): Promise<DispatchFigures> {
  const found: Dispatched[] = [];
  for (const file of (await filesIn(folder)).filter((name) => LOG.test(name) && !TRAJECTORIES.test(name)))
    found.push(...(await dispatchIn(join(folder, file), SEED)));
  return {
    logs: found.map(({ title, heldOut }) => ({
      title,
      worth: (rule) => ({ mean: quality(heldOut, rule), worst: Math.min(...heldOut.map((row) => row[rule])) }),
    })),
    scores: (rule) =>
      new Map(
        found.flatMap(({ title, heldOut }) => heldOut.map((row) => [`${title} ${row.workload}`, row[rule]] as const)),
      ),
  };
}
