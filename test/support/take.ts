type TupleOf<T, N extends number, Found extends T[] = []> = Found['length'] extends N
  ? Found
  : TupleOf<T, N, [...Found, T]>;

/** The first n items of a list. Throws RangeError where it has fewer. */
export function take<T, N extends number>(list: Iterable<T>, n: N): TupleOf<T, N> {
  const taken = [...list].slice(0, n);
  if (taken.length < n) throw new RangeError(`There are ${taken.length} items, not ${n}.`);
  return taken as TupleOf<T, N>;
}
