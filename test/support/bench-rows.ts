import { conv2d, conv2dShape } from '../../src/operator/conv2d.js';
import { convPeers } from '../../src/products/bench/peers.js';
import type { Ours, PeerTime, Row } from '../../src/products/bench/row.js';
import { ownRecord } from '../log/record/fixtures.js';

/** Seconds with a spread of a tenth to both sides. */
const about = (seconds: number) => ({ median: seconds, low: 0.9 * seconds, high: 1.1 * seconds });

export const setting = { machine: 'a-cpu.2c', compiler: 'gcc 12 <&>', rounds: 31 };

const winograd = convPeers(conv2dShape(conv2d.workload('resnet18.C2', { layout: 'any' }))).at(1)!;

const ours: Ours = {
  seconds: about(0.002),
  record: { ...ownRecord, log: 'a.jsonl', line: 7 },
  effort: { trials: 64, seconds: 90 },
  here: true,
  error: 1e-6,
};

const peers: readonly PeerTime[] = [
  {
    name: 'oneDNN direct',
    seconds: about(0.0021),
    competes: true,
    description: 'brgconv, oneDNN 2, threads 1, /lib/a',
  },
  { name: 'oneDNN NCHW', seconds: about(0.001), competes: false, description: 'gemm, oneDNN 2, threads 1, /lib/a' },
];

/** A workload of 200 MFLOP and 10 MB that takes ours 2 ms and its only rival 2.1 ms. */
export const comparedRow: Row = {
  suite: 'resnet18',
  operator: 'conv2d',
  workload: 'resnet18.C2+any',
  dtype: 'float32',
  counts: 'flops',
  threads: 1,
  flops: 2e8,
  bytes: 1e7,
  peak: 1.25e11,
  bandwidth: 2e10,
  ours,
  peers,
  leftOut: [{ peer: winograd, why: 'it is not for this shape', missing: false }],
  ratio: { rival: 'oneDNN direct', value: 1.05, low: 1.01, high: 1.08 },
};

/** The same where ours is slower, by more than the spread. */
export const slowRow: Row = {
  ...comparedRow,
  workload: 'resnet18.C3+any',
  ratio: { rival: 'oneDNN direct', value: 0.8, low: 0.78, high: 0.9 },
};

/** On two threads, with neither kernel nor library. */
export const bareRow: Row = {
  suite: 'resnet18',
  operator: 'conv2d',
  workload: 'resnet18.C2+any',
  dtype: 'float32',
  counts: 'flops',
  threads: 2,
  flops: 2e8,
  bytes: 1e7,
  peak: 2.5e11,
  bandwidth: 3e10,
  ours: { why: 'no record: tune it with `tune conv2d`', failed: false },
  peers: [],
  leftOut: [{ peer: winograd, why: 'its library is not installed', missing: true }],
};
