/** What is to become of a model once its kernels are known. */
import { checkFolder } from '../../backend/library/write-folder.js';
import { UsageError } from '../../target/errors.js';
import type { CheckedNetworkOptions } from '../network-options.js';
import { programName, type Model } from './read-model.js';
import { readCases, type Case } from './cases.js';

export interface ModelPlan {
  readonly model: Model;
  /** Begins the names of all that its library defines. */
  readonly name: string;
  readonly out: string | undefined;
  readonly force: boolean;
  /** Inputs and outputs that it must agree with. */
  readonly cases: readonly Case[];
  readonly tolerance: number;
  /** Whether it is timed beside ONNX Runtime. */
  readonly compare: boolean;
  /** Trials that are left for kernels which only move or map elements. */
  readonly looks: number;
  /** Trials that are left for kernels of two layers. */
  readonly pairTrials: number;
}

/** Of so many trials, those that are left for looks at what only moves or maps elements. */
export function looksOf(trials: number): number {
  return Math.min(MOST_LOOKS, Math.floor(trials / 5));
}

/** A network has few of them, and each is known after a few trials. */
const MOST_LOOKS = 128;

/** Throws UsageError for options that only a model has, and for a folder that cannot be written or read. */
export function planModel(
  { network, out, name, force, verify, compare, tolerance, log, shape, without }: CheckedNetworkOptions,
  model: Model | undefined,
): Omit<ModelPlan, 'looks' | 'pairTrials'> | undefined {
  if (!model) {
    const given = Object.entries({
      out,
      verify,
      name,
      compare: compare || undefined,
      without: without[0],
      shape: Object.keys(shape)[0],
    });
    const [option] = given.find(([, value]) => value !== undefined) ?? [];
    if (option === undefined) return undefined;
    throw new UsageError(`--${option} is for ONNX models: give a file that ends in .onnx, or leave it out.`);
  }
  if (log === undefined) throw new UsageError('A model needs a log, which its program is made of: give one as `log`.');
  if (out !== undefined) checkFolder(out, force);
  const cases = verify === undefined ? [] : readCases(verify, model.graph);
  return { model, name: name ?? programName(network as string), out, force, cases, tolerance, compare };
}
