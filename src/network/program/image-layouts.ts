/** The layouts in which a config of a convolution takes and leaves images, among those that values may have. */
import { argumentLayouts } from '../../ir/argument-layouts.js';
import type { Layout as Dims } from '../../ir/layout.js';
import { packedShape } from '../../ir/layout.js';
import { computationOf, type Workload } from '../../operator/operator.js';
import { findOperator } from '../../operator/registry.js';
import type { Config } from '../../space/config.js';
import type { Task } from '../../templates/template.js';
import { alongDim, dimsOf, fits, merged, ofRows, runsOf, type Layout, type Run } from './layout.js';

export interface ImageLayouts {
  /** Of the kernel's inputs; NCHW of those that are no images. */
  readonly inputs: readonly Layout[];
  readonly output: Layout;
}

/**
 * `any` hands images over with dimensions [n, h, w, g, c], or [n, h, w, c] where a schedule has no groups: where each
 * is in NCHW.
 */
const dimsOfImages = [0, 2, 3, 1, 1] as const;

/**
 * Undefined where an image has none of these layouts; those of rows, where images are rows. Throws InstantiationError
 * where the config cannot be built.
 */
export function imageLayouts(
  { template, workload, target }: Task,
  config: Config,
  among: readonly Layout[],
  areRows = false,
): ImageLayouts | undefined {
  if (template.gives === 'source') return undefined;
  const schedule = template.schedule(workload, target, config);
  const { inputs, output } = schedule.computation;
  const isImage = imagesOf(workload);
  const layouts = argumentLayouts(schedule, (input) => isImage[input]!);
  const nameOf = (dims: Dims | undefined, shape: readonly number[]): Layout | undefined =>
    namedLayout(dims, shape, among);
  const given = inputs.map((input, i) => (isImage[i] ? nameOf(layouts.inputs[i], input.shape) : 'NCHW'));
  const order = schedule.outputOrder ?? [...output.shape.keys()];
  const left = nameOf(
    layouts.output,
    order.map((d) => output.shape[d]!),
  );
  if (!left || !given.every((layout) => layout !== undefined)) return undefined;
  return areRows ? { inputs: given.map(ofRows), output: ofRows(left) } : { inputs: given, output: left };
}

/** Of each input, whether a config reads whole vectors of it, also behind its end. */
export function readsBeyond({ template, workload, target }: Task, config: Config): readonly boolean[] {
  if (template.gives === 'source') return [];
  const { stages, computation } = template.schedule(workload, target, config);
  const packed = stages.filter(({ scope, hasRoom }) => scope === 'prepacked' && hasRoom);
  return computation.inputs.map((input) => packed.some((stage) => stage.loadsOf(input).length > 0));
}

export function leavesLayoutsOpen(workload: Workload): boolean {
  return imagesOf(workload).includes(true);
}

function imagesOf(workload: Workload): readonly boolean[] {
  const { inputs, free = [] } = computationOf(findOperator(workload.operator), workload);
  return inputs.map((input) => free.includes(input));
}

function namedLayout(dims: Dims | undefined, shape: readonly number[], among: readonly Layout[]): Layout | undefined {
  const own = dims ?? [...shape.keys()];
  const runs = JSON.stringify(runsOfImage(own, shape));
  const [n, h, w, ...channels] = shape as [number, number, number, ...number[]];
  const nchw = [n, channels.reduce((product, extent) => product * extent, 1), h, w];
  // Blocks that padding fills up are no layout of values.
  return among.find((layout) => fits(layout, nchw) && JSON.stringify(runsOf(dimsOf(layout, 4), nchw)) === runs);
}

/** Runs over the dimensions of NCHW, of which groups and their channels are one. */
function runsOfImage(dims: Dims, shape: readonly number[]): readonly Run[] {
  const extents = packedShape(shape, dims);
  const [inGroup = 1] = shape.slice(4);
  return merged(
    dims.map((d, place) => {
      const { dim, step } = alongDim(d);
      return { dim: dimsOfImages[dim]!, step: dim === 3 ? inGroup * step : step, extent: extents[place]! };
    }),
  );
}
