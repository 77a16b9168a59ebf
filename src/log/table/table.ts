import type { Measurement } from '../../measure/measurement.js';
import type { WorkloadArg } from '../../operator/operator.js';
import { meanCost } from '../record/best.js';
import { ListedSpace } from '../../space/listed.js';
import type { Knob } from '../../space/knob.js';
import type { Space } from '../../space/space.js';
import type { Task } from '../../templates/template.js';

/** What a file says of one config. */
export interface Row extends Pick<Measurement, 'costs' | 'error' | 'message'> {
  /** Whether finals of the file, which measured others, superseded it (record/effective-records.ts). */
  readonly superseded?: boolean | undefined;
  /** Seconds that the trial took in all, where the file says. */
  readonly trialSeconds?: number | undefined;
}

/** What was measured, for comparing tables: tables of equal identity are measurements of one thing. */
export type Identity =
  | {
      readonly format: 'autotvm';
      readonly target: string;
      readonly task: string;
      readonly args: readonly WorkloadArg[];
      /** The machine, in records of our own. */
      readonly fingerprint?: string | undefined;
    }
  | {
      readonly format: 'kernel-tuner';
      readonly device: string;
      readonly kernel: string;
      readonly problemSize: readonly (string | number)[];
    };

/** The measurements of one space, which answer for the device. */
export interface Table {
  /** Path of the file. */
  readonly log: string;
  /** A short name, unique within the file. */
  readonly task: string;
  readonly identity: Identity;
  /** The task, where a template of ours was measured: its configs have loop nests. */
  readonly ours?: Task | undefined;
  /** Its valid configs are those that were measured. */
  readonly space: Space;
  /** By index in the space, in the order in which they were measured the last time. */
  readonly rows: ReadonlyMap<number, Row>;
  /** Mean seconds of the fastest config. */
  readonly best: number;
  /** Configs, and how many of these ran. */
  readonly size: number;
  readonly valid: number;
  /** How much of the space is there, as a clause, unless all of it is. Counting a large space takes a moment. */
  readonly incomplete: () => string | undefined;
}

export interface TableParts {
  readonly log: string;
  readonly task: string;
  readonly identity: Identity;
  readonly ours?: Task | undefined;
  readonly knobs: readonly Knob[];
  readonly rows: ReadonlyMap<number, Row>;
  readonly incomplete: () => string | undefined;
}

/** A table of rows by index in the product of the knobs; what the rows lack is forbidden. Undefined when no row ran. */
export function toTable({ knobs, rows, ...about }: TableParts): Table | undefined {
  const seconds = [...rows.values()].map(meanCost).filter((cost) => cost !== undefined);
  if (seconds.length === 0) return undefined;
  return {
    ...about,
    rows,
    space: new ListedSpace(knobs, rows.keys(), 'it is not among those that were measured.'),
    best: seconds.reduce((least, cost) => Math.min(least, cost)),
    size: rows.size,
    valid: seconds.length,
  };
}

/** What a file holds: its tables, and a sentence for everything else that is wrong with it. */
export interface Reading {
  readonly tables: readonly Table[];
  readonly problems: readonly string[];
}

/** A text that tables share exactly when they are measurements of the same work, on whatever machine. */
export function workOf({ identity }: Table): string {
  return JSON.stringify(
    identity.format === 'autotvm' ? [identity.task, identity.args] : [identity.kernel, identity.problemSize],
  );
}
