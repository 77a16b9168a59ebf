/** Nodes as expressions of `elementwise`, over those of their inputs. */
import type { ElementType } from '../../../elements/element-type.js';
import { elementType, isWhole } from '../../../elements/registry.js';
import type { DType } from '../../../ir/tensor.js';
import type { GraphNode } from '../../graph/graph.js';
import { numberOf, textOf } from '../../graph/operators/attributes.js';

/** `type`: of the elements of the first input. */
type Unary = (x: string, node: GraphNode, type: DType) => string;
type Binary = (x: string, y: string, type: DType) => string;

const called =
  (name: string): Unary =>
  (x) =>
    `${name}(${x})`;
const alpha = (node: GraphNode): number => numberOf(node, 'alpha');
const softplus = (x: string): string => `(max(${x},0)+log(1+exp(-abs(${x}))))`;

/** What each element is, of one other. What an operand is read twice by is text twice, which compilers see through. */
const unaries: Readonly<Record<string, Unary>> = {
  ...{ Relu: called('relu'), Exp: called('exp'), Log: called('log'), Sqrt: called('sqrt'), Tanh: called('tanh') },
  ...{ Erf: called('erf'), Abs: called('abs'), Floor: called('floor'), Ceil: called('ceil') },
  ...{ Sigmoid: called('sigmoid'), HardSwish: called('hardswish') },
  ...{ Round: called('round'), Sign: called('sign') },
  Not: (x) => `equal(${x},0)`,
  Cast: (x, node, type) => converted(x, elementType(type), elementType(textOf(node, 'to'))),
  ThresholdedRelu: (x, node) => `where(greater(${x},${alpha(node)}),${x},0)`,
  Neg: (x) => `(0-${x})`,
  Reciprocal: (x) => `(1/${x})`,
  Softplus: softplus,
  Softsign: (x) => `(${x}/(1+abs(${x})))`,
  Mish: (x) => `(${x}*tanh(${softplus(x)}))`,
  Gelu: (x, node) => (textOf(node, 'approximate') === 'none' ? `gelu(${x})` : `gelu_tanh(${x})`),
  Swish: (x, node) => (alpha(node) === 1 ? `silu(${x})` : `(${x}*sigmoid(${alpha(node)}*${x}))`),
  LeakyRelu: (x, node) => `leaky(${x},${alpha(node)})`,
  Elu: (x, node) => `elu(${x},${alpha(node)})`,
  Celu: (x, node) => `(max(${x},0)+min(0,${alpha(node)}*(exp(${x}/${alpha(node)})-1)))`,
  Selu: (x, node) => `(${numberOf(node, 'gamma')}*elu(${x},${alpha(node)}))`,
  HardSigmoid: (x, node) => `clip(${alpha(node)}*${x}+${numberOf(node, 'beta')},0,1)`,
  Clip: (x, node) => clip(x, numberOf(node, 'min'), numberOf(node, 'max')),
};

const binaries: Readonly<Record<string, Binary>> = {
  Add: (x, y) => `(${x}+${y})`,
  Sub: (x, y) => `(${x}-${y})`,
  Mul: (x, y) => `(${x}*${y})`,
  Div: (x, y, type) => (isWhole(type) ? truncated(`(${x}/${y})`) : `(${x}/${y})`),
  Mod: (x, y, type) =>
    isWhole(type) ? rest(x, y) : `where(equal(abs(${y}),inf),${restOfInfinite(x, y)},${rest(x, y)})`,
  Pow: (x, y) => `pow(${x},${y})`,
  Max: (x, y) => `max(${x},${y})`,
  Min: (x, y) => `min(${x},${y})`,
  Equal: (x, y) => `equal(${x},${y})`,
  Greater: (x, y) => `greater(${x},${y})`,
  GreaterOrEqual: (x, y) => `max(greater(${x},${y}),equal(${x},${y}))`,
  Less: (x, y) => `greater(${y},${x})`,
  LessOrEqual: (x, y) => `max(greater(${y},${x}),equal(${x},${y}))`,
  And: (x, y) => `(${x}*${y})`,
  Or: (x, y) => `max(${x},${y})`,
  Xor: (x, y) => `abs(${x}-${y})`,
  PRelu: (x, y) => `leaky(${x},${y})`,
};

function clip(x: string, min: number, max: number): string {
  const above = min === -Infinity ? x : `max(${x},${min})`;
  return max === Infinity ? above : `min(${above},${max})`;
}

const ternaries: Readonly<Record<string, (x: string, y: string, z: string, node: GraphNode) => string>> = {
  Where: (x, y, z) => `where(${x},${y},${z})`,
  DequantizeLinear: (x, scale, zero) => (zero === '(0)' ? `(${x}*${scale})` : `((${x}-${zero})*${scale})`),
  QuantizeLinear: (x, scale, zero, node) => {
    const [least, largest] = elementType(textOf(node, 'to')).limits;
    const steps = zero === '(0)' ? `round(${x}/${scale})` : `round(${x}/${scale})+${zero}`;
    return `clip(${steps},${least},${largest})`;
  },
};

/** Whether each element of a node is a function of those at its own place, which broadcasting may repeat. */
export function isElementwise({ op }: GraphNode): boolean {
  return op in unaries || op in binaries || op in ternaries;
}

/** `type`: of the elements of its first input. */
export function elementOf(node: GraphNode, [x, y, z]: readonly string[], type: DType): string {
  const made = ternaries[node.op]?.(x!, y!, z!, node) ?? unaries[node.op]?.(x!, node, type);
  return made ?? binaries[node.op]!(x!, y!, type);
}

/** Truth is 1 and 0; whole numbers lose what is behind the point, and bits that the other type has no place for. */
function converted(x: string, from: ElementType, to: ElementType): string {
  if (to.kind === 'truth') return `(1-equal(${x},0))`;
  if (to.kind === 'floating' || from.kind === 'truth') return x;
  const whole = from.kind === 'floating' ? truncated(x) : x;
  const [least, largest] = to.limits;
  // Floats are stored as the least or the largest number beyond the limits, but for types of a few bits.
  const saturates = from.kind === 'floating' && to.bits === undefined;
  if (saturates || (from.limits[0] >= least && from.limits[1] <= largest) || to.bytes > 2) return whole;
  const count = largest - least + 1;
  return `(${whole}-${count}*floor((${whole}-${least})/${count}))`;
}

function rest(x: string, y: string): string {
  return `(${x}-floor(${x}/${y})*${y})`;
}

/** Of a division by an infinite number: itself, or that where the signs differ. */
function restOfInfinite(x: string, y: string): string {
  return `where(greater(0,${x}*${y}),${y},${x})`;
}

function truncated(x: string): string {
  return `(sign(${x})*floor(abs(${x})))`;
}

/** A number as expressions of `elementwise` have it; undefined where it is none. */
export function numberText(value: number): string | undefined {
  return Number.isNaN(value) ? undefined : String(value).replace('Infinity', 'inf');
}
