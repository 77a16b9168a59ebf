import { standardDeviation } from 'simple-statistics';
import type { Config } from '../../space/config.js';
import type { Space } from '../../space/space.js';
import type { Proposal } from '../proposal.js';
import type { Selection } from './selection.js';

/**
 * Scores and variety together: the batch S with a high L(S) = sum of scores + alpha * number of different (knob, value)
 * pairs in S, built greedily, as coverage is submodular (Chen et al., NeurIPS 2018, section 3.3, whose f is a cost
 * where a score is the higher the better; Nemhauser, Wolsey and Fisher 1978). So that alpha means the same for every
 * model and space, scores are in standard deviations of the proposals' scores, and pairs in shares of the knobs that
 * have a choice: a config that is new to the batch in every value gains alpha standard deviations. Proposals should be
 * several times n; with alpha 0 it is the n best.
 */
export function diverse(alpha: number): Selection {
  return (proposals, n, { space }) => {
    const pairs = pairsIn(space);
    const left = relativeScores(proposals).map(({ config, score }) => ({ config, score, pairs: pairs(config) }));
    const share = alpha / Math.max(1, space.knobs.filter(({ values }) => values.length > 1).length);
    const covered = new Set<number>();
    const chosen: Config[] = [];
    while (chosen.length < n) {
      const gains = left.map(
        (option) => option.score + share * option.pairs.filter((pair) => !covered.has(pair)).length,
      );
      const [best] = left.splice(placeOfLargest(gains), 1);
      if (!best) break;
      for (const pair of best.pairs) covered.add(pair);
      chosen.push(best.config);
    }
    return chosen;
  };
}

/**
 * With distances from the score of the first, which is the best, in standard deviations; 0 throughout where all are
 * equal.
 */
function relativeScores(proposals: readonly Proposal[]): readonly Proposal[] {
  const [best] = proposals;
  if (!best) return [];
  const scores = proposals.map(({ score }) => score);
  const spread = standardDeviation(scores) || 1;
  return proposals.map(({ config, score }) => ({ config, score: (score - best.score) / spread }));
}

/** For every config, a number for each of its (knob, value) pairs where there is a choice. */
function pairsIn(space: Space): (config: Config) => number[] {
  const widest = Math.max(0, ...space.knobs.map(({ values }) => values.length));
  return ({ index }) =>
    Array.from(space.digits(index), (digit, place) => place * widest + digit).filter(
      (_, place) => space.knobs[place]!.values.length > 1,
    );
}

/** The first of them, where several are equal. */
function placeOfLargest(values: readonly number[]): number {
  return values.reduce((best, value, place) => (value > values[best]! ? place : best), 0);
}
