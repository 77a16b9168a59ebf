/** A layer of a network as it is asked for. */
export interface LayerSpec {
  /** Default: the workload's. Of no other layer of the network. */
  readonly name?: string;
  readonly operator: string;
  /** As `tune <operator>` takes it: a named one, or a shape as runs print it. */
  readonly workload?: string;
  readonly shape?: Readonly<Record<string, string>>;
  /** Calls of it in the network, > 0. */
  readonly weight: number;
}

interface NamedNetwork {
  readonly name: string;
  readonly summary: string;
  readonly layers: readonly LayerSpec[];
}

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
const mobilenet: NamedNetwork = {
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

const conv = (workload: string, weight: number): LayerSpec => ({ operator: 'conv2d', workload, weight });

/**
 * ResNet-18 (He, Zhang, Ren and Sun, "Deep Residual Learning for Image Recognition", CVPR 2016, table 1), batch 1, with
 * the convolutions of AutoTVM (OSDI 2018, table 2), whose network has a projection in the first block of every stage,
 * C3 in the first one; He et al. have none there.
 */
const resnet18: NamedNetwork = {
  name: 'resnet18',
  summary: 'ResNet-18 as AutoTVM has it, 224 x 224, batch 1',
  layers: [
    conv('resnet18.C1', 1),
    conv('resnet18.C2', 4),
    conv('resnet18.C3', 1),
    conv('resnet18.C4', 1),
    conv('resnet18.C5', 1),
    conv('resnet18.C6', 3),
    conv('resnet18.C7', 1),
    conv('resnet18.C8', 1),
    conv('resnet18.C9', 3),
    conv('resnet18.C10', 1),
    conv('resnet18.C11', 1),
    conv('resnet18.C12', 3),
    { name: 'resnet18.fc', operator: 'dense', workload: 'resnet18.fc', weight: 1 },
  ],
};

/** A stage of blocks: 1x1 to fewer channels, 3x3, 1x1 to four times as many. */
interface Stage {
  readonly name: string;
  /** Rows and columns of its output. */
  readonly size: number;
  readonly blocks: number;
  /** Channels of the input, inside a block, and of the output; rows and columns of the input. */
  readonly from: number;
  readonly inner: number;
  readonly to: number;
  readonly fromSize: number;
}

const stages: readonly Stage[] = [
  { name: 'conv2', size: 56, blocks: 3, from: 64, inner: 64, to: 256, fromSize: 56 },
  { name: 'conv3', size: 28, blocks: 4, from: 256, inner: 128, to: 512, fromSize: 56 },
  { name: 'conv4', size: 14, blocks: 6, from: 512, inner: 256, to: 1024, fromSize: 28 },
  { name: 'conv5', size: 7, blocks: 3, from: 1024, inner: 512, to: 2048, fromSize: 14 },
];

/**
 * ResNet-50 (He, Zhang, Ren and Sun, "Deep Residual Learning for Image Recognition", CVPR 2016, table 1 and section
 * 3.3), batch 1: the first 1x1 convolution of a stage has its stride, as in the paper and in ONNX's model; torchvision
 * has moved it to the 3x3.
 */
const resnet50: NamedNetwork = {
  name: 'resnet50',
  summary: 'ResNet-50 as its paper has it (the stride in the 1x1 convolutions), 224 x 224, batch 1',
  layers: [
    { name: 'conv1', operator: 'conv2d', workload: 'resnet18.C1', weight: 1 },
    ...stages.flatMap(layersOf),
    { name: 'fc', operator: 'dense', workload: '1x1000x2048+bias', weight: 1 },
  ],
};

function layersOf({ name, size, blocks, from, inner, to, fromSize }: Stage): readonly LayerSpec[] {
  const stride = fromSize / size;
  const conv = (part: string, weight: number, ...shape: Parameters<typeof workloadOf>): LayerSpec => ({
    name: `${name}.${part}`,
    operator: 'conv2d',
    workload: workloadOf(...shape),
    weight,
  });
  // Where the stage keeps size, projecting its input is what expanding a block is, as both are of as many channels.
  const projectsAlike = stride === 1 && from === inner;
  return [
    conv('first', 1, from, fromSize, inner, 1, stride),
    conv('reduce', blocks - 1, to, size, inner, 1, 1),
    conv('middle', blocks, inner, size, inner, 3, 1),
    conv('expand', blocks + (projectsAlike ? 1 : 0), inner, size, to, 1, 1),
    ...(projectsAlike ? [] : [conv('project', 1, from, fromSize, to, 1, stride)]),
  ];
}

function workloadOf(inChannels: number, size: number, outChannels: number, kernel: number, stride: number): string {
  return `1x${inChannels}x${size}x${size}-${outChannels}-k${kernel}-s${stride}-p${(kernel - 1) / 2}`;
}

export const networks: readonly NamedNetwork[] = [resnet18, resnet50, mobilenet];
