import { readFile } from 'node:fs/promises';
import { median } from 'simple-statistics';
import { z } from 'zod';
import { speedUnits } from '../../target/format.js';
import { grouped } from '../../target/grouped.js';
import { reasonOf } from '../../log/record/schema.js';
import type { PeerRow, Roof } from './peers.js';
import { UsageError } from '../../target/errors.js';
import { benchRowSchema, type BenchRow } from '../bench/bench-rows.js';

/** What a report takes from a comparison. */
export interface Compared {
  readonly peers: readonly PeerRow[];
  /** Of each machine, number of threads and type of elements the median over the rows. */
  readonly roofs: readonly Roof[];
}

/** Reads what `tune bench --json` printed. Throws UsageError for a file that is not there or something else. */
export async function readBench(path: string): Promise<Compared> {
  const rows = z.array(benchRowSchema).safeParse(parsed(path, await textOf(path)));
  if (!rows.success) throw new UsageError(`${path} is not what \`tune bench --json\` prints: ${reasonOf(rows.error)}.`);
  const ofMachines = grouped(rows.data, ({ fingerprint, threads, dtype }) =>
    JSON.stringify([fingerprint, threads, dtype]),
  );
  return {
    peers: rows.data.map(toPeerRow),
    roofs: [...ofMachines.values()].map((ofMachine) => ({
      fingerprint: ofMachine[0].fingerprint,
      threads: ofMachine[0].threads,
      dtype: ofMachine[0].dtype,
      gflops: median(ofMachine.map((row) => row.peak_gflops)),
      gbps: median(ofMachine.map((row) => row.bandwidth_gbps)),
      from: 'the comparison with other libraries',
    })),
  };
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new UsageError(`${path} cannot be read (${(error as Error).message}): name a file of \`tune bench --json\`.`);
  }
}

function parsed(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${path} is not JSON (${(error as Error).message}): name a file of \`tune bench --json\`.`);
  }
}

function toPeerRow({ workload, threads, fingerprint, ours, peers, flops, ...row }: BenchRow): PeerRow {
  const bar = (name: string, times: NonNullable<BenchRow['ours']> | BenchRow['peers'][string], competes: boolean) => ({
    name,
    gflops: times.gflops,
    low: flops / times.seconds_p90 / 1e9,
    high: flops / times.seconds_p10 / 1e9,
    competes,
  });
  return {
    workload,
    threads,
    fingerprint,
    unit: speedUnits[row.counts],
    ours: ours !== null,
    bars: [
      ...(ours ? [bar('tune', ours, true)] : []),
      ...Object.entries(peers).map(([name, peer]) => bar(name, peer, peer.competes)),
    ],
    ratio: row.ratio === null ? null : [row.ratio, row.ratio_low ?? row.ratio, row.ratio_high ?? row.ratio],
  };
}
