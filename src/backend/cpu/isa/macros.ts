import { cpuFeatures } from './registry.js';

/** Sets that no table knows, of which a compiler makes use as soon as it has them. */
const unknown = /^__(AVX\w*?)__$/;

/** The instruction set that a macro stands for, `AVX512F`; undefined of macros that mean none. */
export function instructionsOf(macro: string): string | undefined {
  const isKnown = unknown.test(macro) || cpuFeatures().some((feature) => feature.macro === macro);
  return isKnown ? macro.replace(/^__|__$/g, '') : undefined;
}
