import { DropletExplorer } from './droplet.js';
import { Evolution } from './evolution.js';
import type { Explorer, ExplorerContext } from './explorer.js';
import { GeneticExplorer } from './genetic.js';
import { GridExplorer } from './grid.js';
import { GuidedExplorer } from './guided.js';
import { RandomExplorer } from './random.js';
import { Annealing } from './sa.js';
import { TransferExplorer } from './transfer.js';

type Explorers = Readonly<Record<string, (context: ExplorerContext) => Explorer>>;

/** Those that ask the cost model. */
const guided = {
  sa: (context) => new GuidedExplorer('sa', context, new Annealing()),
  evolution: (context) => new GuidedExplorer('evolution', context, new Evolution(context.space)),
} satisfies Explorers;

/** Those that go by measurements alone. */
const unguided = {
  random: (context) => new RandomExplorer(context),
  grid: (context) => new GridExplorer(context),
  genetic: (context) => new GeneticExplorer(context),
  droplet: (context) => new DropletExplorer(context),
} satisfies Explorers;

/** Those that go by what was measured of other tasks. */
const informed = {
  transfer: (context) => new TransferExplorer(context),
} satisfies Explorers;

/** Explorers by the name that `--explorer` takes. */
export const explorers: Explorers & typeof guided & typeof unguided & typeof informed = {
  ...guided,
  ...unguided,
  ...informed,
};

/** Whether an explorer asks the cost model. */
export function usesModel(explorer: string): boolean {
  return Object.hasOwn(guided, explorer);
}

/** Whether an explorer that asks no model goes by what was measured of other tasks. */
export function usesHistory(explorer: string): boolean {
  return Object.hasOwn(informed, explorer);
}
