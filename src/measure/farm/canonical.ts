/**
 * JSON of which equal values have the same text: keys in order, keys of undefined left out. Throws RangeError for what
 * JSON would change in silence: numbers that are not finite, big integers, functions.
 */
export function canonical(value: unknown): string {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return JSON.stringify(value);
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value === 'object') {
    const entries = Object.entries(value).filter(([, of]) => of !== undefined);
    const sorted = entries.toSorted(([a], [b]) => (a < b ? -1 : 1));
    return `{${sorted.map(([key, of]) => `${JSON.stringify(key)}:${canonical(of)}`).join(',')}}`;
  }
  throw new RangeError(`there is no canonical JSON of a value of type ${typeof value}`);
}
