/** Nodes that compute each element from those at its own place: a chain of them is one kernel. */
import type { Graph, GraphNode } from '../../graph/graph.js';
import { inputNames, parseElementwise } from '../../../operator/elementwise-language.js';
import { UsageError } from '../../../target/errors.js';
import type { Group } from '../tail.js';
import type { Form } from '../layer.js';
import { fits, type Layout } from '../layout.js';
import type { Anchor, Surroundings } from './anchor.js';
import { elementOf, numberText } from './expressions.js';
import { inLayout, type OperandInLayout } from './in-layout.js';
import { kernelForm } from './operands.js';

export const elementwise: Anchor = {
  tail: 'elements',
  forms: (group, around) => around.layouts.flatMap((layout) => formIn(layout, group, around) ?? []),
};

function formIn(layout: Layout, { nodes, writes }: Group, { graph }: Surroundings): Form | undefined {
  const { shape } = graph.values.get(writes)!;
  if (!fits(layout, shape)) return undefined;
  const { text, values } = expressionOf(nodes, graph);
  const operands = values.map((value) => inLayout(value, layout, shape.length, graph));
  return operands.every((operand) => operand !== undefined) ? elementwiseForm(text, operands, layout) : undefined;
}

/** A chain as an expression, and the values that are its inputs, in their order; scalars are numbers in it. */
function expressionOf(nodes: readonly GraphNode[], { constants }: Graph): { text: string; values: readonly string[] } {
  const values: string[] = [];
  const texts = new Map<string, string>();
  const textOf = (value: string): string => {
    const found = texts.get(value) ?? scalarOf(constants.get(value)?.data) ?? letter(values.push(value) - 1);
    texts.set(value, found);
    return found;
  };
  for (const node of nodes) texts.set(node.outputs[0]!, elementOf(node, inputsOf(node).map(textOf)));
  return { text: texts.get(nodes.at(-1)!.outputs[0]!)!, values };
}

/** Whether a chain is one expression: not too long, too deep, or of too many inputs. */
export function isOneExpression(nodes: readonly GraphNode[], graph: Graph): boolean {
  const { text, values } = expressionOf(nodes, graph);
  return values.length <= inputNames.length && canBeParsed(text);
}

function canBeParsed(text: string): boolean {
  try {
    parseElementwise(text);
    return true;
  } catch (error) {
    if (error instanceof UsageError) return false;
    throw error;
  }
}

/** A kernel of an expression over operands, a, b, c … in their order. */
export function elementwiseForm(expression: string, operands: readonly OperandInLayout[], output: Layout): Form {
  const inputs = operands.map(({ shape }) => shape.join('x') || '1').join();
  const layouts = { inputs: operands.map(({ layout }) => layout), output };
  const given = operands.map(({ operand }) => operand);
  return kernelForm('elementwise', { inputs, expression }, given, layouts);
}

function inputsOf({ inputs }: GraphNode): string[] {
  return inputs.filter((value) => value !== undefined);
}

export function letter(place: number): string {
  return String.fromCharCode(97 + place);
}

function scalarOf(data: ArrayLike<number> | undefined): string | undefined {
  if (data?.length !== 1) return undefined;
  const text = numberText(data[0]!);
  return text === undefined ? undefined : `(${text})`;
}
