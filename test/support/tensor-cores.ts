import { Schedule } from '../../src/ir/schedule.js';
import type { DType } from '../../src/ir/tensor.js';
import { matmul } from '../../src/operator/matmul.js';
import type { Values } from '../../src/space/space.js';
import { mma } from '../../src/templates/instruction-mma.js';
import { wgmma } from '../../src/templates/instruction-wgmma.js';
import type { Instruction } from '../../src/templates/instruction.js';
import { layoutsOf, operandsOf, viewOf } from '../../src/templates/product-view.js';
import type { ReductionKnobs } from '../../src/templates/reduction-blocks.js';
import { tileProduct } from '../../src/templates/tiled-product.js';

/**
 * A matmul in the tiles of an instruction: in those of its own type, or of another, for which there is no such
 * instruction.
 */
export function tensorCoreSchedule(
  name: 'mma' | 'wgmma',
  shape: Readonly<Record<string, string>>,
  knobs: object,
  tilesOf: DType,
): Schedule {
  const workload = matmul.workload(undefined, shape);
  const s = new Schedule(matmul.computation(workload));
  const [a, b] = operandsOf(s, workload);
  const view = { ...viewOf(workload), dtype: tilesOf };
  const tile = <Knobs extends ReductionKnobs & Values>(instruction: Instruction<Knobs>): void => {
    tileProduct(s, instruction, view, { a, b }, layoutsOf(workload), knobs as Knobs);
  };
  if (name === 'mma') tile(mma);
  else tile(wgmma);
  return s;
}
