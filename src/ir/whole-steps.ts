/**
 * By how much results that are whole numbers may be off. Sums of whole numbers are exact. What is rounded from a float
 * is as well where that float is one operation away from exact numbers; of more, compilers may fuse two, which comes to
 * another side of a half now and then: by one step.
 */
import { isWhole } from '../elements/registry.js';
import { isValueType } from './tensor.js';
import type { Computation, DType, Value } from './tensor.js';
import { eachNode, typeOfSum, typeOfValue } from './value.js';

/** Errors of whole results are relative to at least so much: one step is then 1 / LEAST, and two are more. */
const LEAST = 128;

/** The largest error, relative to max(|want|, `wholeMagnitude`). */
export function wholeTolerance(computation: Pick<Computation, 'output'>): number {
  return isExact(computation) ? 0 : 1 / LEAST;
}

/** What errors are relative to at least; undefined of results that are no whole numbers, or exact. */
export function wholeMagnitude(computation: Pick<Computation, 'output'>): number | undefined {
  return isWhole(computation.output.dtype) && !isExact(computation) ? LEAST : undefined;
}

function isExact({ output }: Pick<Computation, 'output'>): boolean {
  const { value, reduction } = output.compute!;
  return floatOperations(value, reduction && typeOfSum(reduction)) <= 1;
}

function floatOperations(value: Value, sum: DType | undefined): number {
  let count = 0;
  eachNode(value, (node) => {
    if (node.kind === 'call') count += 2;
    const type = node.kind === 'binary' ? typeOfValue(node, sum) : undefined;
    if (type !== undefined && isValueType(type) && node.kind === 'binary' && isRounded(node.op)) count++;
  });
  return count;
}

function isRounded(op: Extract<Value, { kind: 'binary' }>['op']): boolean {
  return op !== 'min' && op !== 'max';
}
