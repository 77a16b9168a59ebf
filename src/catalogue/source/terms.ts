/** Numbers of a spec: written down, or expressions over names that mean something there. */
import {
  ExpressionError,
  holds,
  numberOf,
  parseExpression,
  type Expression,
  type Names,
} from '../../space/expression.js';
import { UsageError } from '../../target/errors.js';
import { didYouMean } from '../../target/nearest.js';

/** The error of what is wrong at a path of the spec. */
export type Problem = (path: readonly PropertyKey[], what: string) => UsageError;

/** What a term stands for, given its names. Throws UsageError, with its place in the spec, where that is nothing. */
export type Term = (names: Names) => number;

export interface Place {
  readonly path: readonly PropertyKey[];
  readonly problem: Problem;
  /** Names that mean something at this place. */
  readonly known: ReadonlySet<string>;
}

/** Throws UsageError for an expression that is none, or has a name that means nothing. */
export function termOf(amount: number | string, place: Place): Term {
  if (typeof amount === 'number') return () => amount;
  const expression = expressionOf(amount, place);
  return (names) => told(place, () => numberOf(expression, names));
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
  return (names) => told(place, () => holds(expression, names));
}

function expressionOf(text: string, { path, problem, known }: Place): Expression {
  const expression = told({ path, problem }, () => parseExpression(text));
  const strange = [...expression.names].find((name) => !known.has(name));
  if (strange === undefined) return expression;
  throw problem(path, `there is no "${strange}" here${didYouMean(strange, [...known])}`.replace(/\.$/, ''));
}

function told<T>({ path, problem }: Pick<Place, 'path' | 'problem'>, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const { message, column } = error;
    throw problem(path, column === undefined ? message : `${message} (character ${column} of the expression)`);
  }
}
