import { explained, type Explained } from '../target/explained.js';
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

type Create = Explained<(context: ExplorerContext) => Explorer>;
type Explorers = Readonly<Record<string, Create>>;

/** Those that ask the cost model. */
const guided = {
  sa: told('annealing over what the model predicts', (context) => new GuidedExplorer('sa', context, new Annealing())),
  evolution: told(
    'crossover and mutation over what the model predicts',
    (context) => new GuidedExplorer('evolution', context, new Evolution(context.space)),
  ),
  raindrop: told(
    'sa until its best stands still, then steps from that as droplet does',
    (context) => new RaindropExplorer(context, new GuidedExplorer('sa', context, new Annealing())),
  ),
  'ping-pong': told(
    'what the model likes beside what it is least sure of; for a model of an ensemble',
    (context) => new PingPongExplorer(context),
  ),
} satisfies Explorers;

/** Those that go by measurements alone. */
const unguided = {
  random: told('configs drawn at random', (context) => new RandomExplorer(context)),
  grid: told('all configs, in the order of their indices', (context) => new GridExplorer(context)),
  genetic: told('crossover and mutation over what was measured', (context) => new GeneticExplorer(context)),
  droplet: told(
    'coordinate descent: steps of one knob from the fastest, as far as they are significantly faster',
    (context) => new DropletExplorer(context),
  ),
} satisfies Explorers;

/** Those that go by what was measured of other tasks: as it is, or as a model learned it. */
const informed = {
  transfer: told(
    'what did best on other tasks, a short list of it; no model',
    (context) => new TransferExplorer(context),
  ),
} satisfies Explorers;
const taught = {
  'one-shot': told('what a model of other tasks likes best, in its order', (context) => new OneShotExplorer(context)),
} satisfies Explorers;

/** Explorers by the name that `--explorer` takes. */
export const explorers: Explorers & typeof guided & typeof unguided & typeof informed & typeof taught = {
  ...guided,
  ...unguided,
  ...informed,
  ...taught,
};

function told(summary: string, create: (context: ExplorerContext) => Explorer): Create {
  return explained(summary, create);
}

/** Whether an explorer asks the cost model. */
export function usesModel(explorer: string): boolean {
  return Object.hasOwn(guided, explorer) || Object.hasOwn(taught, explorer);
}

/** Whether an explorer goes by nothing but what was measured of other tasks. */
export function usesHistory(explorer: string): boolean {
  return Object.hasOwn(informed, explorer) || Object.hasOwn(taught, explorer);
}
