import { Annealing } from '../annealing.js';
import { defineExplorer } from '../declaration.js';
import { GuidedExplorer } from '../guided.js';
import { RaindropExplorer } from '../raindrop.js';

export const raindrop = defineExplorer({
  name: 'raindrop',
  summary: 'sa until its best stands still, then steps from that as droplet does',
  usesModel: true,
  create: (context) => new RaindropExplorer(context, new GuidedExplorer('sa', context, new Annealing())),
});
