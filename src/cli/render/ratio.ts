import type { ChalkInstance } from 'chalk';

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

/** A verdict in words, in its colour; `isBad`: beyond the tolerance. */
export function paintVerdict(verdict: string, isBad: boolean, paint: ChalkInstance): string {
  if (isBad) return paint.red(verdict);
  if (verdict === 'noisy') return paint.yellow('too noisy to judge');
  if (verdict === 'slower') return paint.yellow('slower, within tolerance');
  return paint.green(verdict === 'same' ? 'statistically tied' : verdict);
}
