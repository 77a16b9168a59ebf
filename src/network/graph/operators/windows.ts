import { elementType, onnxType } from '../../../elements/registry.js';
import type { Normalised, Operator, SourceNode } from './operator.js';

/** Windows of a known size, by their sums of cosines. */
const cosines: Readonly<Record<string, readonly number[]>> = {
  HannWindow: [0.5, 0.5],
  HammingWindow: [25 / 46, 21 / 46],
  BlackmanWindow: [0.42, 0.5, 0.08],
};

export const windows: readonly Operator[] = Object.entries(cosines).map(([name, factors]) => ({
  name,
  inputs: [1, 1],
  normalise: (node) => {
    const size = node.constantInput(0, 'a size').data[0]!;
    const period = node.number('periodic', 1) === 0 ? size - 1 : size;
    const at = (n: number): number =>
      factors.reduce((sum, factor, k) => sum + (-1) ** k * factor * Math.cos((2 * Math.PI * k * n) / period), 0);
    return ofType(
      node,
      [size],
      Array.from({ length: size }, (_, n) => at(n)),
    );
  },
}));

/** Numbers as a constant of the type that `output_datatype` says. */
function ofType(node: SourceNode, shape: readonly number[], numbers: readonly number[]): Normalised {
  const code = node.number('output_datatype', 1);
  const { name } = onnxType(code) ?? node.unsupported(`of type ${code}`);
  node.checkSize(shape, name);
  const { bytes, write, read } = elementType(name);
  const view = new DataView(new ArrayBuffer(bytes));
  const data = Float64Array.from(numbers, (number) => {
    write(view, 0, number);
    return read(view, 0);
  });
  return { constant: { type: name, shape, data: bytes <= 4 ? Float32Array.from(data) : data } };
}

/** MelWeightMatrix: triangles over the bins of a spectrum, evenly far from each other on the mel scale. */
export const melWeightMatrix: Operator = {
  name: 'MelWeightMatrix',
  inputs: [5, 5],
  normalise: (node) => {
    const [count, length, rate, lowest, highest] = ['bins', 'a length', 'a rate', 'a lower edge', 'an upper edge'].map(
      (what, index) => node.constantInput(index, what).data[0]!,
    ) as [number, number, number, number, number];
    const bins = Math.floor(length / 2) + 1;
    const [from, to] = [mel(lowest), mel(highest)];
    const edges = Array.from({ length: count + 2 }, (_, i) =>
      Math.floor(((length + 1) * hertz(from + (i * (to - from)) / (count + 2))) / rate),
    );
    const weights = new Array<number>(bins * count).fill(0);
    for (let i = 0; i < count; i++) {
      const [left, middle, right] = edges.slice(i, i + 3) as [number, number, number];
      for (let j = left; j < middle; j++) weights[j * count + i] = (j - left) / (middle - left);
      for (let j = middle; j < right; j++) weights[j * count + i] = (right - j) / (right - middle);
      weights[middle * count + i] = 1;
    }
    return ofType(node, [bins, count], weights);
  },
};

function mel(frequency: number): number {
  return 2595 * Math.log10(1 + frequency / 700);
}

function hertz(mels: number): number {
  return 700 * (10 ** (mels / 2595) - 1);
}
