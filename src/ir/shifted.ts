/** Sums of products of which one factor is shifted: Σ a·b = Σ (a + by)·b − Σ by·b. */
import type { Var } from './index.js';
import { uses } from './index-facts.js';
import type { Stage } from './stage.js';
import type { LoadValue, Reduction, Tensor, Value } from './tensor.js';
import { binary, constantValue, typeOfSum } from './value.js';

interface Shifted {
  /** What the shift comes to, over those axes of the result that it depends on. */
  readonly own: { readonly axes: readonly Var[]; readonly reduction: Reduction };
  /** A tensor for that. */
  readonly tensor: Tensor;
  /** The terms with the shift in them. */
  readonly rest: Value;
}

/** The parts of a stage's sum, of which `tensor` is a factor. Throws Error for any other stage. */
export function shifted({ tensor: { name }, compute }: Stage, tensor: Tensor, by: number): Shifted {
  const { axes, reduction } = compute;
  const [a, b] = reduction ? factors(reduction.source, tensor) : [];
  if (!reduction || !a || !b)
    throw new Error(`shift: ${name} is not a sum of products with ${tensor.name} as a factor`);
  const used = [...b.indices, ...reduction.axes.map(({ extent }) => extent)];
  const own = axes.filter((axis) => used.some((index) => uses(index, (v) => v === axis)));
  const [shape, dtype] = [own.map(({ extent }) => extent), typeOfSum(reduction)];
  return {
    own: { axes: own, reduction: { ...reduction, source: binary('mul', constantValue(by), b) } },
    tensor: { name: `${name}_shift`, shape, dtype, compute: undefined },
    rest: binary('mul', binary('add', a, constantValue(by)), b),
  };
}

/** The elements of a product, that of `tensor` first. */
function factors(value: Value, tensor: Tensor): readonly LoadValue[] {
  if (value.kind !== 'binary' || value.op !== 'mul' || value.a.kind !== 'load' || value.b.kind !== 'load') return [];
  return value.a.tensor === tensor ? [value.a, value.b] : [value.b, value.a];
}
