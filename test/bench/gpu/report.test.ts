import { describe, expect, test } from '@jest/globals';
import { toJson, toMarkdown, type GpuReport } from '../../../bench/gpu/report.js';
import { peerTimes, ratioTo, type GpuRow } from '../../../bench/gpu/row.js';
import { spread } from '../../../src/measure/statistics.js';
import type { LoggedRecord } from '../../../src/log/record/log.js';

const record: LoggedRecord = {
  target: 'cuda -arch=sm_90',
  task: 'matmul.simt',
  args: [],
  index: 3,
  entity: [],
  costs: [1e-3],
  error: 0,
  allCost: 1,
  timestamp: 1,
  log: 'trials.jsonl',
  line: 1,
};
const rounds = new Map([['cuBLAS', [0.9e-3, 1.0e-3, 1.1e-3]]]);
const seconds = [1.8e-3, 2.0e-3, 2.2e-3];
const timed: GpuRow = {
  suite: 'gemm fp32',
  workload: 'gemm.1024',
  flops: 2e9,
  ours: { seconds: spread(seconds), record, effort: { trials: 64, seconds: 20 }, error: 1.5e-6 },
  peers: peerTimes(rounds),
  ...ratioTo(rounds, seconds),
};
const failed: GpuRow = { ...timed, workload: 'gemm.512', ours: { why: 'It is broken.', failed: true }, peers: [] };
delete (failed as { ratio?: unknown }).ratio;
const report: GpuReport = {
  gpu: 'Fake GPU',
  target: 'cuda -arch=sm_90',
  compiler: 'nvcc 13.0',
  peers: 'PyTorch 2',
  minutes: 5,
  seed: 1,
  rows: [timed, failed],
  notReached: ['resnet18.C12 batch 16'],
};

describe('the ratio of a row', () => {
  test('is taken against the best peer of the same type, round by round', () => {
    expect(timed.ratio).toMatchObject({ rival: 'cuBLAS', value: 0.5 });
    expect(timed.ratio!.low).toBeCloseTo(0.5);
    const two = new Map([...rounds, ['cuDNN', [4e-4, 4e-4, 4e-4]]]);
    expect(ratioTo(two, seconds).ratio).toMatchObject({ rival: 'cuDNN', value: 0.2 });
  });

  test('is absent without a peer', () => {
    expect(ratioTo(new Map(), seconds)).toEqual({});
  });
});

describe('the table', () => {
  const lines = toMarkdown(report).split('\n');

  test('names the GPU and has a line for each workload', () => {
    expect(lines[0]).toBe('# tune on Fake GPU');
    expect(lines).toContain('| gemm.1024 | 1000 | 2000 |  | 0.500 | 0.500 .. 0.500 | matmul.simt | 64 | 1.5e-6 |');
    expect(lines).toContain('| gemm.512 |  |  |  |  |  |  |  |  |');
  });

  test('says what is missing, and why', () => {
    expect(lines).toContain('- gemm.512 is not measured: It is broken.');
    expect(lines).toContain('- Not reached in time: resnet18.C12 batch 16.');
    const lonely = { ...timed, peers: [], noPeers: 'python3 has no PyTorch here' };
    expect(toMarkdown({ ...report, rows: [lonely] })).toContain(
      '- gemm.1024 has no peers: python3 has no PyTorch here.',
    );
  });

  test('sums up each suite that was compared', () => {
    expect(lines).toContain('- gemm fp32: geometric mean of the ratios 0.500 over 1 row.');
    expect(toMarkdown({ ...report, rows: [failed] })).not.toContain('geometric');
  });
});

test('as JSON it holds the records, to be logged again', () => {
  const { rows, not_reached } = JSON.parse(JSON.stringify(toJson(report))) as Record<'rows' | 'not_reached', unknown[]>;
  expect(rows).toMatchObject([
    { ours: { template: 'matmul.simt' }, ratio: { value: 0.5 } },
    { ours: { failed: true } },
  ]);
  expect((rows[0] as { ours: { record: string } }).ours.record).toContain('"version":0.2');
  expect(not_reached).toEqual(['resnet18.C12 batch 16']);
});
