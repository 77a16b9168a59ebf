/** How one search stands to another, counted over tables. */
export interface Standing {
  readonly ahead: number;
  readonly behind: number;
  /** Tables that both were measured on. */
  readonly of: number;
  /** The probability of counts as uneven as these, or more, were the two equally good (two-sided sign test). */
  readonly p: number;
}

/** Differences that do not count. */
const TIE = 0.002;

/** Holds two searches against each other by their scores, higher being better, by table. */
export function standing(own: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): Standing {
  const differences = [...own].flatMap(([table, score]) => (other.has(table) ? [score - other.get(table)!] : []));
  return count(differences, TIE);
}

/** Of differences, those above 0 being ahead; what is within the tie, either way, is neither. */
export function count(differences: readonly number[], tie: number): Standing {
  const ahead = differences.filter((difference) => difference > tie).length;
  const behind = differences.filter((difference) => difference < -tie).length;
  return { ahead, behind, of: differences.length, p: signTest(ahead, behind) };
}

function signTest(ahead: number, behind: number): number {
  const n = ahead + behind;
  let [term, tail] = [2 ** -n, 0];
  for (let k = 0; k <= Math.min(ahead, behind); k++) {
    tail += term;
    term *= (n - k) / (k + 1);
  }
  return Math.min(1, 2 * tail);
}
