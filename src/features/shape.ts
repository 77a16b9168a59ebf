import type { Config } from '../space/config.js';
import type { Featurizer } from './featurizer.js';
import { scaled } from './scale.js';

/**
 * The sizes of the workload, log2(size + 1), the same for every config of a task: by these a model that learns from
 * several tasks can distinguish them. Columns are named after the sizes.
 */
export function shapeFeaturizer(sizes: ReadonlyMap<string, number>): Featurizer {
  const names = Array.from(sizes.keys(), (name) => `shape: ${name}`);
  const row = Float32Array.from(sizes.values(), scaled);
  const write = (_: Config, out: Float32Array, offset: number): void => {
    out.set(row, offset);
  };
  return { names, width: names.length, write };
}
