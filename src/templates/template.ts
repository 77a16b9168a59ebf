import type { KernelType } from '../elements/registry.js';
import type { Sums } from '../ir/rounding.js';
import type { SourceKernel } from '../ir/source-kernel.js';
import type { Schedule } from '../ir/schedule.js';
import type { Computation, DType } from '../ir/tensor.js';
import type { Operator, Workload, WorkloadArg } from '../operator/operator.js';
import type { Config } from '../space/config.js';
import type { Space, Values } from '../space/space.js';
import type { Target } from '../target/target.js';

/** What every template has, whatever it makes of a config. All functions are pure. */
interface TemplateBase<T extends Target> {
  /** `conv2d.direct`; also the task name in the log. */
  readonly name: string;
  readonly operator: string;
  /** The execution model that its schedules are for. Methods are only called with targets of that model (`refusal`). */
  readonly target: T['model'];
  readonly summary: string;
  /** Raised when the meaning of a knob changes, so that old records are distinguished from new ones. */
  readonly version: number;
  /** Whether it is derived from the computation: templates that are written go before it, unless it is named. */
  readonly isDerived?: true;
  /** The file that it was loaded from, of a template that is none of ours. */
  readonly module?: ModuleIdentity;
  /** Types of elements that it serves, by their names or by what they can do; only float32 where it does not say. */
  readonly dtypes?: readonly DType[] | ((type: KernelType) => boolean);
  /**
   * Largest error against the reference, relative to its magnitude, that kernels may make in float32; the output's
   * rounding comes on top. Absent where it follows from the computation (`tolerance.ts`).
   */
  readonly tolerance?: number;
  /** How kernels make the sums of the computation, where not term by term or in another order of these terms. */
  sums?(workload: Workload, config: Config): Sums;
  /** What kernels compute, where they round more on their way than the operator says: errors follow from it. */
  computed?(workload: Workload, target: T): Computation;
  /** What GFLOPS count that kernels of it do not compute, as a clause; absent when they compute all. */
  readonly saving?: string;
  /**
   * Why the template cannot serve a workload of its types on its target, or undefined if it can; absent where it serves
   * all. To be asked through `refusal`, which asks these, too.
   */
  refuses?(workload: Workload, target: T): string | undefined;
  /** AutoTVM's template that it is, so that logs of that one say what to try first; absent where there is none. */
  readonly autotvm?: ForeignTemplate;
  define(workload: Workload, target: T): Space;
  /**
   * What its author would try first on a shape, best first: a value of every knob, by which the nearest that the space
   * has is meant. A search that asks a model begins with the first of them; what constraints forbid is left out. Absent
   * where nothing is known beforehand.
   */
  suggestions?(workload: Workload, target: T): readonly Values[];
  /**
   * Configs that suit the target by its registers, memories and instructions, fastest predicted first: some tens, which
   * `--explorer short-list` measures in the place of a search. Absent where suggestions are the list.
   */
  shortList?(workload: Workload, target: T): readonly Values[];
  /**
   * FLOPs that take as long as what it suggests is expected to, where this is not the operator's: what is chosen
   * without a measurement goes by it. `suggestion`: one of `suggestions`, the first where it is left out.
   */
  work?(workload: Workload, target: T, suggestion?: Values): number;
}

/**
 * A hand-written schedule with knobs: one file in `src/templates/`, named as the command line names it, and one line in
 * `registry.ts`. It prints no C.
 */
export interface ScheduleTemplate<T extends Target = Target> extends TemplateBase<T> {
  readonly gives?: 'schedule';
  /** Whether it stands for a space of another program, of whose configs there are no schedules here. */
  readonly lacksSchedules?: true;
  schedule(workload: Workload, target: T, config: Config): Schedule;
}

/** Source of the user's, whose knobs are macros and flags. */
export interface SourceTemplate<T extends Target = Target> extends TemplateBase<T> {
  readonly gives: 'source';
  source(workload: Workload, target: T, config: Config): SourceKernel;
  /** As `tolerance`, which a template of this kind has not. */
  toleranceOf(workload: Workload): number;
}

export type Template<T extends Target = Target> = ScheduleTemplate<T> | SourceTemplate<T>;

/** A file of the user's, which distinguishes what one version of it says from what another says. */
export interface ModuleIdentity {
  /** Its name, without the folder. */
  readonly file: string;
  /** Of its contents, in hexadecimal digits. */
  readonly sha256: string;
}

/** A template of AutoTVM's that has knobs of one of ours, of the same names and meanings. */
interface ForeignTemplate {
  /** As its logs name it: `conv2d_nchw.cuda`. */
  readonly task: string;
  /** Our knobs that it lacks; the first value of each is what it does. */
  readonly lacks: readonly string[];
  /**
   * Its arguments as those of our operator. They come from a log: what is wrong with them is for the operator to find.
   */
  args(args: readonly WorkloadArg[]): readonly WorkloadArg[];
}

/** What is tuned: a workload, by one template, on one target. */
export interface Task<T extends Target = Target> {
  readonly template: Template;
  readonly workload: Workload;
  readonly target: T;
  readonly space: Space;
  /** What is computed, where that is none of `operator/registry.ts`; see `operatorOf`. */
  readonly operator?: Operator;
}
