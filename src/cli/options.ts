import { Option } from 'commander';
import { shareOf } from '../products/retune/percent.js';
import { UsageError } from '../target/errors.js';
import { didYouMean } from '../target/nearest.js';

/** Parsers for commander's options; each throws UsageError with what was expected. */

export function wholeNumber(option: string, least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < least || !Number.isSafeInteger(value)) {
      throw new UsageError(`${option} needs a whole number of at least ${least}, not "${text}".`);
    }
    return value;
  };
}

/** Whole numbers with commas between them, `1,2`; each counts once. */
export function wholeNumbers(option: string, least: number): (text: string) => readonly number[] {
  const one = wholeNumber(option, least);
  return (text) => [...new Set(text.split(',').map((word) => one(word.trim())))];
}

export function positiveNumber(option: string): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === '' || !Number.isFinite(value) || value <= 0) {
      throw new UsageError(`${option} needs a number above 0, not "${text}".`);
    }
    return value;
  };
}

/** Some of these words, with commas between them; each counts once. */
export function wordsOf<Word extends string>(
  option: string,
  known: readonly Word[],
): (text: string) => readonly Word[] {
  const one = (word: string): Word => {
    const found = known.find((other) => other === word);
    if (found !== undefined) return found;
    throw new UsageError(`${option} takes ${known.join(', ')}, not "${word}".${didYouMean(word, known)}`);
  };
  return (text) => [...new Set(text.split(',').map((word) => one(word.trim())))];
}

/** Numbers above 0 with commas between them, `1,2,0.5`. */
export function positiveNumbers(option: string): (text: string) => readonly number[] {
  const one = positiveNumber(option);
  return (text) => text.split(',').map((word) => one(word.trim()));
}

/** At most so much; `why` is what that is. */
export function numberUpTo(option: string, most: number, why: string): (text: string) => number {
  const positive = positiveNumber(option);
  return (text) => {
    const value = positive(text);
    if (value > most) throw new UsageError(`${option} takes at most ${most} (${why}), not "${text}".`);
    return value;
  };
}

export function fraction(option: string): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === '' || !(value >= 0 && value <= 1)) {
      throw new UsageError(`${option} needs a number from 0 to 1, not "${text}".`);
    }
    return value;
  };
}

/** A share of time, `10%` or `0.1`. */
export function percent(option: string): (text: string) => number {
  return (text) => {
    const share = shareOf(text);
    if (share === undefined || share > 10)
      throw new UsageError(`${option} needs a share, such as 10% or 0.1, not "${text}".`);
    return share;
  };
}

/** The user's own templates, which records may be of. */
export function templateFile(): Option {
  return new Option(
    '--template <file>',
    'a module with your own templates, or a spec of `tune source` (may be repeated)',
  ).argParser((files: string, before: readonly string[] | undefined) => [...(before ?? []), ...files.split(',')]);
}
