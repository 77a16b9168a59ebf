/**
 * The largest difference of two arrays, relative to max(|want|, root mean square of want), as the libraries' own test
 * has it; NaN where one is not a number, or not infinite, that should be just that.
 */
export function largestDifference(got: Float32Array, want: Float32Array): number {
  if (got.length !== want.length) throw new RangeError('Arrays of one shape have as many elements.');
  const typical = Math.sqrt(
    want.reduce((sum, value) => (Number.isFinite(value) ? sum + value ** 2 : sum), 0) / want.length,
  );
  let largest = 0;
  for (const [i, value] of want.entries()) {
    const error = Number.isFinite(value) ? errorOf(got[i]!, value, typical) : Object.is(got[i], value) ? 0 : NaN;
    if (!(error <= largest)) largest = error;
    if (Number.isNaN(error)) return NaN;
  }
  return largest;
}

function errorOf(got: number, want: number, typical: number): number {
  const size = Math.max(Math.abs(want), typical);
  const difference = Math.abs(got - want);
  return size > 0 ? difference / size : difference;
}
