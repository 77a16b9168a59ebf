import { generateCuda } from '../../src/backend/cuda/codegen/cuda.js';
import type { DeviceKernel } from '../../src/ir/device-kernel.js';
import { lower } from '../../src/ir/lower.js';
import { findOperator } from '../../src/operator/registry.js';
import { findTemplate } from '../../src/templates/registry.js';
import { sm80 } from './targets.js';

/** A kernel of matmul.simt whose tiles in shared memory are swizzled instead of padded. */
export function swizzledKernel(shape: Readonly<Record<string, string>>, buffers: number): DeviceKernel {
  const template = findTemplate('matmul.simt');
  const workload = findOperator('matmul').workload(undefined, shape);
  const config = template.define(workload, sm80).config({
    ...{ threads_m: 8, threads_n: 8, tile_m: 4, tile_n: 4, vthread_m: 1, vthread_n: 1, block_k: 8, vector_a: 1 },
    ...{ vector_b: 4, pad: 0, unroll_k: 4, order: 'mn', buffers, split_k: 1 },
  });
  const schedule = template.schedule(workload, sm80, config);
  for (const stage of schedule.stages) if (stage.scope === 'shared') stage.swizzle(128);
  return generateCuda(lower(schedule));
}
