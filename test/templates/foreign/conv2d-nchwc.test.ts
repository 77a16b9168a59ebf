import { expect, test } from '@jest/globals';
import { featureNest, lower } from '../../../src/ir/lower.js';
import { statementsOf } from '../../../src/features/statements.js';
import { UsageError } from '../../../src/target/errors.js';
import { conv2dNchwc } from '../../../src/templates/foreign/conv2d-nchwc.js';
import { interpret, size } from '../../support/interpret.js';
import { naiveSchedule } from '../../support/naive-schedule.js';

const args = (pad: readonly number[]) => [
  ['TENSOR', [1, 4, 6, 6], 'float32'],
  ['TENSOR', [8, 4, 3, 3], 'float32'],
  [1, 1],
  pad,
  [1, 1],
  'NCHW',
  'NCHW',
  'float32',
];

const configs = [
  { tile_ic: [-1, 2], tile_oc: [-1, 4], tile_ow: [-1, 2], unroll_kw: true },
  { tile_ic: [-1, 4], tile_oc: [-1, 1], tile_ow: [-1, 1], unroll_kw: false },
  { tile_ic: [-1, 1], tile_oc: [-1, 8], tile_ow: [-1, 2], unroll_kw: false },
];

test.each([[[1, 1, 1, 1]], [[0, 0, 0, 0]]])('with the border %j it computes the convolution', (pad) => {
  const workload = conv2dNchwc.workload(args(pad));
  const naive = lower(naiveSchedule(workload));
  const inputs = naive.inputs.map(({ shape }) => Float64Array.from({ length: size(shape) }, (_, i) => (7 * i) % 11));
  for (const values of configs) {
    const nest = lower(conv2dNchwc.schedule(workload, values));
    expect([...interpret(nest, inputs)]).toEqual([...interpret(naive, inputs)]);
  }
});

test('its statement has the loops of AutoTVM, in their order', () => {
  const workload = conv2dNchwc.workload(args([1, 1, 1, 1]));
  const statements = statementsOf(featureNest(conv2dNchwc.schedule(workload, configs[0]!)));
  const sum = statements.find(({ arithmetic }) => arithmetic.muls > 0)!;
  const named = sum.loops.flatMap(({ loop, annotation }, i) =>
    sum.lengths[i]! > 1 ? [`${loop.name}:${annotation}:${sum.lengths[i]!}`] : [],
  );
  expect(named).toEqual([
    'oco_oh:parallel:12',
    'owo:serial:3',
    'ico:serial:2',
    'kh:serial:3',
    'ici:serial:2',
    'kw:unroll:3',
    'ow:unroll:2',
    'oc:vectorize:4',
  ]);
});

test.each([[[]], [[['TENSOR', [1], 'float32']]]])('arguments %j are refused', (wrong) => {
  expect(() => conv2dNchwc.workload(wrong)).toThrow(UsageError);
});

test('a knob that is no split is refused', () => {
  const workload = conv2dNchwc.workload(args([1, 1, 1, 1]));
  expect(() => conv2dNchwc.schedule(workload, { ...configs[0]!, tile_oc: 3 })).toThrow(UsageError);
});
