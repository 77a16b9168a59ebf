import { Annealing } from '../annealing.js';
import { defineExplorer } from '../declaration.js';
import { DescentExplorer } from '../descent.js';
import { GuidedExplorer } from '../guided.js';
import { STARTS } from './droplet.js';

/** Trials of the storm, K: the authors', and the part of a search that they are beside the 100 of their descent. */
const K = 300;
const SHARE = 3 / 4;

/**
 * A storm, then a raindrop (Canesche et al., "Explore as a storm, exploit as a raindrop", arXiv 2406.20037): another
 * explorer has K trials, and coordinate descent goes on from the best that it found.
 */
export const raindrop = defineExplorer({
  name: 'raindrop',
  summary: 'sa for three quarters of the trials, at most 300, then steps from its best as droplet does',
  usesModel: true,
  create: (context) =>
    new DescentExplorer('raindrop', context, {
      storm: new GuidedExplorer('raindrop', context, new Annealing()),
      first: Math.min(K, Math.ceil(SHARE * (context.trials ?? Infinity))),
      again: STARTS,
      around: (steps, index) => steps.around(index),
    }),
});
