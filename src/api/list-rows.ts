/** What `list` returns and `tune list WHAT --json` prints: a row each. */
import { z } from 'zod';
import { count } from '../log/json-keys.js';

const name = z.string();
const summary = z.string().describe('a line about it');
const summaryOfOne = summary.nullable().describe('a line about it; null of one of a module that has none');
const bytes = count.nullable();

export const listRowSchemas = {
  operators: z.object({ operator: name, summary }),
  workloads: z.object({ operator: name, workload: name, shape: z.record(z.string(), z.string()) }),
  templates: z
    .union([
      z.object({
        template: name,
        operator: name,
        target: name.describe('kinds of targets, with blanks between them'),
        types: z.array(z.string()),
        version: count,
        summary,
      }),
      z.object({ template: name, workload: name, applies: z.boolean(), reason: z.string().nullable() }),
    ])
    .describe('the second where a workload is given'),
  knobs: z.object({
    template: name,
    workload: name,
    size: z.number().describe('configs that all values make'),
    valid: z.number().describe('of these, those that the template allows'),
    exact: z.boolean().describe('false where `valid` is an estimate'),
    knob: name,
    kind: name.describe("AutoTVM's: `sp` split, `ot` other"),
    count: count.describe('values'),
    values: z.array(z.unknown()),
  }),
  explorers: z.object({ explorer: name, summary: summaryOfOne }),
  acquisitions: z.object({ acquisition: name, summary }),
  selections: z.object({ selection: name, summary }),
  features: z.object({ features: name, summary }),
  models: z.object({ model: name, summary: summaryOfOne }),
  trainers: z.object({ trainer: name, summary }),
  networks: z.object({ network: name, layers: count.describe('different ones'), summary }),
  schedulers: z.object({ scheduler: name, summary }),
  targets: z.object({
    target: name,
    what: name,
    lanes: count.nullable().describe('floats of a vector'),
    registers: count,
    threads: count,
    l1: bytes.describe('bytes; of a GPU the shared memory that a block may have'),
    l2: bytes,
    l3: bytes,
  }),
};

/** A row of each list. */
export type ListRows = {
  readonly [Name in keyof typeof listRowSchemas]: Readonly<z.output<(typeof listRowSchemas)[Name]>>;
};
