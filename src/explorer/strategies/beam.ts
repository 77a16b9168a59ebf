import { BeamSearch } from '../beam-search.js';
import { defineExplorer } from '../declaration.js';
import { GuidedExplorer } from '../guided.js';

export const beam = defineExplorer({
  name: 'beam',
  summary: 'beam search over knobs in their order, by what the model predicts of prefixes',
  usesModel: true,
  create: (context) => new GuidedExplorer('beam', context, new BeamSearch(context.space)),
});
