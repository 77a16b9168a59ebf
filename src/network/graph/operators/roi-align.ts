import { number, real, type ProcedureArray, type ProcedureBuilder } from '../../../ir/procedure/builder.js';
import type { Value } from '../../../ir/procedure/value.js';
import { numberOf, sameShape, textOf } from './attributes.js';
import { byProcedure } from './by-procedure.js';
import { invalid } from './errors.js';
import { present, type Operator } from './operator.js';

/**
 * Regions of images as images of one size: the mean, or the largest, of points between elements. A last input says how
 * many there are.
 */
export const roiAlign: Operator = {
  name: 'RoiAlign',
  inputs: [3, 3],
  normalise: (node) => {
    const mode = node.text('mode', 'avg');
    if (mode !== 'avg' && mode !== 'max') node.invalid(`its mode is "${mode}"`);
    const transformation = node.text(
      'coordinate_transformation_mode',
      node.opset < 16 ? 'output_half_pixel' : 'half_pixel',
    );
    return {
      ...{ op: 'RoiAlign', inputs: [...node.inputs, node.type(1).counted?.by] },
      attributes: {
        mode,
        half_pixel: transformation === 'half_pixel' ? 1 : 0,
        output_height: node.number('output_height', 1),
        output_width: node.number('output_width', 1),
        sampling_ratio: node.number('sampling_ratio', 0),
        spatial_scale: node.number('spatial_scale', 1),
      },
    };
  },
  canonical: {
    carriesCount: (_, [data, rois]) => {
      const by = rois!.counted?.axis === 0 && !data!.counted ? rois!.counted.by : undefined;
      return by === undefined ? undefined : { axis: 0, rest: 'zeros', by };
    },
    ...byProcedure({
      infer: (node, inputs) => {
        const [{ type, shape }, rois] = [present(inputs, 0), present(inputs, 1)];
        const isOfEach = sameShape(present(inputs, 2).shape, rois.shape.slice(0, 1));
        if (shape.length !== 4 || rois.shape.length !== 2 || rois.shape[1] !== 4 || !isOfEach)
          invalid(node, 'its input is no images, or its regions have not four numbers each');
        const size = [numberOf(node, 'output_height'), numberOf(node, 'output_width')];
        return [{ type, shape: [rois.shape[0]!, shape[1]!, ...size] }];
      },
      define: (p, node) => {
        const [data, rois, batches, output] = [p.input(0), p.input(1), p.input(2), p.output()];
        const [images, channels, height, width] = data.shape as [number, number, number, number];
        const [regions, , rows, columns] = output.shape as [number, number, number, number];
        const [isHalfPixel, isMean] = [numberOf(node, 'half_pixel') !== 0, textOf(node, 'mode') === 'avg'];
        const totals = p.scratch('real', channels);
        const points = channelsLast(p, data);
        const there = p.let(p.inputs[3]?.load(0).to('index') ?? number(regions));
        p.range(there.times(channels * rows * columns), output.elements, (i) => {
          p.store(output, i, 0);
        });
        p.loop(there, (region) => {
          const image = p.let(batches.load(region).to('index'));
          p.failIf(image.below(0).or(image.atLeast(images)));
          const corner = (k: number): Value => {
            const scaled = rois.load(region.times(4).plus(k)).to('real').times(numberOf(node, 'spatial_scale'));
            return p.let(isHalfPixel ? scaled.minus(0.5) : scaled);
          };
          const [left, top, right, bottom] = [corner(0), corner(1), corner(2), corner(3)];
          const bin = (from: Value, to: Value, count: number): { size: Value; samples: Value } => {
            const length = p.let(isHalfPixel ? to.minus(from) : to.minus(from).largest(1));
            const ratio = numberOf(node, 'sampling_ratio');
            const size = p.let(length.over(count));
            return { size, samples: p.let(ratio > 0 ? number(ratio) : size.function('ceil').to('index')) };
          };
          const [down, along] = [bin(top, bottom, rows), bin(left, right, columns)];
          const count = p.let(down.samples.times(along.samples).largest(1).to('real'));
          p.each([rows, columns], ([row, column]) => {
            p.fill(totals, isMean ? 0 : -Infinity);
            p.loop(down.samples, (i) => {
              const y = sample(top, row!, i, down);
              p.loop(along.samples, (k) => {
                const x = p.let(sample(left, column!, k, along));
                addPoint(p.let(y), x);
              });
            });
            p.loop(channels, (c) => {
              const total = p.let(totals.load(c));
              const result = isMean ? total.over(count) : total.is(-Infinity).choose(real(0), total);
              p.store(output, output.place([region, c, row!, column!]), result.to(data.kind));
            });
          });

          function sample(start: Value, index: Value, i: Value, { size, samples }: typeof down): Value {
            const within = i.to('real').plus(0.5).times(size).over(samples.to('real'));
            return start.plus(index.to('real').times(size)).plus(within);
          }

          function addPoint(y: Value, x: Value): void {
            const outside = p.let(y.below(-1).or(y.above(height)).or(x.below(-1)).or(x.above(width)));
            const [first, second] = [neighbours(y, height), neighbours(x, width)];
            const corners = [first.low, first.high].flatMap((r) =>
              [second.low, second.high].map((s) => ({
                at: p.let(image.times(height).plus(r.place).times(width).plus(s.place).times(channels)),
                weight: p.let(r.weight.times(s.weight)),
              })),
            );
            const take = (of: (c: Value) => readonly Value[]): void => {
              p.loop(channels, (c) => {
                const add = (sum: Value, term: Value): Value => (isMean ? sum.plus(term) : sum.largest(term));
                p.store(totals, c, of(c).reduce(add, totals.load(c)));
              });
            };
            p.if(
              outside,
              () => {
                if (!isMean) take(() => [real(0)]);
              },
              () => {
                take((c) => corners.map(({ at, weight }) => weight.times(points.load(at.plus(c)).to('real'))));
              },
            );
          }

          function neighbours(at: Value, extent: number) {
            const inside = p.let(at.largest(0).least(extent - 1));
            const low = p.let(inside.to('index').largest(0));
            const rest = p.let(inside.minus(low.to('real')));
            const high = p.let(low.plus(1).least(extent - 1));
            return { low: { place: low, weight: real(1).minus(rest) }, high: { place: high, weight: rest } };
          }
        });
      },
    }),
  },
};

/** The elements of images of [n, c, h, w] as [n, h, w, c]: of each point that is looked at, all channels are read. */
function channelsLast(p: ProcedureBuilder, data: ProcedureArray): ProcedureArray {
  const [images, channels, height, width] = data.shape as [number, number, number, number];
  const copy = p.scratch(data.kind, data.elements);
  p.each([images, height * width, channels], ([n, at, c]) => {
    const to = n!
      .times(height * width)
      .plus(at!)
      .times(channels)
      .plus(c!);
    p.store(
      copy,
      to,
      data.load(
        n!
          .times(channels)
          .plus(c!)
          .times(height * width)
          .plus(at!),
      ),
    );
  });
  return copy;
}
