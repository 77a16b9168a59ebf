import type { SchedulerName } from '../../src/network/schedule/schedulers/registry.js';
import type { Rule } from '../../src/transfer/dispatch/held-out.js';

/** How much of a paper is here. */
type Label = "paper's algorithm, our scale" | 'idea, details ours' | 'not built yet';

/**
 * What a name is one of. An option is one of the command line, `--history`.
 *
 * @internal A test looks the names up by kind.
 */
export type NameKind =
  'explorer' | 'model' | 'view' | 'acquisition' | 'selection' | 'scheduler' | 'template' | 'command' | 'option';

/** A search of each table on its own. */
export interface SearchWay {
  readonly kind: 'search';
  readonly name: string;
  /** What is not left to the defaults of `tune`. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Whether the other tasks of its log are its history. Files of one task are left out then. */
  readonly hasHistory?: true;
  /** Whether it is another search where configs have no loop nests. Such tables are left out then. */
  readonly needsNests?: true;
}

/** All tasks of a log in turns, while each learns from the others. */
export interface TogetherWay {
  readonly kind: 'together';
  readonly name: string;
  /** Where it is not that of the default. */
  readonly explorer?: string;
}

/** What a part of a system is held against: the same search without that part. */
interface Held {
  /** The name of a search that is measured, too; of one for tasks together, where each is alone. */
  readonly base: string;
}

/** How something of a system is measured. */
export type Way =
  | (SearchWay & Held)
  | (TogetherWay & Held)
  | {
      /** Tasks of a log, each for itself, on one budget; held against round-robin. */
      readonly kind: 'scheduler';
      readonly scheduler: SchedulerName;
    }
  | {
      /** A schedule for a shape that was not tuned, by the others of its log. */
      readonly kind: 'dispatch';
      readonly name: string;
      readonly rule: Rule;
      readonly base: Rule;
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
