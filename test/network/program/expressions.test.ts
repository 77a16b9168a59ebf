import { expect, test } from '@jest/globals';
import { interpret } from '../../../src/network/graph/evaluate.js';
import { toGraph } from '../../../src/network/graph/to-graph.js';
import { lowerGraph } from '../../../src/network/program/lowering.js';
import { floats, integers, modelOf, type Written } from '../../support/graph-models.js';
import { interpretComputation } from './interpreted.js';

const x = [-2.5, -1.5, -0.5, 0, 0.5, 1.5, 2.5, 3];
const y = [-2.5, 1, -0.75, 0, 0.25, 1.5, -3, 4];
const comparisons = ['Equal', 'Greater', 'GreaterOrEqual', 'Less', 'LessOrEqual'];

const chains: readonly (readonly [what: string, nodes: readonly Written[]])[] = [
  ['Round', [['Round', ['x'], ['z']]]],
  ['Sign', [['Sign', ['x'], ['z']]]],
  ['ThresholdedRelu', [['ThresholdedRelu', ['x'], ['z'], { alpha: 0.5 }]]],
  ['Swish', [['Swish', ['x'], ['z'], { alpha: 1.5 }]]],
  ...comparisons.map((op): (typeof chains)[number] => [
    `${op} and Where`,
    [
      [op, ['x', 'y'], ['c']],
      ['Where', ['c', 'x', 'one'], ['z']],
    ],
  ]),
  ...['And', 'Or', 'Xor'].map((op): (typeof chains)[number] => [
    `${op} and Not as numbers`,
    [
      ['Cast', ['x'], ['c'], { to: 9 }],
      ['Less', ['y', 'x'], ['d']],
      [op, ['c', 'd'], ['e']],
      ['Not', ['e'], ['f']],
      ['Cast', ['f'], ['z'], { to: 1 }],
    ],
  ]),
  ['Where of constant truth', [['Where', ['mask', 'x', 'y'], ['z']]]],
];

test.each(chains)('%s: kernels compute what the interpreter does', (_, nodes) => {
  const constants = { one: floats([], [1]), mask: integers([0, 1, 0, 1, 1, 0, 0, 1], [1, 8], 'bool') };
  const graph = toGraph(modelOf({ inputs: { x: [1, 8], y: [1, 8] }, constants, nodes }));
  const values = new Map<string, Float64Array>([
    ['x', Float64Array.from(x)],
    ['y', Float64Array.from(y)],
  ]);
  const want = interpret(graph, values).get('z')!;
  for (const { forms, writes } of lowerGraph(graph, ['NCHW']).layers) {
    const [form] = forms;
    if (form?.kind !== 'kernel') throw new Error('no kernel');
    const inputs = form.inputs.map((operand) =>
      Array.from('value' in operand ? values.get(operand.value)! : operand.constant.data),
    );
    values.set(writes, interpretComputation(form.workload, inputs));
  }
  expect(values.get('z')!.every((value, i) => Math.abs(value - want[i]!) < 1e-9)).toBe(true);
});
