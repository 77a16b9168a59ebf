/** Lists of layers that people write: an operator, its shape options as the command line has them, and a weight. */
import { defined } from '../../target/defined.js';
import { z } from 'zod';
import { openYaml } from '../../target/read-yaml.js';
import type { LayerList } from './listed-layers.js';
import { shapeOptionsIn } from '../../operator/shape-list.js';

const entrySchema = z
  .object({
    operator: z.string(),
    workload: z.string().exactOptional(),
    weight: z.number().positive('it must be above 0').default(1),
    name: z.string().min(1, 'it must not be empty').exactOptional(),
  })
  .catchall(z.union([z.string(), z.number(), z.boolean()]));

/**
 * A JSON or YAML file, a list of maps: `operator`, a named `workload` (default: as on the command line) or shape
 * options by their long names, `weight` (default: 1) and `name`. Throws UsageError with line and column of what is
 * wrong.
 */
export function openLayerList(path: string): LayerList {
  const schema = z.array(entrySchema).min(1, 'it has no layer: list one at least');
  const { value, problem, lineOf } = openYaml(path, schema);
  return {
    specs: value.map(({ operator, workload, weight, name, ...options }) => ({
      operator,
      weight,
      ...defined({ workload, name }),
      shape: shapeOptionsIn(options),
    })),
    problem: (place, what) => problem([place], what),
    whereIs: (place) => `line ${lineOf([place])}`,
  };
}
