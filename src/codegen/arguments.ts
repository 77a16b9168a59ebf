/** The arguments of a kernel, from its nest. */
import type { Nest } from '../ir/nest.js';
import { elementBytes } from '../ir/tensor.js';
import type { Tensor } from '../ir/tensor.js';
import { elements } from './places.js';
import type { KernelArg } from '../ir/device-kernel.js';

/** Inputs in the operator's order, then the output as its caller has it. */
export function argumentsOf(nest: Nest): KernelArg[] {
  const argument = (t: Tensor, role: KernelArg['role']): KernelArg => {
    const packed = role === 'output' ? nest.unpack?.packed : nest.packs.find((p) => p.original === t)?.packed;
    const packedBytes = packed ? elements(packed.shape) * elementBytes(packed.tensor.dtype) + 64 : 0;
    return { name: t.name, shape: t.shape, dtype: t.dtype, role, packedBytes };
  };
  return [...nest.inputs.map((t) => argument(t, 'input')), argument(nest.unpack?.output ?? nest.output, 'output')];
}
