/** Lists of shapes that people write: an operator, and its shape options as the command line has them. */
import { z } from 'zod';
import { findOperator } from './registry.js';
import type { Workload } from './operator.js';
import { TuneError } from '../target/errors.js';
import { openYaml } from '../target/read-yaml.js';

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
      return findOperator(operator).workload(workload, shapeOptionsIn(options));
    } catch (error) {
      if (error instanceof TuneError) throw problem([place], error.message);
      throw error;
    }
  });
}

/**
 * Shape options as operators read them, of what stands beside an operator in a list: their long names, with or without
 * hyphens in the place of capitals.
 */
export function shapeOptionsIn(options: Readonly<Record<string, string | number | boolean>>): Record<string, string> {
  return Object.fromEntries(Object.entries(options).map(([key, option]) => [keyOf(key), String(option)]));
}

/** `inChannels` of `in-channels`. */
function keyOf(option: string): string {
  return option.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
