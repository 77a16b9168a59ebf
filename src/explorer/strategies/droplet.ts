import { defineExplorer } from '../declaration.js';
import { DescentExplorer } from '../descent.js';
import { random } from './random.js';

/** Random trials from the best of which a descent starts. */
export const STARTS = 8;

export const droplet = defineExplorer({
  name: 'droplet',
  summary: 'coordinate descent: steps of one knob from the fastest, as far as they are significantly faster',
  create: (context) =>
    new DescentExplorer('droplet', context, {
      storm: random.create(context),
      first: STARTS,
      again: STARTS,
      around: (steps, index) => steps.around(index),
    }),
});
