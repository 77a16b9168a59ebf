/** What statements of a nest read and write. */
import type { Index } from '../ir/index.js';
import type { Stmt, Storage } from '../ir/nest.js';
import { elementBytes } from '../ir/tensor.js';
import type { Tensor } from '../ir/tensor.js';
import { loadsOf } from '../ir/value.js';

export interface Accesses {
  readonly reads: ReadonlySet<Tensor>;
  readonly writes: ReadonlySet<Tensor>;
}

interface Element {
  readonly tensor: Tensor;
  readonly indices: readonly Index[];
}

/** Tensors that a statement reads and writes; an update does both. */
export function accessesOf(stmt: Stmt): Accesses {
  const found = { reads: new Set<Tensor>(), writes: new Set<Tensor>() };
  eachAccess(stmt, (kind, { tensor }) => found[kind].add(tensor));
  return found;
}

/** The elements that a statement, and all inside it, reads and writes. */
export function eachAccess(stmt: Stmt, visit: (kind: keyof Accesses, element: Element) => void): void {
  eachStatement(stmt, (s) => {
    if (s.kind !== 'store') return;
    visit('writes', s);
    if (s.update) visit('reads', s);
    for (const load of loadsOf(s.value)) visit('reads', load);
  });
}

/** The storage that a statement allocates, of each tensor the largest. */
export function storagesOf(stmt: Stmt): Storage[] {
  const found = new Map<Tensor, Storage>();
  eachStatement(stmt, (s) => {
    if (s.kind !== 'alloc') return;
    const before = found.get(s.storage.tensor);
    if (!before || bytesOf(before) < bytesOf(s.storage)) found.set(s.storage.tensor, s.storage);
  });
  return [...found.values()];
}

export function bytesOf({ tensor, shape, room = shape }: Storage): number {
  return room.reduce((n, extent) => n * extent, elementBytes(tensor.dtype));
}

/** The statement and all inside it, from outside in. */
export function eachStatement(stmt: Stmt, visit: (s: Stmt) => void): void {
  visit(stmt);
  for (const inner of childrenOf(stmt)) eachStatement(inner, visit);
}

export function childrenOf(stmt: Stmt): readonly Stmt[] {
  switch (stmt.kind) {
    case 'block':
      return stmt.body;
    case 'if':
      return [stmt.then, stmt.otherwise];
    case 'for':
    case 'alloc':
      return [stmt.body];
    default:
      return [];
  }
}
