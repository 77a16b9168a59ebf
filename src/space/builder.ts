import { annotateValues, type AnnotateOptions } from './annotate.js';
import type { KnobValue } from './config.js';
import { keyOf, type Knob, type KnobKind } from './knob.js';
import { reorderValues, type ReorderOptions } from './reorder.js';
import { Space, type Constraint, type Values } from './space.js';
import { splitValues, type SplitOptions } from './split.js';

/** What a constraint's test is given: the knobs by name, typed where they were defined in the same chain of calls. */
type ValuesOf<Knobs> = keyof Knobs extends never ? Values : Readonly<Knobs>;
type With<Knobs, Name extends string, Value> = SpaceBuilder<Knobs & Record<Name, Value>>;

/**
 * Defines a space knob by knob; the order of the knobs is that of the digits of an index, least significant first. All
 * calls chain. They throw RangeError when what they are given can be no knob: a mistake in a template.
 */
export class SpaceBuilder<Knobs = object> {
  readonly #knobs: Knob[] = [];
  readonly #constraints: Constraint[] = [];

  /** Sizes of the `outputs` loops, outermost first, that an axis is split into; the first is -1, "the rest". See `splitValues`. */
  split<Name extends string>(
    name: Name,
    extent: number,
    outputs: number,
    options?: SplitOptions,
  ): With<Knobs, Name, readonly number[]> {
    return this.#add({ name, kind: 'sp', values: splitValues(extent, outputs, options), extent });
  }

  /** The order of a number of axes: the position in the nest → the axis. See `reorderValues`. */
  reorder<Name extends string>(
    name: Name,
    axes: number,
    options: ReorderOptions,
  ): With<Knobs, Name, readonly number[]> {
    return this.#knob(name, 're', reorderValues(axes, options));
  }

  /** One annotation (`none`, `unroll`, `vec`, …) an axis. See `annotateValues`. */
  annotate<Name extends string>(
    name: Name,
    axes: number,
    options: AnnotateOptions,
  ): With<Knobs, Name, readonly string[] | readonly number[]> {
    return this.#knob(name, 'an', annotateValues(axes, options));
  }

  /** Any other choice. */
  choice<Name extends string, Value extends KnobValue>(name: Name, values: readonly Value[]): With<Knobs, Name, Value> {
    return this.#knob(name, 'ot', values);
  }

  /** Forbids the configs for which the test is false. The sentence says what is wrong with them. */
  constraint(sentence: string, test: (values: ValuesOf<Knobs>) => boolean): this {
    this.#constraints.push({ sentence, test: test as Constraint['test'] });
    return this;
  }

  /** Throws UsageError when a knob has no value, or when there are 2^53 points or more. */
  build(): Space {
    return new Space([...this.#knobs], [...this.#constraints]);
  }

  #knob<Name extends string, Value>(
    name: Name,
    kind: KnobKind,
    values: readonly KnobValue[],
  ): With<Knobs, Name, Value> {
    return this.#add({ name, kind, values });
  }

  #add<Name extends string, Value>(knob: Knob): With<Knobs, Name, Value> {
    const { name, values } = knob;
    if (!/^[a-z]\w*$/i.test(name)) throw new RangeError(`"${name}" is no name for a knob.`);
    if (this.#knobs.some((other) => other.name === name)) throw new RangeError(`There are two knobs "${name}".`);
    if (new Set(values.map(keyOf)).size < values.length) throw new RangeError(`The knob "${name}" has a value twice.`);
    this.#knobs.push(knob);
    return this as unknown as With<Knobs, Name, Value>;
  }
}
