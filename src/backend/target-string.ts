/** Target strings as AutoTVM writes them: a kind, and options `-name=value`. */
import { UsageError } from '../target/errors.js';
import { didYouMean } from '../target/nearest.js';

/** The options of a target string, by name. */
export type Options = ReadonlyMap<string, string>;

/** The names of options that a kind has, and of those that TVM writes into its logs and that change nothing here. */
export interface OptionNames {
  readonly own: readonly string[];
  readonly dropped: readonly string[];
}

/** The words of a target string: at least one, which may be empty. */
export function wordsOf(text: string): readonly [kind: string, ...options: string[]] {
  const [kind = '', ...options] = text.trim().split(/\s+/);
  return [kind, ...options];
}

/**
 * Reads the options of a kind. Throws UsageError for one that it does not have, with the nearest, or that is there
 * twice.
 */
export function readOptions(kind: string, { own, dropped }: OptionNames, words: readonly string[]): Options {
  const options = new Map<string, string>();
  for (const word of words) {
    const match = /^--?([\w-]+)(?:=(.*))?$/.exec(word);
    const name = match?.[1];
    if (name === undefined || ![...own, ...dropped].includes(name)) {
      throw new UsageError(
        `Target "${kind}" has no option "${word}"${didYouMean(name ?? word, own, (option) => `-${option}=…`)} It has ${own.map((option) => `-${option}`).join(', ')}.`,
      );
    }
    if (options.has(name))
      throw new UsageError(`The target "${words.join(' ')}" says -${name} more than once: say it once.`);
    if (own.includes(name)) options.set(name, match?.[2] ?? '');
  }
  return options;
}

/** Whether options name a processor, `-mcpu=…`, `-arch=…`. */
export function namesProcessor(options: Options): boolean {
  return ['mtriple', 'mcpu', 'arch'].some((name) => options.has(name));
}

/** The name of the option that a word is, `threads` of `-threads=2`; undefined for any other word. */
export function optionIn(word: string): string | undefined {
  return /^-([\w-]+)=/.exec(word)?.[1];
}
