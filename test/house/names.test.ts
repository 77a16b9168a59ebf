import { expect, test } from '@jest/globals';
import { elementNames } from './element-names.js';
import { isInstructionSet } from './isa-names.js';
import { findComparisons, findTables, type Indirect, type IsName } from './names.js';
import { parseSource } from './source-file.js';

const isCuda: IsName = (text) => text === 'cuda';
const count = (text: string, isName = isCuda, also: readonly Indirect[] = []): number =>
  findComparisons(parseSource('a.ts', text), isName, also).length;

test.each([
  `kind === 'cuda'`,
  `kind != "cuda"`,
  `'cuda' !== kind`,
  '`cuda` === kind',
  `kind === ('cuda' as const)`,
  `switch (kind) { case 'cuda': f(); }`,
  `'cuda' in table`,
  `kinds.has('cuda')`,
  `text.startsWith('cuda')`,
  `['llvm', 'cuda'].includes(kind)`,
  `new Set(['llvm', 'cuda'])`,
])('counts %s', (text) => {
  expect(count(text)).toBe(1);
});

test.each([
  `x = { kind: 'cuda' }`,
  `// kind === 'cuda'`,
  `kind === 'llvm'`,
  `parseTarget('cuda')`,
  `const kinds = ['llvm', 'cuda']`,
  `kind === 'cuda-like'`,
  `let kind: 'cuda' | 'llvm'`,
  `a = x + 'cuda'`,
  `new Error('cuda')`,
  `/^cuda$/.test(kind)`,
])('does not count %s', (text) => {
  expect(count(text)).toBe(0);
});

test('a switch is one place, however many of its cases are names', () => {
  const text = `switch (t) { case 'int8': case 'uint8': return 1; case 'float32': return 4; default: return 0; }`;
  expect(findComparisons(parseSource('a.ts', text), elementNames())).toHaveLength(1);
});

test('all lists count where that is asked for', () => {
  expect(count(`const macros = ['__AVX2__', '__FMA__']`, isInstructionSet)).toBe(0);
  expect(count(`const macros = ['__AVX2__', '__FMA__']`, isInstructionSet, ['list'])).toBe(1);
});

test('regular expressions count where that is asked for', () => {
  expect(count('/^cuda$/.test(kind)', isCuda, ['pattern'])).toBe(1);
  expect(count('/barracuda/.test(kind)', isCuda, ['pattern'])).toBe(0);
  expect(count('/^__(AVX|FMA4?)__$/', isInstructionSet, ['pattern'])).toBe(1);
});

test('tables of two keys or more are found', () => {
  const tables = (text: string): number => findTables(parseSource('a.ts', text), elementNames()).length;
  expect(tables(`x = { float32: 4, 'int8': 1 }`)).toBe(1);
  expect(tables(`x = { float32: 4 }; y = { type: 'float32', other: 'int8' }`)).toBe(0);
});

test('element types are those known', () => {
  const isElement = elementNames('no-such-folder');
  expect(['float32', 'tfloat32', 'bfloat16', 'uint8'].every(isElement)).toBe(true);
  expect(['float', 'conv2d', 'uint', 'x-float32'].some(isElement)).toBe(false);
});

test('instruction sets are known in each spelling', () => {
  const names = ['avx2', 'avx512', '__AVX512F__', 'avx512_vnni', 'vnni', 'neon', 'sse', '__SSE4_2__', 'SSSE3', 'fma'];
  expect(names.filter((name) => !isInstructionSet(name))).toEqual([]);
  expect(['llvm', 'mma', 'processed', 'sa', 'x86-64-v3', 'fmap'].filter(isInstructionSet)).toEqual([]);
});
