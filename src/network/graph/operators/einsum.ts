import { sizeOf } from './attributes.js';
import type { Operator, SourceNode } from './operator.js';
import { reshaped } from './reshape.js';

/** A value whose axes have labels, each once. */
interface Labelled {
  readonly value: string;
  readonly labels: readonly string[];
}

type Keeps = (label: string) => boolean;

/**
 * Einsum: products of the operands, summed over the labels that the output has not. Operands are taken together one by
 * one: what two of them have, and nobody else, is the sum of a product of matrices.
 */
export const einsum: Operator = {
  name: 'Einsum',
  inputs: [1, Infinity],
  normalise: (node) => {
    const { operands, output } = equationOf(node);
    const single = operands.map((labels, i) => diagonal(node, node.input(i), labels));
    const [first, ...others] = broadcast(node, single) as [Labelled, ...Labelled[]];
    const whole = others.reduce((left, right, i) => {
      const later = new Set([...output, ...others.slice(i + 1).flatMap(({ labels }) => labels)]);
      return product(node, left, right, (label) => later.has(label));
    }, first);
    const sum = summed(node, whole, (label) => output.includes(label));
    return { values: [ordered(node, sum, output)] };
  },
};

interface Equation {
  readonly operands: readonly (readonly string[])[];
  readonly output: readonly string[];
}

/** Axes that "..." stands for have labels of their own, counted from the last. */
function equationOf(node: SourceNode): Equation {
  const text = node.text('equation').replaceAll(/\s/g, '');
  const [, left = '', right] = /^([A-Za-z.,]*)(?:->([A-Za-z.]*))?$/.exec(text) ?? [];
  const terms = left.split(',');
  const wrong = (): never => node.invalid(`its equation is "${text}" for ${node.inputs.length} inputs`);
  if (terms.length !== node.inputs.length) wrong();
  const rests = terms.map((term, i) => node.rank(i) - term.replace('...', '').length);
  const operands = terms.map((term, i) => labelsOf(term, rests[i]!));
  if (operands.some((labels, i) => labels.length !== node.rank(i) || labels.includes('.'))) wrong();
  const all = operands.flat();
  const most = Math.max(0, ...terms.map((term, i) => (term.includes('...') ? rests[i]! : 0)));
  const isOnce = (label: string): boolean => all.indexOf(label) === all.lastIndexOf(label);
  const once = all.filter((label) => label.length === 1 && isOnce(label)).sort();
  const output = right === undefined ? [...labelsOf('...', most), ...once] : labelsOf(right, most);
  if (output.some((label) => !all.includes(label)) || new Set(output).size !== output.length) wrong();
  return { operands, output };
}

function labelsOf(term: string, rest: number): readonly string[] {
  const [before = '', behind] = term.split('...');
  if (behind === undefined) return Array.from(before);
  const axes = Array.from({ length: Math.max(0, rest) }, (_, i) => `...${rest - i}`);
  return [...Array.from(before), ...axes, ...Array.from(behind)];
}

/** What lies on the diagonal of axes with the same label, as one axis. */
function diagonal(node: SourceNode, value: string, labels: readonly string[]): Labelled {
  const [label] = labels.filter((one, at) => labels.indexOf(one) !== at);
  if (label === undefined) return { value, labels };
  const [first, second] = [labels.indexOf(label), labels.lastIndexOf(label)];
  const { shape } = node.typeOf(value);
  const extent = shape[first]!;
  if (shape[second] !== extent) node.invalid(`its label ${label} stands for ${extent} and ${shape[second]}`);
  const others = [...shape.keys()].filter((axis) => axis !== first && axis !== second);
  const rest = others.map((axis) => shape[axis]!);
  const behind = node.emit('Transpose', [value], { perm: [...others, first, second] });
  const picked = node.emit('Slice', [reshaped(node, behind, [...rest, extent ** 2])], {
    starts: [...rest.map(() => 0), 0],
    sizes: [...rest, extent],
    steps: [...rest.map(() => 1), extent + 1],
  });
  return diagonal(node, picked, [...others.map((axis) => labels[axis]!), label]);
}

/** Axes of one element are repeated where another operand has more. */
function broadcast(node: SourceNode, operands: readonly Labelled[]): readonly Labelled[] {
  const extents = new Map<string, number>();
  for (const { value, labels } of operands)
    labels.forEach((label, axis) => {
      const extent = node.typeOf(value).shape[axis]!;
      const known = extents.get(label) ?? 1;
      if (known !== 1 && extent !== 1 && known !== extent)
        node.invalid(`its label ${label} stands for ${known} and ${extent}`);
      extents.set(label, known === 1 ? extent : known);
    });
  return operands.map(({ value, labels }) => {
    const shape = labels.map((label) => extents.get(label)!);
    const isWhole = sizeOf(shape) === sizeOf(node.typeOf(value).shape);
    return { value: isWhole ? value : node.emit('Expand', [value], { shape }), labels };
  });
}

function summed(node: SourceNode, { value, labels }: Labelled, keeps: Keeps): Labelled {
  const axes = labels.flatMap((label, axis) => (keeps(label) ? [] : [axis]));
  if (axes.length === 0) return { value, labels };
  const { shape } = node.typeOf(value);
  const sum = node.emit('ReduceSum', [value], { axes });
  const rest = shape.filter((_, axis) => !axes.includes(axis));
  return { value: reshaped(node, sum, rest), labels: labels.filter(keeps) };
}

/** Axes in another order. */
function ordered(node: SourceNode, { value, labels }: Labelled, order: readonly string[]): string {
  const perm = order.map((label) => labels.indexOf(label));
  return perm.every((axis, at) => axis === at) ? value : node.emit('Transpose', [value], { perm });
}

/** The product of two operands, summed over what both have and nobody else needs. */
function product(node: SourceNode, left: Labelled, right: Labelled, needed: Keeps): Labelled {
  const [a, b] = [
    summed(node, left, (label) => needed(label) || right.labels.includes(label)),
    summed(node, right, (label) => needed(label) || left.labels.includes(label)),
  ];
  const shared = a.labels.filter((label) => b.labels.includes(label));
  const [batch, inner] = [shared.filter(needed), shared.filter((label) => !needed(label))];
  const rows = a.labels.filter((label) => !shared.includes(label));
  const columns = b.labels.filter((label) => !shared.includes(label));
  const extentOf = (label: string): number =>
    node.typeOf(a.value).shape[a.labels.indexOf(label)] ?? node.typeOf(b.value).shape[b.labels.indexOf(label)]!;
  const size = (labels: readonly string[]): number => sizeOf(labels.map(extentOf));
  const [m, k, n] = [size(rows), size(inner), size(columns)];
  const extents = batch.map(extentOf);
  const first = reshaped(node, ordered(node, a, [...batch, ...rows, ...inner]), [...extents, m, k]);
  const second = reshaped(node, ordered(node, b, [...batch, ...inner, ...columns]), [...extents, k, n]);
  const whole = node.emit(inner.length === 0 ? 'Mul' : 'MatMul', [first, second]);
  const labels = [...batch, ...rows, ...columns];
  return { value: reshaped(node, whole, labels.map(extentOf)), labels };
}
