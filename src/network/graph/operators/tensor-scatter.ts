import { int64 } from '../../../elements/int64.js';
import { around, axisOf, numberOf, sameShape, shapeText, textOf } from './attributes.js';
import { byProcedure } from './by-procedure.js';
import { invalid } from './errors.js';
import { present, type Operator } from './operator.js';

/** A cache of keys or values with new ones written along `axis`, of each batch from an index on. */
export const tensorScatter: Operator = {
  name: 'TensorScatter',
  inputs: [2, 3],
  normalise: (node) => {
    const mode = node.text('mode', 'linear');
    if (mode !== 'linear' && mode !== 'circular') node.invalid(`its mode is "${mode}"`);
    const axis = axisOf(node, node.number('axis', -2), node.rank(0));
    if (axis === 0) node.invalid('its axis is that of the batch');
    const [batch] = node.shape(0) as [number];
    const zeros = () => node.constant({ type: int64.name, shape: [batch], data: new Float64Array(batch) });
    const inputs = [node.input(0), node.input(1), node.has(2) ? node.input(2) : zeros()];
    return { op: 'TensorScatter', inputs, attributes: { axis, mode } };
  },
  canonical: byProcedure({
    infer: (node, inputs) => {
      const [cache, update, starts] = [present(inputs, 0), present(inputs, 1), present(inputs, 2)];
      const [axis, [batch]] = [numberOf(node, 'axis'), cache.shape];
      const wanted = cache.shape.with(axis, update.shape[axis] ?? 0);
      if (!sameShape(update.shape, wanted) || update.shape[axis]! > cache.shape[axis]!)
        invalid(node, `its update is ${shapeText(update.shape)}, and its cache ${shapeText(cache.shape)}`);
      if (!sameShape(starts.shape, [batch!]))
        invalid(node, `its indices are ${shapeText(starts.shape)}, not one for each of ${batch!}`);
      return [cache];
    },
    define: (p, node) => {
      const [cache, update, starts] = [p.input(0), p.input(1), p.input(2)];
      const [axis, isCircular] = [numberOf(node, 'axis'), textOf(node, 'mode') === 'circular'];
      const { outer, extent, inner } = around(cache.shape, axis);
      const [steps, batch] = [update.shape[axis]!, cache.shape[0]!];
      p.copy(p.output(), 0, cache, 0, cache.elements);
      p.loop(outer, (row) => {
        const start = p.let(starts.load(row.over(outer / batch)).to('index'));
        p.failIf(isCircular ? start.below(0) : start.below(0).or(start.above(extent - steps)));
        p.loop(steps, (step) => {
          const to = isCircular ? start.rest(extent).plus(step).rest(extent) : start.plus(step);
          const from = row.times(steps).plus(step).times(inner);
          p.copy(p.output(), row.times(extent).plus(to).times(inner), update, from, inner);
        });
      });
    },
  }),
};
