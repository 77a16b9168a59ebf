/** What `retune` returns and `tune retune --json` prints. */
import { z } from 'zod';
import { ratioKeys } from './check-rows.js';
import { count, seconds, subjectKeys } from '../../log/json-keys.js';

export const retuneRowSchema = z.object({
  ...subjectKeys,
  verdict: z
    .enum(['new', 'kept', 'faster', 'slower', 'failed', 'noisy'])
    .describe(
      '`new`: the first record on this machine; `kept`: what was there is as good as ever; `faster`: it was replaced; `slower`: it is slower here than it was, and nothing faster was found; `noisy`: too noisy to judge, nothing was changed',
    ),
  ...ratioKeys,
  bad: z.boolean().describe('a gate is not met: exit code 1'),
  changed: z.boolean().describe('whether the log has a new best record'),
  reason: z.string().nullable().describe('what became of the record that was there, or what failed'),
  template: z.string().nullable().describe('of the best record now'),
  index: count.nullable().describe('place of its config in its space'),
  seconds: seconds.nullable().describe('a call of it, here and now'),
  trials: count.describe('measured for it by this job'),
  fingerprint: z.string().describe('this machine'),
  from: z.string().nullable().describe('the machine whose best configs the search began with'),
  log: z.string(),
});

/** What became of a workload on a target. */
export type RetuneRow = Readonly<z.output<typeof retuneRowSchema>>;
