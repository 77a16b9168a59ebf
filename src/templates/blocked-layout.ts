/**
 * The layout NCHWc for workloads that leave the layout of activations to the template: blocks of channels as wide as a
 * vector, each an image of its own.
 */
import type { Layout } from '../ir/layout.js';
import type { Schedule } from '../ir/schedule.js';
import type { Tensor } from '../ir/tensor.js';
import type { Conv2dShape } from '../operator/conv2d.js';

/** Whether blocks of `lanes` channels fill both activations. */
export function canBlock({ layout, groups, inChannels, outChannels }: Conv2dShape, lanes: number): boolean {
  return layout === 'any' && groups === 1 && inChannels % lanes === 0 && outChannels % lanes === 0;
}

/** The same of two operators in a row: whether blocks fill the input of the first, or the output of the second. */
export function canBlockPair(
  { layout, inChannels, outChannels }: Pick<Conv2dShape, 'layout' | 'inChannels' | 'outChannels'>,
  lanes: number,
): boolean {
  return layout === 'any' && [inChannels, outChannels].some((channels) => channels % lanes === 0);
}

/**
 * Gives the free inputs, the border's copy of the input and the output of a schedule over [n, h, w, g, c] blocks of
 * `tile` channels: of the channels of a group, or of groups where each is a channel.
 */
export function blockChannels(s: Schedule, of: 'g' | 'c', tile: number): void {
  const blocked = blockedLayout(of, tile);
  const { inputs, output, free = [] } = s.computation;
  for (const input of inputs) if (free.includes(input)) s.pack(input, blocked, 'prepacked');
  for (const stage of s.stages) if (stage.tensor.name === 'padded') stage.store(blocked);
  if (free.includes(output)) s.output.store(blocked);
}

/** Of [n, h, w, g, c]. */
export function blockedLayout(of: 'g' | 'c', tile: number): Layout {
  const dim = of === 'g' ? 3 : 4;
  const inner = { dim, part: 'inner', tile } as const;
  return [0, { dim, part: 'outer', tile }, 1, 2, ...(of === 'g' ? [inner, 4] : [3, inner])];
}

/** Gives the image of a schedule over [n, h, w, g, c], and the border's copy of it, a plane for each channel. */
export function planeInput(s: Schedule): void {
  const planes = [0, 3, 4, 1, 2];
  // Its elements are read one by one, also where the caller has them.
  s.pack(s.computation.inputs[0]!, planes, 'prepacked').hasRoom = false;
  for (const stage of s.stages) if (stage.tensor.name === 'padded') stage.store(planes);
}

/**
 * `blockChannels` of schedules over [n, h, w, c], or [n, h, w, g, c] where either groups or channels are one, whose
 * blocks are as wide as a vector: the free inputs, the border's copy of an input, and the output, each where blocks
 * fill it.
 */
export function blockImages(s: Schedule, tile: number): void {
  const { inputs, output, free = [] } = s.computation;
  const dimOf = ({ shape }: Tensor): number => (shape.length === 5 && shape[3] === 1 ? 4 : 3);
  const isFilled = (tensor: Tensor): boolean => tensor.shape[dimOf(tensor)]! % tile === 0;
  const blocked = (tensor: Tensor): Layout => {
    const dim = dimOf(tensor);
    const rest = [3, 4].filter((other) => other !== dim && other < tensor.shape.length);
    return [0, { dim, part: 'outer', tile }, 1, 2, ...rest, { dim, part: 'inner', tile }];
  };
  for (const input of inputs) if (free.includes(input) && isFilled(input)) s.pack(input, blocked(input), 'prepacked');
  for (const { tensor } of s.stages)
    if (tensor.name === 'padded' && isFilled(tensor)) s.stage(tensor).store(blocked(tensor));
  if (free.includes(output) && isFilled(output)) s.output.store(blocked(output));
}
