/** The layout of a register tile in vectors. */
import * as ix from '../ir/index.js';
import { stride } from '../ir/index-facts.js';
import type { Index, Var } from '../ir/index.js';
import type { For, Stmt, Storage } from '../ir/nest.js';

export interface RegisterShape {
  /** The dimension that vectors run along, or the last ones if they run through these as through one. */
  readonly dims: readonly number[];
  readonly lanes: number;
}

/** How the vectorized loops that touch a register tile run through it; scalars (one lane) if none does. */
export function registerShape({ tensor, shape: extents }: Storage, body: Stmt): RegisterShape {
  let shape: RegisterShape = { dims: [extents.length - 1], lanes: 1 };
  const visit = (stmt: Stmt, loop: For | undefined): void => {
    switch (stmt.kind) {
      case 'block':
        for (const s of stmt.body) visit(s, loop);
        break;
      case 'if':
        visit(stmt.then, loop);
        visit(stmt.otherwise, loop);
        break;
      case 'alloc':
        visit(stmt.body, loop);
        break;
      case 'for':
        visit(stmt.body, stmt.annotation === 'vectorize' ? stmt : loop);
        break;
      case 'prefetch':
      case 'commit':
      case 'wait':
        break;
      case 'store': {
        // What fills the tile decides; whoever reads it across its vectors picks lanes.
        if (!loop || stmt.tensor !== tensor) break;
        const dims = dimsAlong(loop.loop, stmt.indices, extents);
        if (dims) shape = { dims, lanes: loop.lanes };
      }
    }
  };
  visit(body, undefined);
  return shape;
}

/** The dimension in which neighbours along the loop are neighbours, or the last ones, as in row-major memory. */
function dimsAlong(loop: Var, indices: readonly Index[], extents: readonly number[]): number[] | undefined {
  const lone = indices.findIndex((index) => stride(index, loop) === 1);
  if (lone >= 0) return [lone];
  let [flat, size] = [ix.zero, 1];
  for (let d = extents.length - 1; d >= 0; d--) {
    flat = ix.add(flat, ix.scale(indices.at(d)!, size));
    size *= extents.at(d)!;
    if (stride(flat, loop) === 1) return [...extents.keys()].slice(d);
  }
  return undefined;
}
