/** Reads shape options as the command line gives them: text, one clear sentence when it is wrong. */
import { UsageError } from '../target/errors.js';
import { didYouMean } from '../target/nearest.js';

/** The largest extent that is believed. */
export const largest = 2 ** 24;
/**
 * The largest distance between elements that belong together, a stride or a dilation, that is believed: schedules may
 * have a part for each element of it.
 */
export const farthest = 2 ** 12;

/** A whole number, none below `least` or above `most`. */
export function whole(flag: string, text: string, least: number, most = largest): number {
  const value = /^\d+$/.test(text.trim()) ? Number(text) : NaN;
  if (!(value >= least && value <= most))
    throw new UsageError(`${flag} "${text}" must be a whole number from ${least} to ${most}`);
  return value;
}

/** `3` or `3x5`, none below `least` or above `most`. */
export function pair(flag: string, text: string, least: number, most?: number): [number, number] {
  const [first = '', second = first, ...more] = text.split(/[x,]/);
  if (more.length > 0) throw new UsageError(`${flag} "${text}" must be one number or two, as 3 or 3x5`);
  return [whole(flag, first, least, most), whole(flag, second, least, most)];
}

/** `1`, `1x2` (rows, columns) or `1,1,0,0` (top, left, bottom, right). */
export function padding(flag: string, text: string): [number, number, number, number] {
  const parts = text.split(/[x,]/).map((part) => whole(flag, part, 0));
  const [top = 0, left = top, bottom = top, right = left] = parts;
  if (![1, 2, 4].includes(parts.length))
    throw new UsageError(`${flag} "${text}" must be 1, 2 or 4 numbers: 1, 1x2, or 1,1,0,0 for top,left,bottom,right`);
  return [top, left, bottom, right];
}

export function oneOf<T extends string>(flag: string, text: string, choices: readonly T[]): T {
  const found = choices.find((c) => c.toLowerCase() === text.toLowerCase());
  if (!found)
    throw new UsageError(
      `${flag} "${text}" is not known${didYouMean(text, choices)} Choose from ${choices.join(', ')}.`,
    );
  return found;
}

/** Refuses an option that the operator does not have, naming the nearest one. */
export function refuseUnknown(
  operator: string,
  given: Readonly<Record<string, string>>,
  known: readonly string[],
): void {
  for (const key of Object.keys(given)) {
    if (!known.includes(key)) throw new UsageError(`${operator} has no shape option "${key}"${didYouMean(key, known)}`);
  }
}
