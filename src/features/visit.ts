/**
 * The walk over a nest that features are read from: of the two sides of a branch the first, the full tile, the inside
 * of the padding.
 */
import { add, scale, zero } from '../ir/index.js';
import type { Index } from '../ir/index.js';
import type { For, Nest, Stmt, Store } from '../ir/nest.js';
import type { Tensor } from '../ir/tensor.js';

/** An element of a tensor. */
export interface Element {
  readonly tensor: Tensor;
  readonly indices: readonly Index[];
}

/** A store, and the loops around it, outermost first. */
export interface Visit {
  readonly store: Store;
  readonly loops: readonly For[];
  /** Offset of an element in its tensor's storage, in elements. */
  readonly placeOf: (element: Element) => Index;
}

/** Shapes of storage that differ from the tensor's. */
type Shapes = ReadonlyMap<Tensor, readonly number[]>;

/** Visits loops (before what they enclose) and stores in the order of the nest. */
export function eachStore(
  nest: Nest,
  visit: (visit: Visit) => void,
  enter: (loop: For, outer: readonly For[]) => void = () => undefined,
): void {
  const walk = (stmt: Stmt, loops: readonly For[], shapes: Shapes): void => {
    switch (stmt.kind) {
      case 'block':
        for (const s of stmt.body) walk(s, loops, shapes);
        break;
      case 'if':
        walk(stmt.then, loops, shapes);
        break;
      case 'alloc':
        // Storage holds what its place needs, and that only.
        walk(stmt.body, loops, new Map(shapes).set(stmt.storage.tensor, stmt.storage.shape));
        break;
      case 'for':
        enter(stmt, loops);
        walk(stmt.body, [...loops, stmt], shapes);
        break;
      case 'store':
        visit({ store: stmt, loops, placeOf: (element) => placeIn(shapes, element) });
        break;
      case 'prefetch':
      case 'commit':
      case 'wait':
        break;
    }
  };
  walk(nest.body, [], shapesOutside(nest));
}

function placeIn(shapes: Shapes, { tensor, indices }: Element): Index {
  const shape = shapes.get(tensor) ?? tensor.shape;
  return indices.reduce((sum, index, d) => add(scale(sum, shape[d]!), index), zero);
}

/** Shapes of what callers hand in, and of what is made off the clock. */
function shapesOutside({ output, packs, unpack }: Nest): Shapes {
  const shapes = new Map<Tensor, readonly number[]>(packs.map(({ packed }) => [packed.tensor, packed.shape]));
  return unpack ? shapes.set(output, unpack.packed.shape) : shapes;
}
