import { Annealing } from '../annealing.js';
import { defineExplorer } from '../declaration.js';
import { DraftVerify } from '../draft-verify.js';
import type { Explorer, ExplorerContext } from '../explorer.js';
import { GuidedExplorer } from '../guided.js';

export const draftVerify = defineExplorer({
  name: 'draft-verify',
  summary: 'configs that static analysis likes, verified by the model; sa where configs have no loop nests',
  usesModel: true,
  create: (context) => createDraftVerify(context),
});

/** Drafts among the first trials, and how far apart they are in the order of static analysis, which has many alike. */
const FIRST = 8;
const APART = 8;

function createDraftVerify(context: ExplorerContext): Explorer {
  const { draft, space, random, prior } = context;
  if (!draft) return new GuidedExplorer('draft-verify', context, new Annealing());
  const maximiser = new DraftVerify(space, draft);
  const listed = maximiser.drafts(FIRST * APART, { space, random, visited: new Set(), fastest: [] });
  const first = listed.filter((_, place) => place % APART === 0);
  const told = { rows: [], ...prior, warmStarts: [...(prior?.warmStarts ?? []), ...first] };
  return new GuidedExplorer('draft-verify', { ...context, prior: told }, maximiser);
}
