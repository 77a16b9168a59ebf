/** Tensorized loops, which an instruction runs at once, and what stands inside. */
import { InstantiationError } from '../ir/errors.js';
import * as ix from '../ir/index.js';
import { uses } from '../ir/index-facts.js';
import type { Index, Var } from '../ir/index.js';
import type { For, Stmt, Store } from '../ir/nest.js';
import { eachStatement } from './accesses.js';

/** Loops from outside in, and what stands inside. */
export interface TensorizedNest {
  readonly loops: readonly For[];
  readonly store: Store;
}

/** Throws InstantiationError where more than one statement is inside. */
export function tensorizedNest(loop: For): TensorizedNest {
  const { body } = loop;
  if (body.kind === 'store') return { loops: [loop], store: body };
  if (body.kind !== 'for' || body.annotation !== 'tensorize')
    throw new InstantiationError(
      `the tensorized loop ${loop.loop.name} has more than one statement: tensorize only the innermost product`,
    );
  const { loops, store } = tensorizedNest(body);
  return { loops: [loop, ...loops], store };
}

/** The tensorized nests of a statement. */
export function tensorizedNests(stmt: Stmt): TensorizedNest[] {
  const nests: TensorizedNest[] = [];
  const inside = new Set<Stmt>();
  eachStatement(stmt, (s) => {
    if (s.kind !== 'for' || s.annotation !== 'tensorize' || inside.has(s)) return;
    const nest = tensorizedNest(s);
    for (const loop of nest.loops) inside.add(loop);
    nests.push(nest);
  });
  return nests;
}

export function dimensionOf(indices: readonly Index[], v: Var): number {
  return indices.findIndex((index) => uses(index, (u) => u === v));
}

export function extentOf({ to }: For): number {
  return ix.range(to).max;
}
