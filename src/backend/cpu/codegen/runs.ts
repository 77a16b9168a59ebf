import type { Context } from '../../../codegen/context.js';
import { elementType } from '../../../elements/registry.js';
import * as ix from '../../../ir/index.js';
import type { Index } from '../../../ir/index.js';
import { stride } from '../../../ir/index-facts.js';
import type { For, Store } from '../../../ir/nest.js';
import type { Tensor } from '../../../ir/tensor.js';

/** Loops that only copy or clear adjacent elements, as memcpy or memset; nested ones of one run, too. */
export class Runs {
  constructor(private readonly context: Context) {}

  /** The statement; none where there is no element, undefined where the loop is something else. */
  text(loop: For): string[] | undefined {
    const nest = copyIn(loop);
    if (!nest || this.context.vector) return undefined;
    const { loops, store } = nest;
    const elements = this.elementsOf(loops);
    const to = elements && this.start(store.tensor, store.indices, loops);
    if (to === undefined) return undefined;
    const bytes = ix.scale(elements!, elementType(store.tensor.dtype).bytes);
    const { min, max } = ix.range(bytes);
    if (max <= 0) return [];
    // A loop from beyond its end does nothing; a count below zero would be all of memory.
    if (min < 0) return undefined;
    const size = sizeText(this.context.text(bytes));
    const { value } = store;
    if (value.kind === 'constant' && value.value === 0) return [`__builtin_memset(${to}, 0, ${size});`];
    if (value.kind !== 'load' || value.tensor.dtype !== store.tensor.dtype) return undefined;
    const from = this.start(value.tensor, value.indices, loops);
    return from === undefined ? undefined : [`__builtin_memcpy(${to}, ${from}, ${size});`];
  }

  /** How many all go through; of the inner ones the number must be known. */
  private elementsOf([outermost, ...inner]: readonly For[]): Index | undefined {
    const within = inner.map(({ from, to }) => ix.subtract(this.context.resolve(to), this.context.resolve(from)));
    if (!within.every(ix.isConstant)) return undefined;
    const { from, to } = outermost!;
    const count = ix.subtract(this.context.resolve(to), this.context.resolve(from));
    return within.reduce((all, { constant }) => ix.scale(all, constant), count);
  }

  /** Address of the first element if all of them are contiguous in memory. */
  private start(tensor: Tensor, indices: readonly Index[], loops: readonly For[]): string | undefined {
    const place = this.context.place(tensor);
    if (place.kind !== 'memory') return undefined;
    let at = this.context.offset(tensor, indices);
    let run = 1;
    for (const { loop, from, to } of loops.toReversed()) {
      if (stride(at, loop) !== run) return undefined;
      const first = this.context.resolve(from);
      at = ix.substitute(at, (v) => (v === loop ? first : undefined));
      run *= ix.subtract(this.context.resolve(to), first).constant;
    }
    return `${place.pointer} + ${this.context.text(at)}`;
  }
}

/** Loops with nothing between them, the outermost first, and the store inside. */
function copyIn(loop: For): { readonly loops: readonly For[]; readonly store: Store } | undefined {
  const { body } = loop;
  if (body.kind === 'store') return body.update ? undefined : { loops: [loop], store: body };
  if (body.kind !== 'for' || body.annotation !== 'serial' || body.explicit) return undefined;
  const inner = copyIn(body);
  return inner && { loops: [loop, ...inner.loops], store: inner.store };
}

/**
 * A count as `size_t`, which compilers that are asked want to see. 0 is said to be the least: of a size that a branch
 * around it leaves at 0 or below gcc warns, as of a huge one.
 */
function sizeText(count: string): string {
  return /^\d+$/.test(count) ? count : `(unsigned long)max_of(0, ${count})`;
}
