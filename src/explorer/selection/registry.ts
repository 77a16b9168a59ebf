import { diverse } from './diversity.js';
import { epsilonGreedy } from './epsilon-greedy.js';
import type { Selection } from './selection.js';
import { topK } from './top-k.js';

/** Standard deviations of score that a config may fall behind if all its values are new to the batch. */
const ALPHA = 0.5;

/** Selections by name. */
export const selections: Readonly<Record<string, Selection>> = {
  'top-k': topK,
  'epsilon-greedy': epsilonGreedy(topK),
  diversity: epsilonGreedy(diverse(ALPHA)),
};
