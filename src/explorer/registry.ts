import type { Explorer, ExplorerContext } from './explorer.js';
import { DropletExplorer } from './droplet.js';
import { GeneticExplorer } from './genetic.js';
import { GridExplorer } from './grid.js';
import { RandomExplorer } from './random.js';
import { SimulatedAnnealingExplorer } from './sa.js';

/** Explorers by the name that `--explorer` takes. */
export const explorers: Readonly<Record<string, (context: ExplorerContext) => Explorer>> = {
  sa: (context) => new SimulatedAnnealingExplorer(context),
  random: (context) => new RandomExplorer(context),
  grid: (context) => new GridExplorer(context),
  genetic: (context) => new GeneticExplorer(context),
  droplet: (context) => new DropletExplorer(context),
};
