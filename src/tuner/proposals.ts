import type { Proposal } from '../log/record/record.js';
import type { Config } from '../space/config.js';
import type { Search } from './search.js';

/** Digits of a score that a log keeps. */
const SCORE_DIGITS = 5;

/** How each config of a batch was chosen, by its index. */
export function proposalsOf(
  configs: readonly Config[],
  search: Search,
  { batch, searchSeconds }: { readonly batch: number; readonly searchSeconds: number },
): ReadonlyMap<number, Proposal> {
  const scores = search.predict(configs);
  const seconds = Number((searchSeconds / configs.length).toPrecision(SCORE_DIGITS));
  return new Map(
    configs.map(({ index }, place) => {
      const score = scores && { score: Number(scores[place]!.toPrecision(SCORE_DIGITS)) };
      return [index, { batch, seconds, ...score }];
    }),
  );
}
