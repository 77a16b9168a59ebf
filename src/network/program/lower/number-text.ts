/** A number as expressions of `elementwise` have it; undefined where it is none. */
export function numberText(value: number): string | undefined {
  return Number.isNaN(value) ? undefined : String(value).replace('Infinity', 'inf');
}
