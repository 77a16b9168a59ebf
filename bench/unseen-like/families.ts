import type { DrawnShape } from '../../src/products/bench/unseen-like.js';
import { convolution, matmul, attention, type Image } from './layers.js';

/** Layers of one kind of network, and how many of them are drawn. */
export interface Family {
  readonly count: number;
  readonly layers: () => DrawnShape[];
}

export const families: readonly Family[] = [
  { count: 3, layers: () => [224, 256, 288].flatMap((pixels) => bottlenecks('resnet50', pixels, 64, 1)) },
  {
    count: 3,
    layers: () => [
      ...[224, 256].flatMap((pixels) => bottlenecks('resnext50-32x4d', pixels, 128, 32)),
      ...[224, 256].flatMap((pixels) => bottlenecks('resnext101-32x8d', pixels, 256, 32)),
    ],
  },
  { count: 3, layers: () => efficientNets.flatMap(invertedBottlenecks).filter(isDepthwise) },
  { count: 3, layers: () => efficientNets.flatMap(invertedBottlenecks).filter((layer) => !isDepthwise(layer)) },
  { count: 3, layers: () => [416, 640].flatMap((pixels) => [0.5, 0.75, 1].flatMap((width) => yolo(pixels, width))) },
  { count: 4, layers: visionTransformers },
  { count: 3, layers: berts },
  { count: 4, layers: decoders },
  { count: 2, layers: primeConvolutions },
  { count: 2, layers: primeProducts },
];

/**
 * Residual networks of bottlenecks (He et al. 2015, table 1; ResNeXt: Xie et al. 2016, table 1; the stride in the 3x3,
 * as torchvision has it): stage i has a width of `width` · 2^i in the middle and 256 · 2^i outside.
 */
function bottlenecks(network: string, pixels: number, width: number, groups: number): DrawnShape[] {
  return [0, 1, 2, 3].flatMap((stage) => {
    const [inner, outer] = [width * 2 ** stage, 256 * 2 ** stage];
    const size = Math.ceil(pixels / 4 / 2 ** stage);
    const before = stage === 0 ? size : Math.ceil((pixels / 4) * 2 ** (1 - stage));
    const stride = stage === 0 ? 1 : 2;
    const from = `${network}@${pixels}.conv${stage + 2}`;
    const image = (channels: number, extent: number): Image => ({ channels, height: extent, width: extent });
    return [
      convolution(`${from}.reduce`, image(outer, size), { outChannels: inner, kernel: 1 }),
      convolution(`${from}.middle`, image(inner, size), { outChannels: inner, kernel: 3, groups }),
      convolution(`${from}.first`, image(inner, before), { outChannels: inner, kernel: 3, stride, groups }),
      convolution(`${from}.expand`, image(inner, size), { outChannels: outer, kernel: 1 }),
      convolution(`${from}.shortcut`, image(stage === 0 ? 64 : outer / 2, before), {
        ...{ outChannels: outer, kernel: 1, stride },
      }),
    ];
  });
}

/** EfficientNet-B0 to B4 (Tan and Le 2019, section 4): resolution and multiplier of the widths. */
const efficientNets = [
  { name: 'efficientnet-b0', pixels: 224, width: 1 },
  { name: 'efficientnet-b1', pixels: 240, width: 1 },
  { name: 'efficientnet-b2', pixels: 260, width: 1.1 },
  { name: 'efficientnet-b3', pixels: 300, width: 1.2 },
  { name: 'efficientnet-b4', pixels: 380, width: 1.4 },
] as const;

/** Its stages (table 1): expansion, kernel, output channels, stride. */
const mobileStages = [
  [1, 3, 16, 1],
  [6, 3, 24, 2],
  [6, 5, 40, 2],
  [6, 3, 80, 2],
  [6, 5, 112, 1],
  [6, 5, 192, 2],
  [6, 3, 320, 1],
] as const;

/** The first block of every stage, and the ones that follow it. */
function invertedBottlenecks({ name, pixels, width }: (typeof efficientNets)[number]): DrawnShape[] {
  const layers: DrawnShape[] = [];
  let channels = roundTo8(32 * width);
  let size = Math.ceil(pixels / 2);
  mobileStages.forEach(([expansion, kernel, base, firstStride], index) => {
    const outChannels = roundTo8(base * width);
    for (const [place, inChannels, stride] of [
      ['first', channels, firstStride],
      ['next', outChannels, 1],
    ] as const) {
      const middle = inChannels * expansion;
      const from = `${name}.stage${index + 2}.${place}`;
      const after = Math.ceil(size / stride);
      const image = (count: number, extent: number): Image => ({ channels: count, height: extent, width: extent });
      if (expansion > 1)
        layers.push(convolution(`${from}.expand`, image(inChannels, size), { outChannels: middle, kernel: 1 }));
      layers.push(
        convolution(`${from}.depthwise`, image(middle, size), { outChannels: middle, kernel, stride, groups: middle }),
        convolution(`${from}.project`, image(middle, after), { outChannels, kernel: 1 }),
      );
      size = after;
    }
    channels = outChannels;
  });
  return layers;
}

function isDepthwise({ options }: DrawnShape): boolean {
  return options['groups'] !== '1';
}

/** To the nearest multiple of 8 that is not below nine tenths. */
function roundTo8(channels: number): number {
  const rounded = Math.max(8, Math.floor((channels + 4) / 8) * 8);
  return rounded < 0.9 * channels ? rounded + 8 : rounded;
}

/** The backbone of YOLOv5 (Ultralytics, yolov5s, m, l): a 6x6 stem, and stages of a downsampling and a C3 block. */
function yolo(pixels: number, width: number): DrawnShape[] {
  const from = `yolov5-x${width}@${pixels}`;
  const image = (channels: number, extent: number): Image => ({ channels, height: extent, width: extent });
  const stem = convolution(`${from}.stem`, image(3, pixels), {
    ...{ outChannels: roundTo8(64 * width), kernel: 6, stride: 2, pad: 2 },
  });
  const stages = [1, 2, 3, 4].flatMap((stage) => {
    const [before, after] = [roundTo8(32 * width * 2 ** stage), roundTo8(64 * width * 2 ** stage)];
    const [half, size] = [after / 2, pixels / 2 ** (stage + 1)];
    return [
      convolution(`${from}.p${stage + 1}.down`, image(before, 2 * size), { outChannels: after, kernel: 3, stride: 2 }),
      convolution(`${from}.p${stage + 1}.split`, image(after, size), { outChannels: half, kernel: 1 }),
      convolution(`${from}.p${stage + 1}.block`, image(half, size), { outChannels: half, kernel: 3 }),
      convolution(`${from}.p${stage + 1}.merge`, image(after, size), { outChannels: after, kernel: 1 }),
    ];
  });
  return [stem, ...stages];
}

/** Heads of transformers have 64 channels, but those of large decoders 128. */
const HEAD = 64;

/**
 * ViT-S, B and L (Dosovitskiy et al. 2020, table 1; S: Touvron et al. 2020): patches of 16 or 32, and a class token.
 */
function visionTransformers(): DrawnShape[] {
  const widths = { s: 384, b: 768, l: 1024 };
  const tokens = (pixels: number, patch: number): number => (pixels / patch) ** 2 + 1;
  return Object.entries(widths).flatMap(([name, width]) =>
    [
      [224, 16],
      [384, 16],
      [224, 32],
    ].flatMap(([pixels = 0, patch = 1]) => encoder(`vit-${name}${patch}@${pixels}`, tokens(pixels, patch), width)),
  );
}

/** BERT (Devlin et al. 2018, section 3; the small ones: Turc et al. 2019). */
function berts(): DrawnShape[] {
  const widths = { small: 512, base: 768, large: 1024 };
  return Object.entries(widths).flatMap(([name, width]) =>
    [64, 128, 256, 384, 512].flatMap((length) => encoder(`bert-${name}.${length}`, length, width)),
  );
}

/** One layer of an encoder: products with weights, and attention of all tokens to all. */
function encoder(from: string, tokens: number, width: number): DrawnShape[] {
  const heads = width / HEAD;
  return [
    matmul(`${from}.qkv`, tokens, 3 * width, width),
    matmul(`${from}.out`, tokens, width, width),
    matmul(`${from}.up`, tokens, 4 * width, width),
    matmul(`${from}.down`, tokens, width, 4 * width),
    ...attention(from, heads, tokens, tokens, HEAD),
  ];
}

/** Width, inner width and channels of a head of decoders (GPT-2; TinyLlama 1.1B; Qwen2 0.5B; Llama 2 7B). */
const decoderSizes = [
  { name: 'gpt2', width: 768, inner: 3072, head: 64 },
  { name: 'tinyllama', width: 2048, inner: 5632, head: 64 },
  { name: 'qwen2-0.5b', width: 896, inner: 4864, head: 64 },
  { name: 'llama2-7b', width: 4096, inner: 11008, head: 128 },
] as const;

/** Decoding: one token of each of m sequences, or m guessed ones of a single sequence, against a cache. */
function decoders(): DrawnShape[] {
  return decoderSizes.flatMap(({ name, width, inner, head }) =>
    [1, 2, 3, 4, 5, 6, 7, 8].flatMap((m) => {
      const from = `${name}.decode${m}`;
      const products = [
        matmul(`${from}.out`, m, width, width),
        matmul(`${from}.up`, m, inner, width),
        matmul(`${from}.down`, m, width, inner),
      ];
      const caches = [256, 1024].flatMap((length) =>
        attention(`${from}.cache${length}`, width / head, m, length, head),
      );
      return [...products, ...caches];
    }),
  );
}

const primes = [13, 17, 23, 29, 31, 37, 43, 53, 61, 73, 89, 101, 113, 127, 151, 179, 197, 211, 241] as const;

/** Nothing divides anything: channels, image and kernel. */
function primeConvolutions(): DrawnShape[] {
  const sizes = primes.filter((prime) => prime >= 17 && prime <= 73);
  return sizes.flatMap((size, i) =>
    primes.flatMap((channels, j) =>
      [3, 5].flatMap((kernel) =>
        [1, 2].map((stride) => {
          const outChannels = primes[(7 * i + 5 * j) % primes.length]!;
          const image = { channels, height: size, width: sizes[(i + 3) % sizes.length]! };
          const from = `primes.${channels}x${size}x${image.width}-${outChannels}-k${kernel}-s${stride}`;
          return convolution(from, image, { outChannels, kernel, stride });
        }),
      ),
    ),
  );
}

function primeProducts(): DrawnShape[] {
  return primes.flatMap((m, i) =>
    primes.flatMap((n, j) => {
      const k = primes[(3 * i + 11 * j) % primes.length]! * 4 + 3;
      return matmul(`primes.${m}x${n}x${k}`, m, n, k);
    }),
  );
}
