import type { ExplorerDeclaration } from './declaration.js';
import * as strategies from './strategies/all.js';

/** Those that come with tune, by the name that `--explorer` takes. */
export const explorers: Readonly<Record<string, ExplorerDeclaration>> = Object.fromEntries(
  Object.values(strategies).map((strategy) => [strategy.name, strategy]),
);
