import { describe, expect, test } from '@jest/globals';
import { interpret } from '../../../src/network/graph/evaluate.js';
import { stridesOf } from '../../../src/network/graph/operators/attributes.js';
import { strided } from '../../../src/network/graph/operators/broadcast.js';
import { simplify } from '../../../src/network/graph/simplify/simplify.js';
import { toGraph } from '../../../src/network/graph/to-graph.js';
import type { ConstantTensor } from '../../../src/network/onnx/model.js';
import type { FormLayouts, KernelForm } from '../../../src/network/program/layer.js';
import { dimsOf, fits, shapeIn, type Layout } from '../../../src/network/program/layout.js';
import { legalise } from '../../../src/network/program/legalise.js';
import { lowerGraph } from '../../../src/network/program/lowering.js';
import { floats, modelOf, type Written } from '../../support/graph-models.js';
import { interpretComputation } from './interpreted.js';

const layouts: readonly Layout[] = ['NCHW', 'NHWC', 'NCHW8c'];

function lowered(shape: readonly number[], nodes: readonly Written[]) {
  const graph = legalise(simplify(toGraph(modelOf({ inputs: { x: [...shape] }, nodes }))));
  return { graph, ...lowerGraph(graph, layouts) };
}

const halved: Written[] = [
  ['Relu', ['x'], ['a']],
  ['Sigmoid', ['x'], ['b']],
];

describe('layers', () => {
  test.each([1, 4, 8, 16])('of %d channels leave layouts that a value of these may have', (channels) => {
    const { graph, layers } = lowered(
      [1, channels, 4, 6],
      [...halved, ['Concat', ['a', 'b'], ['c'], { axis: 2 }], ['Relu', ['c'], ['d']], ['Tanh', ['c'], ['e']]],
    );
    for (const { forms, writes } of layers)
      for (const { layouts: own } of forms)
        if (own) expect(fits(own.output, graph.values.get(writes)!.shape)).toBe(true);
  });

  test('that bring floats into another type of floats are no kernels: both are of one precision', () => {
    const [float16, window] = [10, { kernel_shape: [2, 2] }];
    const { layers } = lowered(
      [1, 8, 4, 6],
      [
        ['MaxPool', ['x'], ['a'], window],
        ['Cast', ['a'], ['b'], { to: float16 }],
        ['MaxPool', ['b'], ['c'], window],
      ],
    );
    expect(layers.map(({ forms }) => [...new Set(forms.map(({ kind }) => kind))].join())).toEqual([
      'kernel',
      'alias',
      'kernel',
    ]);
  });
});

test('a transpose of channels to the end moves nothing where they lie there', () => {
  const { layers } = lowered(
    [2, 16, 4, 6],
    [
      ['Sigmoid', ['x'], ['a']],
      ['Transpose', ['a'], ['b'], { perm: [0, 2, 3, 1] }],
      ['Softmax', ['b'], ['c'], { axis: 3 }],
    ],
  );
  const forms = layers.find(({ writes }) => writes === 'b')!.forms;
  expect(forms.map(({ kind, layouts: own }) => [kind, own!.inputs, own!.output])).toEqual([
    ['kernel', ['NCHW'], 'NCHW'],
    ['alias', ['NHWC'], 'NCHW'],
  ]);
});

test('a column of pixels is convolved as a row', () => {
  const constants = { w: floats([3, 2, 5, 1], Array<number>(30).fill(1)), k: floats([3, 2, 5, 2], range(60)) };
  const nameOf = (node: Written, width: number): string => {
    const model = modelOf({ inputs: { x: [1, 2, 9, width] }, constants, nodes: [node] });
    const [layer] = lowerGraph(legalise(simplify(toGraph(model))), layouts).layers;
    return (layer!.forms[0] as KernelForm).workload.name;
  };
  const tall = { pads: [2, 0, 1, 0], strides: [2, 3], dilations: [1, 1] };
  expect(nameOf(['Conv', ['x', 'w'], ['y'], tall], 1)).toMatch(/^1x2x1x9-3-k1x5-s1x2-p0x2x0x1/);
  expect(nameOf(['Conv', ['x', 'k'], ['y'], { pads: [0, 1, 0, 0] }], 1)).toMatch(/^1x2x9x1-3-k5x2/);
  expect(nameOf(['Conv', ['x', 'w'], ['y']], 2)).toMatch(/^1x2x9x2-3-k5x1/);
});

describe('a concatenation and what alone reads it, element by element', () => {
  const constants = { scale: floats([16, 1, 1], range(16)), shift: floats([16, 1, 1], range(16).map(Math.cos)) };
  const nodes: Written[] = [
    ...halved,
    ['Concat', ['a', 'b'], ['c'], { axis: 1 }],
    ['Mul', ['c', 'scale'], ['d']],
    ['Add', ['d', 'shift'], ['e']],
    ['Relu', ['e'], ['y']],
  ];

  test('are one kernel in each layout, which computes the same', () => {
    const inputs = { x: [1, 8, 2, 3] };
    const graph = legalise(simplify(toGraph(modelOf({ inputs, constants, nodes, outputs: ['y', 'a', 'b'] }))));
    const { layers } = lowerGraph(graph, layouts);
    const { forms, reads } = layers.find(({ writes }) => writes === 'y')!;
    const x = range(48).map((n) => Math.sin(n));
    const values = interpret(graph, new Map([['x', Float64Array.from(x)]]));
    const of = (name: string): ConstantTensor => ({
      ...{ type: 'float32', shape: graph.values.get(name)!.shape },
      data: graph.constants.get(name)?.data ?? values.get(name)!,
    });
    for (const form of forms as readonly (KernelForm & { readonly layouts: FormLayouts })[]) {
      const given = form.inputs.map((operand, i) => {
        const tensor = 'constant' in operand ? operand.constant : of(operand.value);
        return [...('constant' in operand ? tensor.data : inLayout(tensor, form.layouts.inputs[i]!))];
      });
      const got = [...interpretComputation(form.workload, given)];
      const want = [...inLayout(of('y'), form.layouts.output)];
      got.forEach((element, i) => {
        expect(element).toBeCloseTo(want[i]!, 6);
      });
    }
    expect([forms.map(({ layouts: own }) => own!.output), reads.length]).toEqual([layouts, 2]);
  });
});

function range(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}

/** The elements of a value as they lie in a layout. */
function inLayout({ shape, data }: ConstantTensor, layout: Layout): Iterable<number> {
  const steps = stridesOf(shape);
  const dims = dimsOf(layout, shape.length);
  const strides = dims.map((d) =>
    typeof d === 'number' ? steps[d]! : d.part === 'outer' ? steps[d.dim]! * d.tile : steps[d.dim]!,
  );
  return strided(data, shapeIn(layout, shape), strides);
}
