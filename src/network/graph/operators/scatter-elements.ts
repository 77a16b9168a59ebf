import type { Value } from '../../../ir/procedure/value.js';
import { axisOf, numberOf, sameShape, shapeText, textOf } from './attributes.js';
import { byProcedure } from './by-procedure.js';
import { invalid } from './errors.js';
import { present, type Operator } from './operator.js';
import { reductionOf, reduced } from './scattered.js';

/**
 * The data, with each update at its index along `axis`, and at its own place along all others. Two more inputs
 * say how many rows of updates and of data there are.
 */
export const scatterElements: Operator = {
  name: 'ScatterElements',
  inputs: [3, 3],
  normalise: (node) => {
    const axis = axisOf(node, node.number('axis', 0), node.rank(0));
    const [data, indices] = [node.type(0).counted, node.type(1).counted];
    const inputs = [...node.inputs, indices?.by, axis === 0 ? data?.by : undefined];
    return { op: 'ScatterElements', inputs, attributes: { axis, reduction: reductionOf(node) } };
  },
  canonical: {
    carriesCount: (_, [data, indices]) => {
      const isEach = [data, indices].every((rows) => !rows!.counted || rows!.counted.axis === 0);
      const { by } = data!.counted ?? {};
      return isEach ? (by === undefined ? 'inferred' : { axis: 0, rest: 'any', by }) : undefined;
    },
    ...byProcedure({
      infer: (node, inputs) => {
        const [data, indices, updates] = [present(inputs, 0), present(inputs, 1), present(inputs, 2)];
        const isInside = indices.shape.every((n, d) => d === numberOf(node, 'axis') || n <= data.shape[d]!);
        if (!sameShape(indices.shape, updates.shape) || indices.shape.length !== data.shape.length || !isInside)
          invalid(node, `its indices are ${shapeText(indices.shape)}, and its updates ${shapeText(updates.shape)}`);
        return [{ type: data.type, shape: data.shape }];
      },
      define: (p, node) => {
        const [data, indices, updates] = [p.input(0), p.input(1), p.input(2)];
        const axis = numberOf(node, 'axis');
        p.copy(p.output(), 0, data, 0, data.elements);
        const [rows = 1, ...others] = indices.shape;
        const end = p.inputs[4] ? p.let(p.inputs[4].load(0).to('index')) : data.shape[axis]!;
        const there = p.inputs[3]?.load(0).to('index') ?? rows;
        const each = (body: (at: readonly Value[]) => void): void => {
          if (indices.shape.length === 0) body([]);
          else
            p.loop(there, (row) => {
              p.each(others, body, [row]);
            });
        };
        each((at) => {
          const place = p.let(indices.place(at));
          const index = p.checked(indices.load(place), end);
          const to = p.let(data.place(at.with(axis, index)));
          p.store(p.output(), to, reduced(textOf(node, 'reduction'), p.output().load(to), updates.load(place)));
        });
      },
    }),
  },
};

/** What ScatterElements was called before version 11. */
export const scatter: Operator = {
  name: 'Scatter',
  inputs: scatterElements.inputs,
  normalise: scatterElements.normalise,
};
