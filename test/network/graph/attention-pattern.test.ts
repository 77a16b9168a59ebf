import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { interpret } from '../../../src/network/graph/evaluate.js';
import type { Graph } from '../../../src/network/graph/graph.js';
import { simplify } from '../../../src/network/graph/simplify/simplify.js';
import { toGraph } from '../../../src/network/graph/to-graph.js';
import type { ConstantTensor } from '../../../src/network/onnx/model.js';
import { drawnFloats as drawn, floats, integers, modelOf, type Written } from '../../support/graph-models.js';

const FUSED = 'tune.ScaledDotProduct';

/** How attention may be spelled out. */
const spelling = fc.record({
  batch: fc.integer({ min: 1, max: 2 }),
  groups: fc.integer({ min: 1, max: 2 }),
  each: fc.integer({ min: 1, max: 3 }),
  rows: fc.integer({ min: 1, max: 4 }),
  keys: fc.integer({ min: 2, max: 5 }),
  width: fc.integer({ min: 1, max: 4 }),
  values: fc.integer({ min: 1, max: 3 }),
  /** Tokens before heads: of queries, keys and values. */
  first: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()),
  /** Where the scale is. */
  scaled: fc.constantFrom('query', 'both', 'scores', 'not'),
  softcap: fc.boolean(),
  bias: fc.constantFrom('none', 'constant', 'input', 'of keys', 'of heads'),
  masked: fc.boolean(),
  /** Where masked rows are looked for: in the bias, or in the shares, which are no numbers there. */
  guard: fc.constantFrom('bias', 'shares'),
  /** Queries are attended to as heads of a group in a row, keys are broadcast over the heads, or repeated for each. */
  heads: fc.constantFrom('grouped', 'broadcast', 'repeated'),
});

type Spelling = typeof spelling extends fc.Arbitrary<infer T> ? T : never;

function spelled(s: Spelling) {
  const { batch, groups, each, rows, keys, width, values, first } = s;
  const grouped = s.heads === 'grouped';
  // One head of keys is broadcast to all, or each has its own.
  const kv = s.heads !== 'broadcast' || each === 1 ? groups : 1;
  const heads = groups * each;
  const laid = (h: number, t: number, c: number, tokensFirst: boolean): number[] =>
    tokensFirst ? [batch, t, h, c] : [batch, h, t, c];
  const inputs: Record<string, number[]> = {
    q: laid(heads, rows, width, first[0]),
    k: laid(kv, keys, width, first[1]),
    v: laid(kv, keys, values, first[2]),
  };
  const constants: Record<string, ConstantTensor> = {
    scale: floats([], [0.5]),
    cap: floats([], [2]),
    zero: floats([], [0]),
    nothing: floats([], [-Infinity]),
    last: integers([-1]),
    groupedQ: integers([batch, kv, (heads / kv) * rows, width]),
    ungrouped: integers([batch, heads, rows, keys]),
    groupedP: integers([batch, kv, (heads / kv) * rows, keys]),
    out: integers([batch, heads, rows, values]),
    ...Object.fromEntries(
      Object.entries({ k: width, v: values }).flatMap(([name, channels]) => [
        [`one-${name}`, integers([batch, kv, 1, keys, channels])],
        [`each-${name}`, integers([batch, kv, each, keys, channels])],
        [`all-${name}`, integers([batch, heads, keys, channels])],
      ]),
    ),
  };
  const nodes: Written[] = [];
  let count = 0;
  const emit = (op: string, from: readonly string[], attributes: Written[3] = {}): string => {
    const to = `y${count++}`;
    nodes.push([op, from, [to], attributes]);
    return to;
  };
  const inHeads = (name: string, at: number, perm: readonly number[], swapped: readonly number[]): string => {
    const order = first[at] ? swapped : perm;
    return order.every((axis, i) => axis === i) ? name : emit('Transpose', [name], { perm: [...order] });
  };
  /** As models that have no groups do to keys and values of few heads. */
  const repeated = (name: string, value: string): string =>
    ['one', 'each', 'all'].reduce(
      (now, shape) => emit(shape === 'each' ? 'Expand' : 'Reshape', [now, `${shape}-${name}`]),
      value,
    );
  const scaledIf = (is: boolean, value: string): string => (is ? emit('Mul', [value, 'scale']) : value);

  let q = scaledIf(s.scaled === 'query' || s.scaled === 'both', inHeads('q', 0, [0, 1, 2, 3], [0, 2, 1, 3]));
  if (grouped) q = emit('Reshape', [q, 'groupedQ']);
  const k = scaledIf(
    s.scaled === 'both',
    s.heads === 'repeated'
      ? emit('Transpose', [repeated('k', inHeads('k', 1, [0, 1, 2, 3], [0, 2, 1, 3]))], { perm: [0, 1, 3, 2] })
      : inHeads('k', 1, [0, 1, 3, 2], [0, 2, 3, 1]),
  );
  let scores = emit('MatMul', [q, k]);
  if (grouped) scores = emit('Reshape', [scores, 'ungrouped']);
  scores = scaledIf(s.scaled === 'scores', scores);
  if (s.softcap) scores = emit('Mul', [emit('Tanh', [emit('Div', [scores, 'cap'])]), 'cap']);
  const biasShape = {
    ...{ none: [], constant: [rows, keys], input: [batch, heads, rows, keys] },
    ...{ 'of keys': [batch, 1, 1, keys], 'of heads': [1, heads, 1, keys] },
  }[s.bias];
  if (s.bias === 'constant') {
    const bias = drawn(biasShape, 5);
    if (s.masked) bias.data.fill(-Infinity, 0, keys);
    constants['bias'] = bias;
  } else if (s.bias !== 'none') inputs['bias'] = biasShape;
  if (s.bias !== 'none') scores = emit('Add', [scores, 'bias']);
  let shares = emit('Softmax', [scores], { axis: -1 });
  if (s.bias !== 'none' && s.masked) {
    const isNothing =
      s.guard === 'shares'
        ? emit('IsNaN', [shares])
        : emit('Equal', [emit('ReduceMax', ['bias'], { axes: [-1], keepdims: 1 }), 'nothing']);
    shares = emit('Where', [isNothing, 'zero', shares]);
  }
  if (grouped) shares = emit('Reshape', [shares, 'groupedP']);
  const values4 = inHeads('v', 2, [0, 1, 2, 3], [0, 2, 1, 3]);
  const v = s.heads === 'repeated' ? repeated('v', values4) : values4;
  let y = emit('MatMul', [shares, v]);
  if (grouped) y = emit('Reshape', [y, 'out']);
  emit('Transpose', [y], { perm: [0, 2, 1, 3] });
  return { inputs, constants, nodes };
}

function opsOf({ nodes }: Graph): string[] {
  return nodes.map(({ op }) => op);
}

/** `masked`: the first row of a mask that has rows is -∞ alone. */
function answersOf(
  graph: Graph,
  inputs: Readonly<Record<string, readonly number[]>>,
  masked = false,
): readonly number[] {
  const given = Object.entries(inputs).map(([name, shape], i): [string, ConstantTensor['data']] => {
    const { data } = drawn(shape, i);
    return [name, name === 'bias' && masked ? data.fill(-Infinity, 0, shape.at(-1)) : data];
  });
  return Array.from(interpret(graph, new Map(given)).get(graph.outputs[0]!)!);
}

describe('attention that is spelled out', () => {
  test('is one node, which computes the same', () => {
    fc.assert(
      fc.property(spelling, (s) => {
        const { inputs, constants, nodes } = spelled(s);
        const graph = toGraph(modelOf({ inputs, constants, nodes }));
        const simple = simplify(graph);
        expect(opsOf(simple).filter((op) => op === FUSED)).toHaveLength(1);
        expect(opsOf(simple)).not.toContain('MatMul');
        expect(opsOf(simple)).not.toContain('Expand');
        const [got, want] = [answersOf(simple, inputs, s.masked), answersOf(graph, inputs, s.masked)];
        expect(got).toHaveLength(want.length);
        want.forEach((one, i) => {
          expect(got[i]).toBeCloseTo(one, 5);
        });
      }),
      { numRuns: 150 },
    );
  });

  test.each([
    ['broadcast', 1],
    ['repeated', 3],
  ] as const)('has no transposes of tokens and heads left of heads %s', (heads, each) => {
    const { inputs, constants, nodes } = spelled({
      ...{ batch: 2, groups: 2, each, rows: 3, keys: 4, width: 5, values: 6, first: [true, true, true] },
      ...{ scaled: 'both', softcap: false, bias: 'constant', masked: false, guard: 'bias', heads },
    });
    expect(opsOf(simplify(toGraph(modelOf({ inputs, constants, nodes }))))).toEqual([FUSED]);
  });

  test('has no mask where that is a band along the diagonal', () => {
    const band = fc.record({
      ...{ rows: fc.integer({ min: 1, max: 5 }), keys: fc.integer({ min: 2, max: 7 }) },
      ...{ causal: fc.integer({ min: 1, max: 8 }), window: fc.integer({ min: 1, max: 8 }) },
      ...{ hidden: fc.constantFrom(-Infinity, -3.4028234663852886e38), heads: fc.boolean(), more: fc.boolean() },
    });
    fc.assert(
      fc.property(band, ({ rows, keys, causal, window, hidden, heads, more }) => {
        fc.pre(causal + rows - 1 - window < keys);
        const mask = Float32Array.from({ length: rows * keys }, (_, at) => {
          const behind = causal - 1 + Math.floor(at / keys) - (at % keys);
          return behind >= 0 && behind < window ? 0 : hidden;
        });
        const inputs = { q: [1, 2, rows, 3], k: [1, 2, 3, keys], v: [1, 2, keys, 4], b: [1, 2, 1, keys] };
        const constants = { mask: floats(heads ? [1, 1, rows, keys] : [rows, keys], [...mask]) };
        const nodes: Written[] = [
          ['MatMul', ['q', 'k'], ['s']],
          ['Add', ['s', 'mask'], ['m']],
          ...(more ? [['Add', ['m', 'b'], ['n']] satisfies Written] : []),
          ['Softmax', [more ? 'n' : 'm'], ['p'], { axis: -1 }],
          ['MatMul', ['p', 'v'], ['y']],
        ];
        const graph = toGraph(modelOf({ inputs, constants, nodes }));
        const [fused] = simplify(graph).nodes.filter(({ op }) => op === FUSED);
        expect(fused!.inputs).toHaveLength(more ? 4 : 3);
        const [got, want] = [answersOf(simplify(graph), inputs), answersOf(graph, inputs)];
        want.forEach((one, i) => {
          expect(got[i]).toBeCloseTo(one, 5);
        });
      }),
      { numRuns: 150 },
    );
  });

  test.each<[string, number[]]>([
    ['with a hole', [0, -Infinity, -Infinity, 0, 0, -Infinity, 0, -Infinity, 0]],
    ['of a row that sees nothing', [-Infinity, -Infinity, -Infinity, 0, -Infinity, -Infinity, 0, 0, -Infinity]],
    ['that moves scores', [0, -Infinity, -Infinity, 0.5, 0, -Infinity, 0, 0, 0]],
    ['whose scores others could make up for', [0, -1e4, -1e4, 0, 0, -1e4, 0, 0, 0]],
  ])('keeps a mask %s', (_, mask) => {
    const inputs = { q: [1, 2, 3, 3], k: [1, 2, 3, 3], v: [1, 2, 3, 4] };
    const nodes: Written[] = [
      ['MatMul', ['q', 'k'], ['s']],
      ['Add', ['s', 'mask'], ['m']],
      ['Softmax', ['m'], ['p'], { axis: -1 }],
      ['MatMul', ['p', 'v'], ['y']],
    ];
    const simple = simplify(toGraph(modelOf({ inputs, constants: { mask: floats([3, 3], mask) }, nodes })));
    expect(simple.nodes.find(({ op }) => op === FUSED)!.inputs).toHaveLength(4);
  });

  test('of three axes, as vision transformers have it', () => {
    const inputs = { q: [5, 4, 3], k: [6, 4, 3], v: [6, 4, 2] };
    const nodes: Written[] = [
      ['Transpose', ['q'], ['qt'], { perm: [1, 0, 2] }],
      ['Transpose', ['k'], ['kt'], { perm: [1, 2, 0] }],
      ['Transpose', ['v'], ['vt'], { perm: [1, 0, 2] }],
      ['MatMul', ['qt', 'kt'], ['s']],
      ['Softmax', ['s'], ['p'], { axis: 2 }],
      ['MatMul', ['p', 'vt'], ['o']],
      ['Transpose', ['o'], ['y'], { perm: [1, 0, 2] }],
    ];
    const graph = toGraph(modelOf({ inputs, nodes }));
    const simple = simplify(graph);
    expect(opsOf(simple).filter((op) => op !== 'Reshape')).toEqual([FUSED]);
    const [got, want] = [answersOf(simple, inputs), answersOf(graph, inputs)];
    want.forEach((one, i) => {
      expect(got[i]).toBeCloseTo(one, 5);
    });
  });

  test('of one batch that is put before what has three axes', () => {
    const inputs = { q: [5, 4, 3], k: [6, 4, 3], v: [6, 4, 2] };
    const constants = { k4: integers([1, 4, 3, 6]), v4: integers([1, 4, 6, 2]), q4: integers([1, 4, 5, 3]) };
    const nodes: Written[] = [
      ['Transpose', ['q'], ['qt'], { perm: [1, 0, 2] }],
      ['Reshape', ['qt', 'q4'], ['qh']],
      ['Transpose', ['k'], ['kt'], { perm: [1, 0, 2] }],
      ['Transpose', ['kt'], ['ktt'], { perm: [0, 2, 1] }],
      ['Reshape', ['ktt', 'k4'], ['kh']],
      ['Transpose', ['v'], ['vt'], { perm: [1, 0, 2] }],
      ['Reshape', ['vt', 'v4'], ['vh']],
      ['MatMul', ['qh', 'kh'], ['s']],
      ['Softmax', ['s'], ['p'], { axis: 3 }],
      ['MatMul', ['p', 'vh'], ['o']],
      ['Transpose', ['o'], ['y'], { perm: [2, 0, 1, 3] }],
    ];
    const graph = toGraph(modelOf({ inputs, constants, nodes }));
    const simple = simplify(graph);
    expect(opsOf(simple).filter((op) => op !== 'Reshape')).toEqual([FUSED]);
    const [got, want] = [answersOf(simple, inputs), answersOf(graph, inputs)];
    want.forEach((one, i) => {
      expect(got[i]).toBeCloseTo(one, 5);
    });
  });

  test('of windows, to whose biases a mask of windows is added, as Swin has it', () => {
    const inputs = { q: [6, 2, 4, 3], k: [6, 2, 3, 4], v: [6, 2, 4, 3] };
    const constants = {
      bias: drawn([1, 2, 4, 4], 3),
      mask: drawn([3, 1, 4, 4], 4),
      windows: integers([2, 3, 2, 4, 4]),
      all: integers([6, 2, 4, 4]),
    };
    const nodes: Written[] = [
      ['MatMul', ['q', 'k'], ['s']],
      ['Add', ['s', 'bias'], ['biased']],
      ['Reshape', ['biased', 'windows'], ['w']],
      ['Add', ['w', 'mask'], ['masked']],
      ['Reshape', ['masked', 'all'], ['a']],
      ['Softmax', ['a'], ['p'], { axis: -1 }],
      ['MatMul', ['p', 'v'], ['y']],
    ];
    const graph = toGraph(modelOf({ inputs, constants, nodes }));
    const simple = simplify(graph);
    expect(opsOf(simple)).toEqual(['Transpose', FUSED]);
    const [got, want] = [answersOf(simple, inputs), answersOf(graph, inputs)];
    want.forEach((one, i) => {
      expect(got[i]).toBeCloseTo(one, 5);
    });
  });

  test('whose mask is expanded before it hides rows whole', () => {
    const inputs = { q: [2, 3, 5, 4], k: [2, 3, 4, 6], v: [2, 3, 6, 2], bias: [2, 1, 1, 6] };
    const nodes: Written[] = [
      ['Expand', ['bias', 'all'], ['mask']],
      ['MatMul', ['q', 'k'], ['s']],
      ['Add', ['s', 'mask'], ['masked']],
      ['Softmax', ['masked'], ['p'], { axis: 3 }],
      ['ReduceMax', ['mask'], ['largest'], { axes: [-1], keepdims: 1 }],
      ['Equal', ['largest', 'nothing'], ['isNothing']],
      ['Where', ['isNothing', 'zero', 'p'], ['kept']],
      ['MatMul', ['kept', 'v'], ['y']],
    ];
    const constants = { all: integers([2, 3, 5, 6]), zero: floats([], [0]), nothing: floats([], [-Infinity]) };
    const graph = toGraph(modelOf({ inputs, constants, nodes }));
    const simple = simplify(graph);
    expect(opsOf(simple)).toEqual(['Transpose', FUSED]);
    const [got, want] = [answersOf(simple, inputs, true), answersOf(graph, inputs, true)];
    want.forEach((one, i) => {
      expect(got[i]).toBeCloseTo(one, 5);
    });
  });

  test('whose scores each head multiplies by its own number, as Swin v2 has it', () => {
    const inputs = { q: [2, 3, 5, 4], k: [2, 3, 4, 6], v: [2, 3, 6, 2] };
    const nodes: Written[] = [
      ['MatMul', ['q', 'k'], ['s']],
      ['Mul', ['s', 'ofHeads'], ['scaled']],
      ['Softmax', ['scaled'], ['p'], { axis: 3 }],
      ['MatMul', ['p', 'v'], ['y']],
    ];
    const graph = toGraph(modelOf({ inputs, constants: { ofHeads: drawn([3, 1, 1], 4) }, nodes }));
    const simple = simplify(graph);
    expect(opsOf(simple)).toEqual(['Mul', 'Transpose', FUSED]);
    const [got, want] = [answersOf(simple, inputs), answersOf(graph, inputs)];
    want.forEach((one, i) => {
      expect(got[i]).toBeCloseTo(one, 5);
    });
  });

  test.each<[string, Written[], string[]]>([
    ['whose shares are read again', [['Relu', ['p'], ['z']]], ['y', 'z']],
    ['whose scores are read again', [['Relu', ['s'], ['z']]], ['y', 'z']],
    ['whose guarded shares are read again', [['Relu', ['p'], ['z']]], ['guarded', 'z']],
    ['whose guard looks at something else', [], ['elsewhere']],
  ])('stays where it is %s', (_, more, outputs) => {
    const inputs = { q: [1, 2, 3, 4], k: [1, 2, 4, 5], v: [1, 2, 5, 6], other: [1, 2, 3, 5] };
    const nodes: Written[] = [
      ['MatMul', ['q', 'k'], ['s']],
      ['Softmax', ['s'], ['p'], { axis: -1 }],
      ['MatMul', ['p', 'v'], ['y']],
      ...['p', 'other'].flatMap((looked, i): Written[] => [
        ['IsNaN', [looked], [`isNaN${i}`]],
        ['Where', [`isNaN${i}`, 'zero', 'p'], [`kept${i}`]],
        ['MatMul', [`kept${i}`, 'v'], [['guarded', 'elsewhere'][i]!]],
      ]),
      ...more,
    ];
    const graph = toGraph(modelOf({ inputs, constants: { zero: floats([], [0]) }, nodes, outputs }));
    expect(opsOf(simplify(graph))).not.toContain(FUSED);
  });

  test('of heads that five axes hold', () => {
    const inputs = { q: [1, 1, 5, 4, 3], k: [1, 1, 6, 4, 3], v: [1, 1, 6, 4, 2] };
    const constants = { q4: integers([1, 4, 5, 3]), k4: integers([1, 4, 3, 6]), v4: integers([1, 4, 6, 2]) };
    const nodes: Written[] = [
      ...['q', 'k', 'v'].flatMap((name): Written[] => [
        ['Transpose', [name], [`${name}t`], { perm: name === 'k' ? [0, 1, 3, 4, 2] : [0, 1, 3, 2, 4] }],
        ['Reshape', [`${name}t`, `${name}4`], [`${name}r`]],
      ]),
      ['MatMul', ['qr', 'kr'], ['s']],
      ['Softmax', ['s'], ['p'], { axis: 3 }],
      ['MatMul', ['p', 'vr'], ['y']],
    ];
    const graph = toGraph(modelOf({ inputs, constants, nodes }));
    const simple = simplify(graph);
    expect(opsOf(simple)).toContain(FUSED);
    const [got, want] = [answersOf(simple, inputs), answersOf(graph, inputs)];
    want.forEach((one, i) => {
      expect(got[i]).toBeCloseTo(one, 5);
    });
  });

  test('of an input of four axes whose batch of one is taken', () => {
    const inputs = { q: [1, 5, 4, 3], k: [1, 6, 4, 3], v: [1, 6, 4, 2] };
    const constants = { q3: integers([5, 4, 3]), k3: integers([6, 4, 3]), v3: integers([6, 4, 2]) };
    const nodes: Written[] = [
      ...['q', 'k', 'v'].flatMap((name): Written[] => [
        ['Reshape', [name, `${name}3`], [`${name}r`]],
        ['Transpose', [`${name}r`], [`${name}t`], { perm: name === 'k' ? [1, 2, 0] : [1, 0, 2] }],
      ]),
      ['MatMul', ['qt', 'kt'], ['s']],
      ['Softmax', ['s'], ['p'], { axis: 2 }],
      ['MatMul', ['p', 'vt'], ['o']],
      ['Transpose', ['o'], ['y'], { perm: [1, 0, 2] }],
    ];
    expect(opsOf(simplify(toGraph(modelOf({ inputs, constants, nodes })))).filter((op) => op !== 'Reshape')).toEqual([
      FUSED,
    ]);
  });
});
