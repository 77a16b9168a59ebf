import { real } from '../../../ir/procedure/builder.js';
import { sizeOf } from './attributes.js';
import { byProcedure } from './by-procedure.js';
import { invalid } from './errors.js';
import { present, type Operator } from './operator.js';

/** Determinants of square matrices, by elimination with the largest pivot of each column. */
export const det: Operator = {
  name: 'Det',
  inputs: [1, 1],
  normalise: (node) => ({ op: 'Det', inputs: node.inputs, attributes: {} }),
  canonical: byProcedure({
    infer: (node, inputs) => {
      const { type, shape } = present(inputs, 0);
      if (shape.length < 2 || shape.at(-1) !== shape.at(-2)) invalid(node, 'its input is no square matrix');
      return [{ type, shape: shape.slice(0, -2) }];
    },
    work: (_, inputs) => present(inputs, 0).shape.at(-1)! ** 3,
    define: (p) => {
      const [data, output] = [p.input(0), p.output()];
      const n = data.shape.at(-1)!;
      const rest = p.scratch('real', n * n);
      p.loop(sizeOf(output.shape), (matrix) => {
        p.loop(n * n, (i) => {
          p.store(rest, i, data.load(matrix.times(n * n).plus(i)).to('real'));
        });
        const product = p.let(real(1));
        p.loop(n, (k) => {
          const pivot = p.let(k.plus(0));
          p.range(k.plus(1), n, (row) => {
            const [x, best] = [row, pivot].map((r) => rest.load(r.times(n).plus(k)).function('size'));
            p.if(x!.above(best!), () => {
              p.set(pivot, row);
            });
          });
          p.if(pivot.isNot(k), () => {
            p.set(product, product.times(-1));
            p.range(k, n, (column) => {
              const [first, second] = [p.let(k.times(n).plus(column)), p.let(pivot.times(n).plus(column))];
              const kept = p.let(rest.load(first));
              p.store(rest, first, rest.load(second));
              p.store(rest, second, kept);
            });
          });
          const diagonal = p.let(rest.load(k.times(n + 1)));
          p.set(product, product.times(diagonal));
          p.if(diagonal.isNot(0), () => {
            p.range(k.plus(1), n, (row) => {
              const factor = p.let(rest.load(row.times(n).plus(k)).over(diagonal));
              p.range(k, n, (column) => {
                const at = p.let(row.times(n).plus(column));
                p.store(rest, at, rest.load(at).minus(factor.times(rest.load(k.times(n).plus(column)))));
              });
            });
          });
        });
        p.store(output, matrix, product.to(data.kind));
      });
    },
  }),
};
