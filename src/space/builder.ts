import type { KnobValue } from './config.js';
import { keyOf, type Knob } from './knob.js';
import { Space, type Constraint, type Values } from './space.js';
import { splitValues, type Sizes, type SplitOptions } from './split.js';
import { defined } from '../target/defined.js';

type NoKnobs = { readonly [Name in never]: KnobValue };
type With<Knobs extends Values, Name extends string, Value extends KnobValue> = SpaceBuilder<
  Knobs & Readonly<Record<Name, Value>>
>;

/** The knobs that a function defines, by name, with the types of their values. */
export type KnobsOf<Define extends (...args: never) => SpaceBuilder<Values>> =
  ReturnType<Define> extends SpaceBuilder<infer Knobs> ? { readonly [Name in keyof Knobs]: Knobs[Name] } : never;

/**
 * Defines a space knob by knob; the order of the knobs is that of the digits of an index, least significant first. All
 * calls chain, and the type of the builder knows all knobs of its chain. They throw RangeError when what they are given
 * can be no knob: a mistake in a template.
 */
export class SpaceBuilder<Knobs extends Values = NoKnobs> {
  readonly #knobs: Knob[] = [];
  readonly #constraints: Constraint[] = [];

  /**
   * Sizes of the `outputs` loops, outermost first, that an axis is split into; the first is -1, "the rest". See
   * `splitValues`.
   */
  split<Name extends string, Outputs extends number>(
    name: Name,
    extent: number,
    outputs: Outputs,
    options?: SplitOptions<Sizes<Outputs>>,
  ): With<Knobs, Name, Sizes<Outputs>> {
    return this.#add({ name, kind: 'sp', values: splitValues(extent, outputs, options), extent });
  }

  /** Any other choice. `unsaid`: what records mean that are older than the knob. */
  choice<Name extends string, Value extends KnobValue>(
    name: Name,
    values: readonly Value[],
    { unsaid }: { readonly unsaid?: NoInfer<Value> } = {},
  ): With<Knobs, Name, Value> {
    return this.#add({ name, kind: 'ot', values, ...defined({ unsaid }) });
  }

  /** Forbids the configs for which the test is false. The sentence says what is wrong with them. */
  constraint(sentence: string, test: (values: Knobs) => boolean): this {
    this.#constraints.push({ sentence, test: test as Constraint['test'] });
    return this;
  }

  /** Throws UsageError when a knob has no value, or when there are 2^53 points or more. */
  build(): Space<Knobs> {
    return new Space<Knobs>([...this.#knobs], [...this.#constraints]);
  }

  #add<Name extends string, Value extends KnobValue>(knob: Knob): With<Knobs, Name, Value> {
    const { name, values } = knob;
    if (!/^[a-z]\w*$/i.test(name)) throw new RangeError(`"${name}" is no name for a knob.`);
    if (this.#knobs.some((other) => other.name === name)) throw new RangeError(`There are two knobs "${name}".`);
    if (new Set(values.map(keyOf)).size < values.length) throw new RangeError(`The knob "${name}" has a value twice.`);
    this.#knobs.push(knob);
    return this as unknown as With<Knobs, Name, Value>;
  }
}
