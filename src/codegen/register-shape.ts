/** How a register tile lies in vectors. */
import * as ix from '../ir/index.js';
import type { For, Stmt } from '../ir/nest.js';
import type { Tensor } from '../ir/tensor.js';

export interface RegisterShape {
  /** The dimension that vectors run along. */
  readonly dim: number;
  readonly lanes: number;
}

/** How the vectorized loops that touch a register tile run through it; scalars (one lane) if none does. */
export function registerShape(tensor: Tensor, body: Stmt): RegisterShape {
  let shape: RegisterShape = { dim: tensor.shape.length - 1, lanes: 1 };
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
        break;
      case 'store': {
        // What fills the tile decides; whoever reads it across its vectors picks lanes.
        if (!loop || stmt.tensor !== tensor) break;
        const dim = stmt.indices.findIndex((index) => ix.stride(index, loop.loop) === 1);
        if (dim >= 0) shape = { dim, lanes: loop.lanes };
      }
    }
  };
  visit(body, undefined);
  return shape;
}
