import type { TuneRecord } from './record.js';
import { defined } from '../../target/defined.js';

/** More than any honest log has; a log whose lines have nothing in common costs no more than these. */
const MOST = 2 ** 16;

/**
 * What the records of a log have in common (target, arguments, knobs, machine, compiler), kept once: a log of hundreds
 * of megabytes repeats the same few thousand values.
 */
export class SharedValues {
  readonly #texts = new Map<string, string>();
  /** By their JSON. */
  readonly #values = new Map<string, unknown>();

  /** The record, with the values of earlier ones where they are equal. */
  in(record: TuneRecord): TuneRecord {
    const { target, task, args, entity, costs, tune, journals } = record;
    return {
      ...record,
      target: this.#text(target),
      task: this.#text(task),
      args: this.#value(args),
      entity: entity.map((knob) => this.#value(knob)),
      ...defined({ tune: tune && this.#tune(tune, costs), journals: journals && this.#value(journals) }),
    };
  }

  #tune(tune: NonNullable<TuneRecord['tune']>, costs: TuneRecord['costs']): NonNullable<TuneRecord['tune']> {
    const shared: Record<string, unknown> = { ...tune };
    for (const key of textKeys) if (tune[key] !== undefined) shared[key] = this.#text(tune[key]);
    for (const key of valueKeys) if (tune[key] !== undefined) shared[key] = this.#value(tune[key]);
    // Those of a search are the same.
    if (isEqual(tune.repeats, costs)) shared['repeats'] = costs;
    return shared;
  }

  #text(text: string): string {
    return known(this.#texts, text, text);
  }

  #value<T>(value: T): T {
    return known(this.#values, JSON.stringify(value), value) as T;
  }
}

function known<T>(values: Map<string, T>, key: string, value: T): T {
  const found = values.get(key);
  if (found === undefined && values.size < MOST) values.set(key, value);
  return found ?? value;
}

/** What many records have in common of the key `tune`. */
const textKeys = ['operator', 'workload', 'fingerprint', 'compiler', 'run', 'explorer', 'message'] as const;
const valueKeys = ['flags', 'module'] as const;

function isEqual(one: readonly number[] | undefined, other: readonly number[]): boolean {
  return one?.length === other.length && one.every((value, place) => value === other[place]);
}
