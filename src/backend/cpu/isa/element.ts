/** Element types that instructions take. */
import type { LaneType } from '../../../target/vector-unit.js';

export interface Element extends LaneType {
  /** An element in memory, as <stdint.h> names it, or `float`. */
  readonly memory: string;
  /** Whether it is computed with as it lies in memory; others are only converted and multiplied by dot products. */
  readonly isComputed: boolean;
}

export const float32: Element = { name: 'float32', bytes: 4, memory: 'float', isComputed: true };
export const float16: Element = { name: 'float16', bytes: 2, memory: 'uint16_t', isComputed: false };
export const bfloat16: Element = { name: 'bfloat16', bytes: 2, memory: 'uint16_t', isComputed: false };
export const int8: Element = { name: 'int8', bytes: 1, memory: 'int8_t', isComputed: true };
export const uint8: Element = { name: 'uint8', bytes: 1, memory: 'uint8_t', isComputed: true };
export const int32: Element = { name: 'int32', bytes: 4, memory: 'int32_t', isComputed: true };
