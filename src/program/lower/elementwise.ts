/** Nodes that compute each element from those at its own place: a chain of them is one kernel. */
import type { GraphNode } from '../../graph/graph.js';
import { findOperator } from '../../operator/registry.js';
import type { Group } from '../fuse.js';
import type { Form } from '../layer.js';
import { fits, type Layout } from '../layout.js';
import type { Anchor, Surroundings } from './anchor.js';
import { elementOf } from './expressions.js';
import { inLayout, type OperandInLayout } from './in-layout.js';

export const elementwise: Anchor = {
  tail: 'elements',
  forms: (group, around) => around.layouts.flatMap((layout) => formIn(layout, group, around) ?? []),
};

function formIn(layout: Layout, group: Group, { graph }: Surroundings): Form | undefined {
  const { shape } = graph.values.get(group.writes)!;
  if (!fits(layout, shape)) return undefined;
  const operands: OperandInLayout[] = [];
  const texts = new Map<string, string>();
  for (const node of group.nodes) {
    for (const value of inputsOf(node)) {
      if (texts.has(value)) continue;
      const number = scalarOf(graph.constants.get(value)?.data);
      const operand = number === undefined ? inLayout(value, layout, shape.length, graph) : undefined;
      if (number === undefined && !operand) return undefined;
      texts.set(value, number ?? letter(operands.length));
      if (operand) operands.push(operand);
    }
    const text = elementOf(
      node,
      inputsOf(node).map((value) => texts.get(value)!),
    );
    texts.set(node.outputs[0]!, text);
  }
  return elementwiseForm(texts.get(group.writes)!, operands, layout);
}

/** A kernel of an expression over operands, a, b, c … in their order. */
export function elementwiseForm(expression: string, operands: readonly OperandInLayout[], output: Layout): Form {
  const inputs = operands.map(({ shape }) => shape.join('x') || '1').join();
  return {
    kind: 'kernel',
    workload: findOperator('elementwise').workload(undefined, { inputs, expression }),
    inputs: operands.map(({ operand }) => operand),
    layouts: { inputs: operands.map(({ layout }) => layout), output },
  };
}

function inputsOf({ inputs }: GraphNode): string[] {
  return inputs.filter((value) => value !== undefined);
}

export function letter(place: number): string {
  return String.fromCharCode(97 + place);
}

function scalarOf(data: ArrayLike<number> | undefined): string | undefined {
  if (data?.length !== 1) return undefined;
  const [number] = Array.from(data) as [number];
  return Number.isNaN(number) ? undefined : `(${String(number).replace('Infinity', 'inf')})`;
}
