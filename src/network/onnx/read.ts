import { dirname } from 'node:path';
import { shortened } from '../../target/visible.js';
import {
  attributeValue,
  unsupportedAttribute,
  constantOf,
  tensorTitle,
  unreadableType,
  type TensorSource,
  typeName,
  extentOf,
} from './tensor.js';
import { decodeFile } from './wire.js';
import { ExternalData, Malformed, readingOf, Unreadable } from './read-file.js';
import type { Attribute, ConstantTensor, DeclaredValue, OnnxGraph, OnnxModel, OnnxNode } from './model.js';
import { ModelProtoSchema, type Proto, DimensionSchema } from './schema.js';
import { isFieldSet } from '@bufbuild/protobuf';
import { onnxType } from '../../elements/registry.js';
import { defined } from '../../target/defined.js';
import { UsageError } from '../../target/errors.js';
import { inOrder } from './order.js';
import { readsOf } from './reads.js';

type GraphProto = Proto<'GraphProto'>;
type ModelProto = Proto<'ModelProto'>;
type NodeProto = Proto<'NodeProto'>;

/** Versions of the standard operators that can be read; PyTorch's oldest exports are of 6. */
const opsets = { first: 6, last: 28 } as const;

/**
 * Reads an ONNX file (https://github.com/onnx/onnx/blob/main/docs/IR.md), with the weights beside it. `operators`:
 * those that the caller knows, such as `Conv` or `com.microsoft.QGemm`; `given`: those that are computed in another way
 * than the file may say itself. It names all other nodes itself, with what else it does not support: those that cannot
 * be read have what they are as their operator, and no attributes. Weights are views of one buffer as large as the
 * file. Throws UsageError, whatever is in the file.
 */
export function readOnnx(
  path: string,
  operators?: ReadonlySet<string>,
  given: ReadonlySet<string> = new Set(),
): OnnxModel {
  return readingOf(path, 'export or download the model again', () => {
    const { message, allowance } = decodeFile(ModelProtoSchema, path);
    const { graph } = message;
    if (graph === undefined) throw new Malformed('it is not an ONNX model, since it holds no graph');
    const opset = opsetOf(message);
    const unsupported = unsupportedTensors(graph);
    const inputs = declaredValues(graph.input, 'input', unsupported);
    const outputs = declaredValues(graph.output, 'output', unsupported);
    const unreadable = unreadableNodes(message, nodesIn(graph), operators, given);
    if (!operators || !unsupported.isEmpty)
      addNodes(unsupported, graph.node, unreadable, operators && new Set([...operators, ...given]));
    unsupported.check(path);
    const source = { allowance, external: new ExternalData(dirname(path), allowance) };
    const constants = constantsOf(graph.initializer, source);
    const taken = inputs.filter(({ name }) => !constants.has(name));
    const there = new Set([...taken.map(({ name }) => name), ...constants.keys()]);
    const nodes = inOrder(nodesOf(graph.node, unreadable, source), there);
    checkDefined(outputs, nodes, there);
    const model = { name: graph.name, opset, inputs: taken, outputs, constants, nodes };
    return { ...model, ...defined({ between: betweenOf(graph) }) };
  });
}

/** The standard's domain has two names. */
function isStandard(domain: string): boolean {
  return domain === '' || domain === 'ai.onnx';
}

function opsetOf({ irVersion, opsetImport }: ModelProto): number {
  const versions = new Set(opsetImport.filter(({ domain }) => isStandard(domain)).map(({ version }) => version));
  if (versions.size > 1) throw new Malformed('it imports two versions of the standard operators');
  // Before version 3 of the IR there was one set of operators, and no way to name it.
  const [version = irVersion < 3n ? 1n : undefined] = versions;
  if (version === undefined)
    throw new Malformed('it does not say which version of the standard operators (opset) it uses');
  const { first, last } = opsets;
  if (version >= first && version <= last) return Number(version);
  throw new Unreadable(
    `it uses version ${version} of the standard operators (opset), and ${first} to ${last} are supported: ` +
      'convert it with onnx.version_converter',
  );
}

/** Nodes of a graph, and of the graphs in them. */
function nodesIn({ node }: GraphProto): readonly NodeProto[] {
  return node.flatMap((one) => [one, ...one.attribute.flatMap(({ g }) => (g ? nodesIn(g) : []))]);
}

/** What nodes are that have no plain form, as `com.microsoft.FusedConv` or `Loop with the list of graphs "bodies"`. */
function unreadableNodes(
  { functions }: ModelProto,
  nodes: readonly NodeProto[],
  operators: ReadonlySet<string> | undefined,
  given: ReadonlySet<string>,
): ReadonlyMap<NodeProto, string> {
  const own = new Set(functions.map(({ domain, name }) => titleOf(domain, name)).filter((title) => !given.has(title)));
  return new Map(
    nodes.flatMap((one): [NodeProto, string][] => {
      const title = titleOf(one.domain, one.opType);
      if (own.has(title)) return [[one, `the function ${title} of the model's own`]];
      const isKnown = operators?.has(title) === true || given.has(title);
      if (!isStandard(one.domain) && !isKnown) return [[one, title]];
      const found = one.attribute.map(unsupportedAttribute).filter((what) => what !== undefined);
      return found.length > 0 ? [[one, `${title} with the ${found.join(' and the ')}`]] : [];
    }),
  );
}

function unsupportedTensors({ initializer, sparseInitializer }: GraphProto): Unsupported {
  const unsupported = new Unsupported();
  for (const tensor of initializer) {
    const type = unreadableType(tensor);
    if (type !== undefined) unsupported.add(`a tensor of ${type}`, tensor.name);
  }
  for (const { values } of sparseInitializer) unsupported.add('a sparse tensor', values?.name ?? '');
  return unsupported;
}

function addNodes(
  unsupported: Unsupported,
  nodes: readonly NodeProto[],
  unreadable: ReadonlyMap<NodeProto, string>,
  operators: ReadonlySet<string> | undefined,
): void {
  const names = nodeNames(nodes);
  for (const [index, node] of nodes.entries()) {
    const title = titleOf(node.domain, node.opType);
    const what = unreadable.get(node) ?? (operators?.has(title) === false ? title : undefined);
    if (what !== undefined) unsupported.add(what, names[index]!);
  }
}

/** `Conv`, `com.microsoft.FusedConv` */
function titleOf(domain: string, operator: string): string {
  return shortened(isStandard(domain) ? operator : `${domain}.${operator}`);
}

function constantsOf(tensors: GraphProto['initializer'], source: TensorSource): ReadonlyMap<string, ConstantTensor> {
  const constants = new Map<string, ConstantTensor>();
  for (const tensor of tensors) {
    const what = tensorTitle(tensor.name);
    if (tensor.name === '') throw new Malformed('an initializer has no name');
    if (constants.has(tensor.name)) throw new Malformed(`${what} is defined twice`);
    constants.set(tensor.name, constantOf(tensor, what, source));
  }
  return constants;
}

function nodesOf(
  nodes: readonly NodeProto[],
  unreadable: ReadonlyMap<NodeProto, string>,
  source: TensorSource,
  around = '',
): OnnxNode[] {
  const names = nodeNames(nodes, around);
  return nodes.map((node, index) => {
    const name = names[index]!;
    const { input: inputs, output: outputs } = node;
    const what = unreadable.get(node);
    if (what !== undefined) return { name, op: what, inputs, outputs, attributes: new Map() };
    const op = isStandard(node.domain) ? node.opType : titleOf(node.domain, node.opType);
    if (op === '') throw new Malformed(`the node ${shortened(name)} has no operator`);
    return { name, op, inputs, outputs, attributes: attributesOf(node, name, unreadable, source) };
  });
}

function attributesOf(
  node: NodeProto,
  name: string,
  unreadable: ReadonlyMap<NodeProto, string>,
  source: TensorSource,
): ReadonlyMap<string, Attribute> {
  const title = `the node ${shortened(name)} (${shortened(node.opType)})`;
  const attributes = new Map<string, Attribute>();
  for (const attribute of node.attribute) {
    if (attributes.has(attribute.name))
      throw new Malformed(`${title} has the attribute "${shortened(attribute.name)}" twice`);
    const { g: graph } = attribute;
    attributes.set(
      attribute.name,
      graph ? graphOf(graph, name, unreadable, source) : attributeValue(attribute, title, source),
    );
  }
  return attributes;
}

/** What nodes read, and what the model leaves, must be made or given. Throws Malformed. */
function checkDefined(outputs: readonly DeclaredValue[], nodes: readonly OnnxNode[], given: ReadonlySet<string>): void {
  if (outputs.length === 0) throw new Malformed('it has no outputs');
  const made = new Set(nodes.flatMap((node) => node.outputs));
  const isThere = (name: string): boolean => made.has(name) || given.has(name);
  for (const node of nodes) {
    const missing = readsOf(node).find((name) => !isThere(name));
    if (missing !== undefined)
      throw new Malformed(`the node ${shortened(node.name)} reads "${shortened(missing)}", which nothing defines`);
  }
  const missing = outputs.find(({ name }) => !isThere(name));
  if (missing !== undefined) throw new Malformed(`nothing defines the output "${shortened(missing.name)}"`);
}

/** A graph in a node of this name. What it reads and does not define is of the graphs around it. */
function graphOf(
  graph: GraphProto,
  node: string,
  unreadable: ReadonlyMap<NodeProto, string>,
  source: TensorSource,
): OnnxGraph {
  const constants = constantsOf(graph.initializer, source);
  const [inputs, outputs] = [graph.input, graph.output].map((values) => values.map(({ name }) => name));
  if ([...inputs!, ...outputs!].includes(''))
    throw new Malformed(`a value of a graph in the node ${shortened(node)} has no name`);
  const given = new Set([...inputs!, ...constants.keys()]);
  const nodes = inOrder(nodesOf(graph.node, unreadable, source, `${node}/`), given);
  const own = new Set([...given, ...nodes.flatMap((node) => node.outputs)]);
  const read = [...nodes.flatMap(readsOf), ...outputs!];
  return {
    inputs: inputs!,
    outputs: outputs!,
    constants,
    nodes,
    outer: [...new Set(read)].filter((name) => !own.has(name)),
  };
}

/**
 * A name of each node that no other of its graph has: its own; `Conv_3` of an operator and place where it has none,
 * behind the name of the node that the graph is in; with a number behind it where another was first.
 */
function nodeNames(nodes: readonly Pick<Proto<'NodeProto'>, 'name' | 'opType'>[], around = ''): readonly string[] {
  const own = new Set(nodes.map(({ name }) => name));
  const taken = new Set<string>();
  return nodes.map(({ name, opType }, index) => {
    const wanted = name === '' ? `${around}${opType}_${index}` : name;
    const isFree = !taken.has(wanted) && (name !== '' || !own.has(wanted));
    const found = isFree ? wanted : numbered(wanted, index, (candidate) => taken.has(candidate) || own.has(candidate));
    taken.add(found);
    return found;
  });
}

/** The node's place makes it free at once but for names that are made to collide. */
function numbered(name: string, index: number, isTaken: (candidate: string) => boolean): string {
  let candidate = `${name}_${index}`;
  while (isTaken(candidate)) candidate += '_';
  return candidate;
}

/** Inputs or outputs, as `kind` says; those of types that cannot be read go to `unsupported`. Throws Malformed. */
function declaredValues(
  values: readonly Proto<'ValueInfoProto'>[],
  kind: 'input' | 'output',
  unsupported: Unsupported,
): readonly DeclaredValue[] {
  const names = new Set<string>();
  return values.flatMap(({ name, type }) => {
    const what = `the ${kind} "${shortened(name)}"`;
    if (name === '') throw new Malformed(`an ${kind} has no name`);
    if (names.has(name)) throw new Malformed(`${what} is declared twice`);
    names.add(name);
    if (type === undefined) throw new Malformed(`${what} has no type`);
    if (type.tensorType === undefined) {
      unsupported.add(`an ${kind} that is not a tensor`, name);
      return [];
    }
    const { elemType, shape } = type.tensorType;
    const known = onnxType(elemType)?.name;
    if (known !== undefined) return [{ name, type: known, shape: shape?.dim.map((dim) => extent(dim, what)) }];
    unsupported.add(`an ${kind} of ${typeName(elemType)}`, name);
    return [];
  });
}

/** Values between nodes, as far as what is said of them can be read. */
function betweenOf({ valueInfo }: GraphProto): readonly DeclaredValue[] | undefined {
  const between = valueInfo.flatMap(({ name, type }) => {
    const known = onnxType(type?.tensorType?.elemType ?? 0)?.name;
    const shape = type?.tensorType?.shape?.dim.map((dim) => {
      const said = saidOf(dim);
      return typeof said !== 'bigint' ? said : said >= 0n ? Number(said) : undefined;
    });
    return known === undefined ? [] : [{ name, type: known, shape }];
  });
  return between.length > 0 ? between : undefined;
}

function extent(dim: Proto<'TensorShapeProto_Dimension'>, what: string): number | string | undefined {
  const said = saidOf(dim);
  return typeof said === 'bigint' ? extentOf(said, what) : said;
}

/** Some exporters write -1 for an extent that they do not know. */
function saidOf(dim: Proto<'TensorShapeProto_Dimension'>): bigint | string | undefined {
  const { field } = DimensionSchema;
  if (isFieldSet(dim, field.dimParam)) return dim.dimParam === '' ? undefined : dim.dimParam;
  return !isFieldSet(dim, field.dimValue) || dim.dimValue === -1n ? undefined : dim.dimValue;
}

/** Nodes that are named of one kind; the rest are counted. */
const NAMED = 8;

/** What a model holds that is not supported, gathered so that one error reports all of it. */
class Unsupported {
  readonly #found = new Map<string, string[]>();

  get isEmpty(): boolean {
    return this.#found.size === 0;
  }

  /** `what`: `com.microsoft.FusedConv`; `where`: the name of a node, or of a tensor. */
  add(what: string, where: string): void {
    const places = this.#found.get(what) ?? [];
    places.push(where);
    this.#found.set(what, places);
  }

  /** Throws UsageError with everything that was added, if anything was. */
  check(path: string): void {
    if (this.#found.size === 0) return;
    const kinds = [...this.#found].map(([what, places]) => `${what} (${listed(places)})`);
    const parts = kinds.join(', ');
    throw new UsageError(
      `Cannot read ${path}: the model has unsupported parts, ${parts}; docs/reference/onnx.md lists what is supported.`,
    );
  }
}

function listed(names: readonly string[]): string {
  const named = names.slice(0, NAMED).map(shortened).join(', ');
  return names.length > NAMED ? `${named} and ${names.length - NAMED} more` : named;
}
