import type { OnnxModel } from '../../src/network/onnx/model.js';
import { Random } from '../../src/space/random.js';
import { NetworkBuilder } from './network-builder.js';
import { RESIDUAL_GAIN } from './weights.js';

export interface MobilenetOptions {
  /** Height and width of the input, 224. */
  readonly size?: number;
  /** Times the channels of the paper, 1. */
  readonly width?: number;
  readonly classes?: number;
  readonly activation?: 'clip' | 'hardswish';
  readonly softmax?: boolean;
  readonly seed?: number;
}

/** Expansion, channels, blocks and stride of the first: table 2 of Sandler et al., "MobileNetV2", 2018. */
const stages: readonly (readonly [number, number, number, number])[] = [
  [1, 16, 1, 1],
  [6, 24, 2, 2],
  [6, 32, 3, 2],
  [6, 64, 4, 2],
  [6, 96, 3, 1],
  [6, 160, 3, 2],
  [6, 320, 1, 1],
];

/** The network of that paper on input [1, 3, size, size], of opset 13 (14 with HardSwish), with random weights. */
export function mobilenetLike(options: MobilenetOptions = {}): OnnxModel {
  const { size = 224, width = 1, classes = 1000, activation = 'clip', softmax = false, seed = 1 } = options;
  const net = new NetworkBuilder(new Random(seed));
  const activate = activationOf(net, activation);
  const scaled = (channels: number): number => Math.max(8, Math.round((channels * width) / 8) * 8);
  let x = net.input('input', 3);
  x = activate(net.convBn(x, { out: scaled(32), kernel: 3, stride: 2 }));
  for (const [expansion, channels, blocks, stride] of stages)
    for (let block = 0; block < blocks; block++)
      x = invertedResidual(net, activate, x, expansion, scaled(channels), block === 0 ? stride : 1);
  x = activate(net.convBn(x, { out: width > 1 ? scaled(1280) : 1280, kernel: 1 }));
  x = net.node('Flatten', [net.node('GlobalAveragePool', [x])], { axis: 1 });
  x = net.gemm(x, classes);
  if (softmax) x = net.node('Softmax', [x], { axis: 1 });
  return net.model(
    'mobilenet-like',
    activation === 'hardswish' ? 14 : 13,
    [{ name: 'input', type: 'float32', shape: [1, 3, size, size] }],
    [{ name: x, type: 'float32', shape: [1, classes] }],
  );
}

type Activate = (x: string) => string;

function activationOf(net: NetworkBuilder, activation: 'clip' | 'hardswish'): Activate {
  if (activation === 'hardswish') return (x) => net.node('HardSwish', [x]);
  const bounds = [0, 6].map((bound) =>
    net.constant('bound', { type: 'float32', shape: [], data: Float32Array.of(bound) }),
  );
  return (x) => net.node('Clip', [x, ...bounds]);
}

/** Expansion by a 1x1 convolution, a depthwise 3x3, and a linear 1x1; added to its input where the shape is its. */
function invertedResidual(
  net: NetworkBuilder,
  activate: Activate,
  x: string,
  expansion: number,
  out: number,
  stride: number,
): string {
  const hidden = net.channels(x) * expansion;
  const isResidual = stride === 1 && net.channels(x) === out;
  const wide = expansion === 1 ? x : activate(net.convBn(x, { out: hidden, kernel: 1 }));
  const filtered = activate(net.convBn(wide, { out: hidden, kernel: 3, stride, group: hidden }));
  const narrow = net.convBn(filtered, { out, kernel: 1, gain: isResidual ? RESIDUAL_GAIN : 1 });
  return isResidual ? net.node('Add', [x, narrow]) : narrow;
}
