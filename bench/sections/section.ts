import type { Context } from '../context.js';
import type { Figure } from '../figures.js';

/** A part of the report. One file in `bench/sections/` and one line in `registry.ts`. */
export interface Section {
  readonly name: string;
  readonly summary: string;
  /** Runs only when it is asked for by name: it takes longer than all others. */
  readonly onRequest?: true;
  run(context: Context): Promise<readonly Figure[]>;
}
