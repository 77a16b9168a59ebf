import type { Value } from '../../../ir/procedure/value.js';
import { numberOf, numbersOf } from './attributes.js';
import { byProcedure } from './by-procedure.js';
import { invalid } from './errors.js';
import { present, type Operator } from './operator.js';

/** Regions of images, in whole elements, as images of one size: the largest of each part, 0 of an empty one. */
export const maxRoiPool: Operator = {
  name: 'MaxRoiPool',
  inputs: [2, 2],
  normalise: (node) => ({
    ...{ op: 'MaxRoiPool', inputs: node.inputs },
    attributes: { pooled_shape: node.numbers('pooled_shape'), spatial_scale: node.number('spatial_scale', 1) },
  }),
  canonical: byProcedure({
    infer: (node, inputs) => {
      const [{ type, shape }, rois] = [present(inputs, 0), present(inputs, 1)];
      if (shape.length !== 4 || rois.shape.length !== 2 || rois.shape[1] !== 5)
        invalid(node, 'its input is no images, or its regions have not five numbers each');
      return [{ type, shape: [rois.shape[0]!, shape[1]!, ...numbersOf(node, 'pooled_shape')] }];
    },
    define: (p, node) => {
      const [data, rois, output] = [p.input(0), p.input(1), p.output()];
      const [images, channels, height, width] = data.shape as [number, number, number, number];
      const [regions, , rows, columns] = output.shape as [number, number, number, number];
      p.loop(regions, (region) => {
        const given = (k: number): Value => rois.load(region.times(5).plus(k)).to('real');
        const image = p.let(given(0).to('index'));
        p.failIf(image.below(0).or(image.atLeast(images)));
        const corner = (k: number): Value => {
          const scaled = p.let(given(k).times(numberOf(node, 'spatial_scale')));
          return p.let(scaled.plus(0.5).function('floor').to('index'));
        };
        const [left, top, right, bottom] = [corner(1), corner(2), corner(3), corner(4)];
        const part = (from: Value, to: Value, index: Value, count: number, extent: number) => {
          const size = to.minus(from).plus(1).largest(1).to('real').over(count);
          const start = index.to('real').times(size).function('floor').to('index').plus(from);
          const end = index.plus(1).to('real').times(size).function('ceil').to('index').plus(from);
          const inside = (at: Value): Value => p.let(at.largest(0).least(extent));
          return { start: inside(start), end: inside(end) };
        };
        p.each([rows, columns], ([row, column]) => {
          const down = part(top, bottom, row!, rows, height);
          const along = part(left, right, column!, columns, width);
          p.loop(channels, (c) => {
            const plane = p.let(image.times(channels).plus(c).times(height));
            const best = p.let(data.load(0));
            const isNone = p.let(down.start.atLeast(down.end).or(along.start.atLeast(along.end)));
            p.if(
              isNone,
              () => {
                p.set(best, 0);
              },
              () => {
                p.set(best, data.load(plane.plus(down.start).times(width).plus(along.start)));
              },
            );
            p.range(down.start, down.end, (y) => {
              p.range(along.start, along.end, (x) => {
                p.set(best, best.largest(data.load(plane.plus(y).times(width).plus(x))));
              });
            });
            p.store(output, output.place([region, c, row!, column!]), best);
          });
        });
      });
    },
  }),
};
