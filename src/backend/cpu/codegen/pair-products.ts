import type { ElementType } from '../../../elements/element-type.js';
import { int16 } from '../../../elements/int16.js';
import { int32 } from '../../../elements/int32.js';
import { isWithin, wholeRange } from '../../../ir/whole-range.js';
import type { Value } from '../../../ir/tensor.js';
import { GROUP } from '../../../target/vector-unit.js';
import type { VectorLoop } from '../../../codegen/context.js';
import type { ValueText } from './value.js';
import type { VectorHelpers } from './vector.js';

/** Numbers below zero have ones in their upper half. */
const WITHOUT_UPPER_HALF = [0, int16.limits[1]] as const;

/**
 * Sums of products of int32 that fit into 16 bits as dot products of pairs of 16 bits (vpmaddwd, vpdpwssd): the upper
 * halves of one factor are zero. A multiplication of 32 bits takes x86 twice as long.
 */
export class PairProducts {
  constructor(
    private readonly vectors: VectorHelpers,
    private readonly values: ValueText,
  ) {}

  /** A vector of sums with a value added; undefined where it is no such product, or the CPU has no such instruction. */
  added(sums: string, value: Value, type: ElementType, loop: VectorLoop): string | undefined {
    const bytes = GROUP * loop.width;
    const types = [int16, int16, int32];
    if (type !== int32 || !fit(value) || !this.vectors.can('dot', types, bytes)) return undefined;
    const pairs = this.vectors.type(int16, bytes / int16.bytes);
    const factors = [value.a, value.b].map((factor) => `(${pairs})${this.values.asVector(factor, int32, loop)}`);
    return this.vectors.operation('dot', types, bytes, [sums, ...factors]);
  }
}

function fit(value: Value): value is Extract<Value, { kind: 'binary' }> {
  if (value.kind !== 'binary' || value.op !== 'mul') return false;
  const [a, b] = [wholeRange(value.a), wholeRange(value.b)];
  if (!a || !b || !isWithin(a, int16.limits) || !isWithin(b, int16.limits)) return false;
  return isWithin(a, WITHOUT_UPPER_HALF) || isWithin(b, WITHOUT_UPPER_HALF);
}
