import { Schedule } from '../../src/ir/schedule.js';
import type { DType } from '../../src/ir/tensor.js';
import { matmul } from '../../src/operator/matmul.js';
import { mmaKernels } from '../../src/templates/mma-tile.js';
import type { MmaKnobs } from '../../src/templates/mma-tile.js';
import { liesOf, operandsOf, viewOf } from '../../src/templates/product-view.js';
import { wgmmaKernels } from '../../src/templates/wgmma-tile.js';
import type { WgmmaKnobs } from '../../src/templates/wgmma-tile.js';

/** A matmul in the tiles of a template for tensor cores: in those of its own type, or of another, for which it has no instructions. */
export function tensorCoreSchedule(
  template: 'mma' | 'wgmma',
  shape: Readonly<Record<string, string>>,
  knobs: object,
  tilesOf: DType,
): Schedule {
  const workload = matmul.workload(undefined, shape);
  const s = new Schedule(matmul.computation(workload));
  const [a, b] = operandsOf(s, workload);
  const view = { ...viewOf(workload), dtype: tilesOf };
  if (template === 'mma') mmaKernels(s, view, { a, b }, knobs as MmaKnobs);
  else wgmmaKernels(s, view, { a, b }, liesOf(workload), knobs as WgmmaKnobs);
  return s;
}
