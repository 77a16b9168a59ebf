/** The value of one knob, in the four forms that AutoTVM knows (its entity codes are in `entity.ts`). */
export type KnobValue = number | string | boolean | readonly number[] | readonly string[];

/** One point of a space: its index, and its value for every knob, in the order of the space's definition. */
export interface Config<V = Readonly<Record<string, KnobValue>>> {
  readonly index: number;
  readonly values: V;
}
