/**
 * What is in force at one point of the emitted function: names, where tensors live, unrolled loops' values, the vector
 * loop.
 */
import * as ix from '../ir/index.js';
import type { Index, Var } from '../ir/index.js';
import type { Tensor } from '../ir/tensor.js';
import { indexHelperNames, indexText } from './index-text.js';
import { linearOffset, offset } from './places.js';
import type { Place } from './places.js';

/** The vectorized loop around a statement: `lanes` iterations done at once in a vector of `width`. */
export interface VectorLoop {
  readonly v: Var;
  readonly lanes: number;
  readonly width: number;
}

export class Context {
  readonly places = new Map<Tensor, Place>();
  vector: VectorLoop | undefined;
  private readonly values = new Map<Var, Index>();
  private readonly names = new Map<Var | Tensor, string>();
  private readonly taken: Set<string>;

  /** `reserved` are the names that generated text of this language uses itself. */
  constructor(reserved: readonly string[]) {
    this.taken = new Set([...indexHelperNames, ...reserved]);
  }

  /** An identifier for a loop or tensor, unique in the function. */
  name(of: Var | Tensor): string {
    let name = this.names.get(of);
    if (!name) {
      const base = of.name.replace(/\W/g, '_');
      name = base;
      for (let n = 2; this.taken.has(name); n++) name = `${base}${n}`;
      this.taken.add(name);
      this.names.set(of, name);
    }
    return name;
  }

  /** Lets a variable go by a name that others go by, too. */
  alias(v: Var, name: string): void {
    this.names.set(v, name);
  }

  /** Runs `body` with a variable fixed to a value. */
  withValue<T>(v: Var, value: number, body: () => T): T {
    this.values.set(v, ix.constant(value));
    const result = body();
    this.values.delete(v);
    return result;
  }

  withVector<T>(vector: VectorLoop, body: () => T): T {
    this.vector = vector;
    const result = body();
    this.vector = undefined;
    return result;
  }

  valueOf(v: Var): Index | undefined {
    return this.values.get(v);
  }

  /** The expression with the fixed variables put in. */
  resolve(index: Index): Index {
    return this.values.size === 0 ? index : ix.substitute(index, (v) => this.values.get(v));
  }

  text(index: Index): string {
    return indexText(index, (v) => this.name(v));
  }

  place(tensor: Tensor): Place {
    const place = this.places.get(tensor);
    if (!place) throw new Error(`${tensor.name} is used where it is not stored`);
    return place;
  }

  /** Offset of an element, in elements, within its place, resolved. */
  offset(tensor: Tensor, indices: readonly Index[]): Index {
    return this.resolve(offset(this.place(tensor), indices));
  }

  /** The same as if nothing was swizzled. */
  linearOffset(tensor: Tensor, indices: readonly Index[]): Index {
    return this.resolve(linearOffset(this.place(tensor), indices));
  }
}
