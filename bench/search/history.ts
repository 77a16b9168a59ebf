import { basename } from 'node:path';
import type { ViewName } from '../../src/features/registry.js';
import { nothingKnown, type Prior } from '../../src/model/prior.js';
import { priorOf } from '../../src/transfer/family.js';
import { ownHistoryOf, historiesOfTable } from '../../src/transfer/record-histories.js';
import { workOf, type Table } from '../../src/log/table/table.js';
import { isScored, titleOf, type Arena } from './data.js';
import { faulty, type Fault } from './faulty.js';
import { madeUpMachine } from './synthetic.js';

/**
 * What a search may know beforehand. `other tasks`: the rest of its log. `other machine`: all tables of the files that
 * hold the same work, measured elsewhere, or of one of these files alone (`from`, its name), as they are or with wrong
 * times. `made-up machine`: its whole log as a disturbed machine would have it, another one for each seed.
 */
export type Knowledge =
  | { readonly kind: 'none' | 'other tasks' }
  | { readonly kind: 'other machine'; readonly from?: string; readonly fault?: Fault }
  | { readonly kind: 'made-up machine'; readonly amplitude: number };

/** `other machine, inverted`; a file stands for itself. */
export function nameOf(knowledge: Knowledge): string {
  if (knowledge.kind !== 'other machine') return knowledge.kind;
  const { kind, from, fault } = knowledge;
  return [from === undefined ? kind : titleOf(from), fault].filter((word) => word !== undefined).join(', ');
}

/** Whether there is anything of that kind to know about an arena. */
export function isKnowable(knowledge: Knowledge, arena: Arena, arenas: readonly Arena[]): boolean {
  if (knowledge.kind === 'none') return true;
  return knowledge.kind === 'made-up machine' ? !isScored(arena) : tablesFor(knowledge, arena, arenas, 0).length > 0;
}

/** Files of which some work was measured elsewhere, too: the rows of the scoreboard that name pairs. */
export function filesWithTwins(arenas: readonly Arena[]): readonly string[] {
  const tables = arenas.map(({ table }) => table);
  const twins = tables.filter((table) =>
    tables.some((other) => other.log !== table.log && workOf(other) === workOf(table)),
  );
  return [...new Set(twins.map(({ log }) => basename(log)))];
}

/** What a search knows beforehand. */
export function historyOf(
  knowledge: Knowledge,
  arena: Arena,
  arenas: readonly Arena[],
  seed: number,
  views: readonly ViewName[],
): Prior {
  if (knowledge.kind === 'none') return nothingKnown;
  const histories = tablesFor(knowledge, arena, arenas, seed).flatMap(historiesOfTable);
  return priorOf(ownHistoryOf(arena.table), histories, views);
}

function tablesFor(knowledge: Knowledge, { table }: Arena, arenas: readonly Arena[], seed: number): readonly Table[] {
  const tables = arenas.map((arena) => arena.table);
  const beside = tables.filter(({ log }) => log === table.log);
  switch (knowledge.kind) {
    case 'none':
      return [];
    case 'other tasks':
      return beside.filter((other) => workOf(other) !== workOf(table));
    case 'other machine': {
      const logs = new Set(tables.filter((other) => workOf(other) === workOf(table)).map(({ log }) => log));
      const { from, fault } = knowledge;
      const known = tables.filter(
        ({ log }) => log !== table.log && logs.has(log) && (from === undefined || basename(log) === from),
      );
      return fault === undefined ? known : known.map((other) => faulty(other, fault, seed));
    }
    case 'made-up machine':
      return beside.map((other) => madeUpMachine(other, seed, knowledge.amplitude));
  }
}
