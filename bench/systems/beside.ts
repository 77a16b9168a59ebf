import type { SearchWay, TogetherWay } from './system.js';

/** Random search, counted out in closed form, and somebody who knows the best config. */
export const [RANDOM, ORACLE] = ['random', 'oracle'] as const;

export const DEFAULT = 'default';
export const DEFAULT_WITH_HISTORY = 'default, with history';

/** The plain search that most parts of systems change in one thing. */
export const [PLAIN, PLAIN_FEW, PLAIN_AS_NETS, PLAIN_DRAWN, PLAIN_WITH_HISTORY] = [
  'sa, xgb-rank',
  'sa, xgb-rank, 64 a trial',
  'sa, xgb-rank, 32 a trial',
  'sa, xgb-rank, epsilon-greedy',
  'sa, xgb-rank, with history',
] as const;

/**
 * Configs that the model scores for each trial where maximisers are compared: with the default's 512 all but the
 * largest spaces are scored whole, so that all maximisers are one. With 64 that begins after 130 trials on a space of
 * a thousand configs.
 */
export const FEW = 64;

/** As many as a net scores. */
const AS_NETS = 32;

const plain = { explorer: 'sa', model: 'xgb-rank' };

/** What systems stand beside: the defaults of `tune`, and what their parts are held against. */
export const beside: readonly (SearchWay | TogetherWay)[] = [
  { kind: 'search', name: DEFAULT, settings: {} },
  { kind: 'search', name: DEFAULT_WITH_HISTORY, settings: {}, hasHistory: true },
  { kind: 'together', name: 'default, tasks together' },
  { kind: 'search', name: PLAIN, settings: plain },
  { kind: 'search', name: PLAIN_FEW, settings: { ...plain, evaluations: FEW } },
  { kind: 'search', name: PLAIN_AS_NETS, settings: { ...plain, evaluations: AS_NETS } },
  { kind: 'search', name: PLAIN_DRAWN, settings: { ...plain, selection: 'epsilon-greedy', epsilon: 0.05 } },
  { kind: 'search', name: PLAIN_WITH_HISTORY, settings: plain, hasHistory: true },
];
