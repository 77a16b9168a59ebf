import type { Operator } from '../operator/operator.js';
import type { Target } from '../target/target.js';
import type { Template } from './template.js';

/** What a record may be of. */
export interface Known {
  readonly operators: readonly Operator[];
  readonly templates: readonly Template[];
  /** Reads a target string. Throws UsageError for an unknown target, MissingError where this machine lacks it. */
  readonly parseTarget: (text: string) => Target;
}
