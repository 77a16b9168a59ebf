import { explained, type Explained } from '../../target/explained.js';
import { diverse } from './diversity.js';
import { withElites } from './elites.js';
import { epsilonGreedy } from './epsilon-greedy.js';
import type { Selection } from './selection.js';
import { withSteps } from './steps.js';
import { topK } from './top-k.js';

/** Standard deviations of score that a config may fall behind if all its values are new to the batch. */
const ALPHA = 0.5;

const known = {
  'top-k': explained('the best scores', topK),
  'epsilon-greedy': explained('the best scores, and --epsilon of a batch at random', epsilonGreedy(topK)),
  elites: explained(
    'the same, a quarter with values that the fastest trial does not have',
    withElites(epsilonGreedy(topK)),
  ),
  portfolio: explained(
    'elites, and early in a search steps from the fastest trial',
    withElites(withSteps(epsilonGreedy(topK))),
  ),
  diversity: explained('high scores with values that differ, --epsilon at random', epsilonGreedy(diverse(ALPHA))),
} satisfies Record<string, Explained<Selection>>;

/** Selections by name. */
export const selections: Readonly<Record<string, Explained<Selection>> & typeof known> = known;
