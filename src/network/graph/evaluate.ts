import { setImmediate } from 'node:timers/promises';
import { elementType } from '../../elements/registry.js';
import { isValueType } from '../../ir/tensor.js';
import type { ConstantTensor } from '../onnx/model.js';
import { conditionsOf } from './conditions.js';
import { isWorthwhile, type Convolver } from './convolver.js';
import type { GraphNode, Values, ValueType, Graph } from './graph.js';
import { canonicalOf } from './operators/registry.js';
import { sizeOf, shapeText } from './operators/attributes.js';
import { UsageError } from '../../target/errors.js';
import { shortened } from '../../target/visible.js';

/** Operations that folding a constant may cost: half a second, about. */
const MOST_WORK = 2 ** 28;
/** Operations of a constant that a library may compute in each call, and a reference with it: seconds. */
const MOST_WORK_LEFT = 2 ** 31;
/** Milliseconds between two turns of others. */
const TURN = 50;

/**
 * The outputs of a node whose inputs are all constant, rounded to their types; undefined where it has others, keeps its
 * constants, or would take too long.
 */
export function folded(
  node: GraphNode,
  constantOf: (value: string) => ConstantTensor | undefined,
  types: readonly ValueType[],
): readonly ConstantTensor[] | undefined {
  return canonicalOf(node).keeps ? undefined : evaluated(node, constantOf, types);
}

/** The same of any node. */
export function evaluated(
  node: GraphNode,
  constantOf: (value: string) => ConstantTensor | undefined,
  types: readonly ValueType[],
): readonly ConstantTensor[] | undefined {
  const inputs = node.inputs.map((input) => (input === undefined ? undefined : constantOf(input)));
  if (
    node.inputs.length === 0 ||
    inputs.some((input, index) => input === undefined && node.inputs[index] !== undefined)
  )
    return undefined;
  if (workOf(node, inputs, types) > MOST_WORK) return undefined;
  return canonicalOf(node)
    .evaluate(node, inputs, types)
    .map((data, index) => ofType(types[index]!, data));
}

/** Operations of a node; none where they are few for each element. */
function workOf(node: GraphNode, inputs: readonly (ValueType | undefined)[], types: readonly ValueType[]): number {
  const elements = types.reduce((sum, { shape }) => sum + sizeOf(shape), 0);
  return elements * (canonicalOf(node).work?.(node, inputs) ?? 0);
}

/** Whether a node computes so much that a convolver is worth its start. */
export function isLarge({ nodes, values }: Graph): boolean {
  const typesOf = (names: GraphNode['inputs']) => names.map((name) => (name === undefined ? name : values.get(name)!));
  return nodes.some((node) => {
    const [inputs, outputs] = [typesOf(node.inputs), typesOf(node.outputs) as ValueType[]];
    const numbers = [...inputs, ...outputs].reduce((sum, type) => sum + (type ? sizeOf(type.shape) : 0), 0);
    return isWorthwhile(workOf(node, inputs, outputs), numbers);
  });
}

/** A sentence for each constant that was too much to fold and is too much for every call. */
export function costlyConstants({ nodes, constants, values }: Graph): readonly UsageError[] {
  const typeOf = (value: string | undefined): ValueType | undefined =>
    value === undefined ? undefined : values.get(value);
  return nodes.flatMap((node) => {
    if (!node.inputs.every((input) => input === undefined || constants.has(input))) return [];
    const outputs = node.outputs.map((output) => values.get(output)!);
    const work = workOf(node, node.inputs.map(typeOf), outputs);
    if (work <= MOST_WORK_LEFT) return [];
    return [
      new UsageError(
        `Node "${shortened(node.name)}" makes a constant in ${Math.round(work / 1e9)} billion multiplications, ` +
          'which each call would do again: fold it in the model first, as `onnxsim` does.',
      ),
    ];
  });
}

function ofType({ type, shape }: ValueType, data: ConstantTensor['data']): ConstantTensor {
  if (isValueType(type)) return { type, shape, data: data instanceof Float32Array ? data : new Float32Array(data) };
  return { type, shape, data: data instanceof Float64Array ? data : new Float64Array(data) };
}

/**
 * The outputs of a graph, node by node in float64: the reference of everything that is generated. Inputs and outputs by
 * name, row-major; a value is freed behind its last reader.
 *
 * @throws UsageError where an input is missing or has another size.
 */
export function interpret(
  graph: Graph,
  inputs: ReadonlyMap<string, Values>,
  convolver?: Convolver,
): Map<string, Float64Array> {
  const steps = interpretation(graph, inputs, { convolver });
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

export interface Interpreting {
  readonly convolver?: Convolver | undefined;
  /** What floats that a node gives are taken for. */
  readonly onResult?: (data: Values) => Values;
}

/** The same, with turns for timers and signals between its nodes. */
export async function interpretInTurns(
  graph: Graph,
  inputs: ReadonlyMap<string, Values>,
  options: Interpreting = {},
): Promise<Map<string, Float64Array>> {
  const steps = interpretation(graph, inputs, options);
  for (let turn = performance.now(); ;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() - turn < TURN) continue;
    await setImmediate();
    turn = performance.now();
  }
}

/** Yields behind each node. */
function* interpretation(
  graph: Graph,
  inputs: ReadonlyMap<string, Values>,
  { convolver, onResult = (data) => data }: Interpreting,
): Generator<undefined, Map<string, Float64Array>> {
  const values = new Map<string, ConstantTensor>(graph.constants);
  for (const name of graph.inputs) values.set(name, inputOf(graph, name, inputs));
  const reads = countReads(graph);
  const release = (value: string | undefined): void => {
    if (value === undefined) return;
    const left = reads.get(value)! - 1;
    reads.set(value, left);
    if (left === 0) values.delete(value);
  };
  const repeated = new RepeatedConstants(graph);
  const conditions = conditionsOf(
    graph,
    graph.nodes.map((node) => ({ nodes: [node], writes: node.outputs })),
  );
  const isNeeded = (place: number): boolean =>
    conditions[place]!.every(({ value, holds }) => {
      const known = values.get(value);
      return known === undefined || holds === (known.data[0] !== 0);
    });
  for (const [place, node] of graph.nodes.entries()) {
    const types = node.outputs.map((output) => graph.values.get(output)!);
    const operands = node.inputs.map((input) => (input === undefined ? undefined : values.get(input)!));
    const results = isNeeded(place)
      ? repeated.of(node, () => canonicalOf(node).evaluate(node, operands, types, convolver))
      : types.map(({ shape }) => new Float64Array(sizeOf(shape)));
    node.inputs.forEach(release);
    node.outputs.forEach((output, index) => {
      if ((reads.get(output) ?? 0) === 0) return;
      const [type, data] = [types[index]!, results[index]!];
      values.set(output, { ...type, data: elementType(type.type).kind === 'floating' ? onResult(data) : data });
    });
    yield;
  }
  return new Map(graph.outputs.map((name) => [name, new Float64Array(values.get(name)!.data)]));
}

/** What several nodes make of the same constants, as the steps of a recurrent layer do, kept until the last of them. */
class RepeatedConstants {
  private readonly keys = new Map<GraphNode, string>();
  private readonly left = new Map<string, number>();
  private readonly made = new Map<string, readonly Values[]>();

  constructor({ nodes, constants }: Graph) {
    for (const node of nodes) {
      const { op, inputs, attributes, own } = node;
      const isFixed = inputs.every((input) => input === undefined || constants.has(input));
      if (!isFixed || own || attributes.size > 0) continue;
      const key = JSON.stringify([op, inputs]);
      this.keys.set(node, key);
      this.left.set(key, (this.left.get(key) ?? 0) + 1);
    }
  }

  of(node: GraphNode, evaluate: () => readonly Values[]): readonly Values[] {
    const key = this.keys.get(node);
    if (key === undefined) return evaluate();
    const results = this.made.get(key) ?? evaluate();
    const left = this.left.get(key)! - 1;
    this.left.set(key, left);
    if (left > 0) this.made.set(key, results);
    else this.made.delete(key);
    return results;
  }
}

function inputOf(graph: Graph, name: string, inputs: ReadonlyMap<string, Values>): ConstantTensor {
  const type = graph.values.get(name)!;
  const data = inputs.get(name);
  if (data?.length !== sizeOf(type.shape))
    throw new UsageError(
      `Input "${name}" needs ${sizeOf(type.shape)} elements (${shapeText(type.shape)}) and has ${data?.length ?? 'none'}.`,
    );
  return { ...type, data };
}

function countReads({ nodes, outputs }: Graph): Map<string, number> {
  const reads = new Map<string, number>();
  for (const value of [...nodes.flatMap(({ inputs }) => inputs), ...outputs])
    if (value !== undefined) reads.set(value, (reads.get(value) ?? 0) + 1);
  return reads;
}
