import { rank, type Comparison, type Timed } from '../../log/record/best.js';
import { workClock } from '../../log/record/effort.js';
import { configKey } from '../../log/record/key.js';
import { grouped } from '../../target/grouped.js';
import type { LoggedRecord } from '../../log/record/log.js';
import type { Entity } from '../../space/entity.js';
import type { Known } from '../../templates/known.js';
import { failuresOf, type FailureClass } from './failures.js';
import { subjectOf, type Subject } from './subject.js';
import { timeSplitOf, type TimeSplit } from './time-split.js';

/** What logs hold of one workload on one target and machine. */
export interface TaskStats extends Subject {
  readonly records: number;
  /** Configs that were tried; of one that was measured again its last outcome counts. */
  readonly trials: number;
  readonly failed: number;
  readonly failures: readonly FailureClass[];
  readonly best: BestRecord | null;
  readonly templates: readonly TemplateShare[];
  /** Seconds since the epoch of the first and the last record. */
  readonly first: number;
  readonly last: number;
  /** Seconds of work between them, breaks between runs left out. */
  readonly working: number;
  readonly spent: TimeSplit;
  /** Runs that the records name, and 0 where they name none. */
  readonly runs: number;
  readonly explorers: readonly string[];
}

interface BestRecord {
  readonly template: string;
  readonly index: number;
  readonly entity: readonly Entity[];
  readonly seconds: number;
  readonly interval: readonly [low: number, high: number];
  readonly noisy: boolean;
  readonly gflops: number | null;
  readonly log: string;
  readonly line: number;
}

/** What became of the trials of a template. */
interface TemplateShare {
  readonly template: string;
  readonly trials: number;
  readonly failed: number;
  /** Of its fastest kernel; null where none worked. */
  readonly seconds: number | null;
}

export function taskStats({ records, ranked }: Comparison<LoggedRecord>, known: Known): TaskStats {
  const subject = subjectOf(records[0]!, known);
  const outcomes = [...grouped(records, configKey).values()].map((ofConfig) => ofConfig.at(-1)!);
  const inTime = records.toSorted((a, b) => a.timestamp - b.timestamp);
  return {
    ...subject,
    records: records.length,
    trials: outcomes.length,
    failed: outcomes.filter(({ error }) => error !== 0).length,
    failures: failuresOf(outcomes),
    best: bestOf(ranked.at(0), subject),
    templates: [...grouped(outcomes, ({ task }) => task)].map(([template, ofTemplate]) => ({
      template,
      trials: ofTemplate.length,
      failed: ofTemplate.filter(({ error }) => error !== 0).length,
      seconds: rank(ofTemplate).at(0)?.seconds ?? null,
    })),
    first: inTime[0]!.timestamp,
    last: inTime.at(-1)!.timestamp,
    working: workClock(inTime).at(-1)!,
    spent: timeSplitOf(records),
    runs: distinct(records.map(({ tune }) => tune?.run)).length,
    explorers: distinct(records.map(({ tune }) => tune?.explorer)),
  };
}

function bestOf(best: Timed<LoggedRecord> | undefined, { flops }: Subject): BestRecord | null {
  if (!best) return null;
  const { record, seconds, low, high, noisy } = best;
  return {
    template: record.task,
    index: record.index,
    entity: record.entity,
    seconds,
    interval: [low, high],
    noisy,
    gflops: flops === null ? null : flops / seconds / 1e9,
    log: record.log,
    line: record.line,
  };
}

function distinct(values: readonly (string | undefined)[]): string[] {
  return [...new Set(values)].filter((value) => value !== undefined);
}
