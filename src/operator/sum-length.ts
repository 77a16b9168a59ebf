/** How many products of whole numbers a sum can hold, whatever these are. */
import { elementType } from '../elements/registry.js';
import { computedIn, weightsOf, type DType } from '../ir/tensor.js';
import { UsageError } from '../target/errors.js';

/** Throws UsageError where sums of so many products may exceed the type that whole numbers are summed in. */
export function checkSumLength(dtype: DType, terms: number): void {
  const most = mostTerms(dtype);
  if (terms > most)
    throw new UsageError(
      `a sum of ${terms} products of ${dtype} and ${weightsOf(dtype)} may exceed ${computedIn(dtype)}, which holds ${most}: ` +
        'use a smaller shape, or --dtype float32.',
    );
}

/** 65793 of uint8 by int8, 131071 of int8, and no limit where sums are floats, or no wider than what is multiplied. */
export function mostTerms(dtype: DType): number {
  const sum = computedIn(dtype);
  if (sum === dtype || elementType(sum).kind !== 'whole') return Infinity;
  const [[low, high], weights] = [elementType(dtype).limits, elementType(weightsOf(dtype)).limits];
  const products = weights.flatMap((weight) => [low * weight, high * weight]);
  const [least, largest] = elementType(sum).limits;
  return Math.floor(Math.min(least / Math.min(...products), largest / Math.max(...products)));
}
