import type { Graph } from '../../graph/graph.js';
import type { Group, TailStep } from '../tail.js';
import type { Form, Operand, KernelForm, Part, AliasForm, FormLayouts } from '../layer.js';
import type { Layout } from '../layout.js';
import { quantisedTail } from './quantised.js';
import { findOperator } from '../../../operator/registry.js';

export interface Surroundings {
  readonly graph: Graph;
  readonly layouts: readonly Layout[];
}

export interface Anchor {
  /** What may follow in the same kernel: steps of an epilogue, or any computation element by element. */
  readonly tail: 'nothing' | 'activations' | 'anything' | 'elements';
  /** The dimension that numbers for each channel go along, of outputs of a rank. */
  readonly channel?: (rank: number) => number;
  /** The ways to compute it. Throws UsageError naming the node where there is none. */
  readonly forms: (group: Group, around: Surroundings) => readonly Form[];
}

export function operandOf(value: string, { constants }: Graph): Operand {
  const constant = constants.get(value);
  return constant ? { constant } : { value };
}

export function tailOf(steps: readonly TailStep[]): { epilogue: string; operands: readonly Operand[] } {
  return {
    epilogue: steps.map(({ step }) => step).join() || 'none',
    operands: steps.flatMap(({ operand }) => (operand ? [operand] : [])),
  };
}

/** What a product multiplies, and what follows it. */
export interface Multiplied {
  readonly options: Readonly<Record<string, string>>;
  readonly inputs: readonly Operand[];
}

/** Floats, or the whole numbers that stand for them. */
export function multipliedBy(
  { product }: Group,
  operands: readonly [data: Operand, weights: Operand],
  steps: readonly TailStep[],
): Multiplied {
  if (!product) {
    const { epilogue, operands: read } = tailOf(steps);
    return { options: { epilogue }, inputs: [...operands, ...read] };
  }
  const { epilogue, operands: read } = quantisedTail(product, steps);
  const inputs = [{ value: product.data }, { constant: product.weights }, ...read];
  return { options: { epilogue, dtype: product.type }, inputs };
}

/** A layer by a kernel of an operator, whose shape these options are. */
export function kernelForm(
  operator: string,
  options: Readonly<Record<string, string>>,
  inputs: readonly Operand[],
  layouts: KernelForm['layouts'],
): KernelForm {
  return { kind: 'kernel', workload: findOperator(operator).workload(undefined, options), inputs, layouts };
}

/** A layer that lies within the memory of others, all in one layout. */
export function aliasForm(layout: Layout, parts: readonly Part[], writesWhole = false): AliasForm {
  const inputs = writesWhole ? parts.map(() => layout) : [layout];
  return { kind: 'alias', layouts: { inputs, output: layout }, writesWhole, parts };
}

/** Inputs and output in one layout. */
export function allIn(layout: Layout, inputs: readonly Operand[]): FormLayouts {
  return { inputs: inputs.map(() => layout), output: layout };
}
