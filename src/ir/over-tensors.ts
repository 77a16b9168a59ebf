/** The same computation over other tensors. */
import type { Computation, Compute, Tensor, Value } from './tensor.js';
import { transform } from './value.js';

/**
 * Replaces every tensor once, producers first. `remake` returns what stands for a tensor; it passes the values of its
 * definition through `onto`, which replaces the tensors that they load.
 */
export function overTensors(
  { inputs, output, constants, free }: Computation,
  remake: (tensor: Tensor, onto: (value: Value) => Value) => Tensor,
): Computation {
  const known = new Map<Tensor, Tensor>();
  const onto = (value: Value): Value =>
    transform(value, (node) => (node.kind === 'load' ? { ...node, tensor: remade(node.tensor) } : node));
  const remade = (tensor: Tensor): Tensor => {
    const found = known.get(tensor) ?? remake(tensor, onto);
    known.set(tensor, found);
    return found;
  };
  return {
    inputs: inputs.map(remade),
    output: remade(output),
    constants: constants.map(remade),
    ...(free && { free: free.map(remade) }),
  };
}

/** A definition with each of its values rewritten. */
export function withValues({ axes, reduction, value }: Compute, rewrite: (value: Value) => Value): Compute {
  return { axes, reduction: reduction && { ...reduction, source: rewrite(reduction.source) }, value: rewrite(value) };
}
