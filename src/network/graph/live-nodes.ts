import type { OnnxModel, OnnxNode } from '../onnx/model.js';

/** The nodes that the outputs of a model need, in its order. */
export function liveNodes(model: OnnxModel): readonly OnnxNode[] {
  const needed = new Set(model.outputs.map(({ name }) => name));
  return model.nodes
    .toReversed()
    .filter(({ inputs, outputs }) => {
      if (!outputs.some((output) => output !== '' && needed.has(output))) return false;
      for (const input of inputs) needed.add(input);
      return true;
    })
    .reverse();
}
