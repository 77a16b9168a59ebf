import type { Known } from '../../templates/known.js';
import { targetKey } from '../record/key.js';
import { grouped } from '../../target/grouped.js';
import type { LoggedRecord } from '../record/log.js';
import { effectiveRecords, withStanding, type WithStanding } from '../record/effective-records.js';
import { configOf } from '../record/trials.js';
import { isOfFinals, standingOf, type Placed } from '../record/time.js';
import type { Config } from '../../space/config.js';
import { toEntities, type Entity } from '../../space/entity.js';
import type { Knob } from '../../space/knob.js';
import type { Space } from '../../space/space.js';
import { plural } from '../../target/format.js';
import { readLogTasks } from '../formats/log-tasks.js';
import { ownTask } from '../formats/own-task.js';
import { recoverKnobs } from '../formats/recover.js';
import { spaceOf } from '../formats/space-of.js';
import { toTable, type Identity, type Reading, type Row, type Table } from './table.js';

/**
 * The tables of an AutoTVM log, version 0.2 (ours included): one for every target, task, arguments, machine and version
 * of the template. Knobs and values are those that the file holds; of a config that was measured again, the record
 * that stands counts. Throws UsageError when there is no such file, WorkError when it cannot be read.
 */
export async function readAutoTvm(path: string, known: Known): Promise<Reading> {
  const { records: all, tasks, skipped } = await readLogTasks(path);
  const standing = new Set(effectiveRecords(all));
  const found = tasks.map(({ label, records }) => readTask(path, label, withStanding(records, standing), known));
  return {
    tables: found.flatMap(({ table }) => table ?? []),
    problems: [
      ...(skipped === undefined ? [] : [`${path}: ${skipped}`]),
      ...(tasks.length === 0 && skipped === undefined ? [`${path} is empty`] : []),
      ...found.flatMap(({ problems }, i) => problems.map((problem) => `${path}: ${tasks[i]!.label}: ${problem}`)),
    ],
  };
}

type MarkedRecord = WithStanding<LoggedRecord>;

interface FoundTask {
  readonly table: Table | undefined;
  /** Clauses that say what is wrong. */
  readonly problems: readonly string[];
}

function readTask(log: string, task: string, group: readonly MarkedRecord[], known: Known): FoundTask {
  const found = ownTask(group[0]!, known);
  const ours = typeof found === 'string' ? undefined : found;
  const own = ours?.space;
  const { inside, outside, reason } = own ? configsOf(own, group) : { inside: group, outside: [], reason: '' };
  const strange = outside.at(0);
  const strangers =
    strange && `${plural(outside.length, 'record')} outside of its space left out (line ${strange.line}: ${reason})`;
  const [first] = inside;
  if (!first) return { table: undefined, problems: [strangers!] };
  const { alike, others } = divideByKnobs([first, ...inside.slice(1)]);
  const { knobs, numbered } = numberKnobs(alike, own);
  const space = spaceOf(knobs);
  if (typeof space === 'string') return { table: undefined, problems: [`${space} (line ${first.line})`] };
  const placed = alike.map((record) => ({ record, place: space.indexOf(valuesOf(record)) }));
  const standing = new Map<number, Placed<MarkedRecord>>();
  for (const { record, place } of placed) {
    const before = standing.get(place);
    standing.delete(place);
    standing.set(place, standingOf(before, { record, isFinal: isOfFinals(record, before !== undefined) }));
  }
  const rows = new Map(Array.from(standing, ([place, { record }]) => [place, toRow(record)]));
  const incomplete = (): string | undefined => incompleteness(rows.size, alike, own, numbered ? space : undefined);
  const table = toTable({ log, task, identity: identityOf(group[0]!), ours, knobs, rows, incomplete });
  const misplaced = numbered ? placed.filter(({ record, place }) => record.index !== place) : [];
  const repeated = alike.at(0)?.tune ? 0 : alike.length - rows.size;
  const [other, stray] = [others.at(0), misplaced.at(0)?.record];
  const problems = [
    strangers,
    other && `${plural(others.length, 'record')} with other knobs than the rest left out (line ${other.line})`,
    stray &&
      `${plural(misplaced.length, 'record')} with an index that is not that of the knobs, which count (line ${stray.line})`,
    repeated > 0 && `${plural(repeated, 'config')} measured again; the last time counts`,
    !numbered && 'its indices do not determine the order of all values; configs are renumbered',
    typeof found === 'string' && `not a space of tune: ${found}`,
    !table && 'none of its configs ran, and it is left out',
  ];
  return { table, problems: problems.filter((problem) => typeof problem === 'string') };
}

/**
 * The records as configs of our template's own space, as that writes them; those that are none, and why the first is
 * not.
 */
function configsOf(
  own: Space,
  records: readonly MarkedRecord[],
): { readonly inside: readonly MarkedRecord[]; readonly outside: readonly MarkedRecord[]; readonly reason: string } {
  const inside: MarkedRecord[] = [];
  const outside: MarkedRecord[] = [];
  let reason = '';
  for (const record of records) {
    const config = configOf(own, record);
    if (typeof config !== 'string') inside.push({ ...record, entity: toEntities(own, config) });
    else {
      reason ||= config;
      outside.push(record);
    }
  }
  return { inside, outside, reason };
}

/** The records whose knobs are those of most records, in the order in which most have them; and the others. */
function divideByKnobs(group: readonly MarkedRecord[]): {
  readonly alike: readonly MarkedRecord[];
  readonly others: readonly MarkedRecord[];
} {
  const order = (record: LoggedRecord): string => JSON.stringify(namesOf(record.entity));
  const commonest = [...grouped(group, order).values()].reduce((a, b) => (b.length > a.length ? b : a));
  const names = commonest[0].entity.map(([name]) => name);
  const key = keyOfKnobs(commonest[0]);
  const alike = group.filter((record) => keyOfKnobs(record) === key);
  return {
    alike: alike.map((record) => ({ ...record, entity: inOrder(record.entity, names) })),
    others: group.filter((record) => keyOfKnobs(record) !== key),
  };
}

function namesOf(entity: readonly Entity[]): readonly (readonly [string, string])[] {
  return entity.map(([name, kind]) => [name, kind]);
}

/** A text that records share exactly when they have the same knobs, in any order. */
function keyOfKnobs({ entity }: LoggedRecord): string {
  return JSON.stringify(namesOf(entity).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function inOrder(entity: readonly Entity[], names: readonly string[]): readonly Entity[] {
  if (names.every((name, place) => entity.at(place)?.[0] === name)) return entity;
  return names.map((name) => entity.find(([other]) => other === name)!);
}

/**
 * As the file's indices give the values' order, or else as our own template defines it, if all records agree with that.
 */
function numberKnobs(
  records: readonly LoggedRecord[],
  own: Space | undefined,
): { readonly knobs: readonly Knob[]; readonly numbered: boolean } {
  const recovered = recoverKnobs(records);
  const isOwn = !recovered.numbered && own !== undefined && records.every((record) => isNumberedBy(own, record));
  return isOwn ? { knobs: own.knobs, numbered: true } : recovered;
}

function isNumberedBy(space: Space, record: LoggedRecord): boolean {
  try {
    return space.indexOf(valuesOf(record)) === record.index;
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) return false;
    throw error;
  }
}

function valuesOf({ entity }: LoggedRecord): Config['values'] {
  return Object.fromEntries(entity.map(([name, , value]) => [name, value]));
}

function toRow({ costs, error, tune, allCost, superseded }: MarkedRecord): Row {
  return { costs, error, trialSeconds: allCost, message: tune?.message, superseded: superseded || undefined };
}

function identityOf({ target, task, args, tune }: LoggedRecord): Identity {
  return { format: 'autotvm', target: targetKey(target), task, args, fingerprint: tune?.fingerprint };
}

/**
 * How many configs of how many there are, unless all: of our own template's space, or else of all combinations of the
 * values that the records show, if these are in order.
 */
function incompleteness(
  count: number,
  records: readonly LoggedRecord[],
  own: Space | undefined,
  shown: Space | undefined,
): string | undefined {
  if (own) return count < own.size ? `${count} of ${own.sizeIsExact ? '' : 'about '}${own.size} configs` : undefined;
  if (shown)
    return count < shown.rawSize
      ? `${count} of ${shown.rawSize} configs, counting the values that it shows`
      : undefined;
  const least = records.reduce((most, { index }) => Math.max(most, index + 1), count);
  return `${count} of ${least} configs or more`;
}
