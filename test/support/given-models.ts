/** The input that ONNX's runner gives its light models: element i of n is i/n, in float32. */
export function ramp(shape: readonly number[]): Float64Array {
  const size = shape.reduce((product, extent) => product * extent, 1);
  return Float64Array.from({ length: size }, (_, index) => Math.fround(index / size));
}

/** The largest difference of two arrays, relative to the largest element; infinite where their sizes differ. */
export function largestError(actual: ArrayLike<number>, expected: ArrayLike<number>): number {
  if (actual.length !== expected.length) return Infinity;
  let [difference, scale] = [0, Number.MIN_VALUE];
  for (let index = 0; index < expected.length; index++) {
    const [a, e] = [actual[index]!, expected[index]!];
    scale = Math.max(scale, Number.isFinite(e) ? Math.abs(e) : 0);
    if (!Object.is(a, e))
      difference = Math.max(
        difference,
        Number.isFinite(a) && Number.isFinite(e) ? Math.abs(a - e) : a === e ? 0 : Infinity,
      );
  }
  return difference === 0 ? 0 : difference / scale;
}
