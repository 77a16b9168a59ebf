import type { LayerRow, NetworkEvent, NetworkEventNamed } from '../../../src/network/schedule/events.js';

const target = 'llvm -mcpu=x86-64-v4 -threads=2';

/** A layer whose best takes so many seconds. */
function layer(place: number, seconds: number, change: Partial<LayerRow> = {}): LayerRow {
  const template = place % 2 === 0 ? 'conv2d.direct' : 'conv2d.winograd';
  const entity: LayerRow['ties'][number]['entity'] = [['tile_oc', 'ot', 32]];
  const best = {
    ...{ template, index: 7 + place, entity, seconds, interval: [0.98 * seconds, 1.03 * seconds] as [number, number] },
    ...{ seconds_min: 0.98 * seconds, seconds_max: 1.1 * seconds, gflops: 2e-1 / seconds, max_rel_error: 1e-6 },
  };
  return {
    name: `conv ${place + 1}`,
    operator: 'conv2d',
    workload: `${place + 1}x64x56x56`,
    weight: place % 3 === 0 ? 2 : 1,
    counts: 'flops',
    trials: 24,
    seconds,
    template,
    best,
    from: 'log',
    share: null,
    confirmed: true,
    ties: [],
    run: 24,
    failed: 0,
    ending: null,
    templates: [],
    failures: [],
    first_failure: null,
    expected_share: null,
    ...change,
  };
}

const untimed = { seconds: null, best: null, trials: 0, run: 0, share: null, confirmed: false };
const measured = Array.from({ length: 14 }, (_, place) => layer(place, 4e-3 / (place + 1)));
const total = measured.reduce((sum, { weight, seconds }) => sum + weight * seconds!, 0);

const layers: readonly LayerRow[] = [
  ...measured.map((row) => ({ ...row, share: (row.weight * row.seconds!) / total })),
  layer(14, 0, { ...untimed, name: 'pool "pool1"', template: 'pool.rows', from: 'suggested', expected_share: 0.93 }),
  layer(15, 2e-4, {
    ...{ from: 'elsewhere', name: 'dense "fc"', trials: 0, run: 0, confirmed: false, share: 0.01 },
  }),
].map((row, place) =>
  place === 3
    ? {
        ...row,
        ending: 'failed' as const,
        failed: 2,
        failures: [{ error: 4, class: 'runtime_device', count: 2, message: 'the kernel died of SIGSEGV' }],
      }
    : row,
);

const start = {
  event: 'start',
  network: 'squeezenet',
  target,
  layers: layers.map(({ name, operator, workload, weight }) => ({
    ...{ name, operator, workload, weight, resumed: 0 },
    templates: [{ template: 'conv2d.direct', raw_size: 4096 }],
  })),
  ...{ trials: 400, explorer: 'portfolio', model: 'xgb-rank', seed: 7, scheduler: 'gradient', alone: false },
  ...{ asks_model: true, resumed: 0, network_seconds: null, history: 0, log: 'logs/squeezenet.jsonl' },
} as unknown as NetworkEventNamed<'start'>;

const finish: NetworkEventNamed<'finish'> = {
  event: 'finish',
  reason: 'trials',
  network: 'squeezenet',
  target,
  seconds: total,
  interval: [0.98 * total, 1.03 * total],
  layers: [...layers],
  gflops: 98.4,
  trials: 392,
  resumed: 8,
  shared: 0,
  failed: 2,
  peak_gflops: 216.4,
  spent: { search: 12, compile: 60, check: 4, run: 31, wall: 95 },
  log: 'logs/squeezenet.jsonl',
  replay: 'tune replay logs/squeezenet.jsonl',
  export: 'tune export logs/squeezenet.jsonl --out squeezenet',
  program: null,
};

const program: NonNullable<NetworkEventNamed<'finish'>['program']> = {
  name: 'squeezenet',
  ...{ calls: 29, conversions: 2, kernels: 16, measured: false },
  ...{ arena_bytes: 6 * 2 ** 20, least_arena_bytes: 5 * 2 ** 20, weights_bytes: 5 * 2 ** 20, scratch_bytes: 4096 },
  folder: 'squeezenet-c',
  link: '-Isqueezenet-c/include squeezenet-c/build/libsqueezenet.a -lm',
  seconds: 0.0131,
  in_place: null,
  compared: null,
  shapes: [
    {
      ...{ label: '', inputs: { data: [1, 3, 224, 224] }, seconds: total, calls: 29, conversions: 2 },
      ...{ arena_bytes: 6 * 2 ** 20, built_seconds: 0.0131, compared: null },
    },
  ],
  verified: [
    { folder: 'test_data_set_0', error: 3e-6, allowed: 1e-4, correct: true, against_float64: null },
    {
      ...{ folder: 'test_data_set_1', error: 1.7e-4, allowed: 1e-4, correct: false },
      against_float64: { library: 9.9e-7, given: 1.7e-4 },
    },
  ],
};

/** A list of layers that were all timed. */
export const named: readonly NetworkEvent[] = [
  { ...start, layers: start.layers.slice(0, 14) },
  { ...finish, layers: layers.slice(0, 14) },
];

/** A model some of whose kernels have no time here. */
export const model: readonly NetworkEvent[] = [
  start,
  { event: 'note', layer: 'dense "fc"', text: 'No template applies to 2 of its forms.' },
  { ...finish, seconds: null, interval: null, gflops: null, replay: null, export: null, program },
];

/** A model built from nothing but guesses. */
export const untried: readonly NetworkEvent[] = [
  start,
  {
    ...finish,
    ...{ seconds: null, interval: null, gflops: null, trials: 0, resumed: 0, failed: 0, replay: null, export: null },
    layers: layers.map((row) => ({ ...row, ...untimed, from: 'suggested' as const, failures: [], ending: null })),
    program: { ...program, seconds: null, verified: [], folder: null },
  },
];
