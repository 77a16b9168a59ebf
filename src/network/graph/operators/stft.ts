import { fourierMatrix } from './fourier.js';
import type { Operator, SourceNode } from './operator.js';
import { reshaped } from './reshape.js';
import { windowAttributes } from './window.js';

/** Fourier transforms of frames of a signal: a convolution whose weights are those of the transform and its window. */
export const stft: Operator = {
  name: 'STFT',
  inputs: [2, 4],
  normalise: (node) => {
    const [batch, length, parts = 1] = node.shape(0) as [number, number, number?];
    if (node.rank(0) < 2 || (parts !== 1 && parts !== 2)) node.invalid('its signal is no row of numbers');
    const step = node.constantInput(1, 'a frame step').data[0]!;
    const frame = frameLength(node, length);
    const onesided = node.number('onesided', 1) !== 0 && parts === 1;
    if (!(step >= 1) || !(frame >= 1) || frame > length)
      node.invalid(`its frames of ${frame} by ${step} do not go into ${length}`);
    const matrix = fourierMatrix({ length: frame, parts, inverse: false, onesided });
    const weights = weightsOf(node, matrix.data, { frame, parts, outputs: matrix.columns });
    const rows = node.emit('Reshape', [node.input(0)], { shape: [batch, length, parts] });
    const signal = node.emit('Transpose', [rows], { perm: [0, 2, 1] });
    const window = { kernel: [frame], strides: [step], dilations: [1], pads: [0, 0] };
    const spectra = node.emit('Conv', [signal, weights], { ...windowAttributes(window), group: 1 });
    const frames = node.typeOf(spectra).shape[2]!;
    const apart = reshaped(node, spectra, [batch, matrix.columns / 2, 2, frames]);
    return { op: 'Transpose', inputs: [apart], attributes: { perm: [0, 3, 1, 2] } };
  },
};

function frameLength(node: SourceNode, length: number): number {
  if (node.has(3)) return node.constantInput(3, 'a frame length').data[0]!;
  return node.has(2) ? node.shape(2)[0]! : length;
}

/** Outputs x parts x frame; the window is a factor of each. */
function weightsOf(
  node: SourceNode,
  data: Float64Array,
  { frame, parts, outputs }: { readonly frame: number; readonly parts: number; readonly outputs: number },
): string {
  const turned = Float32Array.from({ length: data.length }, (_, at) => {
    const [output, rest] = [Math.floor(at / (parts * frame)), at % (parts * frame)];
    const [part, i] = [Math.floor(rest / frame), rest % frame];
    return data[(i * parts + part) * outputs + output]!;
  });
  const { type } = node.type(0);
  const matrix = node.constant({ type: 'float32', shape: [outputs, parts, frame], data: turned });
  const own = node.emit('Cast', [matrix], { to: type });
  if (!node.has(2)) return own;
  if (node.shape(2)[0] !== frame) node.invalid(`its window has ${node.shape(2)[0]!} elements, and its frames ${frame}`);
  return node.emit('Mul', [own, reshaped(node, node.input(2), [1, 1, frame])]);
}
