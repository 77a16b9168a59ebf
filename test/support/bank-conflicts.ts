/** How the threads of a warp meet in the banks of shared memory, from the index expressions of a loop nest. */
import { evaluate } from '../../src/ir/index-facts.js';
import type { Index, Var } from '../../src/ir/index.js';
import { isThreadAxis } from '../../src/ir/loop.js';
import type { ThreadAxis } from '../../src/ir/loop.js';
import type { Stmt, Storage, Store } from '../../src/ir/nest.js';
import { elementBytes } from '../../src/ir/tensor.js';
import type { Tensor } from '../../src/ir/tensor.js';
import { loadsOf } from '../../src/ir/value.js';
import { rowMajor } from '../../src/codegen/places.js';
import { eachStatement } from '../../src/codegen/accesses.js';

const [warp, banks, bankBytes] = [32, 32, 4];

/** Passes that the worst warp takes for one access, 1 where no two of its threads want different words of one bank. */
export interface Passes {
  /** Name of the tensor in shared memory. */
  readonly tensor: string;
  readonly kind: 'read' | 'write';
  readonly passes: number;
}

/** What encloses a statement. */
interface Around {
  readonly threads: ReadonlyMap<Var, ThreadAxis>;
  readonly when: readonly Index[];
  /** The loop of a vector, and its lanes. */
  readonly vector: { readonly v: Var; readonly lanes: number } | undefined;
  readonly storages: ReadonlyMap<Tensor, Storage>;
}

type Thread = Readonly<Record<ThreadAxis, number>>;

/** Of each tensor in shared memory the worst read and the worst write, in the first iteration of every serial loop. */
export function bankPasses(nest: Stmt): Passes[] {
  const worst = new Map<string, Passes>();
  const threads = threadsOf(nest);
  visit(nest, { threads: new Map(), when: [], vector: undefined, storages: new Map() }, (stmt, around) => {
    const accesses = [['write', stmt] as const, ...loadsOf(stmt.value).map((load) => ['read', load] as const)];
    for (const [kind, { tensor, indices }] of accesses) {
      const storage = around.storages.get(tensor);
      if (storage?.scope !== 'shared') continue;
      const passes = passesOf(storage, indices, threads, around);
      const key = `${kind} ${tensor.name}`;
      if (passes > (worst.get(key)?.passes ?? 0)) worst.set(key, { tensor: tensor.name, kind, passes });
    }
  });
  return [...worst.values()];
}

/** All threads of a block in the order of their numbers. */
function threadsOf(nest: Stmt): Thread[] {
  const extents: Record<ThreadAxis, number> = { threadX: 1, threadY: 1, threadZ: 1 };
  eachStatement(nest, (s) => {
    if (s.kind === 'for' && isThreadAxis(s.annotation))
      extents[s.annotation] = Math.max(extents[s.annotation], s.loop.extent);
  });
  const { threadX: x, threadY: y } = extents;
  return Array.from({ length: x * y * extents.threadZ }, (_, i) => ({
    ...{ threadX: i % x, threadY: Math.floor(i / x) % y, threadZ: Math.floor(i / x / y) },
  }));
}

function visit(stmt: Stmt, around: Around, each: (store: Store, around: Around) => void): void {
  switch (stmt.kind) {
    case 'block':
      for (const s of stmt.body) visit(s, around, each);
      break;
    case 'if':
      visit(stmt.then, { ...around, when: [...around.when, stmt.when] }, each);
      break;
    case 'alloc':
      visit(stmt.body, { ...around, storages: new Map(around.storages).set(stmt.storage.tensor, stmt.storage) }, each);
      break;
    case 'for': {
      const { annotation, loop: v, lanes } = stmt;
      const threads = isThreadAxis(annotation) ? new Map(around.threads).set(v, annotation) : around.threads;
      const vector = annotation === 'vectorize' ? { v, lanes } : around.vector;
      visit(stmt.body, { ...around, threads, vector }, each);
      break;
    }
    case 'store':
      each(stmt, around);
  }
}

/** A vector is one access where all threads find it aligned; of wider words fewer threads are served at a time. */
function passesOf(storage: Storage, indices: readonly Index[], threads: readonly Thread[], around: Around): number {
  const strides = rowMajor(storage.room ?? storage.shape);
  const bytes = elementBytes(storage.tensor.dtype);
  const at = (thread: Thread, lane: number, index: Index): number =>
    evaluate(index, (v) => {
      const axis = around.threads.get(v);
      return axis ? thread[axis] : v === around.vector?.v ? lane : 0;
    });
  const offset = (thread: Thread, lane: number): number =>
    indices.reduce((sum, index, d) => sum + strides.at(d)! * at(thread, lane, index), 0);
  const active = (thread: Thread): boolean => around.when.every((condition) => at(thread, 0, condition) >= 0);
  const lanes = around.vector?.lanes ?? 1;
  const isVector = threads
    .filter(active)
    .every((t) => offset(t, 0) % lanes === 0 && offset(t, lanes - 1) === offset(t, 0) + lanes - 1);
  const wide = isVector ? lanes : 1;
  const together = Math.min(warp, (warp * bankBytes) / (wide * bytes));
  let most = 0;
  for (let first = 0; first < threads.length; first += together) {
    const words = new Set<number>();
    for (const thread of threads.slice(first, Math.min(first + together, threads.length)).filter(active))
      for (let lane = 0; lane < wide; lane++) words.add(Math.floor(((offset(thread, 0) + lane) * bytes) / bankBytes));
    const perBank = Array.from(
      { length: banks },
      (_, bank) => [...words].filter((word) => word % banks === bank).length,
    );
    most = Math.max(most, ...perBank);
  }
  return most;
}
