import type { DType } from '../../ir/tensor.js';
import type { OnnxGraph, OnnxModel, OnnxNode, ConstantTensor } from '../onnx/model.js';
import { readsOf } from '../onnx/reads.js';
import { bytesOf, checkSize, GraphBuilder } from './builder.js';
import { clearRests, countedPart, nameCounts } from './counted.js';
import { laterCut } from './cut-later.js';
import { folded } from './evaluate.js';
import type { Graph, GraphNode, ValueType } from './graph.js';
import { namesInside, renamedNode } from './inline.js';
import { declaredTypes, hasAllShapes, inputTypes, type Shapes } from './input-types.js';
import { liveNodes, dropDead } from './simplify/drop-dead.js';
import { refuse, UnsupportedNode } from './operators/errors.js';
import { sizeOf } from './operators/attributes.js';
import { type Draft, type Operator, SourceNode } from './operators/operator.js';
import { operatorOf } from './operators/registry.js';

export interface TranslatedModel {
  readonly graph: Graph;
  /** What is not supported; the graph is what comes before it, and beside it. */
  readonly problems: readonly UnsupportedNode[];
  /** Inputs of the model on which depends what has to be known when the network is built. */
  readonly deciding: readonly string[];
}

export interface TranslateOptions {
  readonly shapes?: Shapes;
  /** By name, those that take the place of ours, or that we do not know. */
  readonly operators?: ReadonlyMap<string, Operator>;
}

/**
 * A model as a graph of static shapes in canonical form, with the constants that its shapes are made of computed.
 *
 * @throws UsageError as `translated` does, or where the model has what is not supported: all of that is named at once.
 *
 * @internal Tests translate a model without its file.
 */
export function toGraph(model: OnnxModel, options?: TranslateOptions): Graph {
  const { graph, problems } = translateModel(model, options);
  refuse(problems);
  return graph;
}

/** @throws UsageError where the model is not valid, or its shapes are not known. */
export function translateModel(
  model: OnnxModel,
  { shapes = new Map(), operators = new Map() }: TranslateOptions = {},
): TranslatedModel {
  const outputs = model.outputs.map(({ name }) => name);
  const nodes = liveNodes(model, outputs);
  const known = (op: string): Operator | undefined => operators.get(op) ?? operatorOf(op);
  if (!hasAllShapes(model, shapes)) refuse(nodes.filter(({ op }) => known(op) === undefined).map(unknown));
  const types = inputTypes(model, shapes);
  const builder = new GraphBuilder(takenNames(model), model.constants, types);
  for (const [name, { type, shape }] of model.constants) builder.values.set(name, { type, shape });
  for (const [name, type] of types) if (isEmpty(type)) builder.setConstant(name, emptyOf(type));
  const declared = declaredTypes(model, shapes);
  const translator = new Translator(model.opset, { builder, known, declared }, new Set(outputs));
  translator.run(nodes, outputs);
  const { problems, ends } = translator;
  const deciding = inputsBehind([...problems], model, builder);
  nameCounts(builder, ends);
  clearRests(builder, ends);
  const graph = dropDead({
    name: model.name,
    inputs: model.inputs.map(({ name }) => name),
    outputs: withCounts([...ends], builder),
    constants: builder.constants,
    nodes: builder.nodes,
    values: builder.values,
  });
  return { graph, problems: [...problems], deciding };
}

/** Of values that are there, and behind them those that say their extents. */
function withCounts(outputs: readonly string[], { values }: GraphBuilder): readonly string[] {
  const known = outputs.filter((value) => values.has(value));
  return [...new Set([...known, ...known.flatMap((value) => values.get(value)!.counted?.by ?? [])])];
}

/** Inputs of the model from which the values are computed that are not known and have to be. */
function inputsBehind(
  problems: readonly UnsupportedNode[],
  { inputs }: OnnxModel,
  { nodes }: GraphBuilder,
): readonly string[] {
  const behind = new Set(problems.flatMap(({ unknown }) => unknown ?? []));
  for (const node of nodes.toReversed())
    if (node.outputs.some((output) => behind.has(output)))
      for (const input of node.inputs) if (input !== undefined) behind.add(input);
  return inputs.map(({ name }) => name).filter((name) => behind.has(name));
}

function takenNames(model: OnnxModel): Set<string> {
  const names = [...model.inputs.map(({ name }) => name), ...model.constants.keys()];
  return new Set([...names, ...model.nodes.flatMap(({ outputs }) => outputs), ...namesInside(model.nodes)]);
}

/** Values without elements are known, whoever makes them. */
function isEmpty({ shape }: ValueType): boolean {
  return sizeOf(shape) === 0;
}

function emptyOf({ type, shape }: ValueType): ConstantTensor {
  return { type, shape, data: new Float64Array() };
}

function unknown(node: OnnxNode): UnsupportedNode {
  return new UnsupportedNode(node, '');
}

interface Surroundings {
  readonly builder: GraphBuilder;
  readonly known: (op: string) => Operator | undefined;
  /** What the file says of values. */
  readonly declared: ReadonlyMap<string, ValueType>;
}

/** Builds nodes of a model, but for those that are not supported, and those that read of them. */
class Translator {
  readonly problems = new Set<UnsupportedNode>();
  readonly builder: GraphBuilder;

  /** `ends`: the model's outputs; what is read by nodes that are left out joins them. */
  constructor(
    readonly opset: number,
    readonly around: Surroundings,
    readonly ends: Set<string>,
  ) {
    this.builder = around.builder;
  }

  run(nodes: readonly OnnxNode[], outputs: readonly string[]): void {
    const read = new Set([...nodes.flatMap(readsOf), ...outputs]);
    for (const node of nodes) {
      const operator = this.around.known(node.op);
      const isReady = readsOf(node).every((value) => this.builder.values.has(value));
      const problem = operator
        ? problemOf(() => {
            if (isReady) new Translation(node, this).run(operator, read);
          })
        : unknown(node);
      if (problem) this.problems.add(problem);
      if (problem || !isReady) for (const value of readsOf(node)) this.ends.add(value);
    }
  }

  /** The nodes of a graph in a node, over values for its inputs. Throws UnsupportedNode where some are that. */
  inline(node: SourceNode, graph: OnnxGraph, inputs: readonly string[]): readonly string[] {
    const { builder } = this;
    if (graph.inputs.length !== inputs.length)
      node.invalid(`a graph of it has ${graph.inputs.length} inputs, and ${inputs.length} are given`);
    const live = liveNodes(graph, graph.outputs);
    builder.countInlined(node, live.length);
    const names = new Map(graph.inputs.map((name, i) => [name, inputs[i]!]));
    const name = (value: string): string => names.set(value, builder.fresh(`${node.name}/${value}`)).get(value)!;
    for (const [constant, tensor] of graph.constants) builder.setConstant(name(constant), tensor);
    for (const value of live.flatMap((one) => one.outputs)) if (value !== '') name(value);
    const outputs = graph.outputs.map((value) => names.get(value) ?? value);
    const nodes = live.map((one) => renamedNode(one, names));
    this.run(nodes, outputs);
    if (outputs.every((value) => builder.values.has(value))) return outputs;
    throw [...this.problems].at(-1)!;
  }
}

function problemOf(act: () => void): UnsupportedNode | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    if (error instanceof UnsupportedNode) return error;
    throw error;
  }
}

class Translation extends SourceNode {
  private readonly builder: GraphBuilder;

  constructor(
    private readonly node: OnnxNode,
    private readonly translator: Translator,
  ) {
    super(node, translator.opset);
    this.builder = translator.builder;
  }

  run(operator: Operator, read: ReadonlySet<string>): void {
    this.checkCounts(operator, read);
    const normalised = operator.normalise(this);
    if ('constant' in normalised) {
      this.builder.checkNotCounted(this, this.inputs);
      this.builder.count(this, normalised.constant);
      this.builder.setConstant(this.outputs[0]!, normalised.constant);
      return;
    }
    if ('values' in normalised) {
      for (const [index, output] of this.outputs.entries()) {
        const value = normalised.values[index];
        if (value === undefined && read.has(output)) this.unsupported(`with ${this.outputs.length} outputs`);
        if (value !== undefined && output !== '')
          this.append({ op: 'Identity', inputs: [value], attributes: {} }, [output]);
      }
      return;
    }
    const outputs = this.outputs.slice(0, operator.outputs ?? 1);
    this.append(
      normalised,
      outputs.map((output) => (output === '' ? this.builder.fresh(`${this.name}:unread`) : output)),
    );
  }

  override typeOf(value: string): ValueType {
    return this.builder.typeOf(value);
  }

  override constantOf(value: string): ConstantTensor | undefined {
    return this.builder.constants.get(value);
  }

  override producerOf(value: string): GraphNode | undefined {
    return this.builder.producer(value);
  }

  override roomOf(count: string): number | undefined {
    return this.builder.roomOf(count);
  }

  override isSameCount(one: string, other: string): boolean {
    return this.builder.isSameCount(one, other);
  }

  override declared(value: string): ValueType | undefined {
    return this.translator.around.declared.get(value);
  }

  override emit(op: string, inputs: Draft['inputs'], attributes: Draft['attributes'] = {}): string {
    const value = this.builder.fresh(`${this.name}:${op}`);
    this.append({ op, inputs, attributes }, [value]);
    return value;
  }

  override emitCounted(
    op: string,
    inputs: Draft['inputs'],
    attributes: Draft['attributes'],
    outputs: number,
    of = this.outputs[0]!,
  ): readonly string[] {
    const names = Array.from({ length: outputs }, () => this.builder.fresh(`${this.name}:${op}`));
    const draft = { op, inputs, attributes };
    this.append(draft, [...names, this.builder.fresh(`${of}_count`)]);
    return names;
  }

  override constant(tensor: ConstantTensor): string {
    const name = this.builder.fresh(`${this.name}:constant`);
    this.builder.count(this, tensor);
    this.builder.setConstant(name, tensor);
    return name;
  }

  override inline(graph: OnnxGraph, inputs: readonly string[]): readonly string[] {
    return this.translator.inline(this, graph, inputs);
  }

  override countSteps(count: number): void {
    this.builder.countSteps(this, count);
  }

  override checkSize(shape: readonly number[], type: DType): void {
    checkSize(this, shape, type);
    this.builder.checkRoom(this, bytesOf(type) * sizeOf(shape));
  }

  override filledWith(element: number, type: DType, shape: readonly number[]): ConstantTensor {
    checkSize(this, shape, type);
    return { type, shape, data: this.builder.filledWith(this, element, type, sizeOf(shape)) };
  }

  /** A node, or the constants that it comes to. Errors name the model's node, whatever it is made of. */
  private append({ attributes, ...draft }: Draft, outputs: readonly string[]): void {
    const named = { ...draft, name: this.name, outputs, attributes: new Map(Object.entries(attributes)) };
    const cut = laterCut(named, this.builder);
    if (cut) {
      this.appendCutLater({ attributes, ...draft }, cut, outputs);
      return;
    }
    this.builder.add(named);
    const node = this.builder.nodes.pop()!;
    const types = outputs.map((output) => this.builder.typeOf(output));
    this.builder.checkFolded(node, types);
    const constants = types.every(isEmpty)
      ? types.map(emptyOf)
      : folded(node, (value) => this.builder.constants.get(value), types);
    const countOf = (value: string): number | undefined =>
      (constants![outputs.indexOf(value)] ?? this.builder.constants.get(value))?.data[0];
    constants?.forEach(({ data }, index) => {
      const tensor = countedPart(types[index]!, data, countOf);
      this.builder.count(node, tensor);
      this.builder.setConstant(outputs[index]!, tensor);
    });
    if (constants === undefined)
      this.builder.nodes.push({ ...node, name: this.builder.fresh(`node ${this.name}`).slice(5) });
  }

  /** A node in front of the one that cuts its input, and behind it another one that cuts its output alike. */
  private appendCutLater(draft: Draft, cut: GraphNode, outputs: readonly string[]): void {
    const [value, ...others] = cut.inputs;
    const whole = this.emit(draft.op, [value], draft.attributes);
    const attributes = Object.fromEntries(cut.attributes);
    const count = this.builder.fresh(`${outputs[0]!}_count`);
    this.append({ op: cut.op, inputs: [whole, ...others], attributes }, [...outputs, count]);
  }

  private checkCounts(
    { inputs: [least, most], optional = [], outputs = 1 }: Operator,
    read: ReadonlySet<string>,
  ): void {
    const { inputs, outputs: made } = this.node;
    if (inputs.length < least || inputs.length > most)
      this.invalid(`it has ${inputs.length} inputs, and ${least === most ? least : `${least} to ${most}`} are allowed`);
    const missing = inputs.slice(0, least).findIndex((input, place) => input === '' && !optional.includes(place));
    if (missing >= 0) this.invalid(`its input ${missing} is left out, and it needs one`);
    if (made.length === 0) this.invalid('it has no output');
    if (made.slice(outputs).some((output) => output !== '' && read.has(output)))
      this.unsupported(`with ${made.length} outputs`);
  }
}
