import { placeIn, real } from '../../../ir/procedure/builder.js';
import { numberOf, sizeOf } from './attributes.js';
import { byProcedure, graphOperator } from './by-procedure.js';
import { invalid } from './errors.js';
import { present, type Operator } from './operator.js';
import { reshaped } from './reshape.js';
import { Neighbours } from './sampling.js';
import { outputExtents, resolvedWindow, spatialOf, windowAttributes, windowOf } from './window.js';

/** A convolution whose windows take elements beside their places: a point for each weight, then one product. */
export const deformConv: Operator = {
  name: 'DeformConv',
  inputs: [3, 5],
  normalise: (node) => {
    const spatial = spatialOf(node, 0);
    const [channels, ...kernel] = node.shape(1).slice(1) as [number, ...number[]];
    const window = resolvedWindow(node, kernel, spatial);
    const attributes = { ...windowAttributes(window), offset_group: node.number('offset_group', 1) };
    const image = node.emit('DeformedImage', [node.input(0), node.input(2), node.inputs[4]], attributes);
    const taps = channels * sizeOf(kernel);
    const weights = reshaped(node, node.input(1), [node.shape(1)[0]!, taps, ...kernel.map(() => 1)]);
    const ones = kernel.map(() => 1);
    const point = { kernel: ones, strides: ones, dilations: ones, pads: [...ones, ...ones].map(() => 0) };
    return {
      op: 'Conv',
      inputs: [image, weights, node.inputs[3]],
      attributes: { ...windowAttributes(point), group: node.number('group', 1) },
    };
  },
};

/** What the weights of a DeformConv meet: a channel for each channel of the image and place in the window. */
export const deformedImage: Operator = graphOperator(
  'DeformedImage',
  [2, 3],
  byProcedure({
    infer: (node, inputs) => {
      const [{ type, shape }, offset, mask] = [present(inputs, 0), present(inputs, 1), inputs[2]];
      const window = windowOf(node);
      const [n, c, ...spatial] = shape as [number, number, ...number[]];
      const extents = outputExtents(node, window, spatial);
      const [taps, groups] = [sizeOf(window.kernel), numberOf(node, 'offset_group')];
      const isOf = (given: readonly number[], channels: number): boolean =>
        given.join() === [n, channels, ...extents].join();
      if (c % groups !== 0 || !isOf(offset.shape, groups * taps * spatial.length))
        invalid(node, 'its offsets are not those of its windows');
      if (mask && !isOf(mask.shape, groups * taps)) invalid(node, 'its mask is not that of its windows');
      return [{ type, shape: [n, c * taps, ...extents] }];
    },
    define: (p, node) => {
      const [data, offset, mask, output] = [p.input(0), p.input(1), p.inputs[2], p.output()];
      const { kernel, strides, dilations, pads } = windowOf(node);
      const [images, channels, ...spatial] = data.shape as [number, number, ...number[]];
      const groups = numberOf(node, 'offset_group');
      const extents = output.shape.slice(2);
      const [points, taps, each] = [sizeOf(extents), sizeOf(kernel), channels / groups];
      const sampling = { mode: 'linear', padding: 'zeros', alignsCorners: true } as const;
      const neighbours = new Neighbours(p, spatial, sampling);
      p.each([images, groups], ([n, group]) => {
        p.each(kernel, (places) => {
          const tap = p.let(placeIn(kernel, places));
          const channel = p.let(n!.times(groups).plus(group!).times(taps).plus(tap));
          p.each(extents, (at) => {
            const point = p.let(placeIn(extents, at));
            for (const axis of spatial.keys()) {
              const place = at[axis]!.times(strides[axis]!).plus(places[axis]!.times(dilations[axis]!));
              const moved = offset.load(channel.times(spatial.length).plus(axis).times(points).plus(point));
              neighbours.find(axis, place.minus(pads[axis]!).to('real').plus(moved.to('real')));
            }
            const factor = p.let(mask?.load(channel.times(points).plus(point)).to('real') ?? real(1));
            p.loop(each, (i) => {
              const c = p.let(n!.times(channels).plus(group!.times(each)).plus(i));
              const sum = neighbours.sum(data, c.times(sizeOf(spatial)));
              p.store(output, c.times(taps).plus(tap).times(points).plus(point), sum.times(factor).to(data.kind));
            });
          });
        });
      });
    },
  }),
);
