/** What is to become of a program, and what of the budget its pairs and movers get. */
import { checkFolder } from '../../backend/library/write-folder.js';
import { UsageError } from '../../target/errors.js';
import type { CheckedNetworkOptions } from './network-options.js';
import { programName } from './network-files.js';
import { pairTrialsOf } from './pair-trials.js';
import type { OnnxProgram } from './read.js';
import { readCases, type VerificationCase } from './cases.js';

export interface ProgramPlan extends Pick<CheckedNetworkOptions, 'force' | 'tolerance' | 'compare'> {
  readonly program: OnnxProgram;
  readonly name: string;
  readonly out: string | undefined;
  /** Inputs and outputs that it must agree with. */
  readonly cases: readonly VerificationCase[];
  /** Trials that are left for kernels which only move or map elements. */
  readonly looks: number;
  /** Trials that are left for kernels of two layers. */
  readonly pairTrials: number;
}

/** Of so many trials, those that are left for looks at what only moves or maps elements. */
function looksOf(trials: number): number {
  return Math.min(MOST_LOOKS, Math.floor(trials / 5));
}

/** A network has few of them, and each is known after a few trials. */
const MOST_LOOKS = 128;

/** Throws UsageError for options that only a model has, and for a folder that cannot be written or read. */
export function planProgram(
  options: CheckedNetworkOptions,
  program: OnnxProgram | undefined,
  trials: number,
): ProgramPlan | undefined {
  const { out, name, force, verify, compare, tolerance, log } = options;
  if (!program) {
    refuseProgramOptions(options);
    return undefined;
  }
  if (log === undefined) throw new UsageError('A model needs a log, which its program is made of: give one as `log`.');
  if (out !== undefined) checkFolder(out, force);
  const cases = verify === undefined ? [] : readCases(verify, program.graph);
  const [looks, pairTrials] = [looksOf(trials), pairTrialsOf(trials, program.pairs)];
  const own = name ?? programName(program.path);
  return { program, name: own, out, force, cases, tolerance, compare, looks, pairTrials };
}

function refuseProgramOptions({ out, verify, name, compare, without, shape }: CheckedNetworkOptions): void {
  const given = {
    out,
    verify,
    name,
    compare: compare || undefined,
    without: without[0],
    shape: Object.keys(shape)[0],
  };
  const [option] = Object.entries(given).find(([, value]) => value !== undefined) ?? [];
  if (option !== undefined)
    throw new UsageError(`--${option} is for ONNX models: give a file that ends in .onnx, or leave it out.`);
}
