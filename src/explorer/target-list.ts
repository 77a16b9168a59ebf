/** Short lists of configs for a target, in the place of a search. */
import type { Config } from '../space/config.js';
import { DraftVerify } from './draft-verify.js';
import type { ExplorerContext } from './explorer.js';

/** Configs of a list at most: what Bolt profiles of an architecture are tens. */
const LISTED = 40;
/** Suggestions that are a list already. */
const ENOUGH = 8;
/** Drafts of a generation, few, so that the list is not all of what the analyser takes for best, all alike. */
const POPULATION = 96;

type ListContext = Pick<ExplorerContext, 'space' | 'random' | 'draft' | 'suggested'>;

/**
 * Configs that suit the target, fastest predicted first: what the template suggests, whose tiles come from the target's
 * registers, lanes, caches and instructions; where that is little, what static analysis likes follows, or the rest of a
 * small space. Empty where neither knows anything.
 */
export function listForTarget(context: ListContext): readonly Config[] {
  const { space, suggested = [] } = context;
  const rest = space.size <= LISTED ? restOf(context) : suggested.length < ENOUGH ? drafted(context) : [];
  return [...suggested, ...rest].slice(0, LISTED);
}

/** All configs of a small space that are not suggested. */
function restOf({ space, draft = () => 0, suggested = [] }: ListContext): readonly Config[] {
  const known = new Set(suggested.map(({ index }) => index));
  const found: Config[] = [];
  for (let index = space.nextValid(0); index !== undefined; index = space.nextValid(index + 1))
    if (!known.has(index)) found.push(space.get(index));
  return found.sort((a, b) => draft(b) - draft(a));
}

/** What static analysis likes best. */
function drafted({ space, random, draft, suggested = [] }: ListContext): readonly Config[] {
  if (!draft) return [];
  const visited = new Set(suggested.map(({ index }) => index));
  return new DraftVerify(space, draft).drafts(LISTED, { space, random, visited, fastest: suggested }, POPULATION);
}
