/** A function with a line about it, for lists. */
export type Explained<F> = F & { readonly summary: string };

/** The function under a line of its own: one that others are made of keeps none. */
export function explained<Args extends readonly unknown[], Result>(
  summary: string,
  run: (...args: Args) => Result,
): Explained<(...args: Args) => Result> {
  return Object.assign((...args: Args): Result => run(...args), { summary });
}
