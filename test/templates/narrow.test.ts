import { describe, expect, test } from '@jest/globals';
import { lower } from '../../src/ir/lower.js';
import { matmul } from '../../src/operator/matmul.js';
import { Random } from '../../src/space/random.js';
import { makeTask } from '../../src/templates/task.js';
import { findTemplate } from '../../src/templates/registry.js';
import type { CpuTarget } from '../../src/backend/cpu/target.js';
import type { ScheduleTemplate } from '../../src/templates/template.js';
import { interpret } from '../support/interpret.js';
import { naiveSchedule } from '../support/naive-schedule.js';
import { avx2 } from '../support/targets.js';

const template = findTemplate('matmul.blocked') as ScheduleTemplate<CpuTarget>;
const ROUNDS = 8;
const DRAWN = 2000;

describe('products of narrow elements', () => {
  test.each(['int8', 'uint8'])(
    'of %s read zeros behind the end of a sum that is no whole number of groups, in blocks of any size',
    (dtype) => {
      const workload = matmul.workload(undefined, { m: '5', n: '19', k: '25', transB: 'true', dtype });
      const { space } = makeTask(template, workload, avx2);
      const random = new Random(7);
      const draw = (count: number): Float64Array => Float64Array.from({ length: count }, () => random.int(9) - 4);
      const inputs = [draw(5 * 25), draw(19 * 25)];
      const want = interpret(lower(naiveSchedule(workload)), inputs);
      const drawn = Array.from({ length: DRAWN }, () => space.sample(random)!);
      const inBlocks = drawn.filter(({ values }) => values['block_k'] === 4 && values['pack_b'] === 'block');
      expect(inBlocks.length).toBeGreaterThan(ROUNDS);
      for (const config of [...drawn.slice(0, ROUNDS), ...inBlocks.slice(0, ROUNDS)])
        expect(interpret(lower(template.schedule(workload, avx2, config)), inputs)).toEqual(want);
    },
  );
});
