import { describe, expect, test } from '@jest/globals';
import { generate } from '../../src/backend/generate.js';
import { lower } from '../../src/ir/lower.js';
import { matmul } from '../../src/operator/matmul.js';
import { Random } from '../../src/space/random.js';
import { makeTask } from '../../src/templates/task.js';
import { productsOf } from '../../src/templates/narrow.js';
import { findTemplate } from '../../src/templates/registry.js';
import type { Stmt } from '../../src/ir/nest.js';
import type { Value } from '../../src/ir/tensor.js';
import { firstSuggested } from '../../src/transfer/suggestions.js';
import { taskOf } from '../network/session/fixtures.js';
import type { CpuTarget } from '../../src/backend/cpu/target.js';
import type { ScheduleTemplate } from '../../src/templates/template.js';
import { interpret } from '../support/interpret.js';
import { naiveSchedule } from '../support/naive-schedule.js';
import { avx2, avx512vnni, sse, withThreads } from '../support/targets.js';

const template = findTemplate('matmul.blocked') as ScheduleTemplate<CpuTarget>;
const image = { inChannels: '64', height: '14', width: '14', outChannels: '64', layout: 'NHWC', constant: 'weights' };
const ROUNDS = 8;
const DRAWN = 2000;

type Product = Extract<Value, { kind: 'binary' }>;

/** The products that sums of a nest take up. */
function productsIn(body: Stmt): readonly Product[] {
  if (body.kind === 'store' && body.update === 'add' && body.value.kind === 'binary') return [body.value];
  return Object.values(body)
    .flat()
    .flatMap((part) => (typeof part === 'object' && 'kind' in part ? productsIn(part as Stmt) : []));
}

function typeOf(value: Value): string {
  return value.kind === 'load' ? value.tensor.dtype : value.kind;
}

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

  const vectorUnits = { avx2, avx512vnni, sse };
  test.each([
    ['uint8', 'avx2', 100, 'int16', 2],
    ['int8', 'avx2', 100, 'int16', 2],
    // Of few rows, weights that take twice the memory show.
    ['uint8', 'avx2', 1, undefined, 4],
    ['uint8', 'avx512vnni', 100, undefined, 4],
    ['uint8', 'sse', 100, 'int32', 1],
    ['bfloat16', 'avx2', 100, 'float32', 1],
    ['float32', 'avx2', 100, undefined, 1],
  ] as const)(
    'of %s on %s, weights read by %i rows, have copies of %s in groups of %i',
    (...[dtype, name, rows, widened, group]) => {
      expect(productsOf(dtype, 64, rows, vectorUnits[name].vector)).toMatchObject({ widened, group });
    },
  );

  test.each([
    ['uint8', 'avx2', 100, 'int16'],
    ['uint8', 'sse', 100, undefined],
    ['bfloat16', 'avx2', 100, 'float32'],
    ['float16', 'avx2', 100, 'float32'],
    ['bfloat16', 'avx2', 1, undefined],
  ] as const)('of %s on %s, read by %i rows, weights are packed ahead as %s', (...[dtype, name, rows, ahead]) => {
    expect(productsOf(dtype, 64, rows, vectorUnits[name].vector).ahead).toBe(ahead);
  });

  test.each([
    [{ kernel: '1' }, 1, { pad_at: 'row', outer: 'oh' }],
    [{ kernel: '3', pad: '1', stride: '2' }, 1, { pad_at: 'row', outer: 'oh' }],
    [{ kernel: '3', pad: '1' }, 1, { pad_at: 'root' }],
    [{ kernel: '2', dilation: '5', stride: '2' }, 1, { pad_at: 'root' }],
    [{ kernel: '1', outChannels: '4096' }, 1, { pad_at: 'root' }],
    // Threads share tiles of channels and rows, and each would copy its rows.
    [{ kernel: '1' }, 2, { pad_at: 'root' }],
  ])('an image without a dot product, %o on %i threads, is copied as %o', (convolution, threads, copied) => {
    const shape = { ...image, dtype: 'bfloat16', ...convolution };
    const { template, workload, operator } = taskOf('conv2d.direct', shape);
    const task = makeTask(template, workload, withThreads(avx2, threads), operator);
    expect(firstSuggested(task)!.values).toMatchObject(copied);
  });

  test.each([
    ['conv2d.direct', { kernel: '1' }],
    ['conv2d.direct', { kernel: '3', pad: '1' }],
    ['conv2d.direct', { kernel: '3', pad: '1', stride: '2' }],
    ['conv2d.pointwise', { kernel: '1' }],
    ['conv2d.im2col', { kernel: '3', pad: '1' }],
    ['matmul.blocked', {}],
  ])('%s of %o widens nothing in its innermost loop where there is no dot product', (name, convolution) => {
    const shape = name.startsWith('conv2d')
      ? { ...image, ...convolution }
      : { m: '64', n: '64', k: '64', constant: 'B' };
    const task = taskOf(name, { ...shape, dtype: 'bfloat16' });
    const schedule = (task.template as ScheduleTemplate).schedule(task.workload, task.target, firstSuggested(task)!);
    const multiplied = productsIn(lower(schedule).body).map(({ a, b }) => [typeOf(a), typeOf(b)]);
    expect(multiplied.length).toBeGreaterThan(0);
    for (const types of multiplied) expect(types).toEqual(['float32', 'float32']);
  });

  test.each([
    [25, 6],
    [46, 12],
  ])('in 16 bits are of whole pairs, zeros behind the end of %i terms', (k, block) => {
    const workload = matmul.workload(undefined, { m: '9', n: '19', k: `${k}`, constant: 'B', dtype: 'int8' });
    const task = makeTask(template, workload, avx2);
    const random = new Random(7);
    const draw = (count: number): Float64Array => Float64Array.from({ length: count }, () => random.int(256) - 128);
    const inputs = [draw(9 * k), draw(k * 19)];
    const want = interpret(lower(naiveSchedule(workload)), inputs);
    const blocks = new Set<string>();
    for (let round = 0; round < 6 * ROUNDS; round++) {
      const config = task.space.sample(random)!;
      blocks.add([config.values['pack_a'], config.values['block_k']].join(' '));
      const schedule = template.schedule(workload, avx2, config);
      expect(schedule.stages.find(({ tensor }) => tensor.name === 'B_packed')?.tensor.dtype).toBe('int16');
      expect(interpret(lower(schedule), inputs)).toEqual(want);
      expect(() => generate(task, config)).not.toThrow();
    }
    // Blocks that are no whole vectors, too.
    expect(blocks).toContain(`rows ${block}`);
  });
});
