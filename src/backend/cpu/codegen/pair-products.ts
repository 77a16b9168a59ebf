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
const LOWER_HALF = 0xffff;

/**
 * Sums of products of int32 that fit into 16 bits as dot products of pairs of 16 bits (vpmaddwd, vpdpwssd): the upper
 * halves of one factor are zero, or made so. A multiplication of 32 bits takes x86 twice as long.
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
    const factors = type === int32 && this.vectors.can('dot', types, bytes) ? factorsOf(value) : undefined;
    if (!factors) return undefined;
    const pairs = this.vectors.type(int16, bytes / int16.bytes);
    const [whole, other] = factors.map((factor) => this.values.asVector(factor, int32, loop));
    const lower = factors.some((factor) => isWithin(wholeRange(factor)!, WITHOUT_UPPER_HALF))
      ? other!
      : `(${other!} & ${LOWER_HALF})`;
    return this.vectors.operation('dot', types, bytes, [sums, `(${pairs})${whole!}`, `(${pairs})${lower}`]);
  }
}

/** Of a product, what fits into 16 bits; last what lies in memory as int32, which many products share. */
function factorsOf(value: Value): readonly [Value, Value] | undefined {
  if (value.kind !== 'binary' || value.op !== 'mul') return undefined;
  const { a, b } = value;
  const isShort = (factor: Value): boolean => isWithin(wholeRange(factor) ?? [-Infinity, Infinity], int16.limits);
  if (!isShort(a) || !isShort(b)) return undefined;
  return isWide(a) ? [b, a] : [a, b];
}

function isWide(value: Value): boolean {
  return value.kind === 'load' && value.tensor.dtype === int32.name;
}
