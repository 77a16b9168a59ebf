/** How a reorder's permutations are chosen (AutoTVM's `define_reorder`). */
export type ReorderOptions =
  | { readonly policy: 'identity' | 'all' }
  /** Permutes only the axes [begin, end). */
  | { readonly policy: 'interval_all'; readonly interval: readonly [begin: number, end: number] }
  | { readonly policy: 'candidate'; readonly candidates: readonly (readonly number[])[] };

/**
 * The values of an order of `axes` axes: permutations, outermost first, in AutoTVM's order. Its `interleave` policies are
 * missing here because each of their spaces has a single value. Throws RangeError on what is no permutation.
 */
export function reorderValues(axes: number, options: ReorderOptions): readonly (readonly number[])[] {
  const identity = Array.from({ length: axes }, (_, axis) => axis);
  switch (options.policy) {
    case 'identity':
      return [identity];
    case 'all':
      return permutations(identity);
    case 'interval_all': {
      const [begin, end] = options.interval;
      if (begin < 0 || begin > end || end > axes) throw new RangeError(`No axes [${begin}, ${end}) among ${axes}.`);
      const inside = permutations(identity.slice(begin, end));
      return inside.map((order) => [...identity.slice(0, begin), ...order, ...identity.slice(end)]);
    }
    case 'candidate': {
      const odd = options.candidates.find((order) => String(order.toSorted((a, b) => a - b)) !== String(identity));
      if (odd) throw new RangeError(`[${odd.join(', ')}] is no order of ${axes} axes.`);
      return options.candidates;
    }
  }
}

/** All orders of the items, in the order of Python's itertools.permutations: lexicographic by position. */
function permutations(items: readonly number[]): number[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((first, place) => permutations(items.toSpliced(place, 1)).map((rest) => [first, ...rest]));
}
