/** What a job of `retune` reports while it runs. */
import { z } from 'zod';
import type { TuneEvent, TuneEventNamed } from '../../tuner/events.js';

/** What is done with a workload. */
export type RetuneStep =
  /** Its record is measured; or, after a search, the old best and the new one in turns. */
  | { readonly phase: 'check' | 'compare' }
  /** So many of the best configs of the nearest hardware are measured; `of` is the last that was. */
  | {
      readonly phase: 'warm-start';
      readonly trials: number;
      readonly counts: TuneEventNamed<'start'>['counts'];
      readonly of: TuneEventNamed<'trial'> | null;
    }
  /** A run of `tune`; `of` is its latest event, null before the first. */
  | { readonly phase: 'search'; readonly of: TuneEvent | null };

/** Which workload a job is at, and what it does with it. */
export interface RetuneProgress {
  /** Of the workload in the job, from 1. */
  readonly place: number;
  /** Workloads of the job. */
  readonly count: number;
  readonly operator: string;
  /** Its full name, `resnet18.C2+relu`. */
  readonly workload: string;
  /** `llvm -mcpu=x86-64-v4 -threads=1`. */
  readonly target: string;
  readonly step: RetuneStep;
}

export const onRetuneProgressSchema = z
  .custom<(progress: RetuneProgress) => void>((value) => typeof value === 'function', 'must be a function')
  .exactOptional()
  .describe('receives each step of each workload');
