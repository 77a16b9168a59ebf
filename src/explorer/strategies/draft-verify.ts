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

/** Drafts among the first trials. */
const FIRST = 8;

function createDraftVerify(context: ExplorerContext): Explorer {
  const { draft, space, random, prior } = context;
  if (!draft) return new GuidedExplorer('draft-verify', context, new Annealing());
  const maximiser = new DraftVerify(space, draft);
  const first = maximiser.first(FIRST, { space, random, visited: new Set(), fastest: [] });
  const withDrafts = { rows: [], ...prior, warmStarts: [...(prior?.warmStarts ?? []), ...first] };
  return new GuidedExplorer('draft-verify', { ...context, prior: withDrafts }, maximiser);
}
