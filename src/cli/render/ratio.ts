import type { ChalkInstance } from 'chalk';
import { verdictWords } from '../../products/retune/verdict-words.js';

/** `1.12 (1.10 to 1.15)`, a dash where there is none. */
export function formatRatio({
  ratio,
  low,
  high,
}: {
  readonly ratio: number | null;
  readonly low: number | null;
  readonly high: number | null;
}): string {
  if (ratio === null || low === null || high === null) return '-';
  const [middle, least, most] = [ratio, low, high].map((one) => one.toFixed(2));
  return `${middle!} (${least!} to ${most!})`;
}

/** Where a verdict stands: beyond what is accepted, or within the tolerance. */
interface Limits {
  readonly isBad: boolean;
  readonly isWithin: boolean;
}

/** A verdict in words, in its colour. */
export function paintVerdict(verdict: string, { isBad, isWithin }: Limits, paint: ChalkInstance): string {
  const words = verdictWords(verdict, isWithin);
  if (isBad) return paint.red(words);
  return verdict === 'noisy' || verdict === 'slower' ? paint.yellow(words) : paint.green(words);
}
