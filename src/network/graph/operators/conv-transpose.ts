import type { GraphNode, ValueType } from '../graph.js';
import { numberOf, numbersOf, shapeText, sizeOf } from './attributes.js';
import { strided } from './broadcast.js';
import { checkOperands, kernelOf, tapsOf, type Tap } from './conv.js';
import { invalid } from './errors.js';
import { alongFirst } from './counted-rows.js';
import { present, type Canonical, type Draft, type InputType, type Operator, type SourceNode } from './operator.js';
import { products } from './products.js';
import {
  asAxis,
  asChannels,
  asTwoAxes,
  autoPad,
  dividedPads,
  heightAndWidth,
  readWindow,
  spanOf,
  spatialOf,
  windowAlong,
  windowAttributes,
  windowOf,
  type Window,
} from './window.js';

/**
 * ConvTranspose: data N x C x (H x) W, weights C x K/group x (R x) S, bias K; kernel, strides, dilations, pads, group,
 * output_padding. The output's extent is `stride * (input - 1) + span - pads + output_padding`.
 */
export const convTranspose: Operator = {
  name: 'ConvTranspose',
  inputs: [2, 3],
  normalise: (node) => {
    const { window, outputPadding } = resolved(node);
    return spread(node, node.input(0), node.input(1), window, outputPadding);
  },
  canonical: {
    carriesCount: alongFirst,
    infer: inferTransposed,
    work: (_, inputs) => sizeOf(present(inputs, 1).shape),
    evaluate: scatter,
  },
};

/** More than two spatial axes are two, with the others among images and channels. */
function spread(
  node: SourceNode,
  data: string,
  weights: string,
  window: Window,
  outputPadding: readonly number[],
): Draft {
  const attributes = { ...windowAttributes(window), output_padding: outputPadding, group: node.number('group', 1) };
  if (window.kernel.length <= 2) return { op: 'ConvTranspose', inputs: [data, weights, node.inputs[2]], attributes };
  const { shape } = node.typeOf(weights);
  const [batch, channels, depth] = node.typeOf(data).shape;
  if (channels !== shape[0]) node.invalid(`data of ${channels} channels and weights of ${shapeText(shape)} do not fit`);
  const along = windowAlong(window, 0, 1);
  const [kernel, stride, dilation, pad] = [along.kernel[0]!, along.strides[0]!, along.dilations[0]!, along.pads[0]!];
  const outputs = stride * (depth! - 1) + spanOf(kernel, dilation) - pad - along.pads[1]! + outputPadding[0]!;
  if (outputs < 1) node.invalid('its padding leaves nothing of the output');
  const at = (output: number, weight: number): number => (output + pad - weight * dilation) / stride;
  const perm = [0, 2, 1, ...shape.slice(3).map((_, axis) => axis + 3)];
  const moved = node.emit('Transpose', [weights], { perm });
  const flat = node.emit('Reshape', [moved], { shape: [shape[0]! * kernel, shape[1]!, ...shape.slice(3)] });
  const images = asChannels(node, data, { outputs, kernel, at });
  return asAxis(node, spread(node, images, flat, windowAlong(window, 1), outputPadding.slice(1)), batch!);
}

/**
 * Explicit pads, where `output_shape` or `auto_pad` asks for extents: what is too much is cut as padding, and what is
 * missing of an output_shape becomes output_padding.
 */
function resolved(node: SourceNode): { window: Window; outputPadding: readonly number[] } {
  const spatial = spatialOf(node, 0);
  const kernel = kernelOf(node);
  if (kernel.length !== spatial.length) node.invalid(`its kernel has ${kernel.length} axes`);
  const window = readWindow(node, kernel);
  const outputPadding = node.optionalNumbers('output_padding') ?? spatial.map(() => 0);
  if (
    outputPadding.length !== spatial.length ||
    outputPadding.some((padding) => !Number.isInteger(padding) || padding < 0)
  )
    node.invalid('its output_padding is not one integer >= 0 for each spatial axis');
  const wanted = wantedExtents(node, spatial, window.strides);
  if (wanted === undefined)
    return { window: { ...window, pads: window.pads ?? kernel.flatMap(() => [0, 0]) }, outputPadding };
  const excess = spatial.map(
    (extent, axis) =>
      window.strides[axis]! * (extent - 1) +
      outputPadding[axis]! +
      spanOf(kernel[axis]!, window.dilations[axis]!) -
      wanted.extents[axis]!,
  );
  const pads = dividedPads(
    excess.map((total) => Math.max(total, 0)),
    autoPad(node) === 'SAME_UPPER',
  );
  const missing = excess.map((total) => (wanted.isExact ? Math.max(-total, 0) : 0));
  return {
    window: { ...window, pads },
    outputPadding: outputPadding.map((padding, axis) => padding + missing[axis]!),
  };
}

/** Extents that are asked for: by `output_shape` exactly, by `auto_pad` at most, as ONNX's shape inference has it. */
function wantedExtents(
  node: SourceNode,
  spatial: readonly number[],
  strides: readonly number[],
): { readonly extents: readonly number[]; readonly isExact: boolean } | undefined {
  const written = node.optionalNumbers('output_shape');
  if (written !== undefined && written.length > 0) {
    const wanted = written.slice(-spatial.length);
    if (written.length < spatial.length || wanted.some((extent) => !Number.isInteger(extent) || extent < 1))
      node.invalid(`its output_shape is ${shapeText(written)}`);
    return { extents: wanted, isExact: true };
  }
  const mode = autoPad(node);
  if (mode === 'NOTSET' || mode === 'VALID') return undefined;
  return { extents: spatial.map((extent, axis) => extent * strides[axis]!), isExact: false };
}

function inferTransposed(node: GraphNode, inputs: readonly InputType[]): ValueType[] {
  const [data, weights] = [present(inputs, 0), present(inputs, 1)];
  const group = numberOf(node, 'group');
  const channels = data.shape[1]!;
  const outputs = weights.shape[1]! * group;
  checkOperands(node, inputs, outputs, channels === weights.shape[0] && channels % group === 0);
  const { kernel, strides, dilations, pads } = windowOf(node);
  const extra = numbersOf(node, 'output_padding');
  const spatial = data.shape.slice(2).map((extent, axis) => {
    const full = strides[axis]! * (extent - 1) + spanOf(kernel[axis]!, dilations[axis]!);
    const output = full - pads[axis]! - pads[axis + kernel.length]! + extra[axis]!;
    return output >= 1 ? output : invalid(node, 'its padding leaves nothing of the output');
  });
  return [{ type: data.type, shape: [data.shape[0]!, outputs, ...spatial] }];
}

/** Sums of a transposed convolution that are held at once. */
const MOST_SUMS = 2 ** 24;

/** Products of weights and pixels, some output channels at a time, which are then added where they lie. */
function scatter(...[node, [data, weights, bias], [output], convolver]: Parameters<Canonical['evaluate']>) {
  const [inside, outside] = [heightAndWidth(data!.shape), heightAndWidth(output!.shape)];
  const [pixels, plane] = [sizeOf(inside), sizeOf(outside)];
  const group = numberOf(node, 'group');
  const [inGroup, outGroup] = [data!.shape[1]! / group, output!.shape[1]! / group];
  // Those of the convolution from the output to the data.
  const taps = tapsOf(asTwoAxes(windowOf(node)), outside, inside);
  const rows = outGroup * taps.length;
  const turned = strided(weights!.data, [group, rows, inGroup], [inGroup * rows, 1, rows]);
  const most = Math.max(1, Math.floor(MOST_SUMS / (taps.length * pixels)));
  const out = new Float64Array(sizeOf(output!.shape));
  for (let one = 0; one < output!.shape[0]! * group; one++) {
    const x = data!.data.subarray(one * inGroup * pixels, (one + 1) * inGroup * pixels);
    for (let first = 0; first < outGroup; first += most) {
      const some = Math.min(most, outGroup - first);
      const from = ((one % group) * outGroup + first) * taps.length * inGroup;
      const matrix = turned.subarray(from, from + some * taps.length * inGroup);
      const sums = products({ count: 1, m: some * taps.length, n: pixels, k: inGroup }, matrix, x, convolver);
      for (let channel = first; channel < first + some; channel++) {
        const at = (one * outGroup + channel) * plane;
        if (bias !== undefined) out.fill(bias.data[(one % group) * outGroup + channel]!, at, at + plane);
        taps.forEach((tap, index) => {
          addSpread(out, at, sums, ((channel - first) * taps.length + index) * pixels, tap);
        });
      }
    }
  }
  return [out];
}

/** Adds lines of adjacent numbers to elements a stride apart: the tap of a convolution from `out` to `sums`. */
function addSpread(out: Float64Array, outAt: number, sums: Float64Array, at: number, tap: Tap): void {
  const { lines, length, stride, from, fromStep, to, toStep } = tap;
  for (let line = 0; line < lines; line++) {
    let o = outAt + from + line * fromStep;
    const first = at + to + line * toStep;
    for (let i = first; i < first + length; i++, o += stride) out[o] = out[o]! + sums[i]!;
  }
}
