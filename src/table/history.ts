import { knobFeaturizer } from '../features/knobs.js';
import { translator } from '../features/translate.js';
import type { Row as TrainingRow } from '../model/model.js';
import { meanCost } from '../record/best.js';
import { keyOf } from '../space/knob.js';
import type { Row, Table } from './table.js';

/**
 * Training rows for a search on `table` from other tables, each a group of its own, with scores relative to its best. Columns are matched by
 * name, and tables without any in common are passed over. A row that is the very measurement that `table` holds of that config is left out, so
 * that a log with several tasks can be its own history.
 */
export function tableHistory(table: Table, history: readonly Table[]): readonly TrainingRow[] {
  const to = knobFeaturizer(table.space);
  return history.flatMap((other, place) => {
    const from = knobFeaturizer(other.space);
    if (!to.names.some((name) => from.names.includes(name))) return [];
    const toFeatures = translator(from, to);
    const group = `${place} ${other.log} ${other.task}`;
    return strangersIn(other, table).map(([index, row]) => ({
      features: toFeatures(other.space.get(index)),
      score: scoreOf(row, other.best),
      group,
    }));
  });
}

/** The rows of one table that are not rows of the other. */
function strangersIn(other: Table, table: Table): readonly (readonly [number, Row])[] {
  const rows = [...other.rows];
  if (JSON.stringify(other.identity) !== JSON.stringify(table.identity)) return rows;
  const known = new Set(Array.from(table.rows, ([index, row]) => measurementKey(table, index, row)));
  return rows.filter(([index, row]) => !known.has(measurementKey(other, index, row)));
}

/** A text that two rows share exactly when they are the same measurement of the same config, however each file counts its configs. */
function measurementKey({ space }: Table, index: number, { costs, error }: Row): string {
  const { values } = space.get(index);
  const knobs = Object.entries(values).map(([name, value]) => `${name}=${keyOf(value)}`);
  return JSON.stringify([knobs.sort(), costs, error]);
}

function scoreOf(row: Row, best: number): number {
  const seconds = meanCost(row);
  return seconds === undefined ? 0 : best / seconds;
}
