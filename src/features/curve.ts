/**
 * The relation feature of AutoTVM (NeurIPS 2018, section 4: context relation; `GetCurveSampleFeatureFlatten` in its
 * sources): how much a loop touches against how often, sampled on a logarithmic scale. It knows no order and no name of
 * loops, so that it means the same for programs of different loops.
 */

/** Points at which AutoTVM samples for its cost model. */
export const POINTS = 20;

/** The relations that are sampled: the first at powers of 2 of the second. */
export const relations = [
  ['reuse', 'count'],
  ['count', 'reuse'],
  ['top-down', 'count'],
  ['count', 'top-down'],
] as const;

/** Of one access: log2 of three numbers of each loop around it, ascending, after a 0. */
export type Curves = Readonly<Record<'count' | 'reuse' | 'top-down', ArrayLike<number>>>;

/**
 * Samples all relations of curves of `size` points: of each the value at the last point that is not beyond, and how far
 * it is behind.
 */
export function sample(curves: Curves, size: number, points: number, emit: (number: number) => void): void {
  for (const [of, at] of relations) {
    const [y, x] = [curves[of], curves[at]];
    let last = 0;
    for (let point = 0; point < points; point++) {
      while (last + 1 < size && x[last + 1]! < point + 1e-6) last++;
      emit(y[last]!);
      emit(point - x[last]!);
    }
  }
}
