/** The arguments of a spec's function, for any sizes. */
import {
  type Names,
  ExpressionError,
  holds,
  numberOf,
  parseExpression,
  type Expression,
} from '../../space/expression.js';
import { elementType, isWhole } from '../../elements/registry.js';
import type { ArrayArgument, SourceArgument } from '../../ir/source-kernel.js';
import { type ArgumentSpec, type Spec, nameProblem } from './spec.js';
import { UsageError } from '../../target/errors.js';
import { didYouMean } from '../../target/nearest.js';
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';

export type ArgumentOf = (sizes: Names) => SourceArgument;

interface Context {
  readonly folder: string;
  readonly problem: Problem;
  readonly sizes: ReadonlySet<string>;
}

/** Elements of an array beyond which no machine could hold it. */
const MOST_ELEMENTS = 2 ** 40;

/** Inputs that are not described are as those of every operator; whole numbers are small enough for sums of them. */
const drawn = { floating: [-1, 1], signed: [-100, 100], unsigned: [0, 100] } as const;

/** Throws UsageError for what can be no argument. */
export function argumentsOf(spec: Spec, context: Context): readonly ArgumentOf[] {
  const { problem } = context;
  const seen = new Set<string>();
  const made = spec.arguments.map((argument, place) => {
    const path = ['arguments', place];
    const wrong =
      nameProblem(argument.name) ?? (seen.has(argument.name) ? 'another argument has this name' : undefined);
    if (wrong !== undefined) throw problem([...path, 'name'], wrong);
    seen.add(argument.name);
    return argument.shape ? arrayOf(argument, argument.shape, path, context) : scalarOf(argument, path, context);
  });
  if (!spec.arguments.some(({ direction = 'in' }) => direction !== 'in'))
    throw problem(
      ['arguments'],
      'none of them is written, so that nothing can be checked: give one direction: out or inout',
    );
  return made;
}

function scalarOf(argument: ArgumentSpec, path: readonly PropertyKey[], { problem, sizes }: Context): ArgumentOf {
  const { name, type, value } = argument;
  if (value === undefined) throw problem(path, 'it has neither a shape, as an array has, nor a value, as a scalar has');
  for (const key of ['direction', 'range', 'data', 'answer'] as const)
    if (argument[key] !== undefined) throw problem([...path, key], 'this is for arrays, which have a shape');
  const place = { path: [...path, 'value'], problem, known: sizes };
  const { limits } = elementType(type);
  const safe = [Math.max(limits[0], -(2 ** 53)), Math.min(limits[1], 2 ** 53)] as const;
  const term = isWhole(type) ? wholeTerm(value, place, safe) : termOf(value, place);
  return (given) => ({ kind: 'scalar', name, type, value: term(given) });
}

function arrayOf(
  argument: ArgumentSpec,
  shape: readonly (number | string)[],
  path: readonly PropertyKey[],
  { folder, problem, sizes }: Context,
): ArgumentOf {
  const { name, type, direction = 'in', range, data, answer, value } = argument;
  if (value !== undefined) throw problem([...path, 'value'], 'this is for scalars, which have no shape');
  if (direction === 'out' && (range ?? data) !== undefined)
    throw problem([...path, range ? 'range' : 'data'], 'this is for what is read, and direction: out is not');
  if (range && data !== undefined) throw problem([...path, 'range'], 'data says already what it holds');
  if (direction === 'in' && answer !== undefined)
    throw problem([...path, 'answer'], 'this is for what is written: direction: out or inout');
  const extents = shape.map((amount, place) =>
    wholeTerm(amount, { path: [...path, 'shape', place], problem, known: sizes }, [1, 2 ** 31]),
  );
  const { bytes: each, limits } = elementType(type);
  const bounds = (range ?? usual(type)).map((amount, place) =>
    termOf(amount, { path: [...path, 'range', place], problem, known: sizes }),
  );
  return (given) => {
    const found = extents.map((extent) => extent(given));
    const elements = found.reduce((product, extent) => product * extent, 1);
    if (elements > MOST_ELEMENTS)
      throw problem([...path, 'shape'], `${found.join('x')} is more than any machine holds`);
    const [low, high] = bounds.map((bound) => bound(given)) as [number, number];
    const fits = low <= high && low >= limits[0] && high <= limits[1] && Math.max(-low, high) <= 2 ** 24;
    if (!fits || (isWhole(type) && !(Number.isInteger(low) && Number.isInteger(high))))
      throw problem(
        [...path, 'range'],
        `${low} to ${high} is no range of ${type}: the least first, whole for whole numbers, 2^24 at most`,
      );
    const bytes = elements * each;
    const file = (key: 'data' | 'answer', name: string | undefined): Partial<ArrayArgument> =>
      name === undefined ? {} : { [key]: at([...path, key], problem, () => dataFile(name, folder, bytes)) };
    return {
      kind: 'array',
      name,
      type,
      shape: found,
      direction,
      range: [low, high],
      ...file('data', data),
      ...file('answer', answer),
    };
  };
}

function usual(type: ArgumentSpec['type']): readonly [number, number] {
  if (!isWhole(type)) return drawn.floating;
  return elementType(type).limits[0] < 0 ? drawn.signed : drawn.unsigned;
}

export function at<T>(path: readonly PropertyKey[], problem: Problem, make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw problem(path, (error as Error).message);
  }
}

/** The error of what is wrong at a path of the spec. */
export type Problem = (path: readonly PropertyKey[], what: string) => UsageError;

/** What a term stands for, given its names. Throws UsageError, with its place in the spec, where that is nothing. */
export type Term = (names: Names) => number;

interface Place {
  readonly path: readonly PropertyKey[];
  readonly problem: Problem;
  /** Names that mean something at this place. */
  readonly known: ReadonlySet<string>;
}

/** Throws UsageError for an expression that is none, or has a name that means nothing. */
export function termOf(amount: number | string, place: Place): Term {
  if (typeof amount === 'number') return () => amount;
  const expression = expressionOf(amount, place);
  return (names) => locateErrors(place, () => numberOf(expression, names));
}

/** The same, of a whole number between two. */
export function wholeTerm(amount: number | string, place: Place, [least, most]: readonly [number, number]): Term {
  const term = termOf(amount, place);
  return (names) => {
    const value = term(names);
    if (Number.isInteger(value) && value >= least && value <= most) return value;
    throw place.problem(place.path, `${value} is no whole number from ${least} to ${most}`);
  };
}

export function conditionOf(text: string, place: Place): (names: Names) => boolean {
  const expression = expressionOf(text, place);
  return (names) => locateErrors(place, () => holds(expression, names));
}

function expressionOf(text: string, { path, problem, known }: Place): Expression {
  const expression = locateErrors({ path, problem }, () => parseExpression(text));
  const strange = [...expression.names].find((name) => !known.has(name));
  if (strange === undefined) return expression;
  throw problem(path, `there is no "${strange}" here${didYouMean(strange, [...known])}`.replace(/\.$/, ''));
}

function locateErrors<T>({ path, problem }: Pick<Place, 'path' | 'problem'>, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const { message, column } = error;
    throw problem(path, column === undefined ? message : `${message} (character ${column} of the expression)`);
  }
}

/** Bytes of a file of source, and of all that is put together. */
const MOST_BYTES = 4 * 2 ** 20;
/** Of data: what is compared is held in memory several times. */
const MOST_DATA = 2 ** 30;
const DEEPEST = 32;

interface SourceText {
  readonly text: string;
  /** Of all files that went into it, in the order in which they were read. */
  readonly sha256: readonly string[];
}

/**
 * Files one after the other, with `#line` before each. What they include in quotation marks, and what lies where that
 * says, is put in the place of the `#include`, so that a header belongs to what a log identifies, and to what an export
 * copies. Throws UsageError, with the file, for what cannot be read.
 */
export function textOf(paths: readonly string[], folder: string): SourceText {
  const reader = new Reader();
  const parts = paths.map((path) => reader.paste(resolve(folder, path), path, []));
  return { text: parts.join(''), sha256: reader.sha256 };
}

class Reader {
  readonly sha256: string[] = [];
  private readonly once = new Set<string>();
  private bytes = 0;

  paste(path: string, shown: string, around: readonly string[]): string {
    const text = this.read(path, shown);
    if (/^\s*#\s*pragma\s+once\b/m.test(text)) {
      if (this.once.has(path)) return '';
      this.once.add(path);
    }
    if (around.includes(path) || around.length > DEEPEST)
      throw new UsageError(`${shown} includes itself, in the end: a spec's files cannot do that.`);
    const lines = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n');
    const pasted = lines.map((line, place) => this.line(line, { path, shown, around }, place + 2));
    return [lineMark(1, shown), ...pasted, ''].join('\n');
  }

  private line(
    line: string,
    { path, shown, around }: { path: string; shown: string; around: readonly string[] },
    next: number,
  ): string {
    if (/^\s*#\s*pragma\s+once\b/.test(line)) return '';
    const name = /^\s*#\s*include\s*"([^"]+)"/.exec(line)?.[1];
    const included = name === undefined ? undefined : resolve(dirname(path), name);
    if (included === undefined || !isFile(included)) return line;
    return this.paste(included, name!, [...around, path]) + lineMark(next, shown);
  }

  private read(path: string, shown: string): string {
    const contents = readBytes(path, shown, MOST_BYTES);
    this.bytes += contents.length;
    if (this.bytes > MOST_BYTES)
      throw new UsageError(`${shown} and what is included come to more than ${MOST_BYTES / 2 ** 20} MiB.`);
    this.sha256.push(hashOf(contents));
    return contents.toString('utf8');
  }
}

/** What identifies a file of data, which must have so many bytes. Throws UsageError where it has not. */
function dataFile(path: string, folder: string, bytes: number): { readonly path: string; readonly sha256: string } {
  const full = resolve(folder, path);
  // It goes into a text of the assembler's.
  if (/["\\\n\r]/.test(full))
    throw new UsageError(`${path}: files of data have no quotation mark or backslash in their paths.`);
  const contents = readBytes(full, path, MOST_DATA);
  if (contents.length !== bytes)
    throw new UsageError(`${path} has ${contents.length} bytes, and the array that it is for has ${bytes}.`);
  return { path: full, sha256: hashOf(contents) };
}

function readBytes(path: string, shown: string, most: number): Buffer {
  try {
    const about = statSync(path);
    if (!about.isFile()) throw new UsageError(`${shown} is no file.`);
    if (about.size > most) throw new UsageError(`${shown} has more than ${most / 2 ** 20} MiB.`);
    return readFileSync(path);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(
      `${shown} cannot be read (${code === 'ENOENT' ? 'there is no such file' : (code ?? 'unknown')}).`,
    );
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** Messages name the file as its user does, without folders that others need not know. */
function lineMark(line: number, shown: string): string {
  return `#line ${line} "${basename(shown).replace(/[^\w.+-]/g, '_')}"`;
}

export function hashOf(contents: Buffer | string): string {
  return createHash('sha256').update(contents).digest('hex');
}
