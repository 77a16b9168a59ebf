import type { KnobValue } from './config.js';

/**
 * AutoTVM's codes: a split of an axis, an order of axes, annotations of axes, any other choice. Orders and annotations
 * are knobs of other tuners' logs only.
 */
export type KnobKind = 'sp' | 're' | 'an' | 'ot';

/** One decision of a template and its choices, which are all different. */
export interface Knob {
  readonly name: string;
  readonly kind: KnobKind;
  readonly values: readonly KnobValue[];
  /** Of a split: the length of the axis. */
  readonly extent?: number;
  /** What records mean that lack the knob, since they are older than it; absent: they are no records of the space. */
  readonly unsaid?: KnobValue;
}

/** A text that two values share exactly when they are equal. */
export function keyOf(value: KnobValue): string {
  return JSON.stringify(value);
}
