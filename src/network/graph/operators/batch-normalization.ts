import { numberOf } from './attributes.js';
import { invalid } from './errors.js';
import { present, type Operator } from './operator.js';
import { around, sameShape } from './shape.js';

/** BatchNormalization of inference: data N x C x ..., scale, bias, mean and variance of C each; epsilon. */
export const batchNormalization: Operator = {
  name: 'BatchNormalization',
  inputs: [5, 5],
  normalise: (node) => {
    if (isTraining(node)) node.unsupported('in training mode');
    if (node.opset < 9 && node.number('spatial', 1) === 0) return perActivation(node);
    return { op: 'BatchNormalization', inputs: node.inputs, attributes: { epsilon: node.number('epsilon', 1e-5) } };
  },
  canonical: {
    infer: (node, inputs) => {
      const data = present(inputs, 0);
      const channels = data.shape[1] ?? 1;
      if (data.shape.length < 1 || inputs.slice(1).some((input) => !sameShape(input!.shape, [channels])))
        invalid(node, `scale, bias, mean and variance do not have one element for each of ${channels} channels`);
      return [data];
    },
    evaluate: (node, [data, scale, bias, mean, variance]) => {
      const epsilon = numberOf(node, 'epsilon');
      const { outer, extent, inner } = around([data!.shape[0]!, data!.shape[1] ?? 1, ...data!.shape.slice(2)], 1);
      const out = new Float64Array(data!.data.length);
      for (let row = 0; row < outer * extent; row++) {
        const c = row % extent;
        const factor = scale!.data[c]! / Math.sqrt(variance!.data[c]! + epsilon);
        const shift = bias!.data[c]! - mean!.data[c]! * factor;
        for (let i = row * inner; i < (row + 1) * inner; i++) out[i] = data!.data[i]! * factor + shift;
      }
      return [out];
    },
  },
};

/** Versions 7 to 13 train where more than the first output is named, version 6 unless `is_test` says otherwise. */
function isTraining(node: Parameters<Operator['normalise']>[0]): boolean {
  const namesMore = node.outputs.slice(1).some((output) => output !== '');
  return (
    node.number('training_mode', 0) !== 0 ||
    (node.opset < 14 && namesMore && (node.opset > 6 || node.number('is_test', 0) === 0))
  );
}

/** `spatial` 0, until version 9: every element of a sample has its own scale, bias, mean and variance. */
function perActivation(node: Parameters<Operator['normalise']>[0]): ReturnType<Operator['normalise']> {
  const [data, scale, bias, mean, variance] = node.inputs;
  const centered = node.emit('Sub', [data, mean]);
  const deviation = node.emit('Sqrt', [node.emit('Add', [variance, node.scalar(node.number('epsilon', 1e-5))])]);
  const scaled = node.emit('Mul', [node.emit('Div', [centered, deviation]), scale]);
  return { op: 'Add', inputs: [scaled, bias], attributes: {} };
}
