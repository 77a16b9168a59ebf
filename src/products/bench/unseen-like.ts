/** Drawn by bench/unseen-like.ts: `npm run bench:unseen-like -- --write` writes this file. */

/** A shape, and the layer that it is of. */
export interface DrawnShape {
  readonly from: string;
  readonly operator: string;
  readonly options: Readonly<Record<string, string>>;
}

// prettier-ignore
export const unseenLike: readonly DrawnShape[] = [
  {
    from: 'resnet50@224.conv5.shortcut',
    operator: 'conv2d',
    options: { inChannels: '1024', height: '14', width: '14', outChannels: '2048', kernel: '1', stride: '2', pad: '0', groups: '1', layout: 'any' },
  },
  {
    from: 'resnet50@224.conv4.first',
    operator: 'conv2d',
    options: { inChannels: '256', height: '28', width: '28', outChannels: '256', kernel: '3', stride: '2', pad: '1', groups: '1', layout: 'any' },
  },
  {
    from: 'resnet50@288.conv5.shortcut',
    operator: 'conv2d',
    options: { inChannels: '1024', height: '18', width: '18', outChannels: '2048', kernel: '1', stride: '2', pad: '0', groups: '1', layout: 'any' },
  },
  {
    from: 'resnext50-32x4d@256.conv4.shortcut',
    operator: 'conv2d',
    options: { inChannels: '512', height: '32', width: '32', outChannels: '1024', kernel: '1', stride: '2', pad: '0', groups: '1', layout: 'any' },
  },
  {
    from: 'resnext50-32x4d@224.conv5.first',
    operator: 'conv2d',
    options: { inChannels: '1024', height: '14', width: '14', outChannels: '1024', kernel: '3', stride: '2', pad: '1', groups: '32', layout: 'any' },
  },
  {
    from: 'resnext101-32x8d@256.conv3.first',
    operator: 'conv2d',
    options: { inChannels: '512', height: '64', width: '64', outChannels: '512', kernel: '3', stride: '2', pad: '1', groups: '32', layout: 'any' },
  },
  {
    from: 'efficientnet-b4.stage7.next.depthwise',
    operator: 'conv2d',
    options: { inChannels: '1632', height: '12', width: '12', outChannels: '1632', kernel: '5', stride: '1', pad: '2', groups: '1632', layout: 'any' },
  },
  {
    from: 'efficientnet-b2.stage7.first.depthwise',
    operator: 'conv2d',
    options: { inChannels: '720', height: '17', width: '17', outChannels: '720', kernel: '5', stride: '2', pad: '2', groups: '720', layout: 'any' },
  },
  {
    from: 'efficientnet-b1.stage7.first.depthwise',
    operator: 'conv2d',
    options: { inChannels: '672', height: '15', width: '15', outChannels: '672', kernel: '5', stride: '2', pad: '2', groups: '672', layout: 'any' },
  },
  {
    from: 'efficientnet-b4.stage2.next.project',
    operator: 'conv2d',
    options: { inChannels: '24', height: '190', width: '190', outChannels: '24', kernel: '1', stride: '1', pad: '0', groups: '1', layout: 'any' },
  },
  {
    from: 'efficientnet-b3.stage2.first.project',
    operator: 'conv2d',
    options: { inChannels: '40', height: '150', width: '150', outChannels: '24', kernel: '1', stride: '1', pad: '0', groups: '1', layout: 'any' },
  },
  {
    from: 'efficientnet-b0.stage3.first.expand',
    operator: 'conv2d',
    options: { inChannels: '16', height: '112', width: '112', outChannels: '96', kernel: '1', stride: '1', pad: '0', groups: '1', layout: 'any' },
  },
  {
    from: 'yolov5-x1@640.p2.split',
    operator: 'conv2d',
    options: { inChannels: '128', height: '160', width: '160', outChannels: '64', kernel: '1', stride: '1', pad: '0', groups: '1', layout: 'any' },
  },
  {
    from: 'yolov5-x0.5@416.p3.merge',
    operator: 'conv2d',
    options: { inChannels: '128', height: '52', width: '52', outChannels: '128', kernel: '1', stride: '1', pad: '0', groups: '1', layout: 'any' },
  },
  {
    from: 'yolov5-x0.5@416.p4.split',
    operator: 'conv2d',
    options: { inChannels: '256', height: '26', width: '26', outChannels: '128', kernel: '1', stride: '1', pad: '0', groups: '1', layout: 'any' },
  },
  {
    from: 'vit-l32@224.up',
    operator: 'matmul',
    options: { m: '50', n: '4096', k: '1024', constant: 'B' },
  },
  {
    from: 'vit-s16@224.context',
    operator: 'batch_matmul',
    options: { batch: '6', m: '197', n: '64', k: '197', transA: 'false', transB: 'false' },
  },
  {
    from: 'vit-l16@224.context',
    operator: 'batch_matmul',
    options: { batch: '16', m: '197', n: '64', k: '197', transA: 'false', transB: 'false' },
  },
  {
    from: 'vit-b16@224.down',
    operator: 'matmul',
    options: { m: '197', n: '768', k: '3072', constant: 'B' },
  },
  {
    from: 'bert-large.384.qkv',
    operator: 'matmul',
    options: { m: '384', n: '3072', k: '1024', constant: 'B' },
  },
  {
    from: 'bert-small.256.scores',
    operator: 'batch_matmul',
    options: { batch: '8', m: '256', n: '256', k: '64', transA: 'false', transB: 'true' },
  },
  {
    from: 'bert-large.512.out',
    operator: 'matmul',
    options: { m: '512', n: '1024', k: '1024', constant: 'B' },
  },
  {
    from: 'llama2-7b.decode8.cache256.scores',
    operator: 'batch_matmul',
    options: { batch: '32', m: '8', n: '256', k: '128', transA: 'false', transB: 'true' },
  },
  {
    from: 'tinyllama.decode7.out',
    operator: 'matmul',
    options: { m: '7', n: '2048', k: '2048', constant: 'B' },
  },
  {
    from: 'tinyllama.decode8.cache1024.context',
    operator: 'batch_matmul',
    options: { batch: '32', m: '8', n: '64', k: '1024', transA: 'false', transB: 'false' },
  },
  {
    from: 'tinyllama.decode2.cache1024.context',
    operator: 'batch_matmul',
    options: { batch: '32', m: '2', n: '64', k: '1024', transA: 'false', transB: 'false' },
  },
  {
    from: 'primes.23x29x43-37-k3-s2',
    operator: 'conv2d',
    options: { inChannels: '23', height: '29', width: '43', outChannels: '37', kernel: '3', stride: '2', pad: '1', groups: '1', layout: 'any' },
  },
  {
    from: 'primes.179x73x29-211-k3-s1',
    operator: 'conv2d',
    options: { inChannels: '179', height: '73', width: '29', outChannels: '211', kernel: '3', stride: '1', pad: '1', groups: '1', layout: 'any' },
  },
  {
    from: 'primes.89x113x359',
    operator: 'matmul',
    options: { m: '89', n: '113', k: '359', constant: 'B' },
  },
  {
    from: 'primes.23x53x215',
    operator: 'matmul',
    options: { m: '23', n: '53', k: '215', constant: 'B' },
  },
];
