import { describe, expect, test } from '@jest/globals';
import { interpret } from '../../../src/network/graph/evaluate.js';
import { toGraph } from '../../../src/network/graph/to-graph.js';
import { floats, integers, modelOf, opsOf, type Written } from '../../support/graph-models.js';

const relu = modelOf({ inputs: { x: ['n', 3, 'h', undefined] }, nodes: [['Relu', ['x'], ['y']]] });

describe('shapes of inputs', () => {
  test('that are open are asked for, with an example', () => {
    expect(() => toGraph(relu)).toThrow(
      'Input "x" is nx3xhx? in the model, and kernels are made for fixed shapes: give one, as --shape x=1x3x224x224.',
    );
  });

  test('are taken by name, and a named extent holds for all inputs', () => {
    const two = modelOf({
      inputs: { x: ['n', 2], z: ['n', 2] },
      nodes: [['Add', ['x', 'z'], ['y']]],
    });
    const graph = toGraph(two, { shapes: new Map([['x', [5, 2]]]) });
    expect(graph.values.get('z')!.shape).toEqual([5, 2]);
  });

  test.each([
    ['another rank', 'x', [1, 3, 2], 'Input "x" is nx3xhx? in the model, and cannot be 1x3x2.'],
    ['another extent', 'x', [1, 4, 2, 2], 'Input "x" is nx3xhx? in the model, and cannot be 1x4x2x2.'],
    ['less', 'x', [1, 3, -1, 2], 'Input "x" cannot be 1x3x-1x2: extents are integers from 0 on.'],
    ['another name', 'xx', [1], 'The model has no input "xx", only "x".'],
  ])('of %s are refused', (_, name, shape, message) => {
    expect(() => toGraph(relu, { shapes: new Map([[name, shape]]) })).toThrow(message);
  });
});

describe('what is not supported', () => {
  test('is named all at once, with the nodes', () => {
    const model = modelOf({
      inputs: { x: [1, 1, 4, 4, 4], z: [1, 4] },
      nodes: [
        ['StringConcat', ['z'], ['a']],
        ['Cast', ['x'], ['b'], { to: 8 }],
        ['Relu', ['b'], ['c']],
        ['StringSplit', ['c'], ['d']],
        ['Einsum', ['z'], ['unread']],
        ['StringConcat', ['z'], ['e']],
      ],
      outputs: ['a', 'd', 'e'],
    });
    expect(() => toGraph(model)).toThrow(
      'Not supported in this model: StringConcat (nodes "StringConcat_0", "StringConcat_5"), Cast with element type 8 (node "Cast_1"), ' +
        'StringSplit (node "StringSplit_3"); docs/reference/onnx.md lists what is. ' +
        'Give StringConcat, StringSplit in C by --operator-source FILE; docs/guide/operator-source.md says how.',
    );
  });

  test('is named before shapes are asked for', () => {
    const model = modelOf({ inputs: { x: ['n'] }, nodes: [['StringConcat', ['x'], ['y']]] });
    expect(() => toGraph(model)).toThrow('Not supported in this model: StringConcat (node "StringConcat_0")');
  });

  test('are outputs that are read beyond the first', () => {
    const nodes = [['Dropout', ['x'], ['y', 'i']] as const];
    expect(opsOf(toGraph(modelOf({ inputs: { x: [1, 1, 2, 2] }, nodes })))).toBe('Identity');
    const reads = modelOf({ inputs: { x: [1, 1, 2, 2] }, nodes: [...nodes, ['Relu', ['i'], ['z']]] });
    expect(() => toGraph(reads)).toThrow('Dropout with 2 outputs (node "Dropout_0")');
    const returns = modelOf({ inputs: { x: [1, 1, 2, 2] }, nodes, outputs: ['y', 'i'] });
    expect(() => toGraph(returns)).toThrow('Dropout with 2 outputs (node "Dropout_0")');
  });
});

describe('values of absurd size are refused before they are made', () => {
  const huge = integers([65536, 65536]);
  test.each([
    ['ConstantOfShape', modelOf({ constants: { s: huge }, nodes: [['ConstantOfShape', ['s'], ['y']]] })],
    ['Expand', modelOf({ inputs: { x: [1, 1] }, constants: { s: huge }, nodes: [['Expand', ['x', 's'], ['y']]] })],
    [
      'Pad',
      modelOf({ inputs: { x: [1] }, constants: { p: integers([0, 2 ** 40]) }, nodes: [['Pad', ['x', 'p'], ['y']]] }),
    ],
    [
      'Resize',
      modelOf({
        inputs: { x: [1, 1] },
        constants: { s: huge },
        nodes: [['Resize', ['x', '', '', 's'], ['y'], { mode: 'nearest' }]],
      }),
    ],
    [
      'Range',
      modelOf({
        constants: { a: integers([0], []), b: integers([2 ** 50], []), c: integers([1], []) },
        nodes: [['Range', ['a', 'b', 'c'], ['y']]],
      }),
    ],
  ])('%s', (op, model) => {
    expect(() => toGraph(model)).toThrow(`Node "${op}_0" (${op}) makes a value of`);
  });

  test('and so are many that are too much together', () => {
    const nodes = [0, 1].map(
      (number) => ['ConstantOfShape', ['s'], [`c${number}`], { value: integers([number]) }] as const,
    );
    const shape = integers([2 ** 25]);
    const model = modelOf({ constants: { s: shape }, nodes, outputs: nodes.map(([, , [name]]) => name) });
    expect(() => toGraph(model)).toThrow(
      'The constants up to node "ConstantOfShape_1" (ConstantOfShape) need more than the 448 MiB',
    );
  });

  test('but those of one number are parts of the longest, which counts once', () => {
    const nodes = [[16], [2 ** 26], [2, 8]].map((_, i) => ['ConstantOfShape', [`s${i}`], [`c${i}`]] as const);
    const constants = { s0: integers([16]), s1: integers([2 ** 26]), s2: integers([2, 8]) };
    const graph = toGraph(modelOf({ constants, nodes, outputs: ['c0', 'c1', 'c2'] }));
    const [, longest, last] = ['c0', 'c1', 'c2'].map((name) => graph.constants.get(name)!);
    expect(last!.data.buffer).toBe(longest!.data.buffer);
    expect([last!.shape, last!.data.length]).toEqual([[2, 8], 16]);
  });

  test('and so is what folding would take more for than stays', () => {
    const nodes = [
      ['ConstantOfShape', ['s'], ['c']],
      ['Neg', ['c'], ['y']],
    ] as const;
    const model = modelOf({ constants: { s: integers([2 ** 25]) }, nodes });
    expect(() => toGraph(model)).toThrow('The constants up to node "Neg_1" (Neg) need more than the 448 MiB');
  });
});

test("a model's invalid node is named", () => {
  const model = modelOf({ inputs: { x: [2, 3], z: [2, 3] }, nodes: [['MatMul', ['x', 'z'], ['y']]] });
  expect(() => toGraph(model)).toThrow(
    'Node "MatMul_0" (MatMul) is not valid ONNX: 2x3 and 2x3 cannot be multiplied; export the model again.',
  );
});

test('arithmetic of shapes is folded: what PyTorch writes for x.view(x.size(0), -1)', () => {
  const model = modelOf({
    inputs: { x: ['n', 3, 4, 4] },
    constants: { zero: integers([0], []), minus: integers([-1]), axes: integers([0]) },
    nodes: [
      ['Shape', ['x'], ['s']],
      ['Gather', ['s', 'zero'], ['n']],
      ['Unsqueeze', ['n', 'axes'], ['n1']],
      ['Concat', ['n1', 'minus'], ['shape'], { axis: 0 }],
      ['Reshape', ['x', 'shape'], ['y']],
    ],
  });
  const graph = toGraph(model, { shapes: new Map([['x', [2, 3, 4, 4]]]) });
  expect(opsOf(graph)).toBe('Reshape');
  expect(graph.values.get('y')!.shape).toEqual([2, 48]);
  expect(graph.constants.size).toBe(0);
});

test('sizes computed by way of floats and casts are folded', () => {
  const model = modelOf({
    inputs: { x: [1, 2, 5, 5] },
    constants: {
      two: floats([], [2]),
      from: integers([2]),
      to: integers([4]),
      head: integers([1, 2]),
    },
    nodes: [
      ['Shape', ['x'], ['s']],
      ['Slice', ['s', 'from', 'to'], ['hw']],
      ['Cast', ['hw'], ['f'], { to: 1 }],
      ['Mul', ['f', 'two'], ['g']],
      ['Floor', ['g'], ['h']],
      ['Cast', ['h'], ['i'], { to: 7 }],
      ['Concat', ['head', 'i'], ['sizes'], { axis: 0 }],
      ['Resize', ['x', '', '', 'sizes'], ['y'], { mode: 'nearest', coordinate_transformation_mode: 'asymmetric' }],
    ],
  });
  const graph = toGraph(model);
  expect(opsOf(graph)).toBe('Resize');
  expect(graph.values.get('y')!.shape).toEqual([1, 2, 10, 10]);
});

test('what one operand of And and Or decides is folded, whatever the other one is', () => {
  const folded = (op: string, truth: number): unknown => {
    const constants = { c: integers([truth], [1], 'bool'), zero: floats([], [0]) };
    const nodes: Written[] = [
      ['Greater', ['x', 'zero'], ['p']],
      [op, ['p', 'c'], ['y']],
    ];
    return toGraph(modelOf({ inputs: { x: [2] }, constants, nodes })).constants.get('y');
  };
  expect(folded('And', 0)).toMatchObject({ type: 'bool', shape: [2], data: Float64Array.of(0, 0) });
  expect(folded('Or', 1)).toMatchObject({ type: 'bool', shape: [2], data: Float64Array.of(1, 1) });
  expect(folded('And', 1)).toBeUndefined();
  expect(folded('Or', 0)).toBeUndefined();
});

test('inputs that nothing reads stay, and outputs may be inputs or constants', () => {
  const model = modelOf({
    inputs: { x: [2], unread: [1] },
    constants: { c: floats([1], [7]) },
    nodes: [['Relu', ['x'], ['y']]],
    outputs: ['x', 'c', 'y'],
  });
  const graph = toGraph(model);
  expect(graph.inputs).toEqual(['x', 'unread']);
  const outputs = interpret(
    graph,
    new Map([
      ['x', Float64Array.of(-1, 2)],
      ['unread', Float64Array.of(0)],
    ]),
  );
  expect([...outputs].map(([name, data]) => [name, [...data]])).toEqual([
    ['x', [-1, 2]],
    ['c', [7]],
    ['y', [0, 2]],
  ]);
});

test('the interpreter asks for inputs of the right size', () => {
  const graph = toGraph(modelOf({ inputs: { x: [2, 2] }, nodes: [['Relu', ['x'], ['y']]] }));
  expect(() => interpret(graph, new Map([['x', new Float64Array(3)]]))).toThrow(
    'Input "x" needs 4 elements (2x2) and has 3.',
  );
  expect(() => interpret(graph, new Map())).toThrow('has none');
});

test('an input that is needed and left out is named, and what a terminal would act upon is shown', () => {
  const left = modelOf({ inputs: { x: [2, 3] }, nodes: [['Gemm', ['x', ''], ['y']]] });
  expect(() => toGraph(left)).toThrow(
    'Node "Gemm_0" (Gemm) is not valid ONNX: its input 1 is left out, and it needs one; export the model again.',
  );
  const pads = { mode: 'con\u001bstant', pads: [0, 0, 1, 1] };
  const hostile = modelOf({ inputs: { x: [2, 3] }, nodes: [['Pad', ['x'], ['y'], pads]] });
  expect(() => toGraph(hostile)).toThrow(String.raw`its mode is "con\u001bstant"`);
});
