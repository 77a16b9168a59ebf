import type { ErrorNo } from '../measure/measurement.js';
import type { Config } from '../space/config.js';
import type { Finding } from './checks.js';

/** What is heard while templates are checked, in plain values. */
export type ContractEvent = ContractStart | ContractCheck | ContractFinish;

/** A template whose checks begin. */
export interface ContractStart {
  readonly event: 'start';
  readonly template: string;
  readonly operator: string;
  readonly targets: readonly string[];
  /** Random configs of each shape that it serves, on each target. */
  readonly configs: number;
  readonly seed: number;
}

/** One thing that was checked. */
export interface ContractCheck {
  readonly event: 'check';
  readonly template: string;
  /**
   * `operator`: named workloads have work and survive the log. `define`: its spaces can be made. `serves`: it serves a
   * shape. Others: see `Finding`.
   */
  readonly check: Finding['check'] | 'operator' | 'define' | 'serves';
  /** Null where it is of none. */
  readonly workload: string | null;
  readonly target: string | null;
  readonly index: number | null;
  readonly values: Config['values'] | null;
  readonly ok: boolean;
  /** AutoTVM's class, 0 where all is as promised. */
  readonly error: ErrorNo;
  readonly message: string | null;
}

/** All are checked, or a signal ended it. */
export interface ContractFinish {
  readonly event: 'finish';
  readonly templates: number;
  /** Kernels that were built and compared with the reference. */
  readonly kernels: number;
  /** Checks in all, kernels included. */
  readonly checks: number;
  readonly failed: number;
  readonly aborted: boolean;
}
