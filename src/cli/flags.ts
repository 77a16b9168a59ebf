/** The options of the commands, as commander hands them over. */
import type { BenchSettings } from '../products/bench/settings.js';
import type { Optimization } from '../network/session/optimizations.js';
import type { SchedulerName } from '../network/schedule/schedulers/registry.js';
import type { SearchSettings, Settings, SimulationSettings } from '../tuner/settings.js';

/** What `tune <operator>` and `tune simulate` have in common; what is absent is as always. */
export interface SearchFlags extends Partial<Omit<SearchSettings, 'features' | 'firstBatch'>> {
  /** With commas. */
  readonly features?: string;
  readonly history?: readonly string[];
}

/** What every operator has; its shape options come beside these. */
export interface TuneFlags extends SearchFlags, Omit<Settings, keyof SearchSettings | 'seed'> {
  readonly target: string;
  readonly threads?: number;
  readonly template: string;
  readonly seed?: number;
  readonly log?: string;
  readonly dryRun?: true;
  readonly json?: true;
}

/** Of `tune network`. */
export interface NetworkFlags extends SearchFlags {
  readonly target: string;
  readonly threads?: number;
  readonly template: string;
  readonly trials?: number;
  readonly minutes?: number;
  readonly earlyStop?: number;
  readonly scheduler: SchedulerName;
  readonly alone?: true;
  readonly seed?: number;
  readonly log?: string;
  /** Of a model, by the names of its inputs. */
  readonly shape?: Readonly<Record<string, readonly number[]>>;
  readonly out?: string;
  readonly name?: string;
  readonly force?: true;
  readonly verify?: string;
  readonly without?: readonly Optimization[];
  readonly compare?: true;
  readonly svg?: string;
  readonly tolerance?: number;
  readonly dryRun?: true;
  readonly json?: true;
}

/** Of `tune source`. */
export interface SourceFlags extends Omit<TuneFlags, 'target' | 'template'> {
  readonly target?: string;
  /** By name. */
  readonly size?: Readonly<Record<string, string>>;
}

/** Of `tune best` and `tune replay`. */
export interface LogFlags {
  /** Files with templates. */
  readonly template?: readonly string[];
  readonly json?: true;
}

/** Of `tune best --for`. */
export interface BestForFlags extends LogFlags {
  /** An operator and its shape, as they are typed after `tune`. */
  readonly for: string;
  readonly target?: string;
}

/** Of commands that write a file. */
export interface OutFlags {
  readonly out: string;
  readonly force?: true;
  readonly json?: true;
}

/** Of `tune log convert`. */
export interface ConvertFlags extends OutFlags {
  readonly to: string;
  readonly task?: string;
  /** Files with templates. */
  readonly template?: readonly string[];
}

/** Of `tune log explain`. */
export interface ExplainFlags extends LogFlags {
  readonly target?: string;
}

/** Of `tune report`. */
export interface ReportFlags {
  readonly out?: string;
  readonly bench?: string;
  readonly roof?: true;
  /** Files with templates. */
  readonly template?: readonly string[];
  readonly force?: true;
}

/** Of `tune check`. */
export interface CheckFlags extends LogFlags {
  readonly baseline: readonly string[];
  readonly tolerance: number;
  readonly junit?: string;
}

/** Of `tune retune`. */
export interface RetuneFlags extends LogFlags {
  readonly trials?: number;
  readonly minutes?: number;
  readonly junit?: string;
  readonly markdown?: string;
}

/** Of `tune simulate`. */
export interface SimulateFlags extends SearchFlags, Omit<SimulationSettings, keyof SearchSettings> {
  readonly task?: readonly string[];
  readonly together?: true;
  readonly weights?: readonly number[];
  readonly scheduler?: string;
  readonly alone?: true;
  readonly strict?: true;
  readonly json?: true;
}

/** Of `tune doctor`. */
export interface DoctorFlags {
  /** Minutes. */
  readonly soak?: number;
  readonly threads?: number;
  readonly json?: true;
}

/** Of `tune bench`. */
export interface BenchFlags extends BenchSettings {
  readonly threads?: readonly number[];
  readonly workload?: readonly string[];
  /** Files with templates. */
  readonly template?: readonly string[];
  readonly log?: readonly string[];
  readonly json?: true;
  readonly markdown?: string;
  readonly svg?: string;
}
