/**
 * What memory adds to the seconds that kernels are known by. A trial finds the weights of its kernel in the caches; in
 * a network they come from where all its weights fit, on each call. Winograd's are up to four times those of a direct
 * convolution, so that times of trials alone would favour it where weights are large and images small. Finals show it:
 * they time calls on cold weights, too, which one kernel reads ahead of their use, and another waits for. An estimate
 * is bounded by memory: otherwise layouts whose conversions were never measured would look free.
 */
import { generate } from '../../backend/generate.js';
import { measureBandwidth } from '../../backend/cpu/roof.js';
import type { Graph } from '../graph/graph.js';
import { sizeOf } from '../graph/operators/attributes.js';
import { elementType } from '../../elements/registry.js';
import { InstantiationError } from '../../ir/errors.js';
import type { Tensor } from '../../ir/tensor.js';
import { computationOf } from '../../operator/operator.js';
import { findOperator } from '../../operator/registry.js';
import { machine } from '../../target/machine.js';
import { threadsOf, type Target } from '../../target/target.js';
import { kernelKey, type NetworkKernel } from './network-layer.js';

/**
 * Seconds that a kernel needs in the network beyond those it is known by, at most: sums may hide some of them. Less
 * than none where its other calls met a slow core.
 */
export type MemoryCosts = (kernel: Pick<NetworkKernel, 'task' | 'config' | 'seconds' | 'best'>) => number;

/** Caches of the cores: images of so many times their bytes are read from further away, from where a network's are. */
const BEYOND = 4;

/** What is read so many times as fast does not come from further away. */
const AS_NEAR = 1.25;

/**
 * Weights cost nothing where each core's own cache holds them all. Of larger ones a memory of their size is read: a
 * virtual machine names a last-level cache of which it has a part. Throws MissingError without a compiler.
 */
export async function measureMemoryCosts(
  { constants }: Pick<Graph, 'constants'>,
  target: Target,
  measure: (threads: number, bytes: number) => Promise<number> = measureBandwidth,
): Promise<MemoryCosts> {
  // What another machine's memory gives is not known here, nor a GPU's.
  if (target.machine !== undefined || target.model !== 'simd') return () => 0;
  const threads = threadsOf(target);
  const { l2 } = machine().caches;
  const all = [...constants.values()].reduce((sum, constant) => sum + bytesOf(constant.type, constant.shape), 0);
  const weightsFrom = all <= l2 / 2 ? Infinity : await measure(threads, all);
  const imagesFrom = await measure(threads, BEYOND * threads * l2);
  // Finals leave weights in the next cache, and not where those of a model are that no cache holds.
  const isAsNear = imagesFrom <= AS_NEAR * weightsFrom;
  const known = new Map<string, Traffic>();
  return (kernel) => {
    const key = kernelKey(kernel);
    const traffic = known.get(key) ?? trafficOf(kernel);
    known.set(key, traffic);
    const cold = traffic.weights / weightsFrom;
    const timed = kernel.best?.cold;
    if (timed !== undefined && cold > 0 && isAsNear) return timed - kernel.seconds;
    if (kernel.best !== undefined || traffic.all <= threads * l2) return cold;
    return Math.max(cold, traffic.all / imagesFrom - kernel.seconds);
  };
}

/** Bytes of a kernel. */
interface Traffic {
  /** Of constant inputs, packed where it packs them. */
  readonly weights: number;
  /** Of all inputs, and twice those of the output: a line is read before it is written. */
  readonly all: number;
}

/** Without weights of a config that cannot be built. */
function trafficOf({ task, config }: Pick<NetworkKernel, 'task' | 'config'>): Traffic {
  const { constants, inputs, output } = computationOf(findOperator(task.workload.operator), task.workload);
  const all = [...inputs, output, output].reduce((sum, tensor) => sum + tensorBytes(tensor), 0);
  const constant = new Set(constants.map(({ name }) => name));
  try {
    const packed = generate(task, config).args.filter(({ name }) => constant.has(name));
    return { weights: packed.reduce((sum, arg) => sum + (arg.packedBytes || tensorBytes(arg)), 0), all };
  } catch (error) {
    if (error instanceof InstantiationError) return { weights: 0, all };
    throw error;
  }
}

function tensorBytes({ dtype, shape }: Pick<Tensor, 'dtype' | 'shape'>): number {
  return bytesOf(dtype, shape);
}

function bytesOf(dtype: Tensor['dtype'], shape: readonly number[]): number {
  return elementType(dtype).bytes * sizeOf(shape);
}
