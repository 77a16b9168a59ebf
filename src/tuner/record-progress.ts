/** What `replay` and `check` report while they measure records. */
import { z } from 'zod';

/** One round of measuring what is not decided yet. */
interface Attempt {
  /** From 1: records that are too slow or too noisy to judge are measured several times. */
  readonly attempt: number;
  /** Records that are measured in this attempt. */
  readonly count: number;
}

/** Which record is measured next, or how long until the next attempt. */
export type RecordProgress =
  | (Attempt & {
      readonly phase: 'measure';
      /** Of the record among those of this attempt, from 1. */
      readonly place: number;
      readonly operator: string | null;
      readonly workload: string | null;
    })
  | (Attempt & { readonly phase: 'wait'; readonly seconds: number });

/** Is called before each record, and before each pause. */
export type OnRecordProgress = (progress: RecordProgress) => void;

export const onRecordProgressSchema = z
  .custom<OnRecordProgress>((value) => typeof value === 'function', 'must be a function')
  .exactOptional()
  .describe('receives which record is measured next');
