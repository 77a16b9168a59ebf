import { quantile } from 'simple-statistics';
import type { Draft } from '../model/draft/draft.js';
import type { Config } from '../space/config.js';
import { ListedSpace } from '../space/listed.js';
import { Random } from '../space/random.js';
import { Space } from '../space/space.js';

/** Configs of a space that is listed whole, and configs of a larger one that show where to cut. */
const LISTED = 2 ** 15;
const SAMPLED = 2048;

const sentence = 'static analysis takes it for slow (--prune).';

/** The space without the share of its configs that static analysis takes for the slowest. */
export function pruned(space: Space, draft: Draft, share: number): Space {
  return space.sizeIsExact && space.size <= LISTED ? listed(space, draft, share) : constrained(space, draft, share);
}

function listed(space: Space, draft: Draft, share: number): Space {
  const scored: { readonly index: number; readonly score: number }[] = [];
  for (let index = space.nextValid(0); index !== undefined; index = space.nextValid(index + 1))
    scored.push({ index, score: draft(space.get(index)) });
  const kept = scored.sort((a, b) => b.score - a.score).slice(0, Math.max(1, Math.ceil((1 - share) * scored.length)));
  return new ListedSpace(
    space.knobs,
    kept.map(({ index }) => index),
    sentence,
  );
}

function constrained(space: Space, draft: Draft, share: number): Space {
  const random = new Random(1);
  const drawn = Array.from({ length: SAMPLED }, () => space.sample(random)).filter((config) => config !== undefined);
  const least = quantile(drawn.map(draft), share);
  const test = (values: Config['values']): boolean => draft({ index: space.indexOf(values), values }) >= least;
  return new Space(space.knobs, [...space.constraints, { sentence, test }]);
}
