import { describe, expect, test } from '@jest/globals';
import { InstantiationError } from '../../src/ir/errors.js';
import type { Index } from '../../src/ir/index.js';
import { isReduce } from '../../src/ir/loop.js';
import { Schedule } from '../../src/ir/schedule.js';
import type { Stage } from '../../src/ir/stage.js';
import { at, input, plus, sum, times } from '../../src/ir/compute.js';
import type { Tensor, Value } from '../../src/ir/tensor.js';
import { checkZeroTails } from '../../src/ir/zero-tail.js';

const [rows, columns] = [16, 16];

interface Product {
  readonly s: Schedule;
  readonly a: Tensor;
  readonly b: Tensor;
  readonly acc: Stage;
}

/**
 * C[i, j] = Σ over k of A[i, k] and B[k, j], in blocks of 8 steps that run over the end; `length` of A and B may be
 * more than k.
 */
function product({
  k = 20,
  length = k,
  combine = times,
}: { k?: number; length?: number; combine?: typeof times } = {}): Product {
  const [a, b] = [input('A', [rows, length]), input('B', [length, columns])];
  const source = ([i, j]: readonly [Index, Index], { k: p }: { readonly k: Index }): Value =>
    combine(at(a, i, p), at(b, p, j));
  const s = new Schedule({
    inputs: [a, b],
    output: sum('C', [rows, columns], ['i', 'j'], { k }, source),
    constants: [],
  });
  const acc = s.cacheWrite(s.output, 'register');
  acc.split(acc.loops.find(isReduce)!, 8, 'zero');
  return { s, a, b, acc };
}

const checking =
  ({ s }: Product) =>
  (): void => {
    checkZeroTails(s.stages);
  };
const refused = 'C_acc may add other values than zeros beyond the end of k: give the split another tail';

describe('a sum that runs over its end', () => {
  test('is refused where it reads an operand as it lies', () => {
    expect(checking(product())).toThrow(new InstantiationError(refused));
  });

  test('adds zeros where one of the operands is a copy, which is zero outside', () => {
    const one = product();
    one.s.cacheRead(one.a, 'shared');
    expect(checking(one)).not.toThrow();
  });

  test('is proven through the copies of a copy, whose tiles end with a whole one', () => {
    const tiled = product();
    const shared = tiled.s.cacheRead(tiled.a, 'shared');
    const fragment = tiled.s.cacheRead(shared.tensor, 'fragment', { 0: [16], 1: [16] });
    // The tensor of the fragment has the steps 20 to 31, too: only its source tells that they are zero.
    expect(fragment.tensor.shape).toEqual([1, 16, 2, 16]);
    expect(checking(tiled)).not.toThrow();
  });

  test('is refused where a tensor goes on beyond the end of the sum, however often it is copied', () => {
    const longer = product({ k: 20, length: 32 });
    const shared = longer.s.cacheRead(longer.a, 'shared');
    expect(checking(longer)).toThrow(refused);
    longer.s.cacheRead(shared.tensor, 'fragment', { 0: [16], 1: [16] });
    longer.s.cacheRead(longer.b, 'shared');
    expect(checking(longer)).toThrow(refused);
  });

  test('is refused where a zero does not make zero what is added', () => {
    const added = product({ combine: plus });
    added.s.cacheRead(added.a, 'shared');
    added.s.cacheRead(added.b, 'shared');
    expect(checking(added)).toThrow(refused);
  });

  test('needs no proof where tiles divide it', () => {
    expect(checking(product({ k: 24 }))).not.toThrow();
  });
});
