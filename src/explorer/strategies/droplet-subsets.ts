import { defineExplorer } from '../declaration.js';
import { DescentExplorer } from '../descent.js';
import { STARTS } from './droplet.js';
import { random } from './random.js';

/** Subsets of knobs that are looked at each way: those where most take a step come first. */
const MOST = 256;

/**
 * Droplet's descent with the neighbourhood of its code in TVM: all knobs of a subset take a step, all up or all down,
 * beginning with all knobs at once. Ends of a knob do not wrap around.
 */
export const dropletSubsets = defineExplorer({
  name: 'droplet-subsets',
  summary: 'the same, with steps of several knobs at once',
  create: (context) =>
    new DescentExplorer('droplet-subsets', context, {
      storm: random.create(context),
      first: STARTS,
      again: STARTS,
      around: (steps, index) => steps.aroundTogether(index, MOST),
    }),
});
