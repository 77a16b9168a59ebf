import { UsageError } from '../target/errors.js';
import { nearest } from '../target/nearest.js';
import type { Config, KnobValue } from './config.js';
import { keyOf, type Knob, type KnobKind } from './knob.js';
import type { Space } from './space.js';

/** One knob of a config as AutoTVM's log writes it: name, kind, value. */
export type Entity = readonly [name: string, kind: KnobKind, value: KnobValue];

export function toEntities(space: Space, config: Config): Entity[] {
  return space.knobs.map(({ name, kind }) => [name, kind, config.values[name]!]);
}

/**
 * The config that entities describe. They are matched by name, in any order; a split may spell out its outermost size,
 * which we write as -1. Throws UsageError, naming the knob and its nearest choice, when they are not a valid config of
 * the space.
 */
export function fromEntities(space: Space, entities: readonly Entity[]): Config {
  const values: Record<string, KnobValue> = {};
  for (const entity of entities) {
    const knob = knobOf(space, entity);
    if (Object.hasOwn(values, knob.name)) throw new UsageError(`The knob "${knob.name}" is given twice.`);
    values[knob.name] = valueOf(knob, entity[2]);
  }
  for (const { name, unsaid } of space.knobs.filter((knob) => !Object.hasOwn(values, knob.name))) {
    if (unsaid === undefined) throw new UsageError(`The knob "${name}" is missing.`);
    values[name] = unsaid;
  }
  const violation = space.violation(values);
  if (violation !== undefined) throw new UsageError(`The config is forbidden: ${violation}`);
  return { index: space.indexOf(values), values };
}

function knobOf(space: Space, [name, kind]: Entity): Knob {
  const knob = space.knobs.find((candidate) => candidate.name === name);
  if (!knob) {
    const names = space.knobs.map((candidate) => candidate.name);
    throw new UsageError(
      `There is no knob "${name.slice(0, 80)}"; the nearest is "${nearest(name.slice(0, 80), names)}".`,
    );
  }
  if (knob.kind !== kind) throw new UsageError(`The knob "${name}" is of kind "${knob.kind}", not "${kind}".`);
  return knob;
}

/** The values of each knob by their keys: logs are long. */
const choices = new WeakMap<Knob, ReadonlyMap<string, KnobValue>>();

function choicesOf(knob: Knob): ReadonlyMap<string, KnobValue> {
  const known = choices.get(knob) ?? new Map(knob.values.map((choice) => [keyOf(choice), choice]));
  choices.set(knob, known);
  return known;
}

function valueOf(knob: Knob, value: KnobValue): KnobValue {
  const key = keyOf(value);
  const own = choicesOf(knob).get(key) ?? choicesOf(knob).get(keyOf(withRest(knob, value)));
  if (own === undefined) {
    const near = keyOf(nearestValue(value, knob.values));
    throw new UsageError(`The knob "${knob.name}" has no value ${key.slice(0, 80)}; the nearest is ${near}.`);
  }
  return own;
}

/** A split whose outermost size is what the others leave of the axis, with -1 in its place. */
function withRest({ kind, extent }: Knob, value: KnobValue): KnobValue {
  if (kind !== 'sp' || extent === undefined) return value;
  const [outermost, ...sizes] = numbersIn(value);
  const rest = Math.ceil(extent / sizes.reduce((product, size) => product * size, 1));
  return outermost === rest ? [-1, ...sizes] : value;
}

/** Numbers are near when their ratios are; everything else when its spelling is. */
export function nearestValue(value: KnobValue, choices: readonly KnobValue[]): KnobValue {
  const wanted = numbersIn(value);
  const comparable = choices.filter((choice) => wanted.length > 0 && numbersIn(choice).length === wanted.length);
  if (comparable.length === 0) {
    const key = nearest(keyOf(value).slice(0, 80), choices.map(keyOf));
    return choices.find((choice) => keyOf(choice) === key)!;
  }
  const distances = comparable.map((choice) => logDistance(wanted, numbersIn(choice)));
  const least = distances.reduce((a, b) => Math.min(a, b));
  return comparable[distances.indexOf(least)]!;
}

export function numbersIn(value: KnobValue): readonly number[] {
  return [value].flat().filter((item) => typeof item === 'number');
}

function logDistance(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, size, place) => sum + Math.abs(Math.log2((1 + Math.abs(size)) / (1 + Math.abs(b[place]!)))), 0);
}
