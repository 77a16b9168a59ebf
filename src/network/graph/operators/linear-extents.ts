/** Whole numbers that are made of extents, followed back to what says these. */
import type { GraphNode } from '../graph.js';
import { numbersOf, sameShape, sizeOf, stridesOf } from './attributes.js';
import type { SourceNode } from './operator.js';

/** What says an extent when the network runs, and how large it can be. */
export interface CountedExtent {
  readonly count: string;
  readonly most: number;
}

/** So many times an extent, and a number. */
export interface LinearExtent extends CountedExtent {
  readonly times: number;
  readonly plus: number;
}

type Followed = number | LinearExtent;

/** Whether it is just an extent. */
export function isCount({ times, plus }: LinearExtent): boolean {
  return times === 1 && plus === 0;
}

/** Extents of a list that are followed; no value has more axes. */
const MOST = 16;
/** Nodes that are followed back for a list. */
const MOST_NODES = 256;
/** Types of extents, and of what they are computed of. */
const whole: ReadonlySet<string> = new Set(['int32', 'int64']);

/** Some elements of a value, row-major; undefined where there are too many, or one is made of something else. */
export function followed(node: SourceNode, value: string, places: readonly number[]): Followed[] | undefined {
  if (places.length > MOST) return undefined;
  const following = new Following(node);
  const elements = places.map((place) => following.elementOf([value, place]));
  return elements.every((element) => element !== undefined) ? elements : undefined;
}

/** All of them. */
export function linearExtents(node: SourceNode, value: string): Followed[] | undefined {
  const size = sizeOf(node.typeOf(value).shape);
  return size > MOST ? undefined : followed(node, value, [...Array(size).keys()]);
}

/** How many times another extent a value is that says one; once itself where it is not made of any. */
export function multipleOf(node: SourceNode, count: string): Pick<LinearExtent, 'count' | 'times'> {
  const made = node.producerOf(count);
  const found = made && new Following(node).computed(made, 0);
  return typeof found === 'object' && found.plus === 0 ? found : { count, times: 1 };
}

/** A value, and the place of an element in it. */
type Place = readonly [value: string, place: number];

class Following {
  private left = MOST_NODES;

  constructor(private readonly node: SourceNode) {}

  elementOf([value, place]: Place): Followed | undefined {
    if (!whole.has(this.node.typeOf(value).type) || this.left-- <= 0) return undefined;
    const known = this.node.constantOf(value);
    if (known) return known.data[place];
    const most = this.node.roomOf(value);
    if (most !== undefined) return { count: value, most, times: 1, plus: 0 };
    const made = this.node.producerOf(value);
    return made && this.computed(made, place);
  }

  /** An element of what a node makes. */
  computed(made: GraphNode, place: number): Followed | undefined {
    const compute = arithmetic[made.op];
    if (!compute) {
      const source = this.sourceOf(made, place);
      return source && this.elementOf(source);
    }
    const [a, b] = made.inputs.map((input) => this.operand(made, input!, place));
    return a === undefined || b === undefined ? undefined : compute(a, b, this.node);
  }

  private operand(made: GraphNode, input: string, place: number): Followed | undefined {
    const at = placeIn(this.node, made, input, place);
    return at && this.elementOf(at);
  }

  /** Of what a node's element is a copy. */
  private sourceOf(made: GraphNode, place: number): Place | undefined {
    const { op, inputs } = made;
    const input = inputs[0]!;
    const { shape } = this.node.typeOf(input);
    switch (op) {
      case 'Identity':
      case 'Reshape':
      case 'Cast':
        return [input, place];
      case 'Where': {
        const at = placeIn(this.node, made, input, place);
        return at && this.differs(...at) ? placeIn(this.node, made, inputs[2]!, place) : undefined;
      }
      case 'Gather': {
        const index = shape.length === 1 ? this.node.constantOf(inputs[1]!)?.data[place] : undefined;
        return index === undefined ? undefined : [input, index < 0 ? index + shape[0]! : index];
      }
      case 'Slice': {
        const [starts, steps] = [numbersOf(made, 'starts'), numbersOf(made, 'steps')];
        const index = this.indexIn(made, place).map((at, axis) => starts[axis]! + at * steps[axis]!);
        return [input, placeOf(index, shape)];
      }
      case 'Transpose': {
        const index = new Array<number>(shape.length);
        const moved = this.indexIn(made, place);
        for (const [to, axis] of numbersOf(made, 'perm').entries()) index[axis] = moved[to]!;
        return [input, placeOf(index, shape)];
      }
      case 'Concat':
        return shape.length === 1 ? this.partOf(inputs, place) : undefined;
      default:
        return undefined;
    }
  }

  private indexIn({ outputs }: GraphNode, place: number): number[] {
    const { shape } = this.node.typeOf(outputs[0]!);
    return stridesOf(shape).map((stride, axis) => Math.floor(place / stride) % shape[axis]!);
  }

  private partOf(inputs: GraphNode['inputs'], place: number): Place | undefined {
    let before = 0;
    for (const input of inputs) {
      const [extent] = this.node.typeOf(input!).shape;
      if (place < before + extent!) return [input!, place - before];
      before += extent!;
    }
    return undefined;
  }

  /** Whether a list differs from another one at a place, which a count does from all negative numbers. */
  private differs(condition: string, place: number): boolean {
    const made = this.node.producerOf(condition);
    if (made?.op !== 'Equal') return false;
    const [a, b] = made.inputs.map((one) => this.operand(made, one!, place));
    if (typeof a === 'number' && typeof b === 'number') return a !== b;
    const isExtent = (one: Followed | undefined): boolean => typeof one === 'object' && isCount(one);
    return (isExtent(a) && Number(b) < 0) || (isExtent(b) && Number(a) < 0);
  }
}

/** Operators of two numbers that leave a multiple of an extent and a number such. */
const arithmetic: Readonly<Record<string, (a: Followed, b: Followed, node: SourceNode) => Followed | undefined>> = {
  Add: sumOf,
  Sub: (a, b, node) => sumOf(a, scaled(b, -1), node),
  Mul: (a, b) => (typeof a === 'number' ? scaled(b, a) : typeof b === 'number' ? scaled(a, b) : undefined),
};

function sumOf(a: Followed, b: Followed, node: SourceNode): Followed | undefined {
  if (typeof b === 'number') return typeof a === 'number' ? a + b : { ...a, plus: a.plus + b };
  if (typeof a === 'number') return { ...b, plus: a + b.plus };
  if (!node.isSameCount(a.count, b.count)) return undefined;
  const [times, plus] = [a.times + b.times, a.plus + b.plus];
  return times === 0 ? plus : { ...a, times, plus };
}

function scaled(a: Followed, by: number): Followed {
  if (typeof a === 'number') return a * by;
  return by === 0 ? 0 : { ...a, times: a.times * by, plus: a.plus * by };
}

/** Where an operand has what an element of a node is computed of; undefined where it broadcasts in part. */
function placeIn(node: SourceNode, { outputs }: GraphNode, operand: string, place: number): Place | undefined {
  const { shape } = node.typeOf(operand);
  if (sizeOf(shape) === 1) return [operand, 0];
  return sameShape(shape, node.typeOf(outputs[0]!).shape) ? [operand, place] : undefined;
}

function placeOf(index: readonly number[], shape: readonly number[]): number {
  return stridesOf(shape).reduce((sum, stride, axis) => sum + index[axis]! * stride, 0);
}
