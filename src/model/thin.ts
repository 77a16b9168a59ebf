/**
 * What is left of some items when each counts with its weight, in [0, 1]: of items that weigh 1 all, of those that
 * weigh less so many that their number is the sum of their weights, evenly spread (systematic sampling). Models that
 * rank know no weights of single rows, so that rows are left out instead.
 */
export function thin<T>(items: readonly T[], weightOf: (item: T) => number): readonly T[] {
  let credit = 0;
  return items.filter((item) => {
    const weight = weightOf(item);
    if (weight >= 1) return true;
    credit += weight;
    if (credit < 1) return false;
    credit -= 1;
    return true;
  });
}
