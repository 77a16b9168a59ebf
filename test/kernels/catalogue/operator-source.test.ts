import { describe, expect, test } from '@jest/globals';
import { loadOperatorSources, type OperatorSource } from '../../../src/catalogue/operator-source/operator-source.js';
import { UsageError, WorkError } from '../../../src/target/errors.js';
import { doubleC, doubleSpec, operatorFolder, writeOperator } from '../../support/operator-spec.js';

const folder = operatorFolder();
const head = 'void twice(const float *x, float *y, int count, float plus)';

async function loaded(source: string, changes: object = {}): Promise<OperatorSource> {
  return (await loadOperatorSources([writeOperator(folder, changes, source)]))[0]!;
}

test('a function is called on arrays and numbers', async () => {
  const { compiled } = await loaded(doubleC);
  expect(compiled.call([[1, 2, 3]], [3, 0.5], [3])).toEqual([Float64Array.of(2.5, 4.5, 6.5)]);
});

test('each type is C’s, and outputs are several', async () => {
  const types = ['float64', 'int64', 'int8', 'uint16', 'bool'];
  const source = `#include <stdint.h>
void all(double *a, const int64_t *b, signed char *c, const uint16_t *d, const unsigned char *e, double *f, long long *g) {
  f[0] = a[0] + c[0] + d[0] + e[0];
  g[0] = b[0] + 1;
}`;
  const { compiled } = await loaded(source, {
    function: 'all',
    arguments: [
      ...types.map((type, i) => ({ name: 'abcde'[i], type })),
      { name: 'f', type: 'float64', shape: 'a', direction: 'out' },
      { name: 'g', type: 'int64', shape: 'a', direction: 'out' },
    ],
  });
  const inputs = [[0.1], [2 ** 40], [-3], [65535], [1]];
  expect(compiled.call(inputs, [], [1, 1])).toEqual([Float64Array.of(65533.1), Float64Array.of(2 ** 40 + 1)]);
});

test('what it defines for the linker is known', async () => {
  const source = `static int own(void) { return 1; } int helper(void) { return own(); } int state;\n${doubleC}`;
  expect((await loaded(source)).compiled.symbols.toSorted()).toEqual(['helper', 'state', 'twice']);
  expect((await loaded(`static ${doubleC}`)).compiled.symbols).toEqual([]);
});

describe('a function is refused that', () => {
  const whole = 'for (int i = 0; i < count; i++) y[i] = plus';
  test.each<readonly [what: string, source: string, says: string | RegExp]>([
    [
      'writes far behind an output',
      `${head} { y[1000] = 1; }`,
      /^touched memory \d+ bytes past the end of "y" \(SIGSEGV\)$/,
    ],
    ['writes just before one', `${head} { ${whole}; y[-1] = 1; }`, 'wrote just outside of "y"'],
    ['writes just behind one', `${head} { ${whole}; y[count] = 1; }`, 'wrote just outside of "y"'],
    ['writes to an input', `${head} { ${whole}; *(float *)x = 1; }`, 'wrote to its input "x" (SIGSEGV)'],
    [
      'reads behind one',
      `${head} { ${whole}; y[0] = x[16]; }`,
      /^touched memory \d+ bytes past the end of "x" \(SIGSEGV\)$/,
    ],
    ['leaves elements unwritten', `${head} { y[0] = plus; }`, 'left 2 of 3 elements of "y" unwritten'],
    [
      'remembers an earlier call',
      `static int calls;\n${head} { calls++; ${whole} + (i == 1 ? calls : 0); }`,
      'gave another element 1 of "y" in a second call on the same inputs',
    ],
    [
      'ends the process',
      `#include <stdlib.h>\n${head} { exit(3); }`,
      'ended its process (status 3) instead of returning',
    ],
    [
      'opens a file',
      `#include <stdio.h>\n${head} { fopen("/dev/null", "w"); }`,
      /^made the system call open(at)?, and operators reach no files, processes or network$/,
    ],
    ['follows no pointer', `${head} { *(volatile int *)0 = 1; }`, 'used a null pointer (SIGSEGV)'],
    ['needs a library', `void missing(void);\n${head} { missing(); }`, /^cannot be loaded \(undefined symbol: missing/],
  ])('%s', async (_, source, says) => {
    const { compiled } = await loaded(source);
    expect(() => compiled.call([[1, 2, 3]], [3, 1], [3])).toThrow(says);
  });

  test('says that an input is none that it can take', async () => {
    const source =
      'int twice(const float *x, float *y, int count, float plus) { y[0] = plus + count; return x[0] > 0; }';
    const { compiled } = await loaded(source, { returns: 'status' });
    expect(compiled.call([[-1]], [1, 1], [1])).toEqual([Float64Array.of(2)]);
    expect(() => compiled.call([[1]], [1, 1], [1])).toThrow('returned 1');
  });
});

describe('C is refused that', () => {
  test.each<readonly [what: string, source: string, says: RegExp]>([
    [
      'is none',
      `${head} { y[0] = ; }`,
      /^\S*twice\.yaml does not compile: twice\.c:1:\d+: error: expected expression.*\.$/,
    ],
    [
      'takes other numbers of arguments',
      'void twice(const float *x) { (void)x; }',
      /does not compile: called with its arguments, twice has an error: too many arguments/,
    ],
    [
      'takes arrays of other types',
      head.replace('float *y', 'double *y') + ' {}',
      /does not compile: called with its arguments, twice has an error: .*incompatible/,
    ],
    ['has another name', doubleC.replace('twice', 'thrice'), /twice has an error: implicit declaration of function/],
  ])('%s', async (_, source, says) => {
    const failed = loaded(source);
    await expect(failed).rejects.toThrow(WorkError);
    await expect(failed).rejects.toThrow(says);
  });
});

test('an operator is given once', async () => {
  const path = writeOperator(folder);
  await expect(loadOperatorSources([path, path])).rejects.toThrow(
    new UsageError(`${path} and ${path} both give ${doubleSpec.operator}: leave one --operator-source out.`),
  );
});
