import { median } from 'simple-statistics';
import type { Found } from '../../src/products/bench/records.js';
import { spread } from '../../src/measure/statistics.js';
import { elementBytes } from '../../src/ir/tensor.js';
import { LocalMeasurer } from '../../src/backend/measurer.js';
import { cacheFlushBytes } from '../../src/measure/session.js';
import { computationOf, type Workload } from '../../src/operator/operator.js';
import { WorkError } from '../../src/target/errors.js';
import { rebuild, type RebuiltTask } from '../../src/tuner/rebuild.js';
import type { Job } from './jobs.js';
import type { GpuPeers } from './peers.js';
import { peerTimes, ratioTo, type GpuRow } from './row.js';

const ROUNDS = 7;

/** What a comparison is made with. */
export interface PeerTimes {
  /** Of the GPU's second-level cache. */
  readonly cacheBytes: number;
  /** Of the random inputs. */
  readonly seed: number;
  /** Or why there are none. */
  readonly peers: GpuPeers | string;
}

/**
 * The kernel of a record and its peers in turns, so that both meet the same clock rates; each turn of ours is a whole
 * trial, with its check. Throws WorkError when our kernel fails in one.
 */
export async function compare(
  { operator, workload }: Job,
  { record, effort }: Found,
  { cacheBytes, seed, peers }: PeerTimes,
): Promise<Pick<GpuRow, 'ours' | 'peers' | 'noPeers' | 'ratio'>> {
  const { inputs, output } = computationOf(operator, workload);
  const bytes = [...inputs, output].map(({ shape, dtype }) =>
    shape.reduce((n, extent) => n * extent, elementBytes(dtype)),
  );
  const theirs = new PeerRounds(peers, workload, cacheFlushBytes(bytes, cacheBytes));
  const measurer = await LocalMeasurer.create({ seed, kind: 'cuda' });
  const ours: Turn[] = [];
  try {
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(await turnOf(rebuild(record), measurer));
      await theirs.turn();
    }
  } finally {
    await measurer.close();
  }
  const seconds = ours.map((turn) => turn.seconds);
  return {
    ours: { seconds: spread(seconds), record, effort, error: Math.max(...ours.map(({ error }) => error)) },
    peers: peerTimes(theirs.rounds),
    ...(theirs.lack !== undefined && { noPeers: theirs.lack }),
    ...ratioTo(theirs.rounds, seconds),
  };
}

interface Turn {
  readonly seconds: number;
  /** Largest relative error against the naive reference. */
  readonly error: number;
}

async function turnOf({ task, config }: RebuiltTask, measurer: LocalMeasurer): Promise<Turn> {
  for await (const { error, costs, maxRelError, message } of measurer.measure(task, [config])) {
    if (error !== 0) throw new WorkError(`The best kernel failed when it was timed again: ${message ?? 'no reason'}.`);
    return { seconds: median([...costs]), error: maxRelError ?? 0 };
  }
  throw new Error('a measurer leaves no config out');
}

/** The peers' turns on one workload, until they fail. */
class PeerRounds {
  readonly rounds = new Map<string, number[]>();
  /** Why the peers that there are cannot be timed. */
  lack: string | undefined;

  constructor(
    private readonly peers: GpuPeers | string,
    private readonly workload: Workload,
    private readonly cacheFlushBytes: number,
  ) {}

  async turn(): Promise<void> {
    if (typeof this.peers === 'string' || this.lack !== undefined) return;
    try {
      for (const { name, seconds } of await this.peers.time(this.workload, this.cacheFlushBytes))
        this.rounds.set(name, [...(this.rounds.get(name) ?? []), seconds]);
    } catch (error) {
      if (!(error instanceof WorkError)) throw error;
      this.lack = error.message;
      this.rounds.clear();
    }
  }
}
