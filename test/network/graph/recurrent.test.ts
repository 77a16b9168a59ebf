import { describe, expect, test } from '@jest/globals';
import { interpret } from '../../../src/network/graph/evaluate.js';
import type { Graph } from '../../../src/network/graph/graph.js';
import { simplify } from '../../../src/network/graph/simplify/simplify.js';
import { toGraph } from '../../../src/network/graph/to-graph.js';
import type { Attribute, ConstantTensor } from '../../../src/network/onnx/model.js';
import { legalise } from '../../../src/network/program/legalise.js';
import { lowerGraph } from '../../../src/network/program/lowering.js';
import { Random } from '../../../src/space/random.js';
import { largestError } from '../../support/given-models.js';
import { floats, integers, modelOf, ranNode } from '../../support/graph-models.js';
import { referenceOf, type RecurrentCase } from '../../support/recurrent-reference.js';

const gates = { LSTM: 4, GRU: 3, RNN: 1 } as const;
const ops = ['LSTM', 'GRU', 'RNN'] as const;
const directions = ['forward', 'reverse', 'bidirectional'] as const;
const own = { LSTM: ['Sigmoid', 'Tanh', 'Tanh'], GRU: ['Sigmoid', 'Tanh'], RNN: ['Tanh'] } as const;

/** Of each activation, the parameters that it is given here, and what it is with them. */
const activations: Readonly<Record<string, readonly [alpha?: number, beta?: number]>> = {
  ...{ Relu: [], Tanh: [], Sigmoid: [], Softsign: [], Softplus: [] },
  ...{ LeakyRelu: [0.25], ThresholdedRelu: [0.5], Elu: [0.75] },
  ...{ HardSigmoid: [0.375, 0.25], Affine: [0.5, 0.125], ScaledTanh: [0.75, 1.5] },
};
const functionOf: Readonly<Record<string, (x: number) => number>> = {
  Relu: (x) => Math.max(x, 0),
  Tanh: Math.tanh,
  Sigmoid: (x) => 1 / (1 + Math.exp(-x)),
  Softsign: (x) => x / (1 + Math.abs(x)),
  Softplus: (x) => Math.log(1 + Math.exp(x)),
  LeakyRelu: (x) => (x < 0 ? 0.25 * x : x),
  ThresholdedRelu: (x) => (x > 0.5 ? x : 0),
  Elu: (x) => (x < 0 ? 0.75 * (Math.exp(x) - 1) : x),
  HardSigmoid: (x) => Math.min(Math.max(0.375 * x + 0.25, 0), 1),
  Affine: (x) => 0.5 * x + 0.125,
  ScaledTanh: (x) => 0.75 * Math.tanh(1.5 * x),
};

interface Drawn {
  readonly given: RecurrentCase;
  readonly attributes: Readonly<Record<string, Attribute>>;
  readonly layout: number;
}

function drawn(seed: number): Drawn {
  const random = new Random(seed);
  const one = <T>(list: readonly T[]): T => random.pick(list);
  const maybe = <T>(make: () => T): T | undefined => (random.int(2) === 0 ? make() : undefined);
  const numbers = (count: number): number[] => Array.from({ length: count }, () => Math.fround(2 * random.float() - 1));
  const [op, direction] = [one(ops), one(directions)];
  const [steps, batch, inputs, hidden] = [one([1, 2, 5]), one([1, 1, 3]), one([1, 3]), one([1, 4])];
  const D = direction === 'bidirectional' ? 2 : 1;
  const G = gates[op];
  const names = Array.from({ length: D }, () =>
    own[op].map((name) => maybe(() => one(Object.keys(activations))) ?? name),
  );
  const all = names.flat();
  const isLstm = op === 'LSTM';
  const given: RecurrentCase = {
    ...{ op, steps, batch, inputs, hidden, direction },
    x: numbers(steps * batch * inputs),
    w: numbers(D * G * hidden * inputs),
    r: numbers(D * G * hidden * hidden),
    b: maybe(() => numbers(D * 2 * G * hidden)),
    lengths: maybe(() => Array.from({ length: batch }, () => random.int(steps + 1))),
    h: maybe(() => numbers(D * batch * hidden)),
    c: isLstm ? maybe(() => numbers(D * batch * hidden)) : undefined,
    p: isLstm ? maybe(() => numbers(D * 3 * hidden)) : undefined,
    clip: maybe(() => 0.5),
    isCoupled: isLstm && random.int(2) === 0,
    isLinearBeforeReset: random.int(2) === 0,
    activations: all.map((name) => functionOf[name]!),
  };
  const layout = random.int(2);
  const attributes = {
    ...{ hidden_size: hidden, direction, layout, activations: all },
    activation_alpha: all.flatMap((name) => activations[name]![0] ?? []),
    activation_beta: all.flatMap((name) => activations[name]![1] ?? []),
    ...(given.clip !== undefined && { clip: given.clip }),
    ...(isLstm && { input_forget: given.isCoupled === true ? 1 : 0 }),
    ...(op === 'GRU' && { linear_before_reset: given.isLinearBeforeReset === true ? 1 : 0 }),
  };
  return { given, attributes, layout };
}

/** Row-major elements of [a, b, …] as those of [b, a, …]. */
function swapped(data: readonly number[], a: number, b: number, inner: number): number[] {
  return Array.from({ length: data.length }, (_, at) => {
    const [i, j, k] = [Math.floor(at / (a * inner)), Math.floor(at / inner) % a, at % inner];
    return data[(j * b + i) * inner + k]!;
  });
}

function inputsOf({ given, layout }: Drawn): (ConstantTensor | undefined)[] {
  const { op, direction, steps, batch, inputs, hidden } = given;
  const [D, G] = [direction === 'bidirectional' ? 2 : 1, gates[op]];
  const state = (data: readonly number[] | undefined): ConstantTensor | undefined => {
    if (data === undefined) return undefined;
    return layout === 0
      ? floats([D, batch, hidden], data)
      : floats([batch, D, hidden], swapped(data, D, batch, hidden));
  };
  return [
    layout === 0
      ? floats([steps, batch, inputs], given.x)
      : floats([batch, steps, inputs], swapped(given.x, steps, batch, inputs)),
    floats([D, G * hidden, inputs], given.w),
    floats([D, G * hidden, hidden], given.r),
    given.b && floats([D, 2 * G * hidden], given.b),
    given.lengths && integers(given.lengths, [batch], 'int32'),
    state(given.h),
    ...(op === 'LSTM' ? [state(given.c), given.p && floats([D, 3 * hidden], given.p)] : []),
  ];
}

/** A model of one node, whose weights are constant, and lengths where `values` does not have them. */
function graphOf(one: Drawn, values = ['x', 'h', 'c']): { graph: Graph; given: Map<string, ConstantTensor['data']> } {
  const names = ['x', 'W', 'R', 'B', 'lengths', 'h', 'c', 'P'];
  const tensors = inputsOf(one);
  const isValue = (name: string): boolean => values.includes(name);
  const there = names.flatMap((name, i) => (tensors[i] ? [[name, tensors[i]] as const] : []));
  const { op } = one.given;
  const outputs = op === 'LSTM' ? ['Y', 'Y_h', 'Y_c'] : ['Y', 'Y_h'];
  const model = modelOf({
    opset: 14,
    inputs: Object.fromEntries(there.filter(([name]) => isValue(name)).map(([name, { shape }]) => [name, shape])),
    constants: Object.fromEntries(there.filter(([name]) => !isValue(name))),
    nodes: [[op, names.slice(0, tensors.length).map((name, i) => (tensors[i] ? name : '')), outputs, one.attributes]],
    outputs,
  });
  const inputs = model.inputs.map((input) => (input.name === 'lengths' ? { ...input, type: 'int32' } : input));
  return { graph: toGraph({ ...model, inputs }), given: new Map(there.map(([name, { data }]) => [name, data])) };
}

test.each(Array.from({ length: 300 }, (_, seed) => seed))('case %i is what its definition says', (seed) => {
  const one = drawn(seed);
  const { graph, given } = graphOf(one, seed % 2 === 0 ? undefined : ['x', 'h', 'c', 'lengths']);
  const { steps, batch, hidden, direction, op } = one.given;
  const D = direction === 'bidirectional' ? 2 : 1;
  const { y, h, c } = referenceOf(one.given);
  const last = (state: readonly number[]): readonly number[] =>
    one.layout === 0 ? state : swapped(state, D, batch, hidden);
  // From [steps, D, batch, hidden] to [batch, steps, D, hidden].
  const whole = one.layout === 0 ? y : swapped(y, steps * D, batch, hidden);
  const want = [whole, last(h), ...(op === 'LSTM' ? [last(c)] : [])];
  for (const either of [graph, simplify(graph)])
    [...interpret(either, given).values()].forEach((values, i) => {
      expect(largestError(values, want[i]!)).toBeLessThan(1e-5);
    });
});

describe('a step', () => {
  const kernels = (op: keyof typeof gates, batch: number, attributes: Record<string, Attribute> = {}): string[] => {
    const one = drawn(1);
    const [steps, inputs, hidden] = [6, 3, 4];
    const many = (count: number): number[] => Array.from({ length: count }, (_, i) => Math.sin(i));
    const given: RecurrentCase = {
      ...{ ...one.given, op, direction: 'forward', steps, batch, inputs, hidden, clip: undefined },
      ...{ x: many(steps * batch * inputs), w: many(gates[op] * 12), r: many(gates[op] * 16), b: many(8 * gates[op]) },
      ...{ lengths: undefined, h: undefined, c: undefined, p: undefined },
    };
    const { graph } = graphOf({ given, layout: 0, attributes: { hidden_size: hidden, ...attributes } });
    const { layers } = lowerGraph(legalise(simplify(graph)), ['NCHW']);
    return layers.flatMap(({ forms: [form] }) => (form!.kind === 'kernel' ? [JSON.stringify(form!.workload)] : []));
  };
  const perStep = (all: readonly string[]): number => (all.length - 1) / 6;

  test('of an LSTM is one product, one kernel for the cell, and one for the hidden state', () => {
    const all = kernels('LSTM', 1);
    expect(all.filter((one) => one.includes('"operator":"dense"'))).toHaveLength(6);
    expect(all.filter((one) => one.includes('"operator":"elementwise"'))).toHaveLength(12);
  });

  test('of a GRU whose reset follows the product is that product and one kernel', () => {
    expect(perStep(kernels('GRU', 1, { linear_before_reset: 1 }))).toBeLessThanOrEqual(2);
  });

  test('of an RNN is one product', () => {
    expect(perStep(kernels('RNN', 1))).toBe(1);
  });

  test.each(ops)('of %s shares its kernels with the others, in larger batches, too', (op) => {
    for (const batch of [1, 2]) {
      const all = kernels(op, batch);
      // The first step has no state before it, and the last no step behind it.
      expect(new Set(all).size).toBeLessThanOrEqual(2 * gates[op] + 4);
    }
  });
});

describe('what the standard forbids, or is not supported, is named', () => {
  const x = floats([2, 1, 3], [1, 2, 3, 4, 5, 6]);
  const w = floats([1, 8, 3], new Array<number>(24).fill(0));
  const r = floats([1, 8, 2], new Array<number>(16).fill(0));
  const lstm = (attributes: Record<string, Attribute>, ...more: (ConstantTensor | undefined)[]): (() => unknown) => {
    return () => ranNode('LSTM', [x, w, r, ...more], attributes);
  };

  test.each([
    [{ direction: 'sideways' }, 'its direction is "sideways"'],
    [{ hidden_size: 3 }, 'its hidden_size is 3, and its weights are of 2'],
    [{ layout: 2 }, 'its layout is 2'],
    [{ layout: 1 }, ''],
    [{ clip: -1 }, 'its clip is -1'],
    [{ activations: ['Tanh'] }, 'it has 1 activations, and 3 are needed'],
    [{ activations: [1, 2, 3] }, 'its activations are no list of names'],
    [{ activations: ['Cosh', 'Tanh', 'Tanh'] }, 'LSTM with the activation Cosh'],
  ] as const)('%j', (attributes, message) => {
    if (message === '') expect(lstm(attributes)()).toHaveLength(1);
    else expect(lstm(attributes)).toThrow(message);
  });

  test('outputs that the standard has not, unless they are unread', () => {
    expect(
      ranNode(
        'GRU',
        [floats([1, 1, 1], [1]), floats([1, 3, 1], [0, 0, 1]), floats([1, 3, 1], [0, 0, 0])],
        {},
        { outputs: 3, read: 2 },
      ),
    ).toHaveLength(2);
    expect(() => ranNode('LSTM', [x, w, r], {}, { outputs: 4 })).toThrow('LSTM with 4 outputs');
  });

  test('shapes and lengths', () => {
    expect(lstm({}, floats([1, 8], new Array<number>(8).fill(0)))).toThrow('its B is 1x8, and must be 1x16');
    expect(lstm({}, undefined, integers([3], [1], 'int32'))).toThrow('a sequence of 2 steps has a length of 3');
    expect(() => ranNode('GRU', [x, w, r])).toThrow('its W is 1x8x3, and must be 1x6x3');
  });

  test('more steps than a library shall have calls', () => {
    const long = floats([3000, 1, 3], new Array<number>(9000).fill(0));
    expect(() => ranNode('LSTM', [long, w, r])).toThrow(/LSTM with more steps than the 2048 .* \(node "LSTM_0"\)/);
  });
});

describe("ONNX Runtime's LSTM on weights of bytes", () => {
  test.each([1, 2])('is near that on the same weights as floats, in batches of %d', (batch) => {
    const random = new Random(5);
    const [steps, inputs, hidden, scale, zero] = [3, 5, 4, 1 / 128, 128];
    const draw = (length: number, most: number): number[] => Array.from({ length }, () => random.int(most));
    const bytesOf = (from: number): number[] => draw(2 * from * 4 * hidden, 256);
    const [w, r] = [bytesOf(inputs), bytesOf(hidden)];
    /** [2, from, outputs] of bytes as [2, outputs, from] of floats. */
    const asFloats = (bytes: readonly number[], from: number): ConstantTensor => {
      const outputs = 4 * hidden;
      const data = bytes.map((_, at) => {
        const [d, output, i] = [Math.floor(at / from / outputs), Math.floor(at / from) % outputs, at % from];
        return (bytes[(d * from + i) * outputs + output]! - zero) * scale;
      });
      return floats([2, outputs, from], data);
    };
    const x = floats(
      [steps, batch, inputs],
      draw(steps * batch * inputs, 255).map((number) => number / 127 - 1),
    );
    const bias = floats(
      [2, 8 * hidden],
      draw(16 * hidden, 255).map((number) => number / 127 - 1),
    );
    const by = [floats([2], [scale, scale]), integers([zero, zero], [2], 'uint8')];
    const attributes = { hidden_size: hidden, direction: 'bidirectional' };
    const matrix = (bytes: number[], from: number) => integers(bytes, [2, from, 4 * hidden], 'uint8');
    const given = [x, matrix(w, inputs), matrix(r, hidden), bias, ...[undefined, undefined, undefined, undefined]];
    const shapes = { outputs: 3 };
    const made = ranNode('com.microsoft.DynamicQuantizeLSTM', [...given, ...by, ...by], attributes, shapes);
    const want = ranNode('LSTM', [x, asFloats(w, inputs), asFloats(r, hidden), bias], attributes, shapes);
    made.forEach(({ shape, data }, i) => {
      expect(shape).toEqual(want[i]!.shape);
      data.forEach((number, at) => {
        expect(Math.abs(number - want[i]!.data[at]!)).toBeLessThan(0.02);
      });
    });
    expect(made[0]!.data).not.toEqual(want[0]!.data);
  });

  test.each([[[]], [[2]], [[1, 3]]])('is refused by node with scales of %j', (shape) => {
    const weights = (from: number) => integers(new Array<number>(from * 16).fill(1), [1, from, 16], 'uint8');
    const scale = floats(shape, new Array<number>(shape.reduce((a, b) => a * b, 1)).fill(1));
    const none = [undefined, undefined, undefined, undefined, undefined];
    const given = [floats([2, 1, 3], [1, 2, 3, 4, 5, 6]), weights(3), weights(4), ...none, scale, undefined, scale];
    expect(() => ranNode('com.microsoft.DynamicQuantizeLSTM', given)).toThrow(/input 8 is .*, and must be 1 or 1x16/);
  });
});

test.each(ops)('%s of no steps has its first state as the last', (op) => {
  const [G, hidden] = [gates[op], 2];
  const inputs = [floats([0, 1, 3], []), floats([1, G * hidden, 3], new Array(G * 6).fill(1))];
  const state = floats([1, 1, hidden], [0.25, 0.5]);
  const rest = [floats([1, G * hidden, hidden], new Array(G * 4).fill(1)), undefined, undefined, state];
  const [all, last] = ranNode(op, [...inputs, ...rest], { hidden_size: hidden }, { outputs: 2 });
  expect(all).toEqual({ shape: [0, 1, 1, hidden], data: [] });
  expect(last).toEqual({ shape: [1, 1, hidden], data: [0.25, 0.5] });
});
