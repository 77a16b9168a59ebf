/** Lists of shapes that people write: an operator, and its shape options as the command line has them. */
import { z } from 'zod';
import { findOperator } from '../operator/registry.js';
import type { Workload } from '../operator/operator.js';
import { TuneError } from '../target/errors.js';
import { openYaml } from './read-yaml.js';

const entrySchema = z
  .object({ operator: z.string(), workload: z.string().exactOptional() })
  .catchall(z.union([z.string(), z.number(), z.boolean()]));

/**
 * Workloads of a file, a list of maps: `operator`, a named `workload` (default: as on the command line), and shape
 * options by their long names, with or without hyphens in the place of capitals (`in-channels`, `inChannels`). Throws
 * UsageError with the place of what is wrong.
 */
export function readShapes(path: string): readonly Workload[] {
  const { value, problem } = openYaml(path, z.array(entrySchema).min(1));
  return value.map(({ operator, workload, ...options }, place) => {
    try {
      const given = Object.entries(options).map(([key, option]) => [keyOf(key), String(option)]);
      return findOperator(operator).workload(workload, Object.fromEntries(given) as Record<string, string>);
    } catch (error) {
      if (error instanceof TuneError) throw problem([place], error.message);
      throw error;
    }
  });
}

/** `inChannels` of `in-channels`. */
function keyOf(option: string): string {
  return option.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
