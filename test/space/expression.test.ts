import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ExpressionError, holds, numberOf, parseExpression } from '../../src/space/expression.js';

const names = { a: 6, b: 4, zero: 0, flag: '-O3' };

/** What an expression comes to over `names`. */
function valueOf(text: string): unknown {
  return parseExpression(text).evaluate(names);
}

/** Why there is no value. */
function faultOf(text: string): string {
  try {
    valueOf(text);
  } catch (error) {
    if (error instanceof ExpressionError) return `${error.column ?? '-'}: ${error.message}`;
    throw error;
  }
  return 'none';
}

/** An expression of whole numbers as text, and what it comes to. */
const whole = fc.letrec<{ term: readonly [text: string, value: number] }>((tie) => ({
  term: fc.oneof(
    { maxDepth: 5 },
    fc.nat(50).map((n) => [`${n}`, n] as const),
    fc.constant(['a', names.a] as const),
    fc.tuple(tie('term'), tie('term')).map(([[x, p], [y, q]]) => [`(${x} + ${y})`, p + q] as const),
    fc.tuple(tie('term'), tie('term')).map(([[x, p], [y, q]]) => [`(${x}) - (${y})`, p - q] as const),
    fc.tuple(tie('term'), tie('term')).map(([[x, p], [y, q]]) => [`min(${x}, ${y})`, Math.min(p, q)] as const),
    tie('term').map(([x, p]) => [`-(${x})`, -p] as const),
    fc
      .tuple(tie('term'), tie('term'), tie('term'))
      .map(([[x, p], [y, q], [z, r]]) => [`((${x}) < (${y}) ? (${z}) : 7)`, p < q ? r : 7] as const),
  ),
})).term;

describe('an expression', () => {
  test.each([
    ['2 + 3 * 4', 14],
    ['(2 + 3) * 4', 20],
    ['2 ** 3 ** 2', 512],
    ['-2 ** 2', -4],
    ['2 ** -1', 0.5],
    ['7 // 2', 3],
    ['-7 // 2', -4],
    ['-7 % 3', 2],
    ['10 - 4 - 3', 3],
    ['ceildiv(a * 2 + 1, b)', 4],
    ['max(a, b, 5) - min(a, b)', 2],
    ['1 < b < a', true],
    ['1 < a < b', false],
    ['a in [4, 6]', true],
    ['a not in (4, 6)', false],
    ['flag == "-O3" and a % 2 == 0', true],
    ["flag != '-O3' or not a > b", false],
    ['a > b ? 1 : 2', 1],
    ['1 if a < b else 2', 2],
    ['!(a == b) && true', true],
    ['(a > b) + 1', 2],
    ['1.5e1', 15],
    ['zero != 0 and a % zero == 0', false],
  ])('%s is %s', (text, value) => {
    expect(valueOf(text)).toBe(value);
  });

  test.each([
    ['', '1: it ends where a value is expected'],
    ['a +', '4: it ends where a value is expected'],
    ['a b', '3: "b" stands where the expression should end'],
    ['(a', '3: it ends where ")" is expected'],
    ['a = b', '3: "=" means nothing here'],
    ['a; b', '2: ";" means nothing here'],
    ['`a`', '1: "`" means nothing here'],
    ['a.b', '2: "." means nothing here'],
    ['min()', '5: ")" stands where a value is expected'],
    ['sqrt(a, b)', '1: sqrt takes 1 values, not 2'],
    ['and', '1: "and" stands where a value is expected'],
    ['a % zero', '-: something is divided by zero'],
    ['a / zero', '-: something is divided by zero'],
    ['10 ** 400', '-: a value is too large, or no number'],
    ['flag * 2', '-: "*" takes numbers, not the text "-O3"'],
    ['flag < 2', '-: "<" compares numbers with numbers and texts with texts'],
    ['constructor', '-: "constructor" stands for nothing'],
    ['__proto__', '-: "__proto__" stands for nothing'],
    ['toString(1)', '9: "(" stands where the expression should end'],
  ])('"%s" is none: %s', (text, fault) => {
    expect(faultOf(text)).toBe(fault);
  });

  test('that is too long or too deep is refused, not followed', () => {
    expect(faultOf('1 + '.repeat(400))).toMatch(/longer than 1000/);
    expect(faultOf('('.repeat(400))).toMatch(/deeper than 50/);
    expect(faultOf('2 ** '.repeat(199) + '2')).toMatch(/deeper than 50/);
    expect(faultOf('not '.repeat(240) + '1')).toBe('none');
  });

  test('comes to what its parts come to', () => {
    fc.assert(
      fc.property(
        whole.filter(([text]) => text.length <= 1000),
        ([text, value]) => {
          fc.pre(!/\({40}/.test(text));
          expect(numberOf(parseExpression(text), names) + 0).toBe(value + 0);
        },
      ),
    );
  });

  test('of any text has a value, or a sentence, and reaches nothing else', () => {
    const words = fc.constantFrom(
      ...'a b flag 1 2.5 + - * / // % ** ( ) < <= == != and or not in [ ] , ? : if else min'.split(' '),
    );
    const text = fc.oneof(
      fc.string({ maxLength: 40 }),
      fc.array(words, { maxLength: 14 }).map((all) => all.join(' ')),
    );
    fc.assert(
      fc.property(text, (any) => {
        try {
          const value = valueOf(any);
          expect(['number', 'string', 'boolean']).toContain(typeof value);
        } catch (error) {
          expect(error).toBeInstanceOf(ExpressionError);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('names what it needs, and no function', () => {
    expect([...parseExpression('min(a, n) * TILE + (flag == "a")').names]).toEqual(['a', 'n', 'TILE', 'flag']);
  });

  test('holds unless it is false, zero or empty', () => {
    expect(['a', '1 == 1', '"x"', '0', 'a < b', '""'].map((text) => holds(parseExpression(text), names))).toEqual([
      ...[true, true, true],
      ...[false, false, false],
    ]);
  });
});
