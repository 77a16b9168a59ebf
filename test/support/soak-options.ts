/** The options of a soak: long names with defaults, `--help`, and a sentence for what it does not know. */
import { parseArgs } from 'node:util';
import { TuneError, UsageError } from '../../src/target/errors.js';

type Value = number | string | boolean;
interface Option<V extends Value = Value> {
  readonly default: V;
  readonly text: string;
  /** Numbers are whole ones otherwise. */
  readonly isFraction?: boolean;
}
type Options = Readonly<Record<string, Option>>;
type ValueOf<V extends Value> = V extends number ? number : V extends boolean ? boolean : string;

export interface Soak<O extends Options> {
  /** Of `npm run`: `soak:farm`. */
  readonly name: string;
  /** What it does, for `--help`. */
  readonly text: string;
  readonly options: O;
  readonly words?: Words;
}

/** What may stand beside options, as the usage shows it, and how many. */
interface Words {
  readonly usage: string;
  readonly least: number;
  readonly most: number;
  /** All that there are, and what one of them is: a part. */
  readonly known?: { readonly kind: string; readonly words: readonly string[] };
}

export interface Asked<O extends Options> {
  readonly values: { readonly [Name in keyof O]: ValueOf<O[Name]['default']> };
  readonly words: readonly string[];
}

/** What this process was started with. Prints help and ends it where that is asked, or the error with status 2. */
export function readSoakOptions<const O extends Options>(soak: Soak<O>): Asked<O> {
  const asked = runOrEnd(soak.name, () => parseSoakOptions(soak, process.argv.slice(2)));
  if (typeof asked !== 'string') return asked;
  console.log(asked);
  process.exit(0);
}

/** Ends this process with the sentence of a TuneError, and its status. */
export function runOrEnd<Result>(name: string, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof TuneError)) throw error;
    console.error(`${name}: ${error.message}`);
    process.exit(error.exitCode);
  }
}

/** The options, or the text of `--help`. Throws UsageError for what the soak does not know. */
export function parseSoakOptions<const O extends Options>(soak: Soak<O>, args: readonly string[]): Asked<O> | string {
  const { values, positionals: words } = parsed(soak, args);
  if (values['help'] === true) return helpOf(soak);
  if (soak.words) checkWords(soak, soak.words, words);
  const read = Object.entries(soak.options).map(([name, option]) => [name, valueOf(soak, name, option, values[name])]);
  return { values: Object.fromEntries(read) as Asked<O>['values'], words };
}

function checkWords(soak: Soak<Options>, { usage, least, most, known }: Words, words: readonly string[]): void {
  if (words.length < least) throw wrong(soak, `${usage} is missing`);
  if (words.length > most) throw wrong(soak, `Unexpected argument '${words[most]}'`);
  const unknown = words.find((word) => known && !known.words.includes(word));
  if (unknown !== undefined)
    throw new UsageError(`Unknown ${known!.kind} "${unknown}": ${known!.kind}s are ${known!.words.join(', ')}.`);
}

function parsed(
  soak: Soak<Options>,
  args: readonly string[],
): {
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  readonly positionals: readonly string[];
} {
  const typeOf = ({ default: value }: Option): 'boolean' | 'string' =>
    typeof value === 'boolean' ? 'boolean' : 'string';
  const known = Object.entries(soak.options).map(([name, option]) => [name, { type: typeOf(option) }] as const);
  const options = { ...Object.fromEntries(known), help: { type: 'boolean', short: 'h' } as const };
  try {
    return parseArgs({ args: [...args], options, allowPositionals: soak.words !== undefined });
  } catch (error) {
    // Its first sentence says what is wrong; the others are about dashes.
    const [said = ''] = (error as Error).message.split(/\. |\n/);
    throw wrong(soak, said);
  }
}

function valueOf(soak: Soak<Options>, name: string, option: Option, given: string | boolean | undefined): Value {
  if (given === undefined) return option.default;
  if (typeof option.default !== 'number') return given;
  const text = String(given).trim();
  const number = text === '' ? NaN : Number(text);
  const isRight = option.isFraction ? Number.isFinite(number) : Number.isSafeInteger(number);
  if (isRight && number >= 0) return number;
  throw wrong(soak, `--${name} takes a ${option.isFraction ? '' : 'whole '}number, not "${given}"`);
}

function wrong({ name }: Soak<Options>, what: string): UsageError {
  return new UsageError(`${what.replace(/\.$/, '')}: run npm run ${name} -- --help.`);
}

function helpOf({ name, text, options, words }: Soak<Options>): string {
  const rows = Object.entries(options).map(([option, { default: value, text: says }]) => {
    const shown = typeof value === 'boolean' ? '' : ` ${typeof value === 'number' ? 'N' : 'TEXT'}`;
    const base = value === '' || typeof value === 'boolean' ? '' : ` (default: ${value})`;
    return [`--${option}${shown}`, `${says}${base}`] as const;
  });
  const width = Math.max(0, ...rows.map(([option]) => option.length));
  const lines = rows.map(([option, says]) => `  ${option.padEnd(width)}  ${says}`);
  const usage = ['Usage: npm run', name, '--', ...(rows.length > 0 ? ['[options]'] : []), words?.usage ?? ''];
  return [usage.join(' ').trimEnd(), '', text, ...(lines.length > 0 ? ['', ...lines] : [])].join('\n');
}
