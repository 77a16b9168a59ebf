/**
 * What reading weights adds to kernels. A trial finds the weights of its kernel in the caches; in a network they come
 * from where all its weights fit, on each call. Winograd's are up to four times those of a direct convolution, so that
 * times of trials alone would favour it where weights are large and images small.
 */
import { generate } from '../../backend/generate.js';
import { measureBandwidth } from '../../backend/cpu/roof.js';
import type { Graph } from '../graph/graph.js';
import { sizeOf } from '../graph/operators/attributes.js';
import { elementType } from '../../elements/registry.js';
import { InstantiationError } from '../../ir/errors.js';
import type { DType } from '../../ir/tensor.js';
import { computationOf } from '../../operator/operator.js';
import { findOperator } from '../../operator/registry.js';
import type { Config } from '../../space/config.js';
import { machine } from '../../target/machine.js';
import { threadsOf, type Target } from '../../target/target.js';
import type { Task } from '../../templates/template.js';
import { kernelKey } from './network-layer.js';

interface Chosen {
  readonly task: Task;
  readonly config: Config;
}

/** Seconds that a kernel needs in the network beyond those of its trials, at most: sums may hide some of them. */
export type ColdWeights = (kernel: Chosen) => number;

/**
 * Nothing, where each core's own cache holds all weights. Of larger ones a memory of their size is read: a virtual
 * machine names a last-level cache of which it has a part. Throws MissingError without a compiler.
 */
export async function measureColdWeights(
  { constants }: Pick<Graph, 'constants'>,
  target: Target,
  measure: typeof measureBandwidth = measureBandwidth,
): Promise<ColdWeights> {
  // What another machine's memory gives is not known here, nor a GPU's.
  if (target.machine !== undefined || target.model !== 'simd') return () => 0;
  const all = [...constants.values()].reduce((sum, { type, shape }) => sum + bytesOf(type, shape), 0);
  if (all <= machine().caches.l2 / 2) return () => 0;
  const bandwidth = await measure(threadsOf(target), all);
  const known = new Map<string, number>();
  return (kernel) => {
    const key = kernelKey(kernel);
    const bytes = known.get(key) ?? weightBytes(kernel);
    known.set(key, bytes);
    return bytes / bandwidth;
  };
}

/** Bytes of the constant inputs of a kernel, packed where it packs them; 0 of a config that cannot be built. */
function weightBytes({ task, config }: Chosen): number {
  const { constants } = computationOf(findOperator(task.workload.operator), task.workload);
  const constant = new Set(constants.map(({ name }) => name));
  try {
    const inputs = generate(task, config).args.filter(({ name }) => constant.has(name));
    return inputs.reduce((sum, { packedBytes, dtype, shape }) => sum + (packedBytes || bytesOf(dtype, shape)), 0);
  } catch (error) {
    if (error instanceof InstantiationError) return 0;
    throw error;
  }
}

function bytesOf(dtype: DType, shape: readonly number[]): number {
  return elementType(dtype).bytes * sizeOf(shape);
}
