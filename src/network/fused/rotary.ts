import { isWhole } from '../../elements/registry.js';
import type { GraphNode } from '../graph/graph.js';
import { numberOf, numbersOf, sameShape } from '../graph/operators/attributes.js';
import { cutOf, type Cut } from '../graph/operators/moves.js';
import { broadcastShape, broadcastStrides, strided } from '../graph/operators/broadcast.js';
import { graphOperator } from '../graph/operators/by-procedure.js';
import { present, type Values } from '../graph/operators/operator.js';
import type { GraphEdit, Replacement, Rule } from '../graph/simplify/rule.js';
import type { ConstantTensor } from '../onnx/model.js';
import { elementwiseForm, inLayout } from '../program/lower/elementwise.js';
import type { FusedLayer } from './fused-layer.js';

const ROTARY = 'tune.Rotary';

/**
 * Rotary: x · cosine + turned(x) · sine, where `turned` moves the elements of the last axis on by `by`, and those that
 * leave it at its end come first (RoFormer, Su et al., 2021; halves of a head as GPT-NeoX turns them, whose sign is in
 * the sine). Cosine and sine broadcast to x. Models and ONNX's operators of it spell it out.
 */
export const rotary: FusedLayer = {
  operators: [
    graphOperator(ROTARY, [3, 3], {
      infer: (_, inputs) => [present(inputs, 0)],
      work: () => 3,
      evaluate: (node, [x, cosine, sine]) => [evaluate(node, x!, cosine!, sine!)],
    }),
  ],
  pattern: (node, edit) => spelledOut(node, edit) ?? beforeTranspose(node, edit),
  anchor: {
    tail: 'nothing',
    forms: ({ anchor }, { graph }) => {
      const { shape } = graph.values.get(anchor.inputs[0]!)!;
      const [axis, width, by] = [shape.length - 1, shape.at(-1)!, numberOf(anchor, 'by')];
      const operands = anchor.inputs.map((value) => inLayout(value!, 'NCHW', shape.length, graph)!);
      const turned = `concat(${axis},slice(a,${axis},${width - by},1,${by}),slice(a,${axis},0,1,${width - by}))`;
      return [elementwiseForm(`a*b+${turned}*c`, operands, 'NCHW')];
    },
  },
};

function evaluate(
  node: GraphNode,
  { shape, data }: ConstantTensor,
  cosine: ConstantTensor,
  sine: ConstantTensor,
): Values {
  const [width, by] = [shape.at(-1)!, numberOf(node, 'by')];
  const [c, s] = [cosine, sine].map((own) => strided(own.data, shape, broadcastStrides(own.shape, shape))) as [
    Values,
    Values,
  ];
  return Float64Array.from(data, (x, at) => {
    const place = at % width;
    return x * c[at]! + data[at - place + ((place + width - by) % width)]! * s[at]!;
  });
}

/** x · cosine + (-second half, first half) · sine. */
function spelledOut(node: GraphNode, edit: GraphEdit): Replacement | undefined {
  if (node.op !== 'Add' || isWhole(edit.typeOf(node.outputs[0]!).type)) return undefined;
  const [left, right] = node.inputs.map((input) => edit.producer(input!, 'Mul'));
  if (!left || !right) return undefined;
  return turnedBy(left, right, edit) ?? turnedBy(right, left, edit);
}

function turnedBy(plain: GraphNode, moved: GraphNode, edit: GraphEdit): Replacement | undefined {
  for (const [value, sine] of bothWays(moved)) {
    const halves = halvesOf(value, edit);
    const cosine = bothWays(plain).find(([x]) => x === halves?.x)?.[1];
    if (!halves || cosine === undefined) continue;
    const { x, by } = halves;
    const shape = edit.shapeOf(x);
    if (![cosine, sine].every((angle) => sameShape(broadcastShape([edit.shapeOf(angle), shape]) ?? [], shape)))
      return undefined;
    const signs = edit.number(
      [shape.at(-1)!],
      Array.from({ length: shape.at(-1)! }, (_, i) => (i < by ? -1 : 1)),
    );
    return { op: ROTARY, inputs: [x, cosine, edit.emit('Mul', [sine, signs])], attributes: { by } };
  }
  return undefined;
}

function bothWays({ inputs }: GraphNode): readonly (readonly [string, string])[] {
  const [first, second] = inputs as [string, string];
  return [
    [first, second],
    [second, first],
  ];
}

/** The value that `value` is the halves of, the second before the first and negated. */
function halvesOf(value: string, edit: GraphEdit): { readonly x: string; readonly by: number } | undefined {
  const both = edit.producer(value, 'Concat');
  if (both?.inputs.length !== 2 || numberOf(both, 'axis') !== edit.shapeOf(value).length - 1) return undefined;
  const [negated, first] = both.inputs as [string, string];
  const half = edit.producer(negated, 'Neg')?.inputs[0];
  const parts = [first, half].map((part) => (part === undefined ? undefined : partOf(part, edit)));
  const [x, by] = [parts[0]?.of, edit.shapeOf(first).at(-1)!];
  if (x === undefined || edit.shapeOf(x).at(-1) !== 2 * by) return undefined;
  const isHalf = (part: Part | undefined, start: number): boolean =>
    part?.of === x &&
    part.starts.every((own, d) => own === (d === part.starts.length - 1 ? start : 0)) &&
    part.steps.every((step) => step === 1) &&
    sameShape(part.sizes, edit.shapeOf(x).with(-1, by));
  return isHalf(parts[0], 0) && isHalf(parts[1], by) ? { x, by } : undefined;
}

type Part = Cut & { readonly of: string };

/** What a value was cut out of by Slice or Split, and where. */
function partOf(value: string, edit: GraphEdit): Part | undefined {
  const node = edit.producer(value, 'Slice', 'Split');
  const of = node?.inputs[0];
  return node && of !== undefined ? { of, ...cutOf(node, value, edit.shapeOf(of)) } : undefined;
}

/** Heads are brought before tokens behind it, where attention reads them as they were. */
const beforeTranspose: Rule = (node, edit) => {
  const [x, ...angles] = node.inputs as readonly [string, ...string[]];
  const transposed = node.op === ROTARY && edit.isReadOnce(x) ? edit.producer(x, 'Transpose') : undefined;
  const perm = transposed && numbersOf(transposed, 'perm');
  if (!perm || perm.at(-1) !== perm.length - 1) return undefined;
  const back = perm.map((_, axis) => perm.indexOf(axis));
  const given = angles.map((angle) => {
    const own = edit.shapeOf(angle);
    const shape = [...perm.map(() => 1), ...own].slice(-perm.length);
    return edit.emit('Transpose', [edit.emit('Reshape', [angle], { shape })], { perm: back });
  });
  const turned = edit.emit(ROTARY, [transposed.inputs[0], ...given], Object.fromEntries(node.attributes));
  return { op: 'Transpose', inputs: [turned], attributes: { perm } };
};
