import { diverse } from './diversity.js';
import { withElites } from './elites.js';
import { epsilonGreedy } from './epsilon-greedy.js';
import type { Selection } from './selection.js';
import { withSteps } from './steps.js';
import { topK } from './top-k.js';

/** Standard deviations of score that a config may fall behind if all its values are new to the batch. */
const ALPHA = 0.5;

const known = {
  'top-k': topK,
  'epsilon-greedy': epsilonGreedy(topK),
  elites: withElites(epsilonGreedy(topK)),
  portfolio: withElites(withSteps(epsilonGreedy(topK))),
  diversity: epsilonGreedy(diverse(ALPHA)),
} satisfies Record<string, Selection>;

/** Selections by name. */
export const selections: Readonly<Record<string, Selection> & Record<keyof typeof known, Selection>> = known;
