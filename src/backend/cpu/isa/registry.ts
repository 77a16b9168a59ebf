import type { CpuFeature, InstructionSet } from './instruction-set.js';
import { otherFeatures } from './other-features.js';
import { avx } from './sets/avx.js';
import { avx2 } from './sets/avx2.js';
import { avx512bf16 } from './sets/avx512bf16.js';
import { avx512bw } from './sets/avx512bw.js';
import { avx512f } from './sets/avx512f.js';
import { avx512vl } from './sets/avx512vl.js';
import { avx512vnni } from './sets/avx512vnni.js';
import { avxvnni } from './sets/avxvnni.js';
import { bf16 } from './sets/bf16.js';
import { dotprod } from './sets/dotprod.js';
import { f16c } from './sets/f16c.js';
import { fma } from './sets/fma.js';
import { i8mm } from './sets/i8mm.js';
import { neon } from './sets/neon.js';
import { sse2 } from './sets/sse2.js';

/** Where several have an operation, the last one gives its text. */
const sets: InstructionSet[] = [
  sse2,
  avx,
  fma,
  f16c,
  avx2,
  avxvnni,
  avx512f,
  avx512vl,
  avx512bw,
  avx512vnni,
  avx512bf16,
  neon,
  dotprod,
  i8mm,
  bf16,
];

/** All of them, with those that were registered since. */
export function instructionSets(): readonly InstructionSet[] {
  return sets;
}

/**
 * Adds one from outside of this list; what it returns takes it away. Throws where the name is taken.
 *
 * @internal For sets from outside, as fixtures of the tests are.
 */
export function registerInstructionSet(set: InstructionSet): () => void {
  if (sets.some(({ name }) => name === set.name)) throw new Error(`an instruction set ${set.name} is there already`);
  sets.push(set);
  return () => {
    sets.splice(sets.indexOf(set), 1);
  };
}

/** Every feature that is known, by the macro of compilers in the order of its name. */
export function cpuFeatures(): readonly CpuFeature[] {
  const all = [...sets.flatMap(({ features }) => features), ...otherFeatures];
  return [...new Map(all.map((feature) => [feature.name, feature])).values()].toSorted((a, b) =>
    a.macro < b.macro ? -1 : 1,
  );
}
