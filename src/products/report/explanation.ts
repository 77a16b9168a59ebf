/** Why a record of a workload stands, or why logs have none. */
import { z } from 'zod';
import type { Workload } from '../../operator/operator.js';
import { count, failures, interval, seconds } from '../../log/json-keys.js';
import { comparisons, type Comparison, type Timed } from '../../log/record/best.js';
import { inOrderForHere } from '../../transfer/best-for.js';
import { effectiveRecords } from '../../log/record/effective-records.js';
import { byNearestHardware, hardwareDifferences, hardwareOf } from '../../log/record/hardware.js';
import { identify } from '../../log/record/identify.js';
import { configKey, targetKey } from '../../log/record/key.js';
import type { LoggedRecord } from '../../log/record/log.js';
import { shapesIn } from '../../log/record/shapes-in.js';
import { taskOf } from '../../log/record/task.js';
import { configOf } from '../../log/record/trials.js';
import { TuneError } from '../../target/errors.js';
import type { Known } from '../../templates/known.js';
import { asOurs } from '../../transfer/record-histories.js';
import { shapeDistance } from '../../transfer/known-tasks.js';
import { failuresOf } from './failures.js';
import type { Sought } from './sought.js';

const recordSchema = z.object({
  index: count.describe('place of the config in its space'),
  seconds,
  interval,
  noisy: z.boolean(),
  log: z.string(),
  line: count.describe('of the log, from 1'),
});

const candidateSchema = z.object({
  operator: z.string().nullable(),
  workload: z.string().nullable(),
  target: z.string(),
  fingerprint: z.string().nullable().describe('the machine'),
  template: z.string(),
  trials: count.describe('configs that were tried'),
  failures,
  differences: z.array(z.string()).describe('from what was asked for, and from this machine'),
  refusal: z.string().nullable().describe('why its best record cannot be built; null where it can'),
  best: recordSchema.nullable().describe('null where all failed'),
});

/** What logs hold that is or comes near to what is sought. */
type NearRecords = z.output<typeof candidateSchema>;

export const logExplainSchema = z.object({
  workload: z.string().describe('as it was asked for'),
  operators: z.array(z.string()).describe('that know it'),
  target: z.string().nullable().describe('that was asked for; null: any'),
  found: z.boolean(),
  finding: z
    .enum(['found', 'unusable', 'failed', 'foreign', 'target', 'workload'])
    .describe(
      'a record stands; none that works can be built; all failed; only another program measured it; other targets only; not measured',
    ),
  reasons: z.array(z.string()).describe('sentences'),
  candidates: z.array(candidateSchema).describe('that which stands first, or else what is nearest; three at most'),
});

/** What `logExplain` returns and `tune log explain --json` prints. */
export type LogExplain = Readonly<z.output<typeof logExplainSchema>>;

/**
 * `found`: a record stands. `unusable`: records work, and none of them can be built. `failed`: all failed. `foreign`:
 * only another program measured it. `target`: it was measured for other targets. `workload`: it was not measured.
 */
type Finding = LogExplain['finding'];

/** Candidates that are reported, at most. */
const MOST = 3;

/** `records` are all that some logs hold. */
export function explain(records: readonly LoggedRecord[], sought: Sought, known: Known): LogExplain {
  const all = comparisons(records).map((comparison) => weighed(comparison, sought, known));
  const ofWorkload = all.filter(({ far }) => far === 0);
  const meant = ofWorkload.filter(({ isTarget }) => isTarget);
  const own = meant.filter(({ isForeign }) => !isForeign);
  const usable = own.filter(({ candidate }) => candidate.best && candidate.refusal === null);
  const finding = findingOf();
  const near = { found: usable, unusable: own, failed: own, foreign: meant, target: ofWorkload, workload: all }[
    finding
  ];
  const nearest = inOrder(near, sought).slice(0, MOST);
  const first = nearest[0];
  return {
    workload: sought.name,
    operators: sought.workloads.map(({ operator }) => operator),
    target: sought.target ?? null,
    found: finding === 'found',
    finding,
    reasons: first ? reasonsFor(finding, first, sought, records) : [],
    candidates: nearest.map(({ candidate }) => candidate),
  };

  function findingOf(): Finding {
    if (usable.length > 0) return 'found';
    if (own.some(({ candidate }) => candidate.best)) return 'unusable';
    if (own.length > 0) return 'failed';
    if (meant.length > 0) return 'foreign';
    return ofWorkload.length > 0 ? 'target' : 'workload';
  }
}

interface Weighed {
  readonly candidate: NearRecords;
  readonly comparison: Comparison<LoggedRecord>;
  /** Doublings between the shapes, Infinity for another operator. */
  readonly far: number;
  readonly isTarget: boolean;
  readonly isForeign: boolean;
}

function weighed(comparison: Comparison<LoggedRecord>, sought: Sought, known: Known): Weighed {
  const [logged] = comparison.records;
  const record = asOurs(logged!);
  const isForeign = record.task !== logged!.task;
  const { operator, workload, computed } = identify(record, known);
  const wanted = sought.workloads.find((one) => one.operator === operator);
  const isSame =
    computed && wanted
      ? computed.workload.name === wanted.name
      : workload === sought.name || (!computed && haveShapesOf(sought, logged!, known));
  const isTarget = sought.target === undefined || targetKey(logged!.target) === targetKey(sought.target);
  const best = comparison.ranked.at(0);
  return {
    comparison,
    isTarget,
    isForeign: isForeign || (!computed && logged!.tune === undefined),
    far: isSame ? 0 : computed && wanted ? distance(wanted, record, known) : Infinity,
    candidate: {
      operator,
      workload,
      target: logged!.target,
      fingerprint: logged!.tune?.fingerprint ?? null,
      template: best?.record.task ?? logged!.task,
      trials: new Set(comparison.records.map(configKey)).size,
      failures: failuresOf(comparison.records),
      differences: [
        ...(isSame || !wanted ? [] : fieldDifferences(wanted, computed?.workload)),
        ...hardwareDifferences(wantedHardware(sought, logged!), hardwareOf(logged!)),
      ],
      refusal: best ? refusalOf(best.record, known) : null,
      best: best ? bestOf(best) : null,
    },
  };
}

function bestOf({ record, seconds, low, high, noisy }: Timed<LoggedRecord>): NearRecords['best'] {
  return { index: record.index, seconds, interval: [low, high], noisy, log: record.log, line: record.line };
}

/** A template that is unknown here shows what it computes by the shapes of its tensors alone. */
function haveShapesOf({ workloads }: Sought, { args, tune }: LoggedRecord, { operators }: Known): boolean {
  const shapes = shapesIn(args);
  const encoded = workloads.map((one) => operators.find(({ name }) => name === one.operator)!.encode(one));
  return tune === undefined && shapes !== '' && encoded.some((one) => shapesIn(one) === shapes);
}

/** At least a little: another layout or epilogue changes no size. */
function distance(wanted: Workload, record: LoggedRecord, { operators }: Known): number {
  const operator = operators.find(({ name }) => name === wanted.operator)!;
  return 0.01 + shapeDistance(operator.encode(wanted), record.args);
}

/** The target that was named, or that of the record, on this machine. */
function wantedHardware(
  { target, fingerprint }: Sought,
  { target: own, tune }: LoggedRecord,
): {
  readonly target: string;
  readonly fingerprint: string | undefined;
} {
  return { target: target ?? own, fingerprint: fingerprint ?? tune?.fingerprint };
}

/** `outChannels 96 instead of 64` */
function fieldDifferences(wanted: Workload, other: Workload | undefined): readonly string[] {
  if (!other) return [];
  const [own, theirs] = [wanted.shape, other.shape] as readonly Readonly<Record<string, unknown>>[];
  return Object.keys({ ...own, ...theirs }).flatMap((field) => {
    const [a, b] = [own![field], theirs![field]].map(textOf);
    return a === b ? [] : [`${field} ${b!} instead of ${a!}`];
  });
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join('x');
  return value === undefined || value === null || value === '' ? 'none' : JSON.stringify(value).replaceAll('"', '');
}

function refusalOf(record: LoggedRecord, known: Known): string | null {
  try {
    const config = configOf(taskOf(record, known).space, record);
    return typeof config === 'string' ? config : null;
  } catch (error) {
    if (error instanceof TuneError) return error.message;
    throw error;
  }
}

/**
 * The nearest shape first, and of one shape the hardware nearest to the target that was named; without one, the order
 * in which records stand here.
 */
function inOrder(all: readonly Weighed[], { target, fingerprint }: Sought): readonly Weighed[] {
  const withRecord = all.map((one) => ({
    one,
    record: one.comparison.ranked.at(0)?.record ?? one.comparison.records[0]!,
    trials: one.candidate.trials,
  }));
  const ordered = inOrderForHere(withRecord);
  const here =
    target === undefined
      ? ordered
      : byNearestHardware({ target, fingerprint }, ordered, ({ record }) => hardwareOf(record));
  return here.map(({ one }) => one).toSorted((a, b) => (a.far === b.far ? 0 : a.far - b.far));
}

function reasonsFor(
  finding: Finding,
  { candidate, comparison, far }: Weighed,
  sought: Sought,
  records: readonly LoggedRecord[],
): string[] {
  const { best, differences, template, trials, failures, refusal } = candidate;
  const others = differences.length === 0 ? '' : ` (${differences.join(', ')})`;
  switch (finding) {
    case 'found':
      return [...standsBecause(comparison, records), ...(others === '' ? [] : [`It is from elsewhere${others}.`])];
    case 'unusable':
      return [`The best of ${trials} configs, one of ${template}, cannot be built: ${refusal ?? 'no reason is known'}`];
    case 'failed':
      return [
        `All ${trials} configs failed: ${failures.map(({ count, class: name, message }) => `${count} ${name}${message === '' ? '' : ` (${message})`}`).join(', ')}.`,
      ];
    case 'foreign':
      return [
        `Only ${template} has its tensors, a template of another program, which nothing here can build; \`--history\` reads its log.`,
      ];
    case 'target':
      return [
        `It was measured for other targets, not for ${sought.target!}; the nearest differs${others || ' in nothing that a target says'}.`,
      ];
    case 'workload':
      return far === Infinity || !best
        ? ['No log holds it, nor another workload of its operator that worked.']
        : [`No log holds it; the nearest differs${others}.`];
  }
}

/** Of what a record was chosen, and by what it won. */
function standsBecause({ records, ranked }: Comparison<LoggedRecord>, all: readonly LoggedRecord[]): readonly string[] {
  const [best, second] = ranked;
  const standing = new Set(effectiveRecords(all));
  const superseded = records.filter((record) => !standing.has(record)).length;
  const phase = best!.record.tune?.phase;
  return [
    `It is the fastest of ${ranked.length} records that stand and work, of ${records.length} of this workload, target and machine${superseded > 0 ? `; ${superseded} are superseded by finals or by later records of their configs` : ''}.`,
    ...(phase === undefined ? [] : [`Its time is from the ${phase === 'finals' ? 'finals' : 'search'} of its run.`]),
    ...(best!.noisy ? ['Its repeats disagree: it is ranked at the high end of its interval.'] : []),
    ...(second
      ? [
          `The next is ${((100 * second.rankedAt) / best!.rankedAt - 100).toFixed(1)} % slower (${second.record.log}:${second.record.line}).`,
        ]
      : []),
  ];
}
