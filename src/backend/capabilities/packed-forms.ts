import type { Config } from '../../space/config.js';
import type { Target } from '../../target/target.js';
import type { Task } from '../../templates/template.js';

/** Says in which forms kernels want constants, so that those are preferred that can share them. */
export interface PackedForms<T extends Target = Target> {
  /**
   * Of each input of a kernel the form in which it wants a constant; undefined where that is the constant as it is.
   * Throws InstantiationError for a config that cannot be built.
   */
  packedForms(task: Task, config: Config, target: T): readonly (PackedForm | undefined)[];
}

export interface PackedForm {
  /** That equal forms share. */
  readonly name: string;
  readonly bytes: number;
}
