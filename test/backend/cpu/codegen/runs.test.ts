import { expect, test } from '@jest/globals';
import { Runs } from '../../../../src/backend/cpu/codegen/runs.js';
import { Context } from '../../../../src/codegen/context.js';
import { rowMajor } from '../../../../src/codegen/places.js';
import * as ix from '../../../../src/ir/index.js';
import type { Index, Var } from '../../../../src/ir/index.js';
import type { For, Stmt } from '../../../../src/ir/nest.js';
import type { Tensor } from '../../../../src/ir/tensor.js';

const to: Tensor = { name: 'to', shape: [8, 10, 3], dtype: 'float32', compute: undefined };
const from: Tensor = { name: 'from', shape: [8, 10, 3], dtype: 'float32', compute: undefined };
const [i, j, k, n] = ['i', 'j', 'k', 'n'].map((name) => new ix.Var(name, 20)) as [Var, Var, Var, Var];
const [row, column, channel] = [i, j, k].map((v) => ix.variable(v)) as [Index, Index, Index];

function loop(
  v: Var,
  [first, end]: readonly [Index | number, Index | number],
  body: Stmt,
  more: Partial<For> = {},
): For {
  const index = (at: Index | number): Index => (typeof at === 'number' ? ix.constant(at) : at);
  const plain = { annotation: 'serial', lanes: 1, unrollFactor: undefined, stage: 'to' } as const;
  return { kind: 'for', loop: v, from: index(first), to: index(end), ...plain, ...more, body };
}

function copy(indices: readonly Index[], source: readonly Index[] = indices): Stmt {
  const value = { kind: 'load', tensor: from, indices: source } as const;
  return { kind: 'store', tensor: to, indices, value, update: undefined };
}

const clear: Stmt = {
  kind: 'store',
  tensor: to,
  indices: [row, column, channel],
  value: { kind: 'constant', value: 0 },
  update: undefined,
};

function textOf(outermost: For): string | undefined {
  const context = new Context([]);
  for (const tensor of [to, from]) {
    const strides = rowMajor(tensor.shape);
    context.places.set(tensor, { kind: 'memory', pointer: tensor.name, strides, slack: false });
  }
  return new Runs(context).text(outermost)?.join('\n');
}

const whole = copy([row, column, channel]);

test('loops through one run of memory are one copy', () => {
  expect(textOf(loop(k, [0, 3], whole))).toBe('__builtin_memcpy(to + 30 * i + 3 * j, from + 30 * i + 3 * j, 12);');
  expect(textOf(loop(j, [2, 9], loop(k, [0, 3], whole)))).toBe(
    '__builtin_memcpy(to + 30 * i + 6, from + 30 * i + 6, 84);',
  );
  expect(textOf(loop(i, [1, 8], loop(j, [0, 10], loop(k, [0, 3], clear))))).toBe('__builtin_memset(to + 30, 0, 840);');
  expect(textOf(loop(k, [2, 2], whole))).toBe('');
});

test('the outermost loop may have any bounds that do not cross', () => {
  const end = ix.min(ix.variable(n), ix.constant(10));
  expect(textOf(loop(j, [0, end], loop(k, [0, 3], clear)))).toBe(
    '__builtin_memset(to + 30 * i, 0, (unsigned long)max_of(0, 12 * min_of(n, 10)));',
  );
  expect(textOf(loop(j, [ix.variable(n), 10], loop(k, [0, 3], clear)))).toBeUndefined();
});

test.each<[string, For]>([
  ['rows of which only a part is copied', loop(i, [0, 8], loop(j, [0, 9], loop(k, [0, 3], whole)))],
  [
    'a row that is read again and again',
    loop(i, [0, 8], loop(j, [0, 10], loop(k, [0, 3], copy([row, column, channel], [ix.zero, column, channel])))),
  ],
  ['loops in another order than the memory', loop(k, [0, 3], loop(j, [0, 10], whole))],
  [
    'an inner loop that depends on the outer one',
    loop(j, [0, 10], loop(k, [0, ix.min(column, ix.constant(3))], whole)),
  ],
  ['an inner loop that is unrolled', loop(j, [0, 10], loop(k, [0, 3], whole, { annotation: 'unroll' }))],
  ['an inner loop of which the text has every iteration', loop(j, [0, 10], loop(k, [0, 3], whole, { explicit: true }))],
  ['a sum', loop(k, [0, 3], { ...clear, update: 'add' })],
])('%s is no run', (_, outermost) => {
  expect(textOf(outermost)).toBeUndefined();
});
