/** A library of kernels: what a backend makes of configs for those who link them into programs of their own. */
import type { Config } from '../../space/config.js';
import type { Target } from '../../target/target.js';
import type { Task } from '../../templates/template.js';
import type { Tuned } from './tuned.js';

/** A kernel that is wanted. */
export interface LibraryItem<T extends Target = Target> {
  readonly task: Task<T>;
  readonly config: Config;
  /** Undefined of one that was never measured. */
  readonly tuned: Tuned | undefined;
  /** Where its config comes from, in a few words of our own. */
  readonly origin: string;
}

export interface Library {
  /** Contents by the path in the library's folder. */
  readonly files: ReadonlyMap<string, string | Uint8Array>;
  readonly kernels: readonly LibraryKernel[];
  /** How a program is built with it. */
  readonly link: LinkLine;
  /** What it could not take, and why. */
  readonly refused: readonly { readonly item: LibraryItem; readonly reason: string }[];
}

/** Paths are in the library's folder. */
export interface LinkLine {
  /** Of the headers. */
  readonly include: string;
  /** What make builds. */
  readonly archive: string;
  /** What the archive needs besides. */
  readonly flags: readonly string[];
}

interface LibraryKernel {
  readonly item: LibraryItem;
  /** Of its function. */
  readonly name: string;
  /** Of its source, in the library's folder. */
  readonly file: string;
}
