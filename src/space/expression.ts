/**
 * Expressions over names, as people write them for restrictions and sizes: `TILE_M * TILE_N <= 1024 and m % TILE_M ==
 * 0`. A small language of its own, which can do nothing but arithmetic; its words are Python's, in which Kernel Tuner's
 * restrictions are written, with C's `&&`, `||`, `!` and `? :` beside them.
 *
 *     choice   = or [ ("?" choice ":" choice) | ("if" or "else" choice) ]
 *     or       = and { ("or" | "||") and }
 *     and      = not { ("and" | "&&") not }
 *     not      = ("not" | "!") not | compare
 *     compare  = sum { ("==" | "!=" | "<" | "<=" | ">" | ">=") sum | ["not"] "in" list }
 *     sum      = product { ("+" | "-") product }
 *     product  = unary { ("*" | "/" | "//" | "%") unary }
 *     unary    = ("-" | "+") unary | power
 *     power    = atom [ "**" unary ]
 *     atom     = number | text | "true" | "false" | name | function "(" choice { "," choice } ")" | "(" choice ")"
 */

import { TokenReader, type Token } from './tokens.js';

type Value = number | string | boolean;

export type Names = Readonly<Record<string, unknown>>;

export interface Expression {
  readonly text: string;
  /** All names in it that are no functions. */
  readonly names: ReadonlySet<string>;
  /** Throws ExpressionError where its values do not fit an operator, or a name stands for nothing. */
  evaluate(names: Names): Value;
}

/** What is wrong with an expression, as a clause; `column` counts from 1, where there is one. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';

  constructor(
    message: string,
    readonly column?: number,
  ) {
    super(message);
  }
}

/** Characters of an expression: nobody writes more. */
const LONGEST = 1000;

/** Throws ExpressionError, with the column, where the text is none. */
export function parseExpression(text: string): Expression {
  if (text.length > LONGEST) throw new ExpressionError(`it is longer than ${LONGEST} characters`);
  const parser = new Parser(text, tokenPattern, 'means nothing here');
  const evaluate = parser.whole();
  return { text, names: parser.names, evaluate };
}

/** An expression's value as a number. Throws ExpressionError where it is none, or not finite. */
export function numberOf(expression: Expression, names: Names): number {
  const value = expression.evaluate(names);
  if (typeof value !== 'number') throw new ExpressionError(`"${expression.text}" is ${worded(value)} and no number`);
  return value;
}

/** Whether an expression holds: anything but false, 0 and the empty text. */
export function holds(expression: Expression, names: Names): boolean {
  return isTrue(expression.evaluate(names));
}

type Evaluate = (names: Names) => Value;

const tokenPattern =
  /\s*(?:(?<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|(?<word>[A-Za-z_]\w*)|(?<text>'[^'\\]*'|"[^"\\]*")|(?<sign>\*\*|\/\/|[=!<>]=|&&|\|\||[-+*\/%<>()[\],?:!]))/y;

interface Function {
  readonly least: number;
  readonly most: number;
  readonly call: (...values: number[]) => number;
}

const one = (call: Function['call']): Function => ({ least: 1, most: 1, call });
const two = (call: Function['call']): Function => ({ least: 2, most: 2, call });
const many = (call: Function['call']): Function => ({ least: 1, most: 16, call });

const functions: Readonly<Record<string, Function>> = {
  min: many(Math.min),
  max: many(Math.max),
  abs: one(Math.abs),
  ceil: one(Math.ceil),
  floor: one(Math.floor),
  round: one(Math.round),
  sqrt: one(Math.sqrt),
  log2: one(Math.log2),
  ceildiv: two((a, b) => Math.ceil(divided(a, b))),
};

export const expressionWords: ReadonlySet<string> = new Set([
  ...Object.keys(functions),
  ...['and', 'or', 'not', 'in', 'if', 'else', 'true', 'false', 'True', 'False'],
]);

const comparisons: Readonly<Record<string, (a: number | string, b: number | string) => boolean>> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};

const arithmetic: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': divided,
  '//': (a, b) => Math.floor(divided(a, b)),
  '%': (a, b) => {
    if (b === 0) throw new ExpressionError('something is divided by zero');
    return a - b * Math.floor(a / b); // of Python's sign
  },
};

class Parser extends TokenReader {
  readonly names = new Set<string>();

  whole(): Evaluate {
    return this.all(() => this.choice());
  }

  protected override wrong(what: string, column: number): ExpressionError {
    return new ExpressionError(what, column);
  }

  private choice(): Evaluate {
    return this.nested(() => this.rest(this.or()));
  }

  private rest(first: Evaluate): Evaluate {
    if (this.take('?')) {
      const then = this.choice();
      this.must(':');
      const otherwise = this.choice();
      return (names) => (isTrue(first(names)) ? then(names) : otherwise(names));
    }
    if (!this.take('if')) return first;
    const condition = this.or();
    this.must('else');
    const otherwise = this.choice();
    return (names) => (isTrue(condition(names)) ? first(names) : otherwise(names));
  }

  private or(): Evaluate {
    const and = (): Evaluate =>
      this.chain(
        ['and', '&&'],
        () => this.not(),
        (a, b) => (names) => isTrue(a(names)) && isTrue(b(names)),
      );
    return this.chain(['or', '||'], and, (a, b) => (names) => isTrue(a(names)) || isTrue(b(names)));
  }

  private not(): Evaluate {
    let count = 0;
    while (this.take('not', '!')) count++;
    const value = this.compare();
    if (count === 0) return value;
    const truth = (names: Names): boolean => isTrue(value(names));
    return count % 2 === 0 ? truth : negated(truth);
  }

  /** A chain holds where each of its links does, as in Python: `1 < x < 5`. */
  private compare(): Evaluate {
    const first = this.sum();
    const links: ((names: Names) => boolean)[] = [];
    let left = first;
    for (let link = this.link(left); link; link = this.link(left)) {
      links.push(link.holds);
      left = link.right;
    }
    return links.length === 0 ? first : (names) => links.every((link) => link(names));
  }

  private link(left: Evaluate): { readonly holds: (names: Names) => boolean; readonly right: Evaluate } | undefined {
    const isNot = this.next.text === 'not' && this.second?.text === 'in' && this.take('not') !== undefined;
    if (this.take('in')) {
      const list = this.list();
      const isIn = (names: Names): boolean => list.some((one) => isEqual(left(names), one(names)));
      return { holds: isNot ? negated(isIn) : isIn, right: left };
    }
    const sign = this.take('==', '!=', '<', '<=', '>', '>=')?.text;
    if (sign === undefined) return undefined;
    const right = this.sum();
    const isSame = (names: Names): boolean => isEqual(left(names), right(names));
    if (sign === '==') return { holds: isSame, right };
    if (sign === '!=') return { holds: negated(isSame), right };
    const compare = comparisons[sign]!;
    const test = (names: Names): boolean => {
      const [a, b] = alike(left(names), right(names), sign);
      return compare(a, b);
    };
    return { holds: test, right };
  }

  private list(): readonly Evaluate[] {
    const close = this.take('[') ? ']' : ')';
    if (close === ')') this.must('(');
    const all = [this.choice()];
    while (this.take(',') && this.next.text !== close) all.push(this.choice());
    this.must(close);
    return all;
  }

  private sum(): Evaluate {
    const join = (a: Evaluate, b: Evaluate, { text }: Token): Evaluate => {
      const apply = arithmetic[text]!;
      return (names) => finite(apply(number(a(names), text), number(b(names), text)));
    };
    return this.chain(['+', '-'], () => this.chain(['*', '/', '//', '%'], () => this.unary(), join), join);
  }

  private unary(): Evaluate {
    let isNegative = false;
    let count = 0;
    for (let sign = this.take('-', '+'); sign; sign = this.take('-', '+')) {
      count++;
      isNegative = isNegative !== (sign.text === '-');
    }
    const value = this.power();
    if (count === 0) return value;
    return (names) => (isNegative ? -1 : 1) * number(value(names), '-');
  }

  private power(): Evaluate {
    const base = this.atom();
    if (!this.take('**')) return base;
    const exponent = this.nested(() => this.unary());
    return (names) => finite(number(base(names), '**') ** number(exponent(names), '**'));
  }

  private atom(): Evaluate {
    if (this.take('(')) {
      const inner = this.choice();
      this.must(')');
      return inner;
    }
    const { kind, text, column } = this.takeValue('number', 'text', 'word');
    if (kind === 'number') return constant(finite(Number(text)));
    if (kind === 'text') return constant(text.slice(1, -1));
    if (/^[tT]rue$/.test(text)) return constant(true);
    if (/^[fF]alse$/.test(text)) return constant(false);
    if (Object.hasOwn(functions, text)) return this.call(text, functions[text]!, column);
    if (expressionWords.has(text)) throw new ExpressionError(`"${text}" stands where a value is expected`, column);
    this.names.add(text);
    return (names) => known(names, text);
  }

  private call(name: string, { least, most, call }: Function, column: number): Evaluate {
    const given = this.inParentheses(() => this.choice());
    if (given.length < least || given.length > most)
      throw new ExpressionError(
        `${name} takes ${least === most ? least : `${least} to ${most}`} values, not ${given.length}`,
        column,
      );
    return (names) => finite(call(...given.map((value) => number(value(names), name))));
  }
}

/** A function of its own: of one that compares its result with a flag, Node 22.23's optimized code is wrong. */
function negated(holds: (names: Names) => boolean): (names: Names) => boolean {
  return (names) => !holds(names);
}

function constant(value: Value): Evaluate {
  return () => value;
}

function known(names: Names, name: string): Value {
  const value = Object.hasOwn(names, name) ? names[name] : undefined;
  if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean') return value;
  throw new ExpressionError(`"${name}" stands for nothing`);
}

function divided(a: number, b: number): number {
  if (b === 0) throw new ExpressionError('something is divided by zero');
  return a / b;
}

function finite(value: number): number {
  if (!Number.isFinite(value)) throw new ExpressionError('a value is too large, or no number');
  return value;
}

/** Comparisons count as 1 and 0, as in C. */
function number(value: Value, sign: string): number {
  if (typeof value === 'string') throw new ExpressionError(`"${sign}" takes numbers, not the text ${worded(value)}`);
  return Number(value);
}

function alike(a: Value, b: Value, sign: string): [number, number] | [string, string] {
  if (typeof a === 'string' && typeof b === 'string') return [a, b];
  if (typeof a === 'string' || typeof b === 'string')
    throw new ExpressionError(`"${sign}" compares numbers with numbers and texts with texts`);
  return [Number(a), Number(b)];
}

function isEqual(a: Value, b: Value): boolean {
  if (typeof a === 'string' || typeof b === 'string') return a === b;
  return Number(a) === Number(b);
}

function isTrue(value: Value): boolean {
  return value !== false && value !== 0 && value !== '';
}

function worded(value: Value): string {
  return JSON.stringify(value);
}
