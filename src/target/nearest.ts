/**
 * The choice whose spelling is closest to `word`, for "did you mean". Letters in the wrong case count less than wrong
 * letters, and of equally close choices the first wins. Empty only if there is no choice.
 */
export function nearest(word: string, choices: readonly string[]): string {
  let best = '';
  let bestDistance = Infinity;
  for (const choice of choices) {
    const distance = editDistance(word.toLowerCase(), choice.toLowerCase()) + editDistance(word, choice) / 1000;
    if (distance < bestDistance) {
      best = choice;
      bestDistance = distance;
    }
  }
  return best;
}

/**
 * The nearest choice if it is so close that it may have been meant, with a slip in at most every third letter;
 * undefined otherwise.
 */
export function closeTo(word: string, choices: readonly string[]): string | undefined {
  const best = nearest(word, choices);
  return best !== '' && 3 * editDistance(word.toLowerCase(), best.toLowerCase()) <= word.length ? best : undefined;
}

/**
 * What ends a sentence about a word that is none of the choices: `: did you mean "conv2d"?` where one is near, a full
 * stop where none is. `write` spells the choice as a person types it.
 */
export function didYouMean(
  word: string,
  choices: readonly string[],
  write = (choice: string): string => choice,
): string {
  const meant = closeTo(word, choices);
  return meant === undefined ? '.' : `: did you mean "${write(meant)}"?`;
}

/**
 * Letters to insert, delete, replace or swap with their neighbour to turn `a` into `b` (optimal string alignment).
 *
 * @internal A property test checks it as a metric.
 */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = last.at(j - 1)! + Number(a[i - 1] !== b[j - 1]);
      let cost = Math.min(replaced, last.at(j)! + 1, row.at(j - 1)! + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, beforeLast.at(j - 2)! + 1);
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return last.at(b.length)!;
}
