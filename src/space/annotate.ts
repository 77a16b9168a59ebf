/** How the annotations of axes are chosen (AutoTVM's `define_annotate`). */
export type AnnotateOptions =
  /** Every axis freely from the annotations that the name lists (`try`: none), at most one of them vectorized. */
  | { readonly policy: 'unroll' | 'vec' | 'try_unroll' | 'try_vec' | 'try_unroll_vec' }
  /** Every way to choose `anchors` of the axes: where caches are computed. */
  | { readonly policy: 'locate_cache'; readonly anchors: number }
  | { readonly policy: 'candidate'; readonly candidates: readonly (readonly string[])[] };

/**
 * The values of the annotations of `axes` axes, in AutoTVM's order: the first axis varies slowest. Its `bind_gpu` policies
 * are missing here because each of their spaces has a single value. Throws RangeError on candidates of a wrong length.
 */
export function annotateValues(
  axes: number,
  options: AnnotateOptions,
): readonly (readonly string[] | readonly number[])[] {
  switch (options.policy) {
    case 'candidate': {
      const odd = options.candidates.find((words) => words.length !== axes);
      if (odd) throw new RangeError(`The annotations [${odd.join(', ')}] should be of ${axes} axes.`);
      return options.candidates;
    }
    case 'locate_cache':
      return choose(axes, options.anchors);
    default: {
      const words = options.policy.split('_').map((word) => (word === 'try' ? 'none' : word));
      return product(words, axes).filter((value) => value.filter((word) => word === 'vec').length <= 1);
    }
  }
}

/** All lists of `length` words, the first place varying slowest. */
function product(words: readonly string[], length: number): string[][] {
  if (length === 0) return [[]];
  const rests = product(words, length - 1);
  return words.flatMap((word) => rests.map((rest) => [word, ...rest]));
}

/** All ascending choices of `count` numbers in [from, n), in the order of Python's itertools.combinations. */
function choose(n: number, count: number, from = 0): number[][] {
  if (count === 0) return [[]];
  const firsts = Array.from({ length: Math.max(0, n - from) }, (_, offset) => from + offset);
  return firsts.flatMap((first) => choose(n, count - 1, first + 1).map((rest) => [first, ...rest]));
}
