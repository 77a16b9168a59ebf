/**
 * Expressions over whole tensors, as people and graphs write them: `max(a + b, 0)`, `transpose(a, 0, 2, 3, 1)`. Inputs
 * are a, b, c … in their order. A small language of its own, which can do nothing but say what an element is:
 *
 *     sum      = product { ("+" | "-") product }
 *     product  = unary { ("*" | "/") unary }
 *     unary    = "-" unary | atom
 *     atom     = number | input | function "(" argument { "," argument } ")" | "(" sum ")"
 *
 * Functions of elements (broadcast as NumPy does): exp, log, sqrt, tanh, erf, abs, floor, ceil, round, sign,
 * sigmoid, silu, gelu, gelu_tanh, hardswish, relu of one; leaky(x, p), elu(x, p) and pow(x, y) of two; greater(x, y)
 * and equal(x, y), which are 1 or 0, and where(c, x, y), which is x unless c is 0; min and max of two and more;
 * clip(x, least, most). Views, whose numbers are constants: transpose(x, dims…), reshape(x, extents…), expand(x,
 * extents…), slice(x, axis, start, step, extent), pad(x, axis, before, after, value), repeat(x, axis, times),
 * concat(axis, x, y, …).
 */
import { apply, atLeast, larger, minus, negated, over, plus, power, smaller, times } from '../ir/compute.js';
import { functionNames, functions } from '../ir/functions.js';
import type { Value } from '../ir/tensor.js';
import { constantValue } from '../ir/value.js';
import { TokenReader, type Token } from '../space/tokens.js';
import { didYouMean } from '../target/nearest.js';
import { UsageError } from '../target/errors.js';
import * as views from './elementwise-view.js';
import type { View } from './elementwise-view.js';

export interface ElementwiseExpression {
  /** In one spelling, without spaces that mean nothing. */
  readonly text: string;
  /** How many inputs it names: a and c are three. */
  readonly inputs: number;
  /** What it comes to over these inputs. Throws UsageError where their shapes do not fit. */
  readonly over: (inputs: readonly View[]) => View;
}

const LONGEST = 2000;

export const inputNames = Array.from({ length: 26 }, (_, i) => String.fromCharCode(97 + i));

/** The last ones that were read: of one workload an expression is asked for many times. */
const known = new Map<string, ElementwiseExpression>();
const MOST_KNOWN = 64;

/** Throws UsageError, with the column, where the text is no expression. */
export function parseElementwise(text: string): ElementwiseExpression {
  const before = known.get(text);
  if (before) return before;
  const expression = read(text);
  if (known.size === MOST_KNOWN) known.delete(known.keys().next().value!);
  known.set(text, expression);
  return expression;
}

function read(text: string): ElementwiseExpression {
  if (text.length > LONGEST) throw new UsageError(`--expression is longer than ${LONGEST} characters: part it.`);
  const parser = new Parser(text, tokenPattern, 'means nothing');
  const { text: spelled, of } = parser.whole();
  return { text: spelled, inputs: parser.inputs, over: of };
}

interface Part {
  readonly text: string;
  /** Binds weaker than what may stand beside a sign without parentheses: 0 a sum, 1 a product, 2 all else. */
  readonly level: 0 | 1 | 2;
  readonly number?: number;
  readonly of: (inputs: readonly View[]) => View;
}

const tokenPattern =
  /\s*(?:(?<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|inf\b)|(?<word>[A-Za-z_]\w*)|(?<sign>[-+*/(),]))/y;

function wrong(what: string, column: number): UsageError {
  return new UsageError(
    `--expression: ${what} in column ${column}: \`tune list operators\` and docs/reference/operators.md show how.`,
  );
}

/** What a function makes of its arguments; undefined where they do not fit. */
type Make = (inputs: readonly View[]) => View | undefined;

interface Word {
  readonly usage: string;
  readonly make: (args: readonly Part[]) => Make | undefined;
}

const numbersOf = (parts: readonly Part[]): number[] | undefined => {
  const numbers = parts.flatMap(({ number }) => (number === undefined ? [] : [number]));
  return numbers.length === parts.length ? numbers : undefined;
};

const isWhole = (n: number): boolean => Number.isInteger(n) && Math.abs(n) <= 2 ** 24;

function ofElements(usage: string, least: number, most: number, of: (...values: Value[]) => Value): Word {
  return {
    usage,
    make: (args) =>
      args.length >= least && args.length <= most
        ? (inputs) =>
            views.mapped(
              args.map((arg) => arg.of(inputs)),
              of,
            )
        : undefined,
  };
}

/** A view of one operand, given by whole numbers. */
function ofNumbers(
  usage: string,
  least: number,
  make: (view: View, numbers: readonly number[]) => View | undefined,
): Word {
  return {
    usage,
    make: ([view, ...rest]) => {
      const numbers = numbersOf(rest);
      if (!view || !numbers || numbers.length < least || !numbers.every(isWhole)) return undefined;
      return (inputs) => make(view.of(inputs), numbers);
    },
  };
}

function chosen(condition: Value, x: Value, y: Value): Value {
  const otherwise = apply('equal', condition, constantValue(0));
  return plus(apply('kept', x, condition), apply('kept', y, otherwise));
}

const dims = (numbers: readonly number[]): boolean => numbers.length <= 8 && numbers.every((n) => n >= 1);

const words: ReadonlyMap<string, Word> = new Map<string, Word>([
  ...functionNames
    .filter((name) => functions[name].arity === 1 && !('most' in functions[name]))
    .map((name): [string, Word] => [name, ofElements(`${name}(x)`, 1, 1, (x) => apply(name, x))]),
  ['leaky', ofElements('leaky(x, slope)', 2, 2, (x, p) => apply('leaky', x, p))],
  ['elu', ofElements('elu(x, alpha)', 2, 2, (x, p) => apply('elu', x, p))],
  ['greater', ofElements('greater(x, y)', 2, 2, (x, y) => apply('greater', x, y))],
  ['equal', ofElements('equal(x, y)', 2, 2, (x, y) => apply('equal', x, y))],
  ['where', ofElements('where(c, x, y)', 3, 3, chosen)],
  ['relu', ofElements('relu(x)', 1, 1, (x) => atLeast(x, 0))],
  ['pow', ofElements('pow(x, y)', 2, 2, (x, y) => (y.kind === 'constant' ? power(x, y.value) : apply('power', x, y)))],
  ['max', ofElements('max(x, y, …)', 2, 16, (...all) => all.reduce(larger))],
  ['min', ofElements('min(x, y, …)', 2, 16, (...all) => all.reduce(smaller))],
  ['clip', ofElements('clip(x, least, most)', 3, 3, (x, least, most) => smaller(larger(x, least), most))],
  ['transpose', ofNumbers('transpose(x, dims…)', 1, views.transposed)],
  ['reshape', ofNumbers('reshape(x, extents…)', 1, (x, to) => (dims(to) ? views.reshaped(x, to) : undefined))],
  ['expand', ofNumbers('expand(x, extents…)', 1, (x, to) => (dims(to) ? views.expanded(x, to) : undefined))],
  [
    'slice',
    ofNumbers('slice(x, axis, start, step, extent)', 4, (x, [axis = 0, start = 0, step = 0, extent = 0, ...more]) =>
      more.length === 0 ? views.sliced(x, axis, start, step, extent) : undefined,
    ),
  ],
  [
    'repeat',
    ofNumbers('repeat(x, axis, times)', 2, (x, [axis = 0, count = 0, ...more]) =>
      more.length === 0 ? views.repeated(x, axis, count) : undefined,
    ),
  ],
  [
    'pad',
    {
      usage: 'pad(x, axis, before, after, value)',
      make: ([view, ...rest]) => {
        const [axis = 0, before = 0, after = 0, value = 0, ...more] = numbersOf(rest) ?? [];
        if (!view || rest.length < 3 || more.length > 0 || ![axis, before, after].every(isWhole)) return undefined;
        return (inputs) => views.padded(view.of(inputs), axis, before, after, value);
      },
    },
  ],
  [
    'concat',
    {
      usage: 'concat(axis, x, y, …)',
      make: ([first, ...rest]) => {
        const axis = first?.number;
        if (axis === undefined || !isWhole(axis) || rest.length < 1) return undefined;
        return (inputs) =>
          views.concatenated(
            rest.map((part) => part.of(inputs)),
            axis,
          );
      },
    },
  ],
]);

const signs: Readonly<Record<string, (a: Value, b: Value) => Value>> = { '+': plus, '-': minus, '*': times, '/': over };

class Parser extends TokenReader {
  inputs = 0;

  whole(): Part {
    return this.all(() => this.sum());
  }

  protected override wrong(what: string, column: number): UsageError {
    return wrong(what, column);
  }

  private sum(): Part {
    const join =
      (level: 0 | 1) =>
      (a: Part, b: Part, { text, column }: Token): Part => ({
        text: `${inside(a, level)}${text}${inside(b, level === 0 ? 1 : 2)}`,
        level,
        of: (inputs) => fitting(views.mapped([a.of(inputs), b.of(inputs)], signs[text]!), `"${text}"`, column),
      });
    const product = (): Part => this.chain(['*', '/'], () => this.unary(), join(1));
    return this.nested(() => this.chain(['+', '-'], product, join(0)));
  }

  private unary(): Part {
    let isNegative = false;
    while (this.take('-')) isNegative = !isNegative;
    const part = this.atom();
    if (!isNegative) return part;
    if (part.number !== undefined) return numberPart(-part.number);
    return {
      text: `-${inside(part, 2)}`,
      level: 1,
      of: (inputs) => views.mapped([part.of(inputs)], (x) => negated(x))!,
    };
  }

  private atom(): Part {
    if (this.take('(')) {
      const part = this.sum();
      this.must(')');
      return part;
    }
    const { kind, text, column } = this.takeValue('number', 'word');
    if (kind === 'number') return numberPart(text === 'inf' ? Infinity : Number(text));
    if (this.next.kind === 'sign' && this.next.text === '(') return this.call(text, column);
    const place = inputNames.indexOf(text);
    if (place < 0) throw wrong(`"${text}" is no input, which are a, b, c … in their order,`, column);
    this.inputs = Math.max(this.inputs, place + 1);
    return { text, level: 2, of: (inputs) => inputs[place]! };
  }

  private call(name: string, column: number): Part {
    const word = words.get(name);
    if (!word) throw wrong(`there is no function "${name}"${didYouMean(name, [...words.keys()])}`, column);
    const args = this.inParentheses(() => this.sum());
    const make = word.make(args);
    if (!make) throw wrong(`${name} is called as ${word.usage}, which this is not,`, column);
    return {
      text: `${name}(${args.map((arg) => arg.text).join()})`,
      level: 2,
      of: (inputs) => fitting(make(inputs), name, column),
    };
  }
}

function fitting(view: View | undefined, what: string, column: number): View {
  if (view) return view;
  throw wrong(`the shapes do not fit ${what}`, column);
}

function numberPart(number: number): Part {
  return {
    text: Math.abs(number) === Infinity ? (number < 0 ? '-inf' : 'inf') : String(number),
    level: number < 0 ? 1 : 2,
    number,
    of: () => ({ shape: [], at: () => constantValue(number) }),
  };
}

function inside(part: Part, level: 0 | 1 | 2): string {
  return part.level < level ? `(${part.text})` : part.text;
}
