import { lifted } from '../../../ir/procedure/value.js';
import { numberOf, sizeOf } from './attributes.js';
import { byProcedure } from './by-procedure.js';
import { present, type Operator } from './operator.js';

/** Matrices with zeros below a diagonal (`upper`), or above it: the `k`th above the main one. */
export const trilu: Operator = {
  name: 'Trilu',
  inputs: [1, 2],
  normalise: (node) => {
    if (node.rank(0) < 2) node.invalid('its input is no matrix');
    return { op: 'Trilu', inputs: node.inputs, attributes: { upper: node.number('upper', 1) } };
  },
  canonical: byProcedure({
    infer: (_, inputs) => [present(inputs, 0)],
    define: (p, node) => {
      const [data, output] = [p.input(0), p.output()];
      const [rows, columns] = data.shape.slice(-2) as [number, number];
      const k = p.let(p.inputs[1]?.load(0).to('index') ?? lifted(0, 'index'));
      p.loop(sizeOf(data.shape.slice(0, -2)), (matrix) => {
        p.loop(rows, (row) => {
          p.loop(columns, (column) => {
            const at = p.let(matrix.times(rows).plus(row).times(columns).plus(column));
            const diagonal = column.minus(row);
            const stays = numberOf(node, 'upper') !== 0 ? diagonal.atLeast(k) : diagonal.atMost(k);
            p.store(output, at, stays.choose(data.load(at), 0));
          });
        });
      });
    },
  }),
};
