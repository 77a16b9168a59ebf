import type { Operator, SourceNode } from './operator.js';
import { counting } from './parts.js';
import { reshaped } from './reshape.js';
import { sameShape, shapeText } from './attributes.js';

/**
 * The negative log likelihood of the classes of `target` (N x d1 x ...) in log probabilities (N x C x d1 x ...), by
 * the attributes `reduction` and `ignore_index`; `weight` has a number for each class. A class is picked by a mask.
 */
function loss(node: SourceNode, logarithms: string, target: string, weight: string | undefined): string {
  const { type, shape } = node.typeOf(logarithms);
  const [batch, classes, ...places] = shape;
  const labels = node.typeOf(target).shape;
  if (classes === undefined || !sameShape(labels, [batch!, ...places]))
    node.invalid(`it has labels of ${shapeText(labels)} for ${shapeText(shape)}`);
  const zero = node.scalar(0, type);
  const asColumn = reshaped(node, target, [batch!, 1, ...places]);
  const isClass = node.emit('Equal', [asColumn, counting(node, classes, places.length)]);
  const ignored = node.attributes.has('ignore_index') ? node.number('ignore_index') : undefined;
  const counts = ignored === undefined ? isClass : node.emit('And', [isClass, isOther(node, asColumn, ignored)]);
  const overClasses = (value: string): string => reshaped(node, node.emit('ReduceSum', [value], { axes: [1] }), labels);
  const ofClasses = weight && reshaped(node, weight, [classes, ...places.map(() => 1)]);
  const negative = node.emit('Neg', [logarithms]);
  const weighted = ofClasses === undefined ? negative : node.emit('Mul', [negative, ofClasses]);
  const each = overClasses(node.emit('Where', [counts, weighted, zero]));
  const axes = labels.map((_, axis) => axis);
  const total = (value: string): string => reshaped(node, node.emit('ReduceSum', [value], { axes }), []);
  const reduction = node.text('reduction', 'mean');
  if (reduction === 'none') return each;
  if (reduction === 'sum') return total(each);
  if (reduction !== 'mean') node.invalid(`its reduction is "${reduction}"`);
  if (ofClasses === undefined && ignored === undefined)
    return reshaped(node, node.emit('ReduceMean', [each], { axes }), []);
  const share = overClasses(node.emit('Where', [counts, ofClasses ?? node.scalar(1, type), zero]));
  return node.emit('Div', [total(each), total(share)]);
}

function isOther(node: SourceNode, labels: string, ignored: number): string {
  return node.emit('Not', [node.emit('Equal', [labels, node.scalar(ignored, node.typeOf(labels).type)])]);
}

export const losses: readonly Operator[] = [
  {
    name: 'NegativeLogLikelihoodLoss',
    inputs: [2, 3],
    normalise: (node) => ({ values: [loss(node, node.input(0), node.input(1), node.inputs[2])] }),
  },
  {
    name: 'SoftmaxCrossEntropyLoss',
    inputs: [2, 3],
    outputs: 2,
    normalise: (node) => {
      const logarithms = node.emit('LogSoftmax', [node.input(0)], { axis: 1 });
      return { values: [loss(node, logarithms, node.input(1), node.inputs[2]), logarithms] };
    },
  },
];
