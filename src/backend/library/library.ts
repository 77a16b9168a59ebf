/** A library of kernels: what a backend makes of configs for those who link them into programs of their own. */
import type { Config } from '../../space/config.js';
import type { Target } from '../../target/target.js';
import type { Task } from '../../templates/template.js';

/** A kernel that is wanted. */
export interface LibraryItem<T extends Target = Target> {
  readonly task: Task<T>;
  readonly config: Config;
  /** Seconds a call where it was tuned; undefined of one that never was. */
  readonly seconds: number | undefined;
  /** Where its config comes from, in a few words of our own. */
  readonly origin: string;
}

export interface Library {
  /** Contents by the path in the library's folder. */
  readonly files: ReadonlyMap<string, string | Uint8Array>;
  readonly kernels: readonly LibraryKernel[];
  /** What it could not take, and why. */
  readonly refused: readonly { readonly item: LibraryItem; readonly reason: string }[];
}

interface LibraryKernel {
  readonly item: LibraryItem;
  /** Of its function. */
  readonly name: string;
  /** Of its source, in the library's folder. */
  readonly file: string;
}
