/** Short lists of configs for a target, in the place of a search. */
import type { Config } from '../space/config.js';
import { DraftVerify } from './draft-verify.js';
import type { ExplorerContext } from './explorer.js';

/** Configs of a list at most: what Bolt profiles of an architecture are tens. */
const LISTED = 40;
/** Configs of a template's list that are enough. */
const ENOUGH = 8;
/** Drafts of a generation, few, so that the list is not all of what the analyser takes for best, all alike. */
const POPULATION = 96;

type ListContext = Pick<ExplorerContext, 'space' | 'random' | 'draft' | 'listed'>;

/**
 * Configs that suit the target, fastest predicted first: the template's own list, whose tiles come from the target's
 * registers, lanes, caches and instructions; where it has few or none, what static analysis likes follows, or the rest
 * of a small space. Empty where neither knows anything.
 */
export function listForTarget(context: ListContext): readonly Config[] {
  const own = context.listed?.() ?? [];
  const rest = context.space.size <= LISTED ? restOf(context, own) : own.length < ENOUGH ? drafted(context, own) : [];
  return [...own, ...rest].slice(0, LISTED);
}

/** All other configs of a small space. */
function restOf({ space, draft = () => 0 }: ListContext, own: readonly Config[]): readonly Config[] {
  const known = new Set(own.map(({ index }) => index));
  const found: Config[] = [];
  for (let index = space.nextValid(0); index !== undefined; index = space.nextValid(index + 1))
    if (!known.has(index)) found.push(space.get(index));
  return found.sort((a, b) => draft(b) - draft(a));
}

/** What static analysis likes best besides. */
function drafted({ space, random, draft }: ListContext, own: readonly Config[]): readonly Config[] {
  if (!draft) return [];
  const visited = new Set(own.map(({ index }) => index));
  return new DraftVerify(space, draft).drafts(LISTED, { space, random, visited, fastest: own }, POPULATION);
}
