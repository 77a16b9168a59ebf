/**
 * Index-set splitting (Griebl, Feautrier and Lengauer, 2000): a loop over a branch becomes the loops in which its
 * condition holds and does not, neither of which tests it.
 */
import { isConstant, constant, scale, subtract, variable, type Index, type Var } from './index.js';
import { stride } from './index-facts.js';
import type { For } from './nest.js';

/**
 * The parts in order, those without an iteration left out; undefined where the body is no branch, its condition depends
 * on more than the loop, or the loop's bounds do.
 */
export function cutAtCondition(loop: For): readonly For[] | undefined {
  const { body, from, to, loop: v } = loop;
  if (body.kind !== 'if' || !isConstant(from) || !isConstant(to)) return undefined;
  const turn = turnOf(body.when, v);
  if (!turn) return undefined;
  const place = Math.min(Math.max(turn.place, from.constant), to.constant);
  const [first, second] = turn.holdsBefore ? [body.then, body.otherwise] : [body.otherwise, body.then];
  const parts: readonly For[] = [
    { ...loop, to: constant(place), body: first },
    { ...loop, from: constant(place), body: second },
  ];
  return parts.filter((part) => subtract(part.to, part.from).constant > 0);
}

/** The first iteration at which a condition (>= 0) changes. */
function turnOf(when: Index, v: Var): { readonly place: number; readonly holdsBefore: boolean } | undefined {
  const step = stride(when, v);
  if (step === undefined || step === 0) return undefined;
  const rest = subtract(when, scale(variable(v), step));
  if (!isConstant(rest)) return undefined;
  const at = -rest.constant / step;
  return step > 0 ? { place: Math.ceil(at), holdsBefore: false } : { place: Math.floor(at) + 1, holdsBefore: true };
}
