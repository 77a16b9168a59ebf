/** Kernels that read weights as other shapes of a library store them, where nobody measured any. */
import type { Config } from '../../space/config.js';
import type { Space } from '../../space/space.js';
import { counterpart } from '../../transfer/suggestions.js';
import type { ChosenKernel } from '../program/calls.js';
import type { NetworkKernel } from './network-layer.js';

/** A preference for kernels that read weights in forms which are stored anyway. */
export interface Sharing {
  /** Bytes of weights that a kernel reads in forms of its own. */
  readonly newBytes: (kernel: ChosenKernel) => number;
  /** Seconds that such a byte is worth. */
  readonly price: number;
  /** Kernels that read the same weights for other shapes. */
  readonly alike: readonly ChosenKernel[];
}

/**
 * Of each kernel that was not measured, one of the same template that shares: with as few knobs as possible of what
 * another shape has. It is expected to take as long, since of neither a time is known.
 */
export function adoptKernels(
  kernels: readonly NetworkKernel[],
  { newBytes, alike }: Sharing,
  isUsable: (kernel: ChosenKernel) => boolean,
): readonly NetworkKernel[] {
  return kernels.flatMap((kernel): NetworkKernel[] => {
    const { task, config } = kernel;
    if (kernel.best !== undefined || newBytes(kernel) === 0) return [];
    const others = alike.filter((other) => other.task.template === task.template);
    for (const other of others)
      for (const adopted of between(task.space, config, other.config)) {
        const candidate = { ...kernel, config: adopted };
        if (isUsable(candidate) && newBytes(candidate) === 0) return [candidate];
      }
    return [];
  });
}

/** The config with one knob of the other's, each in turn, and then with all of them. */
function between(space: Space, { values }: Config, other: Config): readonly Config[] {
  const differing = Object.keys(values).filter((knob) => other.values[knob] !== values[knob]);
  const all = [...differing.map((knob) => ({ ...values, [knob]: other.values[knob]! })), other.values];
  return all.flatMap((one) => counterpart(space, one) ?? []);
}
