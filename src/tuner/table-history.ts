import { acrossTemplates, type ViewName } from '../features/registry.js';
import { translator } from '../features/translate.js';
import { meanCost } from '../record/best.js';
import type { Prior } from '../record/prior.js';
import { seedsOf } from '../record/seeds.js';
import { keyOf } from '../space/knob.js';
import { workOf, type Row, type Table } from '../table/table.js';
import { toTask } from '../table/task.js';
import { viewOf } from './view.js';

/**
 * What other tables tell a search on `table`: rows to learn from, each table a group of its own, with scores relative to its best, and the
 * configs that were best there. Columns are those of `views`, matched by name, and tables without any in common are passed over. A row that is the very
 * measurement that `table` holds of that config is left out, so that a log with several tasks can be its own history.
 */
export function tableHistory(table: Table, history: readonly Table[], views: readonly ViewName[]): Prior {
  const to = viewOf(toTask(table), views);
  const akin = history
    .filter((other) => other.ours !== undefined || acrossTemplates(views).length === 0)
    .map((other) => ({
      other,
      from: viewOf(toTask(other), shared(other, table, views)),
      rows: strangersIn(other, table),
    }))
    .filter(({ from, rows }) => rows.length > 0 && to.names.some((name) => from.names.includes(name)));
  return {
    rows: akin.flatMap(({ other, from, rows }, place) => {
      const toFeatures = translator(from, to);
      const group = `${place} ${other.log} ${other.task}`;
      return rows.map(([index, row]) => ({
        features: toFeatures(other.space.get(index)),
        score: scoreOf(row, other.best),
        group,
      }));
    }),
    seeds: seedsOf(
      table.space,
      akin
        .filter(({ other }) => areOfOneTemplate(other, table))
        .map(({ other, rows }) => ({
          ranked: fastestFirst(rows).map((index) => other.space.get(index).values),
          sameWorkload: workOf(other) === workOf(table),
        })),
    ),
  };
}

function areOfOneTemplate(one: Table, other: Table): boolean {
  return one.ours?.template === other.ours?.template;
}

function shared(other: Table, table: Table, views: readonly ViewName[]): readonly ViewName[] {
  return areOfOneTemplate(other, table) ? views : acrossTemplates(views);
}

function fastestFirst(rows: readonly (readonly [number, Row])[]): number[] {
  const timed = rows.flatMap(([index, row]) => {
    const seconds = meanCost(row);
    return seconds === undefined ? [] : [{ index, seconds }];
  });
  return timed.sort((a, b) => a.seconds - b.seconds).map(({ index }) => index);
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
