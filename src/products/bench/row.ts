import type { DType } from '../../ir/tensor.js';
import type { Counts } from '../../target/format.js';
import type { LeftOut } from './start-peers.js';
import type { Spread } from '../../measure/statistics.js';
import type { Found } from './records.js';
import type { ExpectedConfig } from './expectations.js';

/** One workload on one number of threads: our kernel and its peers, timed in one run. */
export interface Row {
  /** Absent where the workload is none of a suite's. */
  readonly suite?: string;
  readonly operator: string;
  /** Full name, `gemm.512+constant-B`. */
  readonly workload: string;
  readonly threads: number;
  /** The type of the elements. */
  readonly dtype: DType;
  readonly counts: Counts;
  /** What it counts, of the direct algorithm. */
  readonly flops: number;
  /** Bytes of the inputs and the output, each counted once. */
  readonly bytes: number;
  /**
   * Multiply-add peak of the type in operations a second and read bandwidth of memory in bytes a second, on these
   * threads, in the same run.
   */
  readonly peak: number;
  readonly bandwidth: number;
  readonly ours: Ours | NoKernel;
  readonly peers: readonly PeerTime[];
  readonly leftOut: readonly LeftOut[];
  /** The epilogue that ours computes and the peers do not, `bias,relu`. */
  readonly peersWithout?: string;
  /** How many times as fast ours is as the best peer that competes; absent without either. */
  readonly ratio?: Ratio;
}

/** The time of a kernel that a log has, or of the one that is chosen without a trial. */
export type Ours = Timed & (Found | ExpectedConfig);

export interface Timed {
  readonly seconds: Spread;
  /** Largest relative error against the naive reference. */
  readonly error: number;
}

/** Why there is no time of ours. */
export interface NoKernel {
  /** A sentence with the next step. */
  readonly why: string;
  /** Whether a kernel was there and failed: it gave a wrong result or did not build. */
  readonly failed: boolean;
}

export interface PeerTime {
  readonly name: string;
  readonly seconds: Spread;
  readonly competes: boolean;
  /** What really ran: implementation, version, threads, file. */
  readonly description: string;
}

export interface Ratio {
  /** The best peer. */
  readonly rival: string;
  /** Its median seconds divided by ours. */
  readonly value: number;
  /** Tenth and ninetieth percentile of the same quotient, round by round. */
  readonly low: number;
  readonly high: number;
}

export function isTimed<T extends Pick<Timed, 'seconds'>>(ours: T | NoKernel): ours is T {
  return 'seconds' in ours;
}
