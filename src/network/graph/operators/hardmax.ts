import { bestPlace } from './arg-extremum.js';
import { around, axisOf, numberOf, sizeOf } from './attributes.js';
import { byProcedure } from './by-procedure.js';
import { present, stepwise, type Operator } from './operator.js';
import { reshaped } from './reshape.js';

/** One at the first of the largest elements along `axis`, and zeros elsewhere. */
export const hardmax: Operator = stepwise({
  name: 'Hardmax',
  inputs: [1, 1],
  normalise: (node) => {
    const { shape } = node.type(0);
    const axis = axisOf(node, node.number('axis', node.opset < 13 ? 1 : -1), shape.length);
    if (node.opset >= 13) return { op: 'Hardmax', inputs: node.inputs, attributes: { axis } };
    // Axes from this one on were one.
    const flat = reshaped(node, node.input(0), [sizeOf(shape.slice(0, axis)), sizeOf(shape.slice(axis))]);
    return { op: 'Reshape', inputs: [node.emit('Hardmax', [flat], { axis: 1 })], attributes: { shape } };
  },
  canonical: byProcedure({
    infer: (_, inputs) => [present(inputs, 0)],
    define: (p, node) => {
      const [data, output] = [p.input(0), p.output()];
      const { outer, extent, inner } = around(data.shape, numberOf(node, 'axis'));
      p.fill(output, 0);
      p.loop(outer, (o) => {
        p.loop(inner, (i) => {
          const start = p.let(o.times(extent * inner).plus(i));
          const place = bestPlace(p, data, { start, extent, step: inner }, (x, best) => x.above(best));
          p.store(output, start.plus(place.times(inner)), 1);
        });
      });
    },
  }),
});
