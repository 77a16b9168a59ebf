/** A workload on a number of threads: our kernel and other libraries, timed in one run of `tune bench`. */
export interface PeerRow {
  readonly workload: string;
  readonly threads: number;
  readonly fingerprint: string;
  /** `GFLOPS`. */
  readonly unit: string;
  /** In that unit, and the tenth and ninetieth percentile over the rounds; the first is ours, where there is one. */
  readonly bars: readonly {
    readonly name: string;
    readonly gflops: number;
    readonly low: number;
    readonly high: number;
    readonly competes: boolean;
  }[];
  readonly ours: boolean;
  /** How many times as fast ours is as the best peer that competes. */
  readonly ratio: readonly [value: number, low: number, high: number] | null;
}

/** What some threads of a machine can reach, measured there. */
export interface Roof {
  readonly fingerprint: string;
  readonly threads: number;
  /** The type of elements whose peak it is. */
  readonly dtype: string;
  /** Multiply-adds. */
  readonly gflops: number;
  /** At which memory is read, in 1e9 bytes a second. */
  readonly gbps: number;
  /** Where it was measured: in a comparison, or now. */
  readonly from: string;
}
