import { Annealing } from '../annealing.js';
import { defineExplorer } from '../declaration.js';
import { GuidedExplorer } from '../guided.js';

export const sa = defineExplorer({
  name: 'sa',
  summary: 'annealing over what the model predicts',
  usesModel: true,
  create: (context) => new GuidedExplorer('sa', context, new Annealing()),
});
