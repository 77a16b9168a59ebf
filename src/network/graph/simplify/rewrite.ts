import type { ConstantTensor } from '../../onnx/model.js';
import { defined } from '../../../target/defined.js';
import { GraphBuilder } from '../builder.js';
import type { Graph, GraphNode, ValueType } from '../graph.js';
import type { Draft } from '../operators/operator.js';
import type { GraphEdit, Replacement, Rule } from './rule.js';

class RewrittenGraph implements GraphEdit {
  private readonly producers = new Map<string, GraphNode>();
  private readonly uses = new Map<string, number>();
  private readonly outputs: ReadonlySet<string>;
  private readonly removed = new Set<GraphNode>();
  private readonly same = new Map<string, string>();
  private readonly renamed = new Map<string, string>();
  private readonly builder: GraphBuilder;
  private changed = false;
  private current = '';

  constructor(private readonly graph: Graph) {
    this.outputs = new Set(graph.outputs);
    const names = [...graph.values.keys(), ...graph.nodes.map(({ name }) => nodeName(name))];
    this.builder = new GraphBuilder(names, graph.constants, graph.values);
    for (const { inputs } of graph.nodes) this.countUses(inputs, 1);
    this.countUses(graph.outputs, 1);
  }

  typeOf(value: string): ValueType {
    return this.builder.typeOf(value);
  }

  shapeOf(value: string): readonly number[] {
    return this.typeOf(value).shape;
  }

  constant(value: string | undefined): ConstantTensor | undefined {
    return value === undefined ? undefined : this.builder.constants.get(value);
  }

  producer(value: string, ...ops: readonly string[]): GraphNode | undefined {
    const node = this.producers.get(value);
    return node !== undefined && (ops.length === 0 || ops.includes(node.op)) ? node : undefined;
  }

  isReadOnce(value: string): boolean {
    return this.uses.get(value) === 1 && !this.outputs.has(value);
  }

  isReadTwice(value: string): boolean {
    return this.uses.get(value) === 2 && !this.outputs.has(value);
  }

  emit(op: string, inputs: Draft['inputs'], attributes: Draft['attributes'] = {}): string {
    const output = this.builder.fresh(`${this.current}:${op}`);
    this.append({ op, inputs, attributes }, [output], this.current);
    return output;
  }

  number(shape: readonly number[], data: Float64Array | readonly number[]): string {
    return this.weights(shape, Float32Array.from(data));
  }

  weights(shape: readonly number[], data: Float32Array): string {
    return this.constantNamed({ type: 'float32', shape, data });
  }

  constantNamed(tensor: ConstantTensor): string {
    const name = this.builder.fresh(`${this.current}:constant`);
    this.builder.setConstant(name, tensor);
    return name;
  }

  constants(tensors: readonly ConstantTensor[]): Replacement {
    return { values: tensors.map((tensor) => this.constantNamed(tensor)) };
  }

  remove(node: GraphNode): void {
    this.removed.add(node);
    this.countUses(node.inputs, -1);
    this.builder.release(nodeName(node.name));
  }

  /** `isMet`: whether a rule is asked about a node. */
  run(rule: Rule, isMet: (node: GraphNode) => boolean): Graph {
    for (const original of this.graph.nodes) {
      const node = { ...original, inputs: original.inputs.map((input) => this.resolved(input)) };
      this.current = node.name;
      this.builder.release(nodeName(node.name));
      const replacement = isMet(node) ? rule(node, this) : undefined;
      if (replacement === undefined) this.keep(node);
      else if ('values' in replacement) this.alias(node, replacement.values);
      else {
        this.changed = true;
        this.countUses(node.inputs, -1);
        this.append(replacement, node.outputs, replacement.name ?? node.name);
      }
    }
    return this.changed ? this.finished() : this.graph;
  }

  /** Whether extents depend on values: what a rule makes of a node need not hand them on. */
  isCounted({ op, inputs, outputs }: GraphNode): boolean {
    const values = [...inputs, ...outputs].filter((value) => value !== undefined);
    return op !== 'Identity' && values.some((value) => this.builder.values.get(value)?.counted);
  }

  private resolved(value: string | undefined): string | undefined {
    return value === undefined ? undefined : (this.same.get(value) ?? value);
  }

  private countUses(values: GraphNode['inputs'], change: number): void {
    for (const value of values) if (value !== undefined) this.uses.set(value, (this.uses.get(value) ?? 0) + change);
  }

  private keep(node: GraphNode): void {
    this.builder.fresh(nodeName(node.name));
    this.builder.nodes.push(node);
    for (const output of node.outputs) this.producers.set(output, node);
  }

  private append({ op, inputs, attributes }: Draft, outputs: readonly string[], name: string): void {
    const unique = this.builder.fresh(nodeName(name)).slice(nodeName('').length);
    this.builder.add({ name: unique, op, inputs, outputs, attributes: new Map(Object.entries(attributes)) });
    const node = this.builder.nodes.at(-1)!;
    this.countUses(node.inputs, 1);
    for (const output of outputs) this.producers.set(output, node);
  }

  /** Readers of a node's outputs read other values; outputs of the graph keep their names. */
  private alias(node: GraphNode, values: readonly string[]): void {
    const kept = node.outputs.some(
      (output, index) => this.outputs.has(output) && !this.canBecome(values[index]!, output),
    );
    if (kept && node.op === 'Identity') {
      this.keep(node);
      return;
    }
    this.changed = true;
    this.countUses(node.inputs, -1);
    node.outputs.forEach((output, index) => {
      const value = values[index]!;
      this.countUses([value], this.uses.get(output) ?? 0);
      if (!this.outputs.has(output)) this.same.set(output, value);
      else if (this.builder.constants.has(value))
        this.builder.setConstant(output, {
          ...this.builder.constants.get(value)!,
          ...defined({ counted: this.builder.typeOf(value).counted }),
        });
      else if (this.canBecome(value, output)) {
        this.same.set(output, value);
        this.renamed.set(value, output);
      } else this.append({ op: 'Identity', inputs: [value], attributes: {} }, [output], node.name);
    });
  }

  private canBecome(value: string, output: string): boolean {
    if (this.builder.constants.has(value)) return true;
    const name = this.renamed.get(value) ?? output;
    return this.producers.has(value) && !this.outputs.has(value) && name === output;
  }

  private finished(): Graph {
    const named = (value: string): string => this.renamed.get(value) ?? value;
    const values = new Map(this.builder.values);
    for (const [from, to] of this.renamed) values.set(to, values.get(from)!);
    for (const from of this.renamed.keys()) values.delete(from);
    const nodes = this.builder.nodes
      .filter((node) => !this.removed.has(node))
      .map((node) => ({
        ...node,
        inputs: node.inputs.map((input) => (input === undefined ? undefined : named(input))),
        outputs: node.outputs.map(named),
      }));
    return { ...this.graph, nodes, constants: this.builder.constants, values };
  }
}

/** Nodes and values are named apart. */
function nodeName(name: string): string {
  return `node ${name}`;
}

/** The graph after one rule met every node of known extents once; the same graph where it changed none. */
export function rewrite(graph: Graph, rule: Rule): Graph {
  const rewritten = new RewrittenGraph(graph);
  return rewritten.run(rule, (node) => !rewritten.isCounted(node));
}

/** The same of all nodes, by a rule whose values have the extents of those that they replace. */
export function rewriteAll(graph: Graph, rule: Rule): Graph {
  return new RewrittenGraph(graph).run(rule, () => true);
}
