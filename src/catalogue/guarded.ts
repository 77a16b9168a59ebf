/** What a module of the user's exports, as the rest calls it: its faults are said to be its own. */
import { InstantiationError } from '../ir/errors.js';
import { TuneError, UsageError } from '../target/errors.js';
import { fileURLToPath } from 'node:url';
import { spawnSync } from 'node:child_process';
import { Schedule } from '../ir/schedule.js';
import { Space } from '../space/space.js';
import type { Kind } from './module-schema.js';

export interface Origin {
  /** As the user wrote it. */
  readonly path: string;
  /** What it was loaded by. */
  readonly url: string;
  readonly text: string;
}

/** What methods return, checked or made ready for the rest; each throws UsageError for what cannot be. */
type Results = Readonly<Record<string, (result: unknown) => unknown>>;

/** What is behind each guard, what it is called, and where it is from. */
const guards = new WeakMap<object, { readonly value: object; readonly what: string; readonly origin: Origin }>();

/**
 * A value whose methods throw UsageError, with the file and the line, where they throw anything that is not meant for
 * people: errors of ours pass. `what` names it, as `template mine.rows`; what its methods return goes through
 * `results`. `more` are properties that it has besides its own.
 */
export function guarded<T extends object>(
  value: T,
  what: string,
  origin: Origin,
  { results = {}, more = {} }: { readonly results?: Results; readonly more?: Partial<T> } = {},
): T {
  const guard = (name: string, method: (...args: unknown[]) => unknown): ((...args: unknown[]) => unknown) => {
    const fail = (error: unknown): never => {
      throw blamed(error, `${what}, ${name}`, origin);
    };
    const finish = (result: unknown): unknown => (Object.hasOwn(results, name) ? results[name]!(result) : result);
    return (...args) => {
      try {
        const result = Reflect.apply(method, value, args);
        return result instanceof Promise ? result.then(finish, fail) : finish(result);
      } catch (error) {
        return fail(error);
      }
    };
  };
  const methods = new Map<unknown, unknown>();
  const proxy = new Proxy(loosened(value), {
    get: (_, key) => {
      const found: unknown = Reflect.get(Object.hasOwn(more, key) ? more : value, key);
      if (typeof found !== 'function' || typeof key !== 'string') return found;
      if (!methods.has(found)) methods.set(found, guard(key, found as (...args: unknown[]) => unknown));
      return methods.get(found);
    },
    has: (_, key) => Object.hasOwn(more, key) || Reflect.has(value, key),
  });
  guards.set(proxy, { value, what, origin });
  return proxy;
}

/** Whether two values are one: a module that is loaded twice has two guards around the same values. */
export function isSame(one: object, other: object): boolean {
  const behind = (value: object): object => guards.get(value)?.value ?? value;
  return behind(one) === behind(other);
}

/** A copy without what `Object.freeze` forbids a proxy: to answer with another function. */
function loosened<T extends object>(value: T): T {
  const properties = Object.entries(Object.getOwnPropertyDescriptors(value));
  const loose = properties.map(([key, property]) => [key, { ...property, configurable: true }] as const);
  return Object.create(Object.getPrototypeOf(value) as object | null, Object.fromEntries(loose)) as T;
}

/**
 * That a method of a value did what it must not, as a clause says it: of a module's with the file, and the line where
 * the method begins.
 */
export function breachOf(value: { readonly name: string }, method: string, clause: string): UsageError {
  const guard = guards.get(value);
  if (!guard) return new UsageError(`${value.name}, ${method} ${clause}`);
  const { what, origin } = guard;
  return new UsageError(`${placeOf(origin, lineOfMember(origin.text, method))}: ${what}, ${method} ${clause}`);
}

/** An error that a method of a value threw, as a sentence: that of a module's says already where it is from. */
export function sentenceOf(error: unknown, value: { readonly name: string }, method: string): string {
  return error instanceof TuneError ? error.message : `${value.name}, ${method} threw ${messageOf(error)}`;
}

/** An error of a module as a sentence for the person who wrote it; `known` is its line, where its stack has none. */
export function blamed(error: unknown, what: string, origin: Origin, known?: number): Error {
  if (error instanceof TuneError || error instanceof InstantiationError) return error;
  const place = placeOf(origin, known ?? lineOf(error, origin.url));
  return new UsageError(`${place}: ${what} threw ${messageOf(error)}`, { cause: error });
}

/** `mine.js:3`, or without a line where that is not known. */
export function placeOf({ path }: Origin, line: number | undefined): string {
  return line === undefined ? path : `${path}:${line}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message.split('\n')[0]!}` : String(error);
}

/**
 * The line of a file at which an error was thrown, or at which what threw it was called; undefined where its stack does
 * not lead through the file. `url` is what the file was loaded by.
 */
function lineOf(error: unknown, url: string): number | undefined {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const names = [url, fileURLToPath(url)];
  const frame = stack.split('\n').find((line) => names.some((name) => line.includes(`${name}:`)));
  const line = frame && /:(\d+)(:\d+)?\)?$/.exec(frame)?.[1];
  return line === undefined ? undefined : Number(line);
}

/** The first line of a module, from `start` on, at which a member of an object is written: a value or a method. */
export function lineOfMember(text: string, name: string, start = 1): number | undefined {
  const says = new RegExp(`^\\s*(async\\s+)?${name}\\s*[:(,=]`);
  const place = text.split('\n').findIndex((line, index) => index + 1 >= start && says.test(line));
  return place < 0 ? undefined : place + 1;
}

/**
 * The line of a module at which its syntax is wrong, which `import()` does not report, but Node's own check does;
 * undefined where that finds nothing, as when it is another file that is wrong.
 */
export function syntaxLineOf(text: string): number | undefined {
  const args = ['--check', '--input-type=module', '-'];
  const { stderr } = spawnSync(process.execPath, args, { input: text, encoding: 'utf8', timeout: 10_000 });
  const line = /^\[stdin\]:(\d+)/.exec(stderr)?.[1];
  return line === undefined ? undefined : Number(line);
}

export function resultsOf(kind: Kind, what: string, origin: Origin): Results {
  const must = (method: string, isRight: boolean, reason: string): void => {
    if (!isRight) throw new UsageError(`${origin.path}: ${what}, ${method} ${reason}`);
  };
  // What these answer is looked at where it is used, which goes on without them.
  const made = (methods: readonly string[]): Results => ({
    create: (result) => {
      for (const method of methods) must('create', hasMethod(result, method), `must return an object with ${method}()`);
      return guarded(result as object, what, origin);
    },
  });
  switch (kind) {
    case 'template':
      return {
        refuses: (result) => {
          must('refuses', ['string', 'undefined'].includes(typeof result), 'must return a text, or undefined');
          return result;
        },
        define: (result) => {
          must('define', result instanceof Space, 'must return a space: end it with `.build()`');
          return guardedSpace(result as Space, what, origin);
        },
        schedule: (result) => {
          must('schedule', result instanceof Schedule, 'must return its schedule');
          return result;
        },
        suggestions: (result) => {
          must('suggestions', isListOfObjects(result), 'must return a list of objects with a value for every knob');
          return result;
        },
        shortList: (result) => {
          must('shortList', isListOfObjects(result), 'must return a list of objects with a value for every knob');
          return result;
        },
        work: (result) => {
          must('work', typeof result === 'number' && result > 0, 'must return a number above 0');
          return result;
        },
      };
    case 'explorer':
      return made(['propose', 'observe']);
    case 'model':
      return made(['fit', 'predict']);
    case 'operator':
      return {};
  }
}

/** Constraints run long after the space was made. */
function guardedSpace({ knobs, constraints }: Space, what: string, origin: Origin): Space {
  const tests = constraints.map(({ sentence, test }) => ({
    sentence,
    test: (values: Parameters<typeof test>[0]): boolean => {
      try {
        return test(values);
      } catch (error) {
        throw blamed(error, `${what}, constraint "${sentence}"`, origin);
      }
    },
  }));
  return new Space(knobs, tests);
}

function hasMethod(value: unknown, name: string): boolean {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, name) === 'function';
}

function isListOfObjects(value: unknown): boolean {
  return Array.isArray(value) && value.every((one: unknown) => typeof one === 'object' && one !== null);
}
