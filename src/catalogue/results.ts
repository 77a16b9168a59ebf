/** What the methods of a module's exports must return: what is forgotten there shows up far away otherwise. */
import { Schedule } from '../ir/schedule.js';
import { Space } from '../space/space.js';
import { UsageError } from '../target/errors.js';
import { blamed, guarded, type Origin, type Results } from './guarded.js';
import type { Kind } from './module-schema.js';

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
