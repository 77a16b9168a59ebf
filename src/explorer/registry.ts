import { DropletExplorer } from './droplet.js';
import { Evolution } from './evolution.js';
import type { Explorer, ExplorerContext } from './explorer.js';
import { GeneticExplorer } from './genetic.js';
import { GridExplorer } from './grid.js';
import { GuidedExplorer } from './guided.js';
import { OneShotExplorer } from './one-shot.js';
import { PingPongExplorer } from './ping-pong.js';
import { RaindropExplorer } from './raindrop.js';
import { RandomExplorer } from './random.js';
import { Annealing } from './sa.js';
import { TransferExplorer } from './transfer.js';

type Explorers = Readonly<Record<string, (context: ExplorerContext) => Explorer>>;

/** Those that ask the cost model. */
const guided = {
  sa: (context) => new GuidedExplorer('sa', context, new Annealing()),
  evolution: (context) => new GuidedExplorer('evolution', context, new Evolution(context.space)),
  raindrop: (context) => new RaindropExplorer(context, new GuidedExplorer('sa', context, new Annealing())),
  'ping-pong': (context) => new PingPongExplorer(context),
} satisfies Explorers;

/** Those that go by measurements alone. */
const unguided = {
  random: (context) => new RandomExplorer(context),
  grid: (context) => new GridExplorer(context),
  genetic: (context) => new GeneticExplorer(context),
  droplet: (context) => new DropletExplorer(context),
} satisfies Explorers;

/** Those that go by what was measured of other tasks: as it is, or as a model learned it. */
const informed = {
  transfer: (context) => new TransferExplorer(context),
} satisfies Explorers;
const taught = {
  'one-shot': (context) => new OneShotExplorer(context),
} satisfies Explorers;

/** Explorers by the name that `--explorer` takes. */
export const explorers: Explorers & typeof guided & typeof unguided & typeof informed & typeof taught = {
  ...guided,
  ...unguided,
  ...informed,
  ...taught,
};

/** Whether an explorer asks the cost model. */
export function usesModel(explorer: string): boolean {
  return Object.hasOwn(guided, explorer) || Object.hasOwn(taught, explorer);
}

/** Whether an explorer goes by nothing but what was measured of other tasks. */
export function usesHistory(explorer: string): boolean {
  return Object.hasOwn(informed, explorer) || Object.hasOwn(taught, explorer);
}
