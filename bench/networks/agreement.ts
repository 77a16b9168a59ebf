/** How far outputs of a network of ours are from a runtime's, beside what `--verify` allows of the model. */
import { largestDifference } from '../../src/network/compare/comparison.js';

export interface Agreement {
  /** The largest of an output, relative to max(|want|, rms(want)); NaN where only one is a number. */
  readonly difference: number;
  readonly bound: number;
}

export function agreementOf(own: readonly Float64Array[], theirs: readonly Float64Array[], bound: number): Agreement {
  return { difference: Math.max(0, ...own.map((answer, i) => largestDifference(answer, theirs[i]!))), bound };
}

export function agrees({ difference, bound }: Agreement): boolean {
  return difference <= bound;
}

/** `3.5e-6 (4%)`, in percent of the bound, and a mark where that is exceeded. */
export function agreementCell(agreement: Agreement): string {
  const { difference, bound } = agreement;
  if (Number.isNaN(difference)) return 'NaN **beyond**';
  const percent = (100 * difference) / bound;
  const share = percent > 0 && percent < 1 ? '<1%' : `${Math.round(percent)}%`;
  return `${difference.toExponential(1)} (${share})${agrees(agreement) ? '' : ' **beyond**'}`;
}
