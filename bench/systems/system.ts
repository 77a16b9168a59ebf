import type { SchedulerName } from '../../src/network/schedule/schedulers/registry.js';

/** How much of a paper is here. */
type Label = "paper's algorithm, our scale" | 'idea, details ours' | 'not built yet';

/**
 * What a name is one of. An option is one of the command line, `--history`.
 *
 * @internal A test looks the names up by kind.
 */
export type NameKind =
  'explorer' | 'model' | 'view' | 'acquisition' | 'selection' | 'scheduler' | 'template' | 'command' | 'option';

/** How something of a system is measured. */
export type Way =
  | {
      /** A search of each table on its own. */
      readonly kind: 'search';
      readonly name: string;
      /** What is not left to the defaults of `tune`. */
      readonly settings: Readonly<Record<string, unknown>>;
      /** Whether the other tasks of its log are its history. Files of one task are left out then. */
      readonly hasHistory?: true;
    }
  | {
      /** All tasks of a log in turns, by the default search, while each learns from the others. */
      readonly kind: 'together';
      readonly name: string;
    }
  | {
      /** Tasks of a log, each for itself, on one budget. */
      readonly kind: 'scheduler';
      readonly scheduler: SchedulerName;
    };

/** A published system, and what of it is here. */
export interface System {
  readonly name: string;
  readonly paper: string;
  readonly label: Label;
  /** What is here, and what is not, in a sentence or two. */
  readonly here: string;
  /** By which names it is here. */
  readonly names: Readonly<Partial<Record<NameKind, readonly string[]>>>;
  /** None where nothing is built. */
  readonly ways: readonly Way[];
}
