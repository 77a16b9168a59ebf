import { expect, test } from '@jest/globals';
import { cyclesOf } from './graph.js';
import { importGraph, importsOf } from './imports.js';
import { parseSource } from './source-file.js';

test('imports and exports are found with when they are loaded; texts and comments are not imports', () => {
  const source = parseSource(
    'a.ts',
    `import a from './a.js';
     export { b } from "../b.js";
     import type { T } from './t.js';
     export type { U } from './u.js';
     const c = await import('../c.js');
     import 'd';
     let t: import('./e.js').E;
     // import f from './f.js';
     const text = "import g from './g.js'";`,
  );
  expect(importsOf(source).map(({ name, kind }) => `${kind} ${name}`)).toEqual([
    ...['static ./a.js', 'static ../b.js', 'type ./t.js', 'type ./u.js', 'lazy ../c.js', 'static d', 'type ./e.js'],
  ]);
});

test('the graph of imports holds files of this project, with types and lazy imports unless told otherwise', () => {
  const house = { 'a/x.ts': './top-k-heap.js', 'a/top-k-heap.ts': '../b/y.js', 'b/y.ts': '../a/x.js', 'b/z.ts': 'zod' };
  const files = Object.entries(house).map(([path, name]) => parseSource(path, `import type { T } from '${name}';`));
  expect(Object.fromEntries(importGraph(files))).toEqual({
    'a/x.ts': ['a/top-k-heap.ts'],
    'a/top-k-heap.ts': ['b/y.ts'],
    'b/y.ts': ['a/x.ts'],
    'b/z.ts': [],
  });
  expect(cyclesOf(importGraph(files))).toEqual([['a/top-k-heap.ts', 'a/x.ts', 'b/y.ts']]);
  expect(cyclesOf(importGraph(files, ['static', 'lazy']))).toEqual([]);
  const lazy = [
    parseSource('a.ts', `const { b } = await import('./b.js');`),
    parseSource('b.ts', `export * from './a.js';`),
  ];
  expect(cyclesOf(importGraph(lazy))).toEqual([['a.ts', 'b.ts']]);
  expect(cyclesOf(importGraph(lazy, ['static', 'type']))).toEqual([]);
});
