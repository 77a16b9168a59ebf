import { expect, test } from '@jest/globals';
import { cyclesOf } from './graph.js';
import { nativeGraph } from './native.js';

/** The graph of files of native/, given by their names. */
function graph(texts: Record<string, string>): Record<string, readonly string[]> {
  const files = Object.entries(texts).map(([name, text]) => ({ path: `native/${name}`, text }));
  return Object.fromEntries(nativeGraph(files));
}

test('calls and functions that are passed on lead to the file that defines them', () => {
  const found = graph({
    'a.c': 'void a(void) { b(1); }\nvoid (*const table[])(void) = {c};',
    'b.c': 'int b(int x)\n{ return x; }',
    'c.c': 'void c(void) { if (1) { a(); } }',
  });
  expect(found).toEqual({
    'native/a.c': ['native/b.c', 'native/c.c'],
    'native/b.c': [],
    'native/c.c': ['native/a.c'],
  });
  expect(cyclesOf(new Map(Object.entries(found)))).toEqual([['native/a.c', 'native/c.c']]);
});

test('functions of the file itself, members, comments, texts and declarations lead nowhere', () => {
  const found = graph({
    'a.c': `static void b(void) {}
            void b2(void);
            struct s { int c; void (*d)(void); };
            void a(struct s *s) { b(); s->c = 1; *s = (struct s){.d = 0}; /* c() */ print("c()"); } // c()`,
    'b.c': 'void b(void) {}\nvoid b2(void) {}',
    'c.c': 'void c(void) {}\nvoid d(void) {}',
  });
  expect(found['native/a.c']).toEqual([]);
});

test('static functions belong to their file, and the function of the same folder is meant', () => {
  const found = graph({
    'x/a.c': 'void a(void) { run(); help(); }',
    'x/run.c': 'void run(void) {}',
    'y/run.c': 'void run(void) {}\nstatic void help(void) {}',
  });
  expect(found['native/x/a.c']).toEqual(['native/x/run.c']);
});

test('includes lead to headers, beside the file or elsewhere', () => {
  const found = graph({
    'x/a.c': '#include "a.h"\n#include <stdio.h>\n#include "b.h"',
    'x/a.h': '',
    'y/b.h': '#include "../x/a.h"',
  });
  expect(found).toEqual({
    'native/x/a.c': ['native/x/a.h', 'native/y/b.h'],
    'native/x/a.h': [],
    'native/y/b.h': ['native/x/a.h'],
  });
});
