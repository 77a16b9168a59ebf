import type { ConstantTensor } from '../../onnx/model.js';
import type { Operator, SourceNode } from './operator.js';
import { tensorOf } from './attributes.js';

/** Numbers as a constant of the type that a node's `output_datatype` says, float32 if none. */
export function signalConstant(node: SourceNode, shape: readonly number[], data: Float64Array): ConstantTensor {
  const code = node.number('output_datatype', 1);
  const { name } = node.typeNumbered(code);
  return tensorOf(name, shape, data);
}

/** Factors of the elements of a frame, from their place in it as an angle. */
function signalWindow(name: string, factor: (angle: number) => number): Operator {
  return {
    name,
    inputs: [1, 1],
    normalise: (node) => {
      const size = node.constantInput(0, 'a size').data[0]!;
      if (!Number.isInteger(size) || size < 0) node.invalid(`its size is ${size}`);
      node.checkSize([size], 'float32');
      const steps = node.number('periodic', 1) !== 0 ? size : Math.max(1, size - 1);
      const data = Float64Array.from({ length: size }, (_, i) => factor((2 * Math.PI * i) / steps));
      return { constant: signalConstant(node, [size], data) };
    },
  };
}

export const signalWindows: readonly Operator[] = [
  signalWindow('HannWindow', (angle) => 0.5 - 0.5 * Math.cos(angle)),
  signalWindow('HammingWindow', (angle) => 25 / 46 - (21 / 46) * Math.cos(angle)),
  signalWindow('BlackmanWindow', (angle) => 0.42 - 0.5 * Math.cos(angle) + 0.08 * Math.cos(2 * angle)),
];
