import { describe, expect, test } from '@jest/globals';
import { isConstant } from '../../src/ir/index.js';
import { lower } from '../../src/ir/lower.js';
import type { For, Stmt } from '../../src/ir/nest.js';
import { matmul } from '../../src/operator/matmul.js';
import { Random } from '../../src/space/random.js';
import { makeTask } from '../../src/templates/task.js';
import { findTemplate } from '../../src/templates/registry.js';
import type { Target } from '../../src/target/target.js';
import { interpret } from '../support/interpret.js';
import { naiveSchedule } from '../support/naive-schedule.js';
import { avx2, sm80 } from '../support/targets.js';

const CONFIGS = 12;

/** Loops of a nest, from outside in. */
function loopsOf(stmt: Stmt): For[] {
  switch (stmt.kind) {
    case 'for':
      return [stmt, ...loopsOf(stmt.body)];
    case 'if':
      return [...loopsOf(stmt.then), ...loopsOf(stmt.otherwise)];
    case 'block':
      return stmt.body.flatMap(loopsOf);
    case 'alloc':
      return loopsOf(stmt.body);
    default:
      return [];
  }
}

/** How many elements of the sum the instructions of a nest take at once: a tail would be another number. */
function depths(stmt: Stmt): number[] {
  const atOnce = loopsOf(stmt).filter(
    ({ annotation, loop }) => annotation === 'tensorize' && loop.name.startsWith('k'),
  );
  return [
    ...new Set(atOnce.map(({ from, to }) => (isConstant(from) && isConstant(to) ? to.constant - from.constant : 0))),
  ];
}

describe.each<[name: string, target: Target, dtype: string, depth: number]>([
  ['matmul.blocked', avx2, 'int8', 4],
  ['matmul.mma', sm80, 'float16', 16],
])('%s', (name, target, dtype, depth) => {
  test.each([25, 46])(`pads a sum of %d to whole instructions of ${depth}, which leaves no tail`, (k) => {
    const workload = matmul.workload(undefined, { m: '5', n: '19', k: `${k}`, transB: 'true', dtype });
    const template = findTemplate(name);
    const { space } = makeTask(template, workload, target);
    const random = new Random(3);
    const draw = (count: number): Float64Array => Float64Array.from({ length: count }, () => random.int(9) - 4);
    const inputs = [draw(5 * k), draw(19 * k)];
    const want = interpret(lower(naiveSchedule(workload)), inputs);
    for (let i = 0; i < CONFIGS; i++) {
      const nest = lower(template.schedule(workload, target, space.sample(random)!));
      expect(depths(nest.body)).toEqual([depth]);
      expect(interpret(nest, inputs)).toEqual(want);
    }
  });
});
