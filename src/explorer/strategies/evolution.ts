import { defineExplorer } from '../declaration.js';
import { Evolution } from '../evolution.js';
import { GuidedExplorer } from '../guided.js';

export const evolution = defineExplorer({
  name: 'evolution',
  summary: 'crossover and mutation over what the model predicts',
  usesModel: true,
  create: (context) => new GuidedExplorer('evolution', context, new Evolution(context.space)),
});
