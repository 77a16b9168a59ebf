import type { Health } from '../../../src/api/doctor.js';
import type { ContractEvent } from '../../../src/catalogue/contract/events.js';
import type { BestRow } from '../../../src/log/record/best-rows.js';
import type { LogDiff } from '../../../src/products/report/difference.js';
import type { LogStats } from '../../../src/products/report/task-stats.js';
import type { CheckRow } from '../../../src/products/retune/check-rows.js';
import type { RetuneRow } from '../../../src/products/retune/retune-rows.js';
import type { Soak } from '../../../src/products/soak/report.js';
import type { ReplayRow } from '../../../src/tuner/replay-rows.js';

const target = 'llvm -mcpu=x86-64-v4 -threads=2';
const fingerprint = 'amd-epyc-family-25-model-17.2c.l1-32k.l2-1024k.l3-16384k';

const checked: CheckRow = {
  ...{ operator: 'matmul', workload: 'gemm.512', target, template: 'matmul.blocked', index: 7 },
  ...{ verdict: 'same', ratio: 1.003, low: 0.991, high: 1.012, bad: false, basis: 'turns', reason: null },
  ...{ seconds: 2e-3, baseline_seconds: 2.01e-3, tries: 1 },
  ...{ log: 'logs/new.jsonl', line: 3, baseline_log: 'logs/old.jsonl', baseline_line: 4 },
};

/** A row for each verdict. */
export const checks: readonly CheckRow[] = [
  checked,
  {
    ...{ ...checked, workload: 'gemm.768', verdict: 'new', ratio: null, low: null, high: null, basis: null },
    ...{ baseline_seconds: null, baseline_log: null, baseline_line: null },
  },
  { ...checked, workload: 'gemm.64', verdict: 'faster', ratio: 1.31, low: 1.28, high: 1.35 },
  { ...checked, workload: 'gemm.128', verdict: 'slower', ratio: 0.96, low: 0.95, high: 0.97 },
  { ...checked, workload: 'gemm.256', verdict: 'slower', ratio: 0.5, low: 0.4, high: 0.8, bad: true, line: 9 },
  { ...checked, workload: 'gemm.1024', verdict: 'noisy', ratio: 0.9, low: 0.7, high: 1.2, basis: 'log' },
  {
    ...{ ...checked, workload: 'gemm.96', verdict: 'failed', bad: true, line: 12 },
    ...{ ratio: null, low: null, high: null, seconds: null, basis: null },
    reason: 'the result is wrong: C[0, 3] is 1 but should be 2 (relative error 0.5, allowed 1.0e-4)',
  },
];

const retuned: RetuneRow = {
  ...{ operator: 'conv2d', workload: 'resnet18.C2', target, template: 'conv2d.winograd', index: 7, seconds: 782e-6 },
  ...{ verdict: 'kept', ratio: 1.003, low: 0.991, high: 1.012, bad: false, changed: false, reason: null },
  ...{ trials: 0, fingerprint, from: null, log: 'logs/conv2d.resnet18.C2.jsonl' },
};

/** A row for each verdict, and one that is slower without a gate (`gates.speed: off`). */
export const retunes: readonly RetuneRow[] = [
  retuned,
  {
    ...{ ...retuned, workload: 'resnet18.C1', verdict: 'new', ratio: null, low: null, high: null, trials: 48 },
    ...{ changed: true, reason: 'no earlier record on this machine' },
  },
  { ...retuned, workload: 'resnet18.C3', verdict: 'faster', ratio: 1.31, low: 1.28, high: 1.35, trials: 48 },
  {
    ...{ ...retuned, workload: 'resnet18.C4', verdict: 'slower', ratio: 0.7, low: 0.68, high: 0.72, trials: 48 },
    ...{ bad: true, reason: '1.12 ms now, 782 µs in its log, and nothing faster was found' },
  },
  {
    ...{ ...retuned, workload: 'resnet18.C7', verdict: 'slower', ratio: 0.7, low: 0.68, high: 0.72, trials: 48 },
    reason: '1.12 ms now, 782 µs in its log, and nothing faster was found',
  },
  {
    ...{ ...retuned, workload: 'resnet18.C5', verdict: 'noisy', ratio: 0.9, low: 0.7, high: 1.2 },
    reason: 'the record is kept',
  },
  {
    ...{ ...retuned, workload: 'resnet18.C6', verdict: 'failed', bad: true, trials: 16 },
    ...{ ratio: null, low: null, high: null, seconds: null, template: null, index: null },
    reason: 'no config gives a correct result; first failure: the kernel died of SIGSEGV',
  },
];

const replayed: ReplayRow = {
  ...{ operator: 'matmul', workload: 'gemm.512', target, template: 'matmul.blocked', index: 7 },
  ...{ logged_seconds: 2e-3, seconds: 2.01e-3, seconds_min: 1.99e-3, seconds_p90: 2.1e-3, gflops: 133.4 },
  ...{ max_rel_error: 1e-6, correct: true, verdict: 'reproduces', reason: null, tries: 1 },
  ...{ log: 'logs/matmul.gemm.512.jsonl', line: 41, interval: [2e-3, 2.05e-3], warnings: [], counts: 'flops' },
};

/** A row for each verdict. */
export const replays: readonly ReplayRow[] = [
  replayed,
  { ...replayed, workload: 'gemm.64', tries: 2 },
  { ...replayed, workload: 'gemm.128', verdict: 'fails', correct: false, reason: 'the result is wrong' },
  { ...replayed, workload: 'gemm.256', verdict: 'elsewhere' },
  { ...replayed, workload: 'gemm.1024', verdict: 'noisy' },
  { ...replayed, workload: 'gemm.96', verdict: 'missing', correct: null, seconds: null },
];

export const health: Health = {
  ok: false,
  checks: [
    { name: 'node', status: 'ok', text: '20.19.5' },
    {
      name: 'xgboost',
      status: 'missing',
      text: 'The default cost model is trained by xgboost, which is neither a program nor a library here',
      fix: 'apt-get install xgboost',
    },
    { name: 'gcc', status: 'ok', text: '12.2.0, /usr/bin/gcc' },
    { name: 'peak 2', status: 'ok', text: '115.2 GFLOPS on llvm -mcpu=x86-64-v4 -threads=2' },
    { name: 'bandwidth 2', status: 'ok', text: '14.7 GB/s read from memory' },
    {
      name: 'nvcc',
      status: 'absent',
      text: 'CUDA kernels cannot be built',
      fix: 'apt-get install nvidia-cuda-toolkit',
    },
  ],
};

export const soaked: Soak = {
  ...{ minutes: 5, seconds: 300, threads: 2, interrupted: false, ok: true, verdict: 'uneven' },
  ...{ kernel: 'matmul gemm.512, matmul.blocked', runs: 96 },
  figures: { median: 2e-3, spread: 0.06, drift: 0.011, across_runs: 0.05, side_by_side: 0.012 },
  ...{ noisy: 3, disturbed: 0.12, missed: 0.004, causes: { waited: 0.09, moved: 0.03, slowed: 0.01 } },
  neighbours: { cores: 2, waiting: 1.3, others: 0.4, stolen: 0.02 },
  faults: [
    { fault: 'writes beyond its output', injected: 4, recognised: 4, mistaken: null },
    { fault: 'gives a wrong answer', injected: 4, recognised: 4, mistaken: null },
  ],
  right: { measured: 8, refused: 0, reason: null },
  advice: ['End other programs: they kept 0.40 of 2 cores busy.'],
};

const wrong: ContractEvent = {
  ...{ event: 'check', template: 'mine.rows', check: 'kernel', ok: false, error: 6 },
  ...{ workload: '7x13', target: 'llvm -mcpu=x86-64-v3 -threads=1', index: 3, values: { tile: 8, order: 'ij' } },
  message: 'the result is wrong: out[0, 3] is 1 but should be 2',
};

/** A template with one wrong answer, and one mistake that every shape runs into. */
export const contracted: readonly ContractEvent[] = [
  {
    ...{ event: 'start', template: 'mine.rows', operator: 'mine', configs: 2, seed: 0 },
    targets: ['llvm -mcpu=x86-64-v3 -threads=1', 'llvm -mcpu=x86-64-v3 -threads=2'],
  },
  wrong,
  ...Array.from({ length: 192 }, (_, place): ContractEvent => ({
    ...{ ...wrong, check: 'pure', workload: `${place + 1}x13`, index: place, values: { tile: place } },
    message: 'knob "order" has no value "ik"',
  })),
  { event: 'finish', templates: 1, kernels: 240, checks: 612, failed: 193, aborted: false },
];

const found: BestRow = {
  ...{ operator: 'conv2d', workload: 'resnet18.C2', target, fingerprint, template: 'conv2d.winograd', index: 7 },
  ...{ entity: [], seconds: 782e-6, gflops: 295.7, trials: 256, log: 'logs/conv2d.resnet18.C2.jsonl', line: 259 },
  ...{ interval: [779e-6, 790e-6], noisy: false, warnings: [], counts: 'flops' },
};

/** Of several operators, one of which moves data. */
export const bests: readonly BestRow[] = [
  found,
  { ...found, workload: 'resnet18.C3', noisy: true, gflops: 150.1, line: 12 },
  {
    ...{ ...found, operator: 'pool', workload: 'resnet18.pool', template: 'pool.window', counts: 'bytes' },
    ...{ gflops: 14.7, log: 'logs/pool.resnet18.pool.jsonl', line: 40, trials: 96 },
  },
];

export const stats: LogStats = {
  logs: [{ log: 'logs/conv2d.resnet18.C2.jsonl', records: 270, skipped: 1 }],
  tasks: [
    {
      ...{ operator: 'conv2d', workload: 'resnet18.C2', target, fingerprint, records: 270, trials: 256, failed: 5 },
      failures: [{ error: 4, class: 'runtime_device', count: 5, message: 'the kernel died of SIGSEGV' }],
      best: found,
      templates: [
        { template: 'conv2d.winograd', trials: 160, failed: 0, seconds: 782e-6 },
        { template: 'conv2d.direct', trials: 64, failed: 0, seconds: 1.7e-3 },
        { template: 'conv2d.im2col', trials: 32, failed: 5, seconds: null },
      ],
      ...{ first: 1_700_000_000, last: 1_700_000_090, working_seconds: 90, runs: 1, explorers: ['portfolio'] },
      spent: { compile: 21, check: 1.2, run: 9.5, search: 2.5, undivided: 0 },
    },
    {
      ...{ operator: 'pool', workload: 'resnet18.pool', target, fingerprint: null, records: 96, trials: 96, failed: 0 },
      ...{ failures: [], best: bests[2]!, templates: [], runs: 0, explorers: [] },
      ...{ first: 1_700_000_000, last: 1_700_000_030, working_seconds: 30 },
      spent: { compile: 0, check: 0, run: 0, search: null, undivided: 28 },
    },
  ],
};

const compared: LogDiff['tasks'][number] = {
  ...{ operator: 'conv2d', workload: 'resnet18.C2', target, fingerprint, a: stats.tasks[0]!, b: stats.tasks[0]! },
  ...{ verdict: 'same', ratio: 1, low: 0.99, high: 1.01, why: null },
  common: {
    ...{ configs: 40, faster: 3, same: 30, slower: 5, noisy: 2, ratio: 0.998 },
    ...{ failed_only_in_a: 0, failed_only_in_b: 1 },
  },
  differs: [{ what: 'compiler', a: ['gcc (Debian 12.2.0-14+deb12u1) 12.2.0'], b: ['clang 16.0.6'] }],
};

/** With little to say besides. */
const brief: LogDiff['tasks'][number] = {
  ...{ ...compared, a: stats.tasks[1]!, b: stats.tasks[1]!, differs: [] },
  common: { ...compared.common, configs: 0 },
};

/** A row for each verdict, one that is slower within the tolerance and one beyond it. */
export const diff: LogDiff = {
  a: { log: 'logs/before.jsonl', records: 270, skipped: 1 },
  b: { log: 'logs/after.jsonl', records: 260, skipped: 0 },
  tasks: [
    compared,
    { ...brief, workload: 'resnet18.C3', verdict: 'faster', ratio: 1.31, low: 1.28, high: 1.35 },
    { ...brief, workload: 'resnet18.C4', verdict: 'slower', ratio: 0.96, low: 0.95, high: 0.97 },
    { ...brief, workload: 'resnet18.C5', verdict: 'slower', ratio: 0.5, low: 0.48, high: 0.52 },
    { ...brief, workload: 'resnet18.C6', verdict: 'noisy', ratio: 0.9, low: 0.7, high: 1.2 },
    {
      ...{ ...brief, workload: 'resnet18.C7', verdict: null, ratio: null, low: null, high: null },
      ...{ b: null, why: 'only in A' },
    },
  ],
};
