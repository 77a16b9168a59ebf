import { basename } from 'node:path';
import { trainers } from '../../src/model/trainer/registry.js';
import type { Trainer } from '../../src/model/trainer/trainer.js';
import type { KnobValue } from '../../src/space/config.js';
import type { Knob } from '../../src/space/knob.js';
import type { Space } from '../../src/space/space.js';
import { nothingKnown, type KnownTask, type Prior } from '../../src/model/prior.js';
import { priorOf } from '../../src/transfer/family.js';
import { Rebinding } from '../../src/explorer/rebind.js';
import type { TaskHistory } from '../../src/transfer/known-tasks.js';
import { ownHistoryOf } from '../../src/transfer/record-histories.js';
import type { Table } from '../../src/log/table/table.js';
import { firstBatchOf, searchSchema } from '../../src/tuner/settings.js';
import { fractionAt, simulate } from '../../src/tuner/simulation.js';
import type { ForeignSearch } from '../search/trajectories.js';

/** Numbers of trials at which fractions of the optimum are reported. */
export const MARKS = [1, 4, 8, 16];

/** Trials of the other tasks that are known. */
const KNOWN = [64, 128];

/** A row: one way to search on the tasks of one log. */
export interface Row {
  readonly log: string;
  /** Trials of each of the other tasks that are known; undefined where none are asked. */
  readonly known: number | undefined;
  readonly search: string;
  /** Of each seed, of each task, the fractions of the optimum at the marks. */
  readonly fractions: readonly (readonly (readonly number[])[])[];
}

/** A task, and what was tried of it first. */
interface Tuned {
  readonly table: Table;
  readonly visited: readonly number[];
}

/** How a search comes to its first trials. */
interface Way {
  readonly name: string;
  /** Whether seeds make a difference. */
  readonly isRandom: boolean;
  /** Whether the sizes of tiles grow and shrink with the extents. */
  readonly scales?: true;
  /** Fractions at the marks of a search. */
  readonly search: (table: Table, prior: Prior, seed: number, trainer: Trainer) => Promise<readonly number[]>;
}

const random: Way = { name: 'random', isRandom: true, search: searchBy('random') };
const informed: readonly Way[] = [
  { name: 'transfer', isRandom: false, search: searchBy('transfer') },
  { name: 'transfer, tiles scaled', isRandom: false, scales: true, search: searchBy('transfer') },
  { name: 'bests in turns', isRandom: false, search: inTurns },
  { name: 'the default search with this history', isRandom: true, search: searchBy(undefined) },
];

/**
 * Leave one task out: each task of a log is searched by those who know the first trials that a tuner made on all
 * others.
 */
export async function compare(
  searches: readonly ForeignSearch[],
  seeds: number,
  say: (words: string) => void,
): Promise<readonly Row[]> {
  const trainer = trainers.auto();
  const rows: Row[] = [];
  const add = async (log: string, tasks: readonly Tuned[], way: Way, known: number | undefined): Promise<void> => {
    say(`${log}: ${way.name}${known === undefined ? '' : `, ${known} trials`}`);
    const fractions: (readonly (readonly number[])[])[] = [];
    const priors = tasks.map(({ table }) =>
      known === undefined ? nothingKnown : priorFrom(table, tasks, known, way.scales === true),
    );
    for (let seed = 1; seed <= (way.isRandom ? seeds : 1); seed++) {
      const ofTasks: (readonly number[])[] = [];
      for (const [i, { table }] of tasks.entries()) ofTasks.push(await way.search(table, priors[i]!, seed, trainer));
      fractions.push(ofTasks);
    }
    rows.push({ log, known, search: way.name, fractions });
  };
  try {
    for (const [log, tasks] of byLog(searches)) {
      await add(log, tasks, random, undefined);
      for (const known of KNOWN) for (const way of informed) await add(log, tasks, way, known);
    }
  } finally {
    await trainer.close();
  }
  return rows;
}

function byLog(searches: readonly ForeignSearch[]): ReadonlyMap<string, readonly Tuned[]> {
  const logs = new Map<string, Tuned[]>();
  for (const { arena, visited } of searches) {
    const log = basename(arena.table.log);
    logs.set(log, [...(logs.get(log) ?? []), { table: arena.table, visited }]);
  }
  return logs;
}

/** The first trials of all other tasks, as a prior. */
function priorFrom(table: Table, tasks: readonly Tuned[], known: number, scales: boolean): Prior {
  const others = tasks.filter((task) => task.table !== table).map((task) => firstOf(task, known));
  const own = { ...ownHistoryOf(table), trials: [] };
  return priorOf(own, scales ? others.map((history) => scaled(history, table.space)) : others, ['knobs']);
}

/** The same with tiles that cover as large a part of their axes in another space. */
function scaled(history: TaskHistory, to: Space): TaskHistory {
  const ratios = new Map(
    history.task.space.knobs.map((knob) => {
      const other = to.knobs.find(({ name }) => name === knob.name);
      return [knob.name, other ? largestIn(other) / largestIn(knob) : 1];
    }),
  );
  const trials = history.trials.map((trial) => ({
    ...trial,
    config: {
      ...trial.config,
      values: Object.fromEntries(
        Object.entries(trial.config.values).map(([name, value]) => [name, times(value, ratios.get(name)!)]),
      ),
    },
  }));
  return { ...history, trials };
}

/** The extent of an axis, which logs of AutoTVM do not hold, as the largest size of its inner loops. */
function largestIn({ values }: Knob): number {
  return Math.max(1, ...values.flatMap((value) => (isSplit(value) ? value.slice(1) : [])));
}

function times(value: KnobValue, ratio: number): KnobValue {
  return isSplit(value) ? [value[0]!, ...value.slice(1).map((size) => size * ratio)] : value;
}

function isSplit(value: KnobValue): value is readonly number[] {
  return Array.isArray(value) && value.every((size) => typeof size === 'number');
}

function firstOf({ table, visited }: Tuned, known: number): TaskHistory {
  const history = ownHistoryOf(table);
  const trials = new Map(history.trials.map((trial) => [trial.config.index, trial]));
  return { ...history, trials: visited.slice(0, known).map((index) => trials.get(index)!) };
}

function searchBy(explorer: string | undefined): Way['search'] {
  return async (table, prior, seed, trainer) => {
    const settings = searchSchema.parse(explorer === undefined ? {} : { explorer });
    const trials = Math.max(...MARKS);
    const { visited } = await simulate(
      table,
      { ...settings, ...firstBatchOf(settings), seed, trials, earlyStop: Infinity },
      prior,
      { trainer },
    );
    return MARKS.map((mark) => fractionAt({ table, visited }, mark));
  };
}

/** The best of the nearest task, the best of the next one, …, then the second of each: what the cover has to beat. */
function inTurns(table: Table, { known = [] }: Prior): Promise<readonly number[]> {
  const visited = bestsInTurns(table.space, known);
  return Promise.resolve(MARKS.map((mark) => fractionAt({ table, visited }, mark)));
}

function bestsInTurns(space: Space, known: readonly KnownTask[]): readonly number[] {
  const rebinding = new Rebinding(space);
  const ranks = Array.from({ length: Math.max(...MARKS) }, (_, rank) => known.map(({ trials }) => trials.at(rank)));
  const tried = ranks.flat().filter((trial) => trial !== undefined && trial.share > 0);
  return [...new Set(tried.flatMap((trial) => rebinding.config(trial!.values)?.index ?? []))];
}
