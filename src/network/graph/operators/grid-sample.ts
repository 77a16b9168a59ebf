import { numberOf, shapeText, sizeOf, textOf } from './attributes.js';
import { byProcedure } from './by-procedure.js';
import { invalid } from './errors.js';
import { present, type Operator } from './operator.js';
import { Neighbours, type SampleMode, type SamplePadding } from './sampling.js';

/** Until version 20 modes were called as those of images. */
const modes: Readonly<Record<string, SampleMode>> = {
  ...{ nearest: 'nearest', linear: 'linear', cubic: 'cubic', bilinear: 'linear', bicubic: 'cubic' },
};
const paddings: Readonly<Record<string, SamplePadding>> = {
  ...{ zeros: 'zeros', border: 'border', reflection: 'reflection' },
};

/** Images at the points of a grid, whose coordinates go from -1 to 1, the last axis first. */
export const gridSample: Operator = {
  name: 'GridSample',
  inputs: [2, 2],
  normalise: (node) => {
    const [mode, padding] = [node.text('mode', 'linear'), node.text('padding_mode', 'zeros')];
    if (!Object.hasOwn(modes, mode)) node.invalid(`its mode is "${mode}"`);
    if (!Object.hasOwn(paddings, padding)) node.invalid(`its padding_mode is "${padding}"`);
    const attributes = { mode: modes[mode]!, padding_mode: padding, align_corners: node.number('align_corners', 0) };
    return { op: 'GridSample', inputs: node.inputs, attributes };
  },
  canonical: byProcedure({
    infer: (node, inputs) => {
      const [{ type, shape }, grid] = [present(inputs, 0), present(inputs, 1)];
      const [n, c, ...spatial] = shape as [number, number, ...number[]];
      if (grid.shape.length !== shape.length || grid.shape[0] !== n || grid.shape.at(-1) !== spatial.length)
        invalid(node, `its grid is ${shapeText(grid.shape)}, and its input ${shapeText(shape)}`);
      return [{ type, shape: [n, c, ...grid.shape.slice(1, -1)] }];
    },
    define: (p, node) => {
      const [data, grid, output] = [p.input(0), p.input(1), p.output()];
      const [images, channels, ...spatial] = data.shape as [number, number, ...number[]];
      const alignsCorners = numberOf(node, 'align_corners') !== 0;
      const sampling = {
        mode: textOf(node, 'mode') as SampleMode,
        padding: textOf(node, 'padding_mode') as SamplePadding,
        alignsCorners,
      };
      const neighbours = new Neighbours(p, spatial, sampling);
      const [points, size] = [sizeOf(grid.shape.slice(1, -1)), sizeOf(spatial)];
      p.loop(images, (n) => {
        p.loop(points, (point) => {
          for (const [axis, extent] of spatial.entries()) {
            const at = n
              .times(points)
              .plus(point)
              .times(spatial.length)
              .plus(spatial.length - 1 - axis);
            const x = p.let(grid.load(at).to('real')).plus(1);
            neighbours.find(axis, alignsCorners ? x.over(2).times(extent - 1) : x.times(extent).minus(1).over(2));
          }
          p.loop(channels, (c) => {
            const image = p.let(n.times(channels).plus(c));
            const sum = neighbours.sum(data, image.times(size));
            p.store(output, image.times(points).plus(point), sum.to(data.kind));
          });
        });
      });
    },
  }),
};
