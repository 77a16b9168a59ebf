import { z } from 'zod';

/** The value of one knob, in the four forms that AutoTVM knows (its entity codes are in `entity.ts`). */
export type KnobValue = number | string | boolean | readonly number[] | readonly string[];

/** One as JSON has it. */
export const knobValue: z.ZodType<KnobValue> = z.union([
  z.number(),
  z.string(),
  z.boolean(),
  z.array(z.number()),
  z.array(z.string()),
]);

/** One point of a space: its index, and its value for every knob, in the order of the space's definition. */
export interface Config<V = Readonly<Record<string, KnobValue>>> {
  readonly index: number;
  readonly values: V;
}
