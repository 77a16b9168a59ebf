import { numberOf, sameShape } from '../operators/attributes.js';
import { cutOf } from '../operators/moves.js';
import type { GraphEdit, Rule } from './rule.js';

/** Places along an axis of another value. */
interface Part {
  readonly of: string;
  readonly start: number;
  readonly size: number;
}

/** A Concat of all parts of a value in their order, among others, takes that value. */
export const wholeAgain: Rule = (node, edit) => {
  if (node.op !== 'Concat') return undefined;
  const axis = numberOf(node, 'axis');
  const inputs = node.inputs.map((input) => input!);
  const joined: string[] = [];
  for (let i = 0; i < inputs.length;) {
    const found = wholeFrom(inputs.slice(i), axis, edit);
    joined.push(found?.of ?? inputs[i]!);
    i += found?.parts ?? 1;
  }
  return joined.length < inputs.length ? { op: 'Concat', inputs: joined, attributes: { axis } } : undefined;
};

/** The value of which some first ones are all parts, and how many they are. */
function wholeFrom(
  values: readonly string[],
  axis: number,
  edit: GraphEdit,
): { readonly of: string; readonly parts: number } | undefined {
  let end = 0;
  let whole: string | undefined;
  for (const [i, value] of values.entries()) {
    const part = partOf(value, axis, edit);
    if (part?.start !== end || part.of !== (whole ??= part.of)) return undefined;
    end += part.size;
    if (end === edit.shapeOf(part.of)[axis]) return { of: part.of, parts: i + 1 };
  }
  return undefined;
}

function partOf(value: string, axis: number, edit: GraphEdit): Part | undefined {
  const made = edit.producer(value, 'Split', 'Slice');
  if (!made) return undefined;
  const of = made.inputs[0]!;
  const { starts, sizes, steps } = cutOf(made, value, edit.shapeOf(of));
  const isAlong = sameShape(sizes, edit.shapeOf(of).with(axis, sizes[axis]!)) && steps.every((step) => step === 1);
  return isAlong ? { of, start: starts[axis]!, size: sizes[axis]! } : undefined;
}
