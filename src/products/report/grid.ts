import { configKey } from '../../log/record/key.js';
import { grouped } from '../../target/grouped.js';
import type { TuneRecord } from '../../log/record/record.js';
import { timeOf } from '../../log/record/time.js';
import type { KnobValue } from '../../space/config.js';

/** Trials that worked as places in a grid: of each knob that was varied, which of its values. */
export interface Grid {
  readonly knobs: readonly GridKnob[];
  /** Knobs of which only one value was tried, with it. */
  readonly constant: readonly GridKnob[];
  /** Row-major, trials × knobs: places in `values`. */
  readonly digits: Uint16Array;
  /** Throughput of each trial relative to the fastest, in (0, 1]. */
  readonly scores: Float64Array;
}

export interface GridKnob {
  readonly name: string;
  /** Those that were tried and worked, as texts: numbers by size, others by their letters. */
  readonly values: readonly string[];
}

/**
 * The trials of one template; of a config that was measured again the last that worked. Records whose knobs are not
 * those of the first are of another version of the template, and left out.
 */
export function gridOf(records: readonly TuneRecord[]): Grid {
  const trials = [...grouped(records, configKey).values()].flatMap((ofConfig) => {
    const timed = ofConfig.map((record) => ({ record, seconds: timeOf(record)?.seconds }));
    const last = timed.findLast(({ seconds }) => seconds !== undefined);
    return last ? [{ values: valuesIn(last.record), seconds: last.seconds! }] : [];
  });
  const names = [...(trials[0]?.values.keys() ?? [])];
  const usable = trials.filter(({ values }) => values.size === names.length && names.every((name) => values.has(name)));
  const all = names.map((name) => ({ name, values: sorted(new Set(usable.map(({ values }) => values.get(name)!))) }));
  const knobs = all.filter(({ values }) => values.length > 1);
  const places = knobs.map(({ values }) => new Map(values.map((value, place) => [value, place])));
  const fastest = usable.reduce((least, { seconds }) => Math.min(least, seconds), Infinity);
  return {
    knobs,
    constant: all.filter(({ values }) => values.length === 1),
    digits: Uint16Array.from(
      usable.flatMap(({ values }) => knobs.map(({ name }, knob) => places[knob]!.get(values.get(name)!)!)),
    ),
    scores: Float64Array.from(usable, ({ seconds }) => fastest / seconds),
  };
}

function valuesIn({ entity }: TuneRecord): ReadonlyMap<string, string> {
  return new Map(entity.map(([name, , value]) => [name, valueText(value)]));
}

/** `16`, `true`, `4x8`. */
function valueText(value: KnobValue): string {
  return Array.isArray(value) ? value.join('x') : String(value);
}

function sorted(values: ReadonlySet<string>): string[] {
  return [...values].sort((a, b) => Number(a) - Number(b) || a.localeCompare(b, 'en', { numeric: true }));
}
