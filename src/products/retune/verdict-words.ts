/** A verdict of `check`, `retune` or `log diff` for people; `isWithin`: it is slower by no more than the tolerance. */
export function verdictWords(verdict: string, isWithin = false): string {
  if (verdict === 'noisy') return 'too noisy to judge';
  if (verdict === 'same') return 'statistically tied';
  return verdict === 'slower' && isWithin ? 'slower, within tolerance' : verdict;
}
