/** The levels of x86-64 (System V ABI), which gcc and LLVM both know as names of CPUs. */

/** What each adds, as far as compilers define macros for it; the best comes first. */
const levels: readonly (readonly [name: string, macros: readonly string[]])[] = [
  ['x86-64-v4', ['__AVX512F__', '__AVX512BW__', '__AVX512CD__', '__AVX512DQ__', '__AVX512VL__', '__AVX2__', '__FMA__']],
  ['x86-64-v3', ['__AVX2__', '__FMA__', '__F16C__', '__BMI__', '__BMI2__', '__LZCNT__', '__MOVBE__']],
  ['x86-64-v2', ['__SSE4_2__', '__SSSE3__', '__POPCNT__']],
];

/** Their names, the best first. */
export const levelNames: readonly string[] = levels.map(([name]) => name);

/** The highest level among macros. */
export function levelOf(macros: ReadonlySet<string>): string {
  return levels.find(([, needed]) => needed.every((macro) => macros.has(macro)))?.[0] ?? 'x86-64';
}
