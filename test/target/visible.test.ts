import { describe, expect, test } from '@jest/globals';
import { Chalk } from 'chalk';
import fc from 'fast-check';
import { shortened, visible, visibleInColour } from '../../src/target/visible.js';

const anyText = fc.string({ unit: 'binary', maxLength: 60 });

describe('a text that a file gives', () => {
  test.each([
    ['\x1b[2J\x1b]0;title\x07', String.raw`\u001b[2J\u001b]0;title\u0007`],
    ['matmul\x9b1m', String.raw`matmul\u009b1m`],
    ['gnp\u202egpj', String.raw`gnp\u202egpj`],
    ['a\rb\0', String.raw`a\u000db\u0000`],
    ['tag\u{e0041}', String.raw`tag\udb40\udc41`],
    ['plain\ttext, µs, 3×5, 名前\n', 'plain\ttext, µs, 3×5, 名前\n'],
  ])('%j is shown and not acted upon', (text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  test('whatever it is, nothing is left that a terminal acts upon', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(visible(text)).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      }),
    );
  });

  test('inside of JSON it stays the same text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(JSON.parse(visible(JSON.stringify({ text })))).toEqual({ text });
      }),
    );
  });

  test('colours of ours stay', () => {
    const { red } = new Chalk({ level: 3 });
    expect(visibleInColour(`${red('a')}\x1b[2Jb`)).toBe(`${red('a')}\\u001b[2Jb`);
  });

  test('in a table it has one line of bounded length', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        expect(shortened(text)).not.toMatch(/[\n\t]/);
        expect(shortened(text).length).toBeLessThanOrEqual(100);
      }),
    );
    expect(shortened('resnet18.C2')).toBe('resnet18.C2');
  });
});
