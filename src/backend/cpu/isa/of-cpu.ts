/** Instruction sets of a CPU, from its name and from the macros that its compiler defines for it. */
import { CpuVectors } from './cpu-vectors.js';
import type { InstructionSet } from './instruction-set.js';
import { cpuFeatures, instructionSets } from './registry.js';

/** The name of a CPU, behind which instruction sets may be added: `x86-64-v4+avx512vnni`. */
export interface CpuName {
  /** Without those. */
  readonly name: string;
  readonly added: readonly InstructionSet[];
}

/** What is not the name of a set here is left to the compiler. */
export function readCpuName(cpu: string, arch: NodeJS.Architecture): CpuName {
  const [first = '', ...words] = cpu.split('+');
  const sets = setsOf(arch);
  const found = words.map((word) => ({ word, set: sets.find(({ name }) => name === word) }));
  return {
    name: [first, ...found.flatMap(({ word, set }) => (set ? [] : [word]))].join('+'),
    added: found.flatMap(({ set }) => set ?? []),
  };
}

/**
 * The vectors of a CPU: as wide as the widest of its sets, or as those of the last one that its name adds and that has
 * any. `macros`: names of those that its compiler predefines for it.
 */
export function vectorsOf(cpu: string, arch: NodeJS.Architecture, macros: ReadonlySet<string>): CpuVectors {
  const { added } = readCpuName(cpu, arch);
  const isThere = ({ features }: InstructionSet): boolean => features.every(({ macro }) => macros.has(macro));
  const sets = setsOf(arch).filter((set) => added.includes(set) || isThere(set));
  const features = cpuFeatures().filter(({ macro }) => macros.has(macro));
  return new CpuVectors(sets, added.findLast(({ vectors }) => vectors)?.vectors, features);
}

/** Those of an architecture. */
export function setsOf(arch: NodeJS.Architecture): readonly InstructionSet[] {
  return instructionSets().filter((set) => set.arch === undefined || set.arch === arch);
}
