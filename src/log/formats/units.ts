/** Kernel Tuner's files have milliseconds, and times of day as Python writes them. */

/** Of seconds; without the digits that only the multiplication made. */
export function milliseconds(seconds: number): number {
  return Number((1000 * seconds).toPrecision(15));
}

/** `2023-12-22 09:54:05.502000+00:00` of seconds since the epoch. */
export function pythonTime(epoch: number): string {
  return new Date(Math.round(1000 * epoch)).toISOString().replace('T', ' ').replace('Z', '+00:00');
}
