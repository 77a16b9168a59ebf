import { defineExplorer } from '../declaration.js';
import { GuidedExplorer } from '../guided.js';
import { ProximalPolicy } from '../proximal-policy.js';

export const ppo = defineExplorer({
  name: 'ppo',
  summary: 'a policy learns which steps raise what the model predicts',
  usesModel: true,
  create: (context) => new GuidedExplorer('ppo', context, new ProximalPolicy(context.space)),
});
