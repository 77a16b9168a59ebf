import { expect, test } from '@jest/globals';
import { parseSource } from './source-file.js';
import { findConditionalSpreads } from './spreads.js';

const count = (text: string): number => findConditionalSpreads(parseSource('a.ts', text)).length;

test.each([
  'x = { ...(c ? { a } : {}) };',
  'x = { ...(c ? {} : { a }) };',
  'x = { b, ...(a === undefined ? {} : { a }), d };',
  'x = { ...(c && { a }) };',
  'x = { ...((c ? { a } : undefined) as T) };',
  'x = { ...(c ? { a } : d ? { b } : {}) };',
  `x = {
     ...(
       c
         ? { a }
         : {}
     ),
   };`,
])('counts %s', (text) => {
  expect(count(text)).toBe(1);
});

test.each([
  'x = { ...a };',
  'x = { ...(c ? { a } : { b }) };',
  'x = { ...(a ?? b) };',
  'x = [...(c ? [a] : [])];',
  'f(...(c ? [a] : []));',
  'x = c ? { a } : {};',
  '// ...(c ? { a } : {})',
])('does not count %s', (text) => {
  expect(count(text)).toBe(0);
});

test('each spread counts, with its line', () => {
  const found = findConditionalSpreads(parseSource('a.ts', 'f({\n  ...(c && { a }),\n  ...(d ? {} : { b }) });'));
  expect(found).toEqual([
    { path: 'a.ts', line: 2, text: '...(c && { a })' },
    { path: 'a.ts', line: 3, text: '...(d ? {} : { b })' },
  ]);
});
