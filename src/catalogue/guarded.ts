/** What a module of the user's exports, as the rest calls it: its faults are said to be its own. */
import { InstantiationError } from '../ir/errors.js';
import { TuneError, UsageError } from '../target/errors.js';
import { lineOf } from './blame.js';

/** The file that something was loaded from. */
export interface Origin {
  /** As the user wrote it. */
  readonly path: string;
  /** What it was loaded by. */
  readonly url: string;
}

/**
 * A value whose methods throw UsageError, with the file and the line, where they throw anything that is not meant for
 * people: errors of ours pass. `what` names it, as `template mine.rows`; what `made` of its methods return is guarded,
 * too. `more` are properties that it has besides its own.
 */
export function guarded<T extends object>(
  value: T,
  what: string,
  origin: Origin,
  { made = [], more = {} }: { readonly made?: readonly string[]; readonly more?: Partial<T> } = {},
): T {
  const guard = (name: string, method: (...args: unknown[]) => unknown): ((...args: unknown[]) => unknown) => {
    const fail = (error: unknown): never => {
      throw blamed(error, `${what}, ${name}`, origin);
    };
    const finish = (result: unknown): unknown => {
      const isMade = made.includes(name) && typeof result === 'object' && result !== null;
      return isMade ? guarded(result, what, origin) : result;
    };
    return (...args) => {
      try {
        const result = Reflect.apply(method, value, args);
        return result instanceof Promise ? result.then(finish, fail) : finish(result);
      } catch (error) {
        return fail(error);
      }
    };
  };
  const own: object = value;
  const methods = new Map<unknown, unknown>();
  return new Proxy(value, {
    get: (_, key) => {
      const found: unknown = Reflect.get(Object.hasOwn(more, key) ? more : own, key);
      if (typeof found !== 'function' || typeof key !== 'string') return found;
      if (!methods.has(found)) methods.set(found, guard(key, found as (...args: unknown[]) => unknown));
      return methods.get(found);
    },
    has: (_, key) => Object.hasOwn(more, key) || Reflect.has(own, key),
  });
}

/** An error of a module as a sentence for the person who wrote it; `known` is its line, where its stack has none. */
export function blamed(error: unknown, what: string, { path, url }: Origin, known?: number): Error {
  if (error instanceof TuneError || error instanceof InstantiationError) return error;
  const line = known ?? lineOf(error, url);
  const place = line === undefined ? path : `${path}:${line}`;
  const message = error instanceof Error ? `${error.name}: ${error.message.split('\n')[0]!}` : String(error);
  return new UsageError(`${place}: ${what} threw ${message}`, { cause: error });
}
