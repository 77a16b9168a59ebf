import type { CpuFeature, InstructionSet } from './instruction-set.js';
import { otherFeatures } from './other-features.js';
import * as all from './sets/all.js';

/** Where several have an operation, the last one gives its text: that of the widest vectors. */
const sets: InstructionSet[] = Object.values(all).sort((a, b) => widest(a) - widest(b) || (a.name < b.name ? -1 : 1));

function widest({ operations }: InstructionSet): number {
  return Math.max(0, ...operations.flatMap(({ bytes }) => bytes));
}

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
