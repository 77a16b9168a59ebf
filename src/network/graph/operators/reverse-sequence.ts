import { numberOf, sameShape, sizeOf } from './attributes.js';
import { byProcedure } from './by-procedure.js';
import { invalid } from './errors.js';
import { present, type Operator } from './operator.js';

/** Of each batch so many steps in reverse order, as its `sequence_lens` says; the others as they are. */
export const reverseSequence: Operator = {
  name: 'ReverseSequence',
  inputs: [2, 2],
  normalise: (node) => {
    const [batch, time] = [node.number('batch_axis', 1), node.number('time_axis', 0)];
    if (node.rank(0) < 2 || (batch !== 0 && batch !== 1) || time !== 1 - batch)
      node.invalid('its batch_axis and time_axis are not 0 and 1');
    return { op: 'ReverseSequence', inputs: node.inputs, attributes: { batch_axis: batch } };
  },
  canonical: byProcedure({
    infer: (node, inputs) => {
      const data = present(inputs, 0);
      if (!sameShape(present(inputs, 1).shape, [data.shape[numberOf(node, 'batch_axis')]!]))
        invalid(node, 'its lengths are not one for each batch');
      return [data];
    },
    define: (p, node) => {
      const [data, lengths] = [p.input(0), p.input(1)];
      const batchAxis = numberOf(node, 'batch_axis');
      const [batches, steps] = [data.shape[batchAxis]!, data.shape[1 - batchAxis]!];
      const inner = sizeOf(data.shape.slice(2));
      p.loop(batches, (batch) => {
        const length = p.let(lengths.load(batch).to('index'));
        p.failIf(length.below(0).or(length.above(steps)));
        p.loop(steps, (step) => {
          const source = p.let(step.below(length).choose(length.minus(step).minus(1), step));
          const [to, from] = [step, source].map((one) =>
            (batchAxis === 0 ? batch.times(steps).plus(one) : one.times(batches).plus(batch)).times(inner),
          ) as [typeof step, typeof step];
          p.copy(p.output(), to, data, from, inner);
        });
      });
    },
  }),
};
