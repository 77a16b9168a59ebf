/** Which convolutions Winograd's filtering serves, and with which tiles. */
import type { Sums } from '../ir/rounding.js';
import type { Workload } from '../operator/operator.js';
import { conv2dShape, outputSize } from '../operator/conv2d.js';
import type { Conv2dShape } from '../operator/conv2d.js';
import type { Config } from '../space/config.js';
import { amplification, expectedErrors, maxPoints } from './winograd.js';
import type { Tile } from './winograd.js';

/** Largest error to be expected that the templates make; it decides on their spaces, which logs refer to. */
const accuracy = 1e-4;

/** On CPUs a block has at least, and at most, so many of the output channels. */
export const minChannels = 32;
export const maxChannels = 512;

/** Why Winograd's filtering cannot serve a workload, or undefined if it can. */
export function refuses(workload: Workload): string | undefined {
  const { stride, dilation, groups, kernel, inChannels } = conv2dShape(workload);
  if (stride.some((s) => s > 1))
    return `it computes neighbouring outputs together, and the stride is ${stride.join('x')}`;
  if (dilation.some((d) => d > 1))
    return `its tiles are of neighbouring inputs, and the dilation is ${dilation.join('x')}`;
  if (groups > 1) return `its matmuls want all channels, and there are ${groups} groups`;
  if (kernel.every((k) => k === 1)) return 'a 1x1 kernel has no multiplications to save';
  if (kernel.some((k) => k + 1 > maxPoints))
    return `a ${kernel.join('x')} kernel needs more points than float32 carries`;
  if (expectedErrors(kernel, inChannels)(smallest(kernel)) > accuracy)
    return `the errors of ${inChannels} channels would add up to more than ${accuracy}`;
  return undefined;
}

export const tooInaccurate = `the errors of the transforms must not add up to more than ${accuracy}`;

/** Whether the errors of a tile are accurate enough. */
export function isAccurate({ kernel, inChannels }: Conv2dShape): (tile: Tile) => boolean {
  const errorOf = expectedErrors(kernel, inChannels);
  return (tile) => errorOf(tile) <= accuracy;
}

/** The sums of the products of a tile's points, between transforms that add as many terms as there are points. */
export function sumsOf(workload: Workload, { values }: Config): Sums {
  const { kernel, inChannels } = conv2dShape(workload);
  const tile: Tile = { tile_h: Number(values['tile_h']), tile_w: Number(values['tile_w']) };
  const [down, across] = [tile.tile_h + kernel[0] - 1, tile.tile_w + kernel[1] - 1];
  const amplified = amplification(tile.tile_h, kernel[0]) * amplification(tile.tile_w, kernel[1]);
  return { terms: inChannels + down + across, amplification: amplified };
}

/** Tiles of all images. */
export function tileCount(shape: Conv2dShape, { tile_h, tile_w }: Tile): number {
  const [oh, ow] = outputSize(shape);
  return shape.batch * Math.ceil(oh / tile_h) * Math.ceil(ow / tile_w);
}

/** Outputs of a tile along one axis for a kernel of so many taps. */
export function outputsOf(taps: number, outputs: number): number[] {
  if (taps === 1) return [1];
  return [2, 3, 4, 5, 6].filter((m) => m + taps - 1 <= maxPoints && m < outputs + 2);
}

/** The tile with the smallest errors. */
export function smallest(kernel: readonly [number, number]): Tile {
  const outputs = (taps: number): number => (taps === 1 ? 1 : 2);
  return { tile_h: outputs(kernel[0]), tile_w: outputs(kernel[1]) };
}
