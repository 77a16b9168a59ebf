/** Features of a CPU as a condition in C, so that a library never calls what the machine cannot run. */
import { cpuFeatures } from '../isa/registry.js';

export interface CpuCondition {
  /** An expression in C; `1` of what every CPU of the architecture is. */
  readonly text: string;
  /** How many features it asks for. */
  readonly size: number;
  /** What the expression needs to be included. */
  readonly headers: readonly string[];
}

/** `requires`: what a kernel needs, as /proc/cpuinfo names it. Throws Error for a name that no instruction set has. */
export function cpuCondition(requires: readonly string[]): CpuCondition {
  const features = cpuFeatures();
  const unknown = requires.find((name) => !features.some((feature) => feature.name === name));
  if (unknown !== undefined) throw new Error(`no instruction set has the feature ${unknown}`);
  const tested = features.filter(({ name, test }) => test !== undefined && requires.includes(name));
  return {
    text: tested.length > 0 ? tested.map(({ test }) => test!).join(' && ') : '1',
    size: tested.length,
    headers: [...new Set(tested.flatMap(({ header }) => header ?? []))],
  };
}
