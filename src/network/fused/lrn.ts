import { numberOf, around } from '../graph/operators/attributes.js';
import { present, type Operator } from '../graph/operators/operator.js';
import { lowerAlong } from '../program/lower/along-axes.js';
import type { FusedLayer } from './fused-layer.js';

/** LRN: x / (bias + alpha/size Σ x²)^beta, the sum over `size` channels around that of x. */
export const lrn: FusedLayer = {
  operators: [lrnOperator()],
  anchor: lowerAlong('nothing', {
    operator: 'lrn',
    axes: () => [1],
    options: (node, { outer, middle, inner }) => ({
      ...{ outer, channels: middle, inner },
      ...Object.fromEntries(['size', 'alpha', 'beta', 'bias'].map((name) => [name, numberOf(node, name)])),
    }),
  }),
};

function lrnOperator(): Operator {
  return {
    name: 'LRN',
    inputs: [1, 1],
    normalise: (node) => {
      const size = node.number('size');
      if (!Number.isInteger(size) || size < 1) node.invalid(`its size is ${size}`);
      if (node.rank(0) < 2) node.invalid('its input has no channels');
      const [alpha, beta, bias] = [node.number('alpha', 1e-4), node.number('beta', 0.75), node.number('bias', 1)];
      return { op: 'LRN', inputs: node.inputs, attributes: { size, alpha, beta, bias } };
    },
    canonical: {
      infer: (_, inputs) => [present(inputs, 0)],
      work: (node, inputs) => Math.min(numberOf(node, 'size'), present(inputs, 0).shape[1]!),
      evaluate: (node, [input]) => {
        const { data, shape } = input!;
        const [size, bias] = [numberOf(node, 'size'), numberOf(node, 'bias')];
        const [alpha, beta] = [numberOf(node, 'alpha'), numberOf(node, 'beta')];
        const { outer, extent, inner } = around(shape, 1);
        const out = new Float64Array(data.length);
        for (let o = 0; o < outer; o++)
          for (let c = 0; c < extent; c++) {
            const first = Math.max(0, c - Math.floor((size - 1) / 2));
            const last = Math.min(extent - 1, c + Math.ceil((size - 1) / 2));
            for (let i = 0; i < inner; i++) {
              let squares = 0;
              for (let n = first; n <= last; n++) squares += data[(o * extent + n) * inner + i]! ** 2;
              const at = (o * extent + c) * inner + i;
              out[at] = data[at]! / (bias + (alpha / size) * squares) ** beta;
            }
          }
        return [out];
      },
    },
  };
}
