/** Each reader of whole numbers gets their DequantizeLinear to itself, so that it may do both in one kernel. */
import { evaluated, folded } from '../graph/evaluate.js';
import { GraphBuilder } from '../graph/builder.js';
import type { Graph, GraphNode, ValueType } from '../graph/graph.js';
import type { ConstantTensor } from '../onnx/model.js';
import { quantisedProduct, type QuantisedProduct } from './quantised.js';

/**
 * The same graph, in which each DequantizeLinear has one reader, or is an output; of constants there is none, but of
 * the weights that products take as they are.
 */
export function withOwnDequantisation(graph: Graph): Graph {
  if (!graph.nodes.some(isDequantising)) return graph;
  const copies = new Copies(graph);
  for (const node of graph.nodes) if (!isDequantising(node)) copies.add(node);
  for (const output of graph.outputs) copies.leave(output);
  return copies.graph();
}

function isDequantising({ op }: GraphNode): boolean {
  return op === 'DequantizeLinear';
}

class Copies {
  private readonly builder: GraphBuilder;
  private readonly sources: ReadonlyMap<string, GraphNode>;

  constructor(private readonly whole: Graph) {
    const { nodes, constants, values } = whole;
    this.builder = new GraphBuilder([...values.keys(), ...nodes.map(({ name }) => name)], constants, values);
    const sources = nodes.filter(isDequantising);
    this.sources = new Map(sources.map((node) => [node.outputs[0]!, node]));
  }

  /** Appends a node behind copies of what it reads, or the constants that it comes to. */
  add(node: GraphNode): void {
    const product = this.productOf(node);
    const inputs = node.inputs.map((value, place) => this.ownInput(value, node, product !== undefined && place === 1));
    const own = { ...node, inputs };
    const constants = folded(own, ...this.knownTo(own));
    if (constants === undefined) this.builder.nodes.push(own);
    for (const [i, tensor] of (constants ?? []).entries()) {
      this.builder.count(node, tensor);
      this.builder.setConstant(node.outputs[i]!, tensor);
    }
  }

  /** Undefined of what is no product of whole numbers, and of constant data: that is constant, too. */
  private productOf(node: GraphNode): QuantisedProduct | undefined {
    const [data, weights, ...others] = node.inputs;
    const known = this.constantOr(data);
    if (known !== undefined && this.builder.constants.has(known)) return undefined;
    const inputs = [data, weights, ...others.map((value) => this.constantOr(value))].slice(0, node.inputs.length);
    return quantisedProduct({ ...node, inputs }, this.builder, this.sources);
  }

  /** Has an output be there. */
  leave(output: string): void {
    const source = this.sources.get(output);
    if (!source) return;
    const constant = this.constantOf(source);
    if (constant) this.builder.setConstant(output, constant);
    else this.append(source, source);
  }

  graph(): Graph {
    const { nodes, constants, values } = this.builder;
    return { ...this.whole, nodes, constants, values };
  }

  /** What a node reads in the place of a value; `keeps`: whether it takes constants as whole numbers. */
  private ownInput(value: string | undefined, reader: GraphNode, keeps: boolean): string | undefined {
    const source = value === undefined ? undefined : this.sources.get(value);
    if (!source) return value;
    if (!keeps) {
      const known = this.constantOr(value);
      if (known !== value) return known;
    }
    const output = this.builder.fresh(`${value!} for ${reader.name}`);
    this.builder.values.set(output, this.builder.typeOf(value!));
    const name = this.builder.fresh(`${source.name} for ${reader.name}`);
    this.append(source, { name, outputs: [output] });
    return output;
  }

  /** A copy of a source, behind those of its scale and zero point, which may be dequantised themselves. */
  private append(source: GraphNode, named: Pick<GraphNode, 'name' | 'outputs'>): void {
    const { name, outputs } = named;
    const inputs = source.inputs.map((value) => this.ownInput(value, source, false));
    this.builder.nodes.push({ ...source, inputs, name, outputs });
  }

  /** The name of the constant that a value stands for, or the value. */
  private constantOr(value: string | undefined): string | undefined {
    const source = value === undefined ? undefined : this.sources.get(value);
    if (!source) return value;
    const name = `${value!} as floats`;
    if (this.builder.constants.has(name)) return name;
    const constant = this.constantOf(source);
    if (!constant) return value;
    this.builder.setConstant(name, constant);
    return name;
  }

  private constantOf(source: GraphNode): ConstantTensor | undefined {
    const known = { ...source, inputs: source.inputs.map((value) => this.constantOr(value)) };
    return evaluated(known, ...this.knownTo(known))?.[0];
  }

  /** What the evaluation of a node asks for: constants by name, and the types of its outputs. */
  private knownTo({ outputs }: GraphNode): [(value: string) => ConstantTensor | undefined, ValueType[]] {
    return [(value) => this.builder.constants.get(value), outputs.map((output) => this.builder.typeOf(output))];
  }
}
