/**
 * What reading weights from memory adds to kernels. A trial finds the weights of its kernel in the caches; in a network
 * whose weights no cache holds, they come from memory on each call. Winograd's are up to four times those of a direct
 * convolution, so that times of trials alone would favour it where weights are large and images small.
 */
import { generate } from '../../backend/generate.js';
import { measureBandwidth } from '../../backend/cpu/roof.js';
import type { Graph } from '../graph/graph.js';
import { sizeOf } from '../graph/operators/attributes.js';
import { InstantiationError } from '../../ir/errors.js';
import { computationOf } from '../../operator/operator.js';
import { findOperator } from '../../operator/registry.js';
import type { Config } from '../../space/config.js';
import { machine } from '../../target/machine.js';
import { threadsOf, type Target } from '../../target/target.js';
import type { Task } from '../../templates/template.js';
import { kernelKey } from './network-layer.js';

const FLOAT_BYTES = 4;

interface Chosen {
  readonly task: Task;
  readonly config: Config;
}

/** Seconds that a kernel needs in the network beyond those of its trials. */
export type ColdWeights = (kernel: Chosen) => number;

/** Nothing, where the caches hold all weights; throws MissingError without a compiler, where they do not. */
export async function measureColdWeights(
  { constants }: Pick<Graph, 'constants'>,
  target: Target,
  measure: typeof measureBandwidth = measureBandwidth,
): Promise<ColdWeights> {
  // What another machine's memory gives is not known here.
  if (target.machine !== undefined) return () => 0;
  const { caches, cores } = machine();
  const floats = [...constants.values()].reduce((sum, { shape }) => sum + sizeOf(shape), 0);
  if (FLOAT_BYTES * floats <= (cores * caches.l3) / 2) return () => 0;
  const bandwidth = await measure(threadsOf(target));
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
    return inputs.reduce((sum, { packedBytes, shape }) => sum + (packedBytes || FLOAT_BYTES * sizeOf(shape)), 0);
  } catch (error) {
    if (error instanceof InstantiationError) return 0;
    throw error;
  }
}
