import { isDeepStrictEqual } from 'node:util';
import { isValueType, type DType } from '../../ir/tensor.js';
import type { ConstantTensor } from '../onnx/model.js';
import { UsageError } from '../../target/errors.js';
import { defined } from '../../target/defined.js';
import { formatBytes } from '../../target/format.js';
import { shortened } from '../../target/visible.js';
import { invalid, UnsupportedNode } from './operators/errors.js';
import { canonicalOf } from './operators/registry.js';
import { shapeText, sizeOf } from './operators/attributes.js';
import type { GraphNode, InputType, ValueType } from './graph.js';

/** Bytes of the largest value, and of all constants that are computed. */
const LARGEST = 2 ** 31;
/**
 * Of the latter what any file may ask for, and so many for each byte of the constants that it holds: what a small
 * hostile one makes is refused within 500 MB. (The largest of the onnx package's light models takes 440 MB.)
 */
const [LEAST, FOR_EACH_BYTE] = [448 * 2 ** 20, 4];
/** Bytes an element while a constant is folded: in double precision, and as it stays. */
const WHILE_FOLDED = 12;
const MOST_AXES = 16;
/** Steps of recurrent operators, each some ten nodes, in all of a graph. */
const MOST_STEPS = 2048;
/** Nodes behind each other of which two counts may be made. */
const MOST_ALIKE = 6;
/** Nodes of graphs in nodes, as often as they are written out. */
const MOST_INLINED = 2 ** 17;

type Named = Pick<GraphNode, 'name' | 'op'>;

/** A graph on its way: names are given once, types of nodes are inferred as they join. */
export class GraphBuilder {
  readonly nodes: GraphNode[] = [];
  readonly constants: Map<string, ConstantTensor>;
  readonly values: Map<string, ValueType>;
  private readonly names: Set<string>;
  /** By what says the extent of values, the least that one of them has room for: it is never more. */
  private readonly rooms = new Map<string, number>();
  /** By wish, the number that was given last: a node that is written out as thousands wishes for one name. */
  private readonly numbers = new Map<string, number>();
  private computed = 0;
  /** Bytes that computed constants may come to. */
  private readonly room: number;
  private readonly counted = new WeakSet<ArrayBufferLike>();
  /** By type and number, the longest constant of that number alone: shorter ones are parts of it. */
  private readonly filled = new Map<string, ConstantTensor['data']>();
  private steps = 0;
  private inlined = 0;

  /** `names` are those taken, of nodes and values; `constants` and `values` are copied. */
  constructor(
    names: Iterable<string>,
    constants: ReadonlyMap<string, ConstantTensor> = new Map(),
    values: ReadonlyMap<string, ValueType> = new Map(),
  ) {
    this.names = new Set(names);
    this.constants = new Map(constants);
    this.values = new Map(values);
    const given = [...constants.values()].reduce((sum, { data }) => sum + data.byteLength, 0);
    this.room = Math.min(LARGEST, LEAST + FOR_EACH_BYTE * given);
  }

  fresh(wish: string): string {
    let name = wish;
    let number = this.numbers.get(wish) ?? 0;
    while (this.names.has(name)) name = `${wish}_${++number}`;
    this.numbers.set(wish, number);
    this.names.add(name);
    return name;
  }

  release(name: string): void {
    this.names.delete(name);
  }

  typeOf(value: string): ValueType {
    const type = this.values.get(value);
    if (type === undefined) throw new Error(`no value is named ${value}`);
    return type;
  }

  /** The node of which a value is an output, as far as it is built. */
  producer(value: string): GraphNode | undefined {
    return this.nodes.findLast(({ outputs }) => outputs.includes(value));
  }

  /** The most that a value can be which says extents of others; undefined of any other. */
  roomOf(count: string): number | undefined {
    return this.rooms.get(count);
  }

  /** One that is made of nothing along another axis may have an extent that depends on values. */
  setConstant(name: string, { counted, ...tensor }: ConstantTensor & Pick<ValueType, 'counted'>): void {
    this.constants.set(name, tensor);
    this.values.set(name, { type: tensor.type, shape: tensor.shape, ...defined({ counted }) });
  }

  add(node: GraphNode): void {
    const inputs = withoutTrailing(node.inputs);
    const canonical = canonicalOf(node);
    const given = inputs.map((input) => (input === undefined ? undefined : this.typeOf(input)));
    const inferred = canonical.infer(node, given);
    const carried = this.carried(node, given, inferred);
    inferred.forEach(({ shape, type, counted: own }, index) => {
      checkSize(node, shape, type);
      const counted = carried ?? own;
      this.values.set(node.outputs[index]!, { type, shape, ...defined({ counted }) });
      if (counted) this.rooms.set(counted.by, Math.min(shape[counted.axis]!, this.rooms.get(counted.by) ?? Infinity));
    });
    this.nodes.push({ ...node, inputs });
  }

  /** Refuses a node that takes an extent that depends on values for the largest. */
  checkNotCounted(node: Named, inputs: GraphNode['inputs']): void {
    const counted = inputs.find((input) => input !== undefined && this.values.get(input)?.counted);
    if (counted !== undefined) this.refuseCounted(node, this.typeOf(counted).counted!.by);
  }

  /** The extent that depends on values of the outputs of a node, where inputs have one. */
  private carried(
    node: GraphNode,
    inputs: readonly InputType[],
    outputs: readonly ValueType[],
  ): ValueType['counted'] | undefined {
    const [first, ...others] = inputs.flatMap((input) => input?.counted ?? []);
    if (!first) return undefined;
    const found = canonicalOf(node).carriesCount?.(node, inputs, outputs);
    if (found === 'inferred') return undefined;
    const isOne = found?.by !== undefined || others.every(({ by }) => this.isSameCount(by, first.by));
    if (!found || !isOne) return this.refuseCounted(node, first.by);
    const { axis, rest, by = first.by } = found;
    const hasRest = rest === 'any' || (rest === 'kept' && [first, ...others].some((one) => one.rest));
    return hasRest ? { axis, by, rest: true } : { axis, by };
  }

  /**
   * Whether two values say the same extent, of values that have room for equally many: of one condition, or computed
   * alike of what is the same.
   */
  isSameCount(a: string, b: string, depth = MOST_ALIKE): boolean {
    if (a === b) return true;
    const constants = [a, b].map((value) => this.constants.get(value));
    if (constants[0] && constants[1]) return isDeepStrictEqual(constants[0], constants[1]);
    const [one, other] = [this.producer(a), this.producer(b)];
    if (!one || one.op !== other?.op || depth === 0) return false;
    const read = ({ inputs }: GraphNode): GraphNode['inputs'] => (one.op === 'Compress' ? inputs.slice(1) : inputs);
    const isAlike = one.op === 'Compress' || isDeepStrictEqual(one.attributes, other.attributes);
    const pairs = read(one).map((input, index) => [input ?? '', read(other)[index] ?? ''] as const);
    return (
      isAlike &&
      one.outputs.indexOf(a) === other.outputs.indexOf(b) &&
      read(one).length === read(other).length &&
      pairs.every(([x, y]) => this.isSameCount(x, y, depth - 1))
    );
  }

  private refuseCounted(node: Named, count: string): never {
    // What is compressed does not decide how much of it is left.
    const made = this.producer(count);
    const decider = made?.op === 'Compress' ? made.inputs.at(-1) : count;
    const what = 'of a value whose extent depends on values';
    throw new UnsupportedNode(node, what, decider);
  }

  /** Counts steps that are written out, each as nodes of its own, and refuses too many. */
  countSteps(node: Named, count: number): void {
    this.steps += count;
    if (this.steps > MOST_STEPS)
      throw new UnsupportedNode(node, `with more steps than the ${MOST_STEPS} that a model may come to`);
  }

  /** Counts nodes of a graph in a node. */
  countInlined(node: Named, count: number): void {
    this.inlined += count;
    if (this.inlined > MOST_INLINED)
      throw new UnsupportedNode(node, `with more nodes than the ${MOST_INLINED} that graphs in nodes may come to`);
  }

  /** Counts a constant that was computed, not read, and refuses what all of them are too much. */
  count(node: Named, { data }: ConstantTensor): void {
    if (this.counted.has(data.buffer)) return;
    this.counted.add(data.buffer);
    this.checkRoom(node, data.byteLength);
    this.computed += data.byteLength;
  }

  /** Refuses a constant that is too much beside those that were computed, before it is. */
  checkRoom(node: Named, bytes: number): void {
    if (this.computed + bytes > this.room)
      throw new UsageError(
        `The constants up to node "${shortened(node.name)}" (${node.op}) need more than the ${formatBytes(this.room)} that constants which the model computes may take; fold them in the model first.`,
      );
  }

  /** The same of one that a node of constants comes to. */
  checkFolded(node: GraphNode, types: readonly ValueType[]): void {
    if (!node.inputs.every((input) => input === undefined || this.constants.has(input))) return;
    this.checkRoom(node, WHILE_FOLDED * types.reduce((sum, { shape }) => sum + sizeOf(shape), 0));
  }

  /** So many elements of one number, which nobody writes to. */
  filledWith(node: Named, element: number, type: DType, elements: number): ConstantTensor['data'] {
    const key = `${type} ${element}`;
    const known = this.filled.get(key);
    if (known && known.length >= elements) return known.subarray(0, elements);
    this.checkRoom(node, bytesOf(type) * elements);
    const data = isValueType(type) ? new Float32Array(elements) : new Float64Array(elements);
    if (element !== 0) data.fill(element);
    this.filled.set(key, data);
    return data;
  }
}

/** Refuses a value that could not be held, or has no shape. */
export function checkSize(node: Named, shape: readonly number[], type: DType): void {
  if (shape.some((extent) => !Number.isInteger(extent) || extent < 0))
    invalid(node, `it makes a value of shape [${shape.slice(0, 8).join(', ')}]`);
  if (shape.length > MOST_AXES) invalid(node, `it makes a value of ${shape.length} axes, more than ${MOST_AXES}`);
  if (sizeOf(shape) * bytesOf(type) > LARGEST)
    throw new UsageError(
      `Node "${shortened(node.name)}" (${node.op}) makes a value of ${shapeText(shape)}, more than 2 GiB; ` +
        'such a network cannot be built, so check its shapes.',
    );
}

/** Of an element of a constant here. */
export function bytesOf(type: DType): number {
  return isValueType(type) ? 4 : 8;
}

function withoutTrailing(inputs: GraphNode['inputs']): GraphNode['inputs'] {
  const last = inputs.findLastIndex((input) => input !== undefined);
  return inputs.slice(0, last + 1);
}
