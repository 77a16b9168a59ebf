import type { Result, TuneEvent, TuneEventNamed } from '../../../src/tuner/events.js';

const target = 'llvm -mcpu=x86-64-v4 -threads=2';
const subject = { operator: 'conv2d', workload: 'resnet18.C2', target };

const start: TuneEventNamed<'start'> = {
  event: 'start',
  ...subject,
  templates: [
    { template: 'conv2d.direct', raw_size: 2_764_800 },
    { template: 'conv2d.winograd', raw_size: 96_000 },
    { template: 'conv2d.im2col', raw_size: 48_000 },
  ],
  ...{ trials: 256, minutes: null, early_stop: 128, explorer: 'portfolio', model: 'xgb-rank', trainer: 'auto' },
  ...{ features: null, pretrained: null, prune: 0, acquisition: null, selection: null },
  ...{ epsilon: 0.05, batch_size: null, seed: 7 },
  asks_model: true,
  resumed: 0,
  best_gflops: null,
  counts: 'flops',
  history: 0,
  log: 'logs/conv2d.resnet18.C2.jsonl',
} as unknown as TuneEventNamed<'start'>;

const winner: Result = {
  template: 'conv2d.winograd',
  index: 53_160,
  entity: [
    ['tile_m', 'ot', 6],
    ['tile_oc', 'ot', 32],
    ['block_ic', 'ot', 16],
    ['order', 'ot', 'ic_oc'],
    ['unroll', 'ot', true],
    ['threads', 'ot', 'tiles'],
  ],
  seconds: 782e-6,
  interval: [779e-6, 790e-6],
  seconds_min: 775e-6,
  seconds_max: 801e-6,
  gflops: 295.7,
  max_rel_error: 3.2e-6,
};

const finish: TuneEventNamed<'finish'> = {
  event: 'finish',
  reason: 'trials',
  ...subject,
  best: winner,
  ties: [{ ...winner, index: 53_172, seconds: 784e-6 }],
  confirmed: true,
  space: { size: 96_000, valid: 53_160, exact: false },
  allowed_error: 1e-3,
  counts: 'flops',
  source: false,
  saving: 'Winograd computes fewer products than are counted',
  peak_gflops: 216.4,
  peak_fraction: 1.37,
  trials: 248,
  resumed: 8,
  shared: 0,
  failed: 5,
  disturbance: { share: 0.04, slowed: 0.21, noisy: 3, again: 2 },
  templates: [
    { template: 'conv2d.winograd', trials: 160, gflops: 295.7, retired: null },
    {
      template: 'conv2d.direct',
      trials: 64,
      gflops: 133.1,
      retired: { after: 64, gflops: 133.1, potential_gflops: 140.8, leader: 'conv2d.winograd', leader_gflops: 295.7 },
    },
    {
      template: 'conv2d.im2col',
      trials: 32,
      gflops: null,
      retired: { after: 32, gflops: 0, potential_gflops: 0, leader: 'conv2d.winograd', leader_gflops: 295.7 },
    },
  ],
  failures: [
    { error: 4, class: 'runtime_device', count: 4, message: 'the kernel died of SIGSEGV' },
    { error: 2, class: 'compile_host', count: 1, message: 'kernel.c:31: error: impossible constraint in ‘asm’' },
  ],
  first_failure: 'the kernel died of SIGSEGV',
  seconds: { search: 2.5, compile: 21, check: 1.2, run: 9.5, wall: 24.1 },
  log: 'logs/conv2d.resnet18.C2.jsonl',
  replay: 'tune replay logs/conv2d.resnet18.C2.jsonl',
  show: `tune show logs/conv2d.resnet18.C2.jsonl resnet18.C2 --target '${target}'`,
  export: 'tune export logs/conv2d.resnet18.C2.jsonl --out conv2d.resnet18.C2',
};

/** A run on a machine that is not quiet. */
export const tuned: readonly TuneEvent[] = [
  start,
  {
    event: 'note',
    text: 'The machine is busy (load average 1.3 on 2 cores): times are less certain.',
  },
  finish,
];

/** A run none of whose trials worked. */
export const failed: readonly TuneEvent[] = [
  { ...start, templates: start.templates.slice(0, 1) },
  {
    ...finish,
    ...{ best: null, ties: [], confirmed: false, space: null, allowed_error: null, saving: null, peak_fraction: null },
    ...{ trials: 16, resumed: 0, failed: 16, reason: 'early-stop', show: null, export: null },
    disturbance: { share: 0, slowed: 0, noisy: 0, again: 0 },
    templates: [{ template: 'conv2d.direct', trials: 16, gflops: null, retired: null }],
  },
];

/** A kernel of the user's that moves data, whose log is its own. */
export const source: readonly TuneEvent[] = [
  {
    ...start,
    ...{ operator: 'transpose', workload: 'n=1024', templates: [{ template: 'transpose', raw_size: 96 }] },
    ...{ counts: 'bytes', log: 'logs/transpose.n=1024.jsonl' },
  },
  {
    ...finish,
    ...{ operator: 'transpose', workload: 'n=1024', reason: 'exhausted', source: true, counts: 'bytes' },
    best: { ...winner, template: 'transpose', index: 41, entity: [['TILE', 'ot', 16]], gflops: 14.7 },
    ...{ ties: [], space: { size: 96, valid: 96, exact: true }, saving: null, peak_gflops: null, peak_fraction: null },
    ...{ trials: 96, resumed: 0, failed: 0, failures: [], first_failure: null },
    disturbance: { share: 0, slowed: 0, noisy: 0, again: 0 },
    templates: [{ template: 'transpose', trials: 96, gflops: 14.7, retired: null }],
    log: 'logs/transpose.n=1024.jsonl',
    replay: 'tune replay logs/transpose.n=1024.jsonl --template transpose.yaml',
    show: 'tune show logs/transpose.n=1024.jsonl n=1024 --template transpose.yaml',
    export: 'tune export logs/transpose.n=1024.jsonl --out transpose --template transpose.yaml',
  },
];
