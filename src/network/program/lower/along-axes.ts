/** What is computed along some axes of a value, which every layout has as [outer, those axes, inner]. */
import { numbersOf } from '../../graph/operators/attributes.js';
import type { GraphNode } from '../../graph/graph.js';
import { findOperator } from '../../../operator/registry.js';
import type { Group } from '../group.js';
import type { Form } from '../layer.js';
import { fits, type Layout } from '../layout.js';
import type { Anchor, Surroundings } from './anchor.js';
import { tailOf } from './operands.js';
import { threeParts, type ThreeParts } from './three-parts.js';

/** An operator, the axes that it goes along, and its options. */
interface AlongAxes {
  readonly operator: string;
  readonly axes: (node: GraphNode) => readonly number[];
  readonly options: (node: GraphNode, parts: ThreeParts) => Readonly<Record<string, number | string>>;
}

/** Lowers a node to an operator along axes, in every layout in which these are one run of whole dimensions. */
export function lowerAlong(tail: Anchor['tail'], rule: AlongAxes): Anchor {
  return {
    tail,
    forms: (group, around) => around.layouts.flatMap((layout) => formIn(layout, { group, around, rule }) ?? []),
  };
}

function formIn(
  layout: Layout,
  {
    group,
    around: { graph },
    rule,
  }: { readonly group: Group; readonly around: Surroundings; readonly rule: AlongAxes },
): Form | undefined {
  const { anchor, tail, writes } = group;
  const [value] = anchor.inputs as [string];
  const { shape } = graph.values.get(value)!;
  const parts = threeParts(layout, shape, rule.axes(anchor));
  if (!parts || !fits(layout, graph.values.get(writes)!.shape)) return undefined;
  const options = Object.entries(rule.options(anchor, parts)).map(([key, option]) => [key, `${option}`] as const);
  const epilogue = tail.length > 0 && { epilogue: tailOf(tail).epilogue };
  return {
    kind: 'kernel',
    workload: findOperator(rule.operator).workload(undefined, { ...Object.fromEntries(options), ...epilogue }),
    inputs: [{ value }],
    layouts: { inputs: [layout], output: layout },
  };
}

const reductions: Readonly<Record<string, string>> = {
  ReduceSum: 'sum',
  ReduceMean: 'mean',
  ReduceMax: 'max',
  ReduceMin: 'min',
  ReduceProd: 'prod',
};

export const reduce = lowerAlong('activations', {
  operator: 'reduce',
  axes: (node) => numbersOf(node, 'axes'),
  options: (node, { outer, middle, inner }) => ({ outer, reduced: middle, inner, op: reductions[node.op]! }),
});
