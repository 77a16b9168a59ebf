/**
 * What the statements of a function look like in any of the generated languages: branches, unrolled loops, storage in
 * scope.
 */
import { InstantiationError } from '../ir/errors.js';
import * as ix from '../ir/index.js';
import type { Alloc, For, If, Prefetch, Stmt, Store, Wait } from '../ir/nest.js';
import type { Tensor } from '../ir/tensor.js';
import type { Context } from './context.js';
import type { Place } from './places.js';

/** Iterations in the text of a function: compilers would take minutes for more, and memory for gigabytes of text. */
const MOST_UNROLLED = 2 ** 16;

export abstract class FunctionText {
  private unrolledIterations = 0;

  constructor(protected readonly context: Context) {}

  statement(stmt: Stmt): string[] {
    switch (stmt.kind) {
      case 'block':
        return stmt.body.flatMap((s) => this.statement(s));
      case 'if':
        return this.branch(stmt);
      case 'for':
        return stmt.explicit ? this.unrolled(stmt) : this.loop(stmt);
      case 'alloc':
        return this.alloc(stmt);
      case 'store':
        return this.store(stmt);
      case 'prefetch':
        return this.prefetch(stmt);
      case 'commit':
        return this.commit();
      case 'wait':
        return this.wait(stmt);
    }
  }

  protected abstract loop(loop: For): string[];
  protected abstract alloc(alloc: Alloc): string[];
  protected abstract store(store: Store): string[];
  protected abstract prefetch(prefetch: Prefetch): string[];

  protected commit(): string[] {
    throw new Error('this language has no copies that go on meanwhile');
  }

  protected wait({ full }: Wait): string[] {
    throw new Error(`this language does not wait for copies, of ${full.map(({ tensor }) => tensor.name).join()}`);
  }

  /** A statement between braces of its own. */
  protected inBlock(stmt: Stmt): string[] {
    return this.statement(stmt);
  }

  protected branch({ when, then, otherwise }: If): string[] {
    const condition = this.context.resolve(when);
    const { min, max } = ix.range(condition);
    if (min >= 0) return this.statement(then);
    if (max < 0) return this.statement(otherwise);
    const [a, b] = [this.inBlock(then), this.inBlock(otherwise)];
    const text = this.context.text(condition);
    if (a.length === 0) return b.length === 0 ? [] : [`if (${text} < 0) {`, ...indent(b), '}'];
    return [`if (${text} >= 0) {`, ...indent(a), ...(b.length > 0 ? ['} else {', ...indent(b)] : []), '}'];
  }

  /** A serial loop over integers of a type, after a pragma if there is one. */
  protected counted(loop: For, type: string, pragma?: string): string[] {
    const [from, to] = [this.context.resolve(loop.from), this.context.resolve(loop.to)];
    const body = this.inBlock(loop.body);
    if (body.length === 0) return [];
    const name = this.context.name(loop.loop);
    const head = `for (${type} ${name} = ${this.context.text(from)}; ${name} < ${this.context.text(to)}; ${name}++) {`;
    return [...(pragma ? [pragma] : []), head, ...indent(body), '}'];
  }

  /** Every iteration in the text. */
  protected unrolled(loop: For): string[] {
    const { from, to } = this.constantBounds(loop, 'unrolled');
    const lines: string[] = [];
    for (let i = from; i < to; i++) {
      if (++this.unrolledIterations > MOST_UNROLLED)
        throw new InstantiationError(
          `the unrolled loops have more than ${MOST_UNROLLED} iterations at ${loop.loop.name}: unroll less`,
        );
      for (const line of this.context.withValue(loop.loop, i, () => this.statement(loop.body))) lines.push(line);
    }
    return lines;
  }

  protected constantBounds(loop: For, what: string): { from: number; to: number } {
    const [from, to] = [this.context.resolve(loop.from), this.context.resolve(loop.to)];
    if (!ix.isConstant(from) || !ix.isConstant(to))
      throw new InstantiationError(
        `${loop.loop.name} is ${what} but its bound is known only at run time: split it by a constant`,
      );
    return { from: from.constant, to: to.constant };
  }

  protected placed(tensor: Tensor, place: Place, body: Stmt): string[] {
    this.context.places.set(tensor, place);
    const lines = this.inBlock(body);
    this.context.places.delete(tensor);
    return lines;
  }
}

export function indent(lines: readonly string[]): string[] {
  return lines.map((l) => (l.startsWith('#') ? l : `  ${l}`));
}
