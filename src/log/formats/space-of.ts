import type { Knob } from '../../space/knob.js';
import { Space } from '../../space/space.js';
import { UsageError } from '../../target/errors.js';

/** All combinations of the knobs that a file shows, or the sentence that says why they make no space. */
export function spaceOf(knobs: readonly Knob[]): Space | string {
  try {
    return new Space(knobs, []);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}
