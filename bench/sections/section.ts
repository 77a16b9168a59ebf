import type { Context } from '../context.js';
import type { Figure } from '../figures.js';

/** A part of the report. One file in `bench/sections/` and one line in `registry.ts`. */
export interface Section {
  readonly name: string;
  readonly summary: string;
  run(context: Context): Promise<readonly Figure[]>;
}
