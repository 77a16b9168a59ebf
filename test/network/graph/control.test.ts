import { describe, expect, test } from '@jest/globals';
import { fixInputs } from '../../../src/network/graph/fixed-inputs.js';
import { simplify } from '../../../src/network/graph/simplify/simplify.js';
import { toGraph } from '../../../src/network/graph/to-graph.js';
import type { Attribute, ConstantTensor, OnnxGraph, OnnxModel } from '../../../src/network/onnx/model.js';
import { floats, integers, modelOf, opsOf, type Written } from '../../support/graph-models.js';
import { graph, ran } from '../../support/graphs-in-nodes.js';

const truth = (value: number): ConstantTensor => integers([value], [], 'bool');
const twice = graph([['Add', ['x', 'x'], ['r']]], ['r']);
const unknown = graph([['StringConcat', ['x'], ['r']]], ['r']);

describe('If', () => {
  const branches = (yes: OnnxGraph, no: OnnxGraph): Record<string, Attribute> => ({
    then_branch: yes,
    else_branch: no,
  });

  test('is the branch of a constant condition, whatever the other one holds', () => {
    for (const [condition, yes, no] of [
      [1, twice, unknown],
      [0, unknown, twice],
    ] as const) {
      const nodes: Written[] = [['If', ['c'], ['y'], branches(yes, no)]];
      const model = modelOf({ inputs: { x: [2] }, constants: { c: truth(condition) }, nodes });
      expect(ran(model, { x: [1, 2] })).toEqual([[2, 4]]);
    }
  });

  test('goes by shapes, as exporters ask for ranks', () => {
    const nodes: Written[] = [
      ['Shape', ['x'], ['s']],
      ['Gather', ['s', 'first'], ['n']],
      ['Equal', ['n', 'two'], ['c']],
      ['If', ['c'], ['y'], branches(twice, unknown)],
    ];
    const constants = { first: integers([0], []), two: integers([2], []) };
    expect(ran(modelOf({ inputs: { x: [2] }, constants, nodes }), { x: [1, 2] })).toEqual([[2, 4]]);
  });

  test('goes by an input that is fixed', () => {
    const nodes: Written[] = [
      ['Equal', ['sr', 'rate'], ['c']],
      ['If', ['c'], ['y'], branches(twice, unknown)],
    ];
    const model = modelOf({ inputs: { x: [2] }, constants: { rate: integers([16000], []) }, nodes });
    const whole = { ...model, inputs: [...model.inputs, { name: 'sr', type: 'int64', shape: [] }] };
    const fixed = fixInputs(whole, new Map([['sr', [16000]]]), new Map());
    expect(ran(fixed, { x: [1, 2] })).toEqual([[2, 4]]);
  });

  test('names values of both branches alike, and nests', () => {
    const inner = graph(
      [
        ['Mul', ['x', 'k'], ['r']],
        ['If', ['c'], ['z'], branches(graph([['Add', ['r', 'k'], ['q']]], ['q']), unknown)],
      ],
      ['z'],
      { constants: { k: floats([], [3]) } },
    );
    const nodes: Written[] = [
      ['If', ['c'], ['a'], branches(inner, unknown)],
      ['If', ['d'], ['b'], branches(unknown, inner)],
      ['Sub', ['b', 'a'], ['y']],
    ];
    const constants = { c: truth(1), d: truth(0) };
    const model = modelOf({ inputs: { x: [2] }, constants, nodes, outputs: ['a', 'y'] });
    expect(ran(model, { x: [1, 2] })).toEqual([
      [6, 9],
      [0, 0],
    ]);
  });

  const positive: Written[] = [
    ['ReduceMax', ['x'], ['m'], { keepdims: 0 }],
    ['Greater', ['m', 'zero'], ['c']],
  ];

  test('of a condition known only when the network runs is both branches and a choice', () => {
    const nodes: Written[] = [
      ...positive,
      ['If', ['c'], ['y'], branches(twice, graph([['Neg', ['x'], ['r']]], ['r']))],
    ];
    const model = modelOf({ inputs: { x: [2] }, constants: { zero: floats([], [0]) }, nodes });
    expect(ran(model, { x: [1, -2] })).toEqual([[2, -4]]);
    expect(ran(model, { x: [-1, -2] })).toEqual([[1, 2]]);
  });

  test('of such a condition is refused where the branches are not alike', () => {
    const refused = (no: OnnxGraph): (() => unknown) => {
      const nodes: Written[] = [...positive, ['If', ['c'], ['y'], branches(twice, no)]];
      return () => toGraph(modelOf({ inputs: { x: [2] }, constants: { zero: floats([], [0]) }, nodes }));
    };
    expect(refused(graph([['ReduceSum', ['x'], ['r'], { keepdims: 0 }]], ['r']))).toThrow(
      'If with branches that give 2 and scalar and a condition known only when the network runs (node "If_2")',
    );
  });

  test('of such a condition gives a single element in the shape of more axes, and others as the file declares', () => {
    const either = (yes: OnnxGraph, no: OnnxGraph, shape?: readonly number[]): OnnxModel => {
      const nodes: Written[] = [...positive, ['If', ['c'], ['y'], branches(yes, no)]];
      const model = modelOf({ inputs: { x: [2] }, constants: { zero: floats([], [0]) }, nodes });
      return { ...model, outputs: [{ name: 'y', type: 'float32', shape }] };
    };
    const scalar = graph([['ReduceSum', ['x'], ['r'], { keepdims: 0 }]], ['r']);
    const list = graph([['ReduceMax', ['x'], ['r']]], ['r']);
    for (const model of [either(scalar, list), either(list, scalar)])
      expect(toGraph(model).values.get('y')!.shape).toEqual([1]);
    expect(ran(either(scalar, list), { x: [3, 4] })).toEqual([[7]]);
    expect(ran(either(scalar, list), { x: [-3, -4] })).toEqual([[-3]]);
    const row = graph([['Reshape', ['x', 'shape'], ['r']]], ['r'], { constants: { shape: integers([1, 2]) } });
    expect(toGraph(either(row, twice, [2])).values.get('y')!.shape).toEqual([2]);
    expect(ran(either(row, twice, [2]), { x: [-3, -4] })).toEqual([[-6, -8]]);
    expect(() => toGraph(either(row, twice))).toThrow('If with branches that give 1x2 and 2 and a condition');
    expect(() => toGraph(either(row, twice, [4]))).toThrow('If with branches that give 1x2 and 2 and a condition');
  });

  test('names what is not supported in the branch that it takes', () => {
    const nodes: Written[] = [
      ['If', ['c'], ['y'], branches(unknown, twice)],
      ['StringSplit', ['x'], ['z']],
    ];
    const model = modelOf({ inputs: { x: [2] }, constants: { c: truth(1) }, nodes, outputs: ['y', 'z'] });
    expect(() => toGraph(model)).toThrow(
      'Not supported in this model: StringConcat (node "StringConcat_0"), StringSplit (node "StringSplit_1");',
    );
  });

  test('has as many outputs as each branch, and graphs for both', () => {
    const model = (attributes: Record<string, Attribute>): (() => unknown) => {
      const nodes: Written[] = [['If', ['c'], ['y', 'z'], attributes]];
      return () => toGraph(modelOf({ inputs: { x: [2] }, constants: { c: truth(1) }, nodes }));
    };
    expect(model(branches(twice, twice))).toThrow('it has 2 outputs, and a branch 1');
    expect(model({ then_branch: twice })).toThrow('its attribute else_branch is no graph');
  });
});

describe('Loop', () => {
  /** Adds the step to the state, gathers it, and goes on below a limit. */
  const body = graph(
    [
      ['Cast', ['i'], ['f'], { to: 1 }],
      ['Add', ['state', 'f'], ['next']],
      ['Add', ['next', 'x'], ['row']],
      ['Less', ['i', 'limit'], ['again']],
    ],
    ['again', 'next', 'row'],
    { inputs: ['i', 'go', 'state'], constants: { limit: integers([2], []) } },
  );
  const looped = (constants: Record<string, ConstantTensor>, trips: string, go: string): OnnxModel =>
    modelOf({
      inputs: { x: [2], start: [2] },
      constants,
      nodes: [['Loop', [trips, go, 'start'], ['y', 'rows'], { body }]],
      outputs: ['y', 'rows'],
    });

  test('is as many steps as its trip count, or as its condition holds', () => {
    const given = { x: [10, 20], start: [1, 1] };
    expect(ran(looped({ n: integers([2], []) }, 'n', ''), given)).toEqual([
      [2, 2],
      [11, 21, 12, 22],
    ]);
    const [state, rows] = ran(looped({ c: truth(1) }, '', 'c'), given);
    expect(state).toEqual([4, 4]);
    expect(rows).toHaveLength(6);
    expect(toGraph(looped({ n: integers([2], []) }, 'n', '')).values.get('rows')!.shape).toEqual([2, 2]);
  });

  test('of no steps leaves its state', () => {
    const { nodes, ...rest } = looped({ n: integers([0], []) }, 'n', '');
    const [only] = nodes;
    const plain = graph([['Identity', ['go'], ['again']]], ['again', 'state'], { inputs: ['i', 'go', 'state'] });
    const model = {
      ...rest,
      outputs: rest.outputs.slice(0, 1),
      nodes: [{ ...only!, outputs: ['y'], attributes: new Map([['body', plain]]) }],
    };
    expect(ran(model, { x: [1, 2], start: [3, 4] })).toEqual([[3, 4]]);
    expect(() => toGraph(looped({ n: integers([0], []) }, 'n', ''))).toThrow('Loop of no steps (node "Loop_0")');
  });

  test('whose end is unknown, or far, is refused', () => {
    const model = looped({}, 'n', '');
    const given = { ...model, inputs: [...model.inputs, { name: 'n', type: 'float32', shape: [] }] };
    expect(() => toGraph(given)).toThrow('Loop with a trip count known only when the network runs (node "Loop_0")');
    const empty = graph([['Identity', ['go'], ['again']]], ['again', 'state'], { inputs: ['i', 'go', 'state'] });
    const endless = modelOf({
      inputs: { x: [2] },
      constants: { n: integers([2 ** 53], []) },
      nodes: [['Loop', ['n', '', 'x'], ['y'], { body: empty }]],
    });
    expect(() => toGraph(endless)).toThrow(
      'Loop with more steps than the 2048 that a model may come to (node "Loop_0")',
    );
    const open = graph([['Greater', ['x', 'state'], ['again']]], ['again', 'state'], { inputs: ['i', 'go', 'state'] });
    const search = modelOf({ inputs: { x: [1] }, nodes: [['Loop', ['', '', 'x'], ['y'], { body: open }]] });
    expect(() => toGraph(search)).toThrow('Loop with more steps than the 2048');
    const length = 2 ** 17;
    const chain = Array.from({ length }, (_, i): Written => ['Neg', [i === 0 ? 'state' : `n${i - 1}`], [`n${i}`]]);
    const large = graph([...chain, ['Identity', ['go'], ['again']]], ['again', `n${length - 1}`], {
      inputs: ['i', 'go', 'state'],
    });
    const many = modelOf({
      inputs: { x: [2] },
      constants: { n: integers([1], []) },
      nodes: [['Loop', ['n', '', 'x'], ['y'], { body: large }]],
    });
    expect(() => toGraph(many)).toThrow('Loop with more nodes than the 131072 that graphs in nodes may come to');
  });
});

describe('Scan', () => {
  const body = graph(
    [
      ['Add', ['sum', 'row'], ['next']],
      ['Mul', ['next', 'row'], ['product']],
    ],
    ['next', 'product'],
    { inputs: ['sum', 'row'] },
  );
  const scanned = (attributes: Record<string, Attribute>, shape: readonly number[], opset = 17): OnnxModel =>
    modelOf({
      opset,
      inputs: { start: [2], x: shape },
      nodes: [['Scan', ['start', 'x'], ['last', 'all'], { body, num_scan_inputs: 1, ...attributes }]],
      outputs: ['last', 'all'],
    });

  test('goes along the first axis', () => {
    expect(ran(scanned({}, [3, 2]), { start: [0, 1], x: [1, 2, 3, 4, 5, 6] })).toEqual([
      [9, 13],
      [1, 6, 12, 28, 45, 78],
    ]);
  });

  test('goes along other axes, from the end', () => {
    const backwards = {
      scan_input_axes: [1],
      scan_input_directions: [1],
      scan_output_axes: [-1],
      scan_output_directions: [1],
    };
    expect(ran(scanned(backwards, [2, 3]), { start: [0, 1], x: [5, 3, 1, 6, 4, 2] })).toEqual([
      [9, 13],
      [45, 12, 1, 78, 28, 6],
    ]);
  });

  test('shares what does not depend on the step, and is as many nodes as it has steps', () => {
    expect(opsOf(simplify(toGraph(scanned({}, [2, 2])))).match(/Mul/g)).toHaveLength(2);
  });

  test('of another version, or of extents that do not fit, is refused', () => {
    expect(() => toGraph(scanned({}, [3, 2], 8))).toThrow('Scan with sequence_lens (node "Scan_0")');
    expect(() => toGraph(scanned({ num_scan_inputs: 3 }, [3, 2]))).toThrow('it has 2 inputs, and goes over 3 of them');
    expect(() => toGraph(scanned({ scan_input_axes: [2] }, [3, 2]))).toThrow('axis 2 is not one of 2 axes');
    expect(() => toGraph(scanned({ scan_input_axes: [0, 1] }, [3, 2]))).toThrow('are not 1');
  });
});
