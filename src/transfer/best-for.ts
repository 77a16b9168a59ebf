import { fingerprintOf, formatTarget, parseTarget, backendNamed } from '../backend/registry.js';
import type { Operator, Workload } from '../operator/operator.js';
import { selectBest, type Best } from '../log/record/best.js';
import { identify } from '../log/record/identify.js';
import { targetKey, taskKey, workloadKey } from '../log/record/key.js';
import type { LoggedRecord } from '../log/record/log.js';
import { toEntities } from '../space/entity.js';
import type { Known } from '../templates/known.js';
import { WorkError, UsageError } from '../target/errors.js';
import { quote } from '../target/format.js';
import { asOurs, historiesIn } from './record-histories.js';
import { firstChoice, summaryOf, tryRule, type Asked, type Choice, type Tried } from './first-choice.js';
import type { TaskHistory } from './known-tasks.js';
import type { OnNote } from '../log/read-logs.js';
import type { BestForRow } from './best-for-rows.js';
import { byNearestHardware, hardwareOf } from '../log/record/hardware.js';
import { grouped } from '../target/grouped.js';

interface Question {
  readonly operator: Operator;
  readonly workload: Workload;
  readonly logs: readonly string[];
  readonly modules: readonly string[];
  readonly known: Known;
}

/** Trials of the command that is printed: the config, and what the list of the same logs has after it. */
const TRIALS = 8;

/**
 * What to try first for a shape, on each target: the record where it was tuned, otherwise a config that does well on
 * the workloads of the logs, the nearest counting most, with what such a choice would have lost on each of them. Throws
 * UsageError for an operator, a shape, a target or a log that does not exist, WorkError where no log has a record of
 * the operator from which anything follows.
 */
export function bestFor(
  records: readonly LoggedRecord[],
  question: Question,
  target: string | undefined,
  onNote: OnNote | undefined,
): readonly BestForRow[] {
  const { operator, workload, logs, known } = question;
  const asked = target === undefined ? undefined : formatTarget(parseTarget(target));
  const ours = recordsOf(operator, records, known);
  if (ours.length === 0) throw noneOf(operator, records, logs, known);
  const { histories, unused } = historiesIn(operator, ours, known);
  if (unused !== undefined) onNote?.(unused);
  const rows = (asked === undefined ? targetsIn(ours) : [asked]).flatMap((on): BestForRow[] => {
    const record = tunedRecord(question, ours, on);
    return record ? [tunedRow(question, record)] : untunedRows(question, histories, on);
  });
  if (rows.length > 0) return rows;
  throw new WorkError(
    `Nothing in ${logs.join(', ')} applies to ${operator.name} ${workload.name}: ${unused ?? 'no template of its records serves that shape'}.`,
  );
}

/** Records that share task and arguments are of one operator: that is found once for each of these. */
function recordsOf(operator: Operator, records: readonly LoggedRecord[], known: Known): readonly LoggedRecord[] {
  const identified = new Map<string, boolean>();
  return records.filter((record) => {
    const key = `${record.tune?.operator ?? ''} ${taskKey(record)}`;
    const isOf = identified.get(key) ?? identify(asOurs(record), known).operator === operator.name;
    identified.set(key, isOf);
    return isOf;
  });
}

function noneOf(
  operator: Operator,
  records: readonly LoggedRecord[],
  logs: readonly string[],
  known: Known,
): WorkError {
  const others = [...new Set(records.map((record) => identify(record, known).operator))].filter(
    (other) => other !== null,
  );
  const has = others.length === 0 ? 'none of an operator that is known' : `those of ${others.join(', ')}`;
  return new WorkError(
    `There is no record of ${operator.name} in ${logs.join(', ')}, only ${has}: name a log of ${operator.name}, or \`tune ${operator.name}\` to make one.`,
  );
}

/** As the logs write them, each once. */
function targetsIn(records: readonly LoggedRecord[]): readonly string[] {
  return [...new Map(records.map(({ target }) => [targetKey(target), target])).values()];
}

function tunedRecord(
  { operator, workload }: Question,
  records: readonly LoggedRecord[],
  target: string,
): Best<LoggedRecord> | undefined {
  const args = JSON.stringify(operator.encode(workload));
  const isMeant = (record: LoggedRecord): boolean =>
    targetKey(record.target) === targetKey(target) && JSON.stringify(asOurs(record).args) === args;
  return inOrderForHere(selectBest(records.filter(isMeant))).at(0);
}

function tunedRow({ operator, workload, modules }: Question, { record, seconds }: Best<LoggedRecord>): BestForRow {
  return {
    operator: operator.name,
    workload: workload.name,
    target: record.target,
    tuned: true,
    template: record.task,
    index: record.index,
    entity: [...record.entity],
    seconds,
    fingerprint: record.tune?.fingerprint ?? null,
    log: record.log,
    line: record.line,
    expected_share: null,
    loss: null,
    sources: [],
    command: ['tune replay', quote(record.log), ...modules.map((file) => `--template ${quote(file)}`)].join(' '),
  };
}

function untunedRows(question: Question, histories: readonly TaskHistory[], on: string): BestForRow[] {
  const { operator, workload } = question;
  const target = parseTarget(on);
  const asked: Asked = { operator, workload, target, fingerprint: fingerprintOf(target) };
  const choice = firstChoice(asked, histories);
  if (!choice) return [];
  const { task, listed, known, weights, share } = choice;
  return [
    {
      operator: operator.name,
      workload: workload.name,
      target: formatTarget(target),
      tuned: false,
      template: task.template.name,
      index: listed.config.index,
      entity: toEntities(task.space, listed.config),
      seconds: null,
      fingerprint: null,
      log: null,
      line: null,
      expected_share: share,
      loss: lossOf(tryRule(asked, histories)),
      sources: known.map((one, place) => ({
        workload: one.workload,
        target: one.target,
        fingerprint: one.fingerprint ?? null,
        distance: one.distance,
        weight: weights[place]!,
        share: listed.shares[place]!,
        origin: listed.origins.includes(one),
      })),
      command: commandOf(question, choice),
    },
  ];
}

function lossOf(tried: readonly Tried[]): BestForRow['loss'] {
  const summary = summaryOf(tried);
  if (!summary) return null;
  return {
    median: 1 - summary.median,
    worst: 1 - summary.worst,
    workloads: tried.map(({ workload, fingerprint, share, isMeasured }) => ({
      workload,
      fingerprint: fingerprint ?? null,
      loss: 1 - share,
      measured: isMeasured,
    })),
  };
}

/** A run whose first trial is the config: the explorer goes by the same list. */
function commandOf({ operator, workload, logs, modules }: Question, { task }: Choice): string {
  const templates = [task.template.name, ...modules];
  return [
    `tune ${operator.name} ${quote(workload.name)}`,
    `--target ${quote(formatTarget(task.target))}`,
    `--template ${templates.map(quote).join(',')}`,
    `--explorer transfer --trials ${TRIALS}`,
    `--history ${logs.map(quote).join(' ')}`,
  ].join(' ');
}

/**
 * The best records of one workload in the order in which they stand for it: target by target as they come, and of each
 * that of this machine first, then those of the machines most like it; of machines that are equally like it, that which
 * tried most.
 */
export function inOrderForHere<B extends Pick<Best, 'record' | 'trials'>>(best: readonly B[]): readonly B[] {
  return [...grouped(best, ({ record }) => targetKey(record.target)).values()].flatMap((ofTarget) => {
    const { target } = ofTarget[0].record;
    const here = { target, fingerprint: fingerprintFor(target) };
    const byEffort = ofTarget.toSorted((a, b) => b.trials - a.trials);
    return byNearestHardware(here, byEffort, ({ record }) => hardwareOf({ ...record, target }));
  });
}

/** The best record of every workload and target, by `workloadKey`, that stands for it here. */
export function bestForHere(records: readonly LoggedRecord[]): ReadonlyMap<string, Best<LoggedRecord>> {
  const groups = grouped(selectBest(records), ({ record }) => workloadKey(record));
  return new Map([...groups].map(([key, group]) => [key, inOrderForHere(group)[0]!]));
}

/** What kernels for a target run on here; undefined for a target of a kind that nobody knows. */
function fingerprintFor(target: string): string | undefined {
  try {
    return backendNamed(target).fingerprint();
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}
