import type { LayerSpec, NamedNetwork } from './layer-spec.js';

/** A depthwise layer by its name among the workloads, how often it is there, and the 1x1 convolution behind it. */
const pairs: readonly (readonly [
  depthwise: string,
  weight: number,
  size: number,
  inChannels: number,
  outChannels: number,
])[] = [
  ['D1', 1, 112, 32, 64],
  ['D2', 1, 56, 64, 128],
  ['D3', 1, 56, 128, 128],
  ['D4', 1, 28, 128, 256],
  ['D5', 1, 28, 256, 256],
  ['D6', 1, 14, 256, 512],
  ['D7', 5, 14, 512, 512],
  ['D8', 1, 7, 512, 1024],
  ['D9', 1, 7, 1024, 1024],
];

/**
 * MobileNet (Howard et al., "MobileNets: Efficient Convolutional Neural Networks for Mobile Vision Applications", 2017,
 * table 1), batch 1, width 1. The last depthwise layer keeps its size, as its table's next row says.
 */
export const mobilenet: NamedNetwork = {
  name: 'mobilenet',
  summary: 'MobileNet of 2017, 224 x 224, batch 1, width 1',
  layers: [
    { name: 'conv1', operator: 'conv2d', workload: '1x3x224x224-32-k3-s2-p1', weight: 1 },
    ...pairs.flatMap(([depthwise, weight, size, inChannels, outChannels]): readonly LayerSpec[] => [
      { operator: 'conv2d', workload: `mobilenet.${depthwise}`, weight },
      {
        name: depthwise.replace('D', 'pointwise.P'),
        operator: 'conv2d',
        workload: `1x${inChannels}x${size}x${size}-${outChannels}-k1-s1-p0`,
        weight,
      },
    ]),
    { name: 'fc', operator: 'dense', workload: '1x1000x1024+bias', weight: 1 },
  ],
};
