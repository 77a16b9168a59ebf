import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { simplify } from '../../../src/network/graph/simplify/simplify.js';
import { toGraph } from '../../../src/network/graph/to-graph.js';
import type { Graph } from '../../../src/network/graph/graph.js';
import type { Form } from '../../../src/network/program/layer.js';
import { interpret } from '../../../src/network/graph/evaluate.js';
import { dropDead } from '../../../src/network/graph/simplify/drop-dead.js';
import { rewrite } from '../../../src/network/graph/simplify/rewrite.js';
import { byteTables } from '../../../src/network/program/byte-tables.js';
import { dynamicProducts } from '../../../src/network/program/dynamic-products.js';
import { legalise } from '../../../src/network/program/legalise.js';
import { lowerGraph } from '../../../src/network/program/lowering.js';
import { withOwnDequantisation } from '../../../src/network/program/own-dequantisation.js';
import { tooLongNotes } from '../../../src/network/program/quantised.js';
import { exportProgram } from '../../../src/backend/cpu/program/library.js';
import { layerNotes } from '../../../src/network/session/plan.js';
import { readProgram } from '../../../src/network/session/read.js';
import { avx512 } from '../../support/targets.js';
import { writeOnnx } from '../../../src/network/onnx/write.js';
import { floats, integers, modelOf, type Written } from '../../support/graph-models.js';
import { model, node, tensor, value } from '../../support/onnx-builder.js';
import { ownFolder } from '../onnx/files.js';

const folder = ownFolder();

const scalar = (value: number) => floats([], [value]);
const zero = (value: number, type = 'uint8') => integers([value], [], type);
const constants = {
  ...{ s: scalar(0.5), z: zero(3), t: scalar(0.25), u: zero(0), v: zero(-5, 'int8'), nine: zero(9) },
  w: integers([1, -2, 3, 4, 5, -6, 7, 8], [2, 4, 1, 1], 'int8'),
  ws: floats([2], [0.5, 0.125]),
  b: floats([2], [1, -1]),
  ...{ one: scalar(1), turned: floats([1, 2, 1, 1], [-1, 1]), uneven: floats([2], [1.125, -1]) },
  m: integers([1, 2, 3, 4], [4, 1], 'int8'),
};
const data: Written[] = [
  ['QuantizeLinear', ['x', 's', 'z'], ['q']],
  ['DequantizeLinear', ['q', 's', 'z'], ['d']],
];
const weights: Written = ['DequantizeLinear', ['w', 'ws'], ['f'], { axis: 0 }];

/** The layers of a model behind its input, each as its operator, its tail, and the numbers that this reads. */
function layersOf(nodes: readonly Written[], outputs?: readonly string[]): readonly string[] {
  return formsOf(nodes, outputs).map(textOf);
}

function formsOf(nodes: readonly Written[], outputs?: readonly string[]): readonly Form[] {
  const model = modelOf({ inputs: { x: [1, 4, 2, 2] }, constants, nodes, ...(outputs && { outputs }) });
  const graph = legalise(withOwnDequantisation(simplify(toGraph(model))));
  return lowerGraph(graph, ['NCHW']).layers.map(({ forms }) => forms[0]!);
}

function textOf(form: Form): string {
  if (form.kind !== 'kernel') return form.kind;
  const { operator, shape } = form.workload;
  const { epilogue = [], border, dtype } = shape as { epilogue?: string[]; border?: number; dtype: string };
  const read = (operator === 'elementwise' ? [] : form.inputs.slice(2)).flatMap((operand) =>
    'constant' in operand ? [`[${[...operand.constant.data].join()}]`] : ['value'],
  );
  return [
    operator,
    dtype,
    ...(border === undefined || border === 0 ? [] : [`border ${border}`]),
    epilogue.join(),
    ...read,
  ]
    .join(' ')
    .trim();
}

describe('sums that int32 may not hold', () => {
  /** A product of so many terms behind QuantizeLinear. */
  const graphOf = (terms: number) => {
    const nodes: Written[] = [...data, ['DequantizeLinear', ['w', 's'], ['f']], ['MatMul', ['d', 'f'], ['y']]];
    const long = {
      ...constants,
      w: integers(
        Array.from({ length: terms }, () => 1),
        [terms, 1],
        'int8',
      ),
    };
    const model = modelOf({ inputs: { x: [1, terms] }, constants: long, nodes });
    return simplify(toGraph(model));
  };
  const layersIn = (graph: Graph): string =>
    lowerGraph(legalise(withOwnDequantisation(graph)), ['NCHW'])
      .layers.map(({ forms }) => textOf(forms[0]!))
      .join();

  test('are computed in floats, and a note says of which node', () => {
    const [graph, longest] = [graphOf(65_794), graphOf(65_793)];
    expect(layersIn(graph)).toContain('matmul float32');
    expect(tooLongNotes(graph)).toEqual([
      'Node "MatMul_3" sums 65794 products of uint8, and int32 holds 65793: it is computed in float32',
    ]);
    expect(layersIn(longest)).toContain('matmul uint8');
    expect(tooLongNotes(longest)).toEqual([]);
  });

  test('are noted of a file', () => {
    const path = join(folder, 'long.onnx');
    const numbers = (type: string, shape: readonly number[], value: number) =>
      tensor(
        type,
        shape,
        Array.from({ length: shape.reduce((a, b) => a * b, 1) }, () => value),
      );
    const long = model({
      inputs: [value('x', 1, 70_000)],
      outputs: [value('y')],
      constants: { s: numbers('float32', [], 0.5), z: numbers('uint8', [], 3), w: numbers('int8', [70_000, 1], 1) },
      nodes: [
        node('QuantizeLinear', ['x', 's', 'z'], ['q']),
        node('DequantizeLinear', ['q', 's', 'z'], ['d']),
        node('DequantizeLinear', ['w', 's'], ['f']),
        node('MatMul', ['d', 'f'], ['y'], {}, 'classifier'),
      ],
    });
    writeOnnx(path, long);
    const asked = { shape: {}, constant: {}, without: [], precision: 'float32' };
    const { notes } = readProgram(path, asked, () => ({ target: avx512, exporter: { exportProgram } }));
    expect(layerNotes({ unserved: [], unquantised: notes })).toEqual([
      expect.stringMatching(/^Node "classifier" sums 70000 products of uint8/),
    ]);
  });
});

describe('a convolution of whole numbers', () => {
  const conv: Written = ['Conv', ['d', 'f', 'b'], ['c']];
  const residual: Written[] = [
    ['Conv', ['d', 'f'], ['e']],
    ['QuantizeLinear', ['e', 's', 'z'], ['p']],
    ['DequantizeLinear', ['p', 's', 'z'], ['g']],
  ];

  test('has all scales in one multiplier, and the zero point of the data in its bias', () => {
    const layers = layersOf([
      ...data,
      weights,
      conv,
      ['Relu', ['c'], ['r']],
      ['QuantizeLinear', ['r', 't', 'u'], ['y']],
    ]);
    // The first channel: 1 / (.5 * .5) - 3 (1 - 2 + 3 + 4); relu is how uint8 saturates.
    expect(layers).toEqual(['elementwise uint8', 'conv2d uint8 bias,requantize:0 [-14,-58] [1,0.25]']);
  });

  test('has what stands for 0 as its border, where it has one', () => {
    const padded: Written = ['Conv', ['d', 'f', 'b'], ['c'], { pads: [1, 1, 1, 1] }];
    const layers = layersOf([...data, weights, padded, ['QuantizeLinear', ['c', 't', 'u'], ['y']]]);
    expect(layers[1]).toMatch(/^conv2d uint8 border 3 bias,requantize:0 /);
  });

  test('cuts sums at 0 where the result has numbers for less', () => {
    const layers = layersOf([
      ...data,
      weights,
      conv,
      ['Relu', ['c'], ['r']],
      ['QuantizeLinear', ['r', 't', 'z'], ['y']],
    ]);
    expect(layers[1]).toBe('conv2d uint8 bias,relu,requantize:each [-14,-58] [1,0.25] [3,3]');
  });

  test('adds a residual in units of the result', () => {
    const added: Written[] = [
      ['Add', ['c', 'g'], ['a']],
      ['QuantizeLinear', ['a', 't', 'u'], ['y']],
    ];
    expect(layersOf([...data, weights, ...residual, conv, ...added])[2]).toBe(
      'conv2d uint8 bias,dequantize:0,add-quantized:each,round:0 [-14,-58] [1,0.25] value [2,2] [3,3]',
    );
  });

  test('adds a residual to its own result, rounded on the way, and nothing else to that', () => {
    const rounded: Written[] = [
      ['QuantizeLinear', ['c', 's', 'u'], ['o']],
      ['DequantizeLinear', ['o', 's', 'u'], ['k']],
    ];
    const added: Written[] = [
      ['Add', ['k', 'g'], ['a']],
      ['Relu', ['a'], ['r']],
      ['QuantizeLinear', ['r', 't', 'u'], ['y']],
    ];
    const nodes = [...data, weights, ...residual, conv, ...rounded, ...added];
    expect(layersOf(nodes).slice(1)).toEqual([
      'conv2d uint8 bias,requantize:0 [-14,-58] [0.5,0.125]',
      'conv2d uint8 bias,requantize:each,dequantize:each,add-quantized:0,relu,round:0 [-18,-42] [0.5,0.125] ' +
        '[3,3] [2,2] [3,3] value [2,2]',
    ]);
    expect(layersOf(nodes, ['y', 'o', 'p'])).toHaveLength(4);
    const other: Written = ['Mul', ['k', 'g'], ['a']];
    expect(layersOf(nodes.map((node) => (node[0] === 'Add' ? other : node)))).toHaveLength(4);
    expect(layersOf(nodes.slice(0, -1))).toHaveLength(4);
  });

  test('adds as many residuals as a tail may be long', () => {
    const blocks = Array.from({ length: 8 }, (_, i): Written[] => [
      ['QuantizeLinear', [`c${i}`, 's', 'u'], [`o${i}`]],
      ['DequantizeLinear', [`o${i}`, 's', 'u'], [`k${i}`]],
      ['DequantizeLinear', ['p', 's', 'z'], [`g${i}`]],
      ['Add', [`k${i}`, `g${i}`], [`c${i + 1}`]],
    ]);
    const first: Written = ['Conv', ['d', 'f', 'b'], ['c0']];
    const last: Written = ['QuantizeLinear', ['c8', 't', 'u'], ['y']];
    const [, , fused, ...others] = layersOf(
      [...data, weights, ...residual.slice(0, 2), first, ...blocks.flat(), last],
      ['y', 'p'],
    );
    expect(fused).toMatch(/^conv2d uint8 (?:[^ ,]+,){13}round:0 /);
    expect(others.every((layer) => layer.startsWith('elementwise'))).toBe(true);
  });

  test('divides by the scale of the result behind what is no function of whole numbers', () => {
    const layers = layersOf([
      ...data,
      weights,
      conv,
      ['Sigmoid', ['c'], ['r']],
      ['QuantizeLinear', ['r', 't', 'u'], ['y']],
    ]);
    expect(layers[1]).toBe('conv2d uint8 bias,dequantize:0,sigmoid,quantize:0 [-14,-58] [0.25,0.0625] [0.25,0.25]');
  });

  test('leaves floats, or the sums themselves', () => {
    expect(layersOf([...data, weights, conv])[1]).toBe('conv2d uint8 bias,dequantize:0 [-14,-58] [0.25,0.0625]');
    const integer: Written[] = [data[0]!, ['ConvInteger', ['q', 'w', 'z'], ['y']]];
    expect(layersOf(integer)[1]).toBe('conv2d uint8 bias [-18,-42]');
  });

  test('does not cut sums at 0 that a negative scale turns around', () => {
    const layers = layersOf([
      ...data,
      weights,
      ['Conv', ['d', 'f'], ['c']],
      ['Mul', ['c', 'turned'], ['k']],
      ['Relu', ['k'], ['r']],
      ['QuantizeLinear', ['r', 't', 'z'], ['y']],
    ]);
    expect(layers[1]).toBe('conv2d uint8 bias,dequantize:0,relu,round:each [-18,-42] [-1,0.25] [3,3]');
  });

  test('adds a bias of floats behind the sums where it is no whole number of them', () => {
    const uneven: Written = ['Conv', ['d', 'f', 'uneven'], ['c']];
    expect(layersOf([...data, weights, uneven])[1]).toBe(
      'conv2d uint8 bias,dequantize:0,bias [-18,-42] [0.25,0.0625] [1.125,-1]',
    );
    expect(layersOf([...data, weights, uneven, ['QuantizeLinear', ['c', 't', 'u'], ['y']]])[1]).toBe(
      'conv2d uint8 bias,dequantize:0,bias,round:0 [-18,-42] [1,0.25] [4.5,-4]',
    );
  });

  test('leaves no sums to whole numbers that are a bias or a residual away from them', () => {
    const one: Written[] = [
      ['QuantizeLinear', ['x', 'one', 'z'], ['q']],
      ['DequantizeLinear', ['q', 'one', 'z'], ['d']],
      ['DequantizeLinear', ['w', 'one'], ['f']],
    ];
    const cast: Written = ['Cast', ['c'], ['y'], { to: 6 }];
    expect(layersOf([...one, ['Conv', ['d', 'f'], ['c']], cast])).toHaveLength(2);
    expect(layersOf([...one, ['Conv', ['d', 'f', 'uneven'], ['c']], cast]).at(-1)).toBe('elementwise int32');
    const residual: Written[] = [
      ['Conv', ['d', 'f'], ['e']],
      ['QuantizeLinear', ['e', 's', 'z'], ['p']],
      ['DequantizeLinear', ['p', 's', 'z'], ['g']],
      ['Conv', ['d', 'f'], ['h']],
      ['Add', ['h', 'g'], ['c']],
    ];
    expect(layersOf([...one, ...residual, cast]).at(-1)).toBe('elementwise int32');
  });

  test('does not take what another type is to hold, and is one of floats where weights are', () => {
    const other = layersOf([...data, weights, conv, ['QuantizeLinear', ['c', 't', 'v'], ['y']]]);
    expect(other.slice(1)).toEqual(['conv2d uint8 bias,dequantize:0 [-14,-58] [0.25,0.0625]', 'elementwise int8']);
    const alone: Written[] = [weights, ['Conv', ['x', 'f'], ['c']]];
    expect(layersOf(alone)).toEqual(['conv2d float32']);
  });
});

test('a product of whole numbers has a multiplier for each column', () => {
  const product: Written[] = [
    ...data,
    ['Reshape', ['d', 'shape'], ['rows']],
    ['DequantizeLinear', ['m', 't'], ['n']],
    ['MatMul', ['rows', 'n'], ['c']],
    ['QuantizeLinear', ['c', 's', 'u'], ['y']],
  ];
  const model = modelOf({
    inputs: { x: [1, 4, 2, 2] },
    constants: { ...constants, shape: integers([4, 4]) },
    nodes: product,
  });
  const graph = legalise(withOwnDequantisation(simplify(toGraph(model))));
  const forms = lowerGraph(graph, ['NCHW']).layers.map((layer) => textOf(layer.forms[0]!));
  expect(forms).toEqual(['elementwise uint8', 'alias', 'matmul uint8 bias,requantize:0 [-30] [0.25]']);
});

test('what is dequantised goes with what computes it element by element', () => {
  const sum: Written[] = [
    ['QuantizeLinear', ['x', 't', 'u'], ['p']],
    ['DequantizeLinear', ['p', 't', 'u'], ['e']],
  ];
  const added: Written[] = [
    ['Add', ['d', 'e'], ['a']],
    ['QuantizeLinear', ['a', 's', 'z'], ['y']],
  ];
  const kernel = 'elementwise uint8';
  expect(layersOf([...data, ...sum, ...added], ['y', 'q', 'p'])).toEqual([kernel, kernel, kernel]);
  // What nobody else reads is quantised within.
  expect(layersOf([...data, ...sum, ...added])).toEqual([kernel]);
});

test('layers that differ in scales and zero points alone are one kernel', () => {
  const kernelsOf = (scale: string, zero: string): readonly string[] => {
    const nodes: Written[] = [
      ...data,
      ['DequantizeLinear', ['w', 'ws'], ['f'], { axis: 0 }],
      ['Conv', ['d', 'f'], ['c']],
      ['QuantizeLinear', ['c', scale, zero], ['p']],
      ['DequantizeLinear', ['p', scale, zero], ['g']],
      ['Softmax', ['g'], ['t1']],
      ['QuantizeLinear', ['t1', scale, zero], ['y']],
    ];
    return formsOf(nodes).flatMap((form) => (form.kind === 'kernel' ? [form.workload.name] : []));
  };
  const kernels = kernelsOf('s', 'z');
  expect(kernels).toHaveLength(5);
  expect(kernelsOf('t', 'nine')).toEqual(kernels);
});

test('what is computed of weights that stand for floats is constant, too', () => {
  const nodes: Written[] = [
    ['DequantizeLinear', ['w', 'ws'], ['f'], { axis: 0 }],
    ['Reshape', ['f', 'shape'], ['rows']],
    ['MatMul', ['x', 'rows'], ['y']],
  ];
  const shape = integers([4, 2]);
  const model = modelOf({ inputs: { x: [3, 4] }, constants: { ...constants, shape }, nodes });
  const graph = withOwnDequantisation(simplify(toGraph(model)));
  expect(graph.nodes.map(({ op }) => op)).toEqual(['Gemm']);
  expect([...graph.constants.get('rows')!.data]).toEqual([0.5, -1, 1.5, 2, 0.625, -0.75, 0.875, 1]);
});

test('what is computed of bytes that are all known is constant', () => {
  const nodes: Written[] = [
    ['DequantizeLinear', ['k', 's', 'z'], ['kf']],
    ['DequantizeLinear', ['m', 't'], ['mf']],
    ['MatMul', ['kf', 'mf'], ['p']],
    ['Mul', ['x', 'p'], ['y']],
  ];
  const k = integers([3, 5, 3, 3], [1, 4], 'uint8');
  const model = modelOf({ inputs: { x: [3, 1] }, constants: { ...constants, k }, nodes });
  const graph = withOwnDequantisation(simplify(toGraph(model)));
  expect(graph.nodes.map(({ op }) => op)).toEqual(['Mul']);
  expect([...graph.constants.get('p')!.data]).toEqual([0.5]);
});

test('scales may be dequantised themselves', () => {
  const nodes: Written[] = [
    ['DequantizeLinear', ['eight', 't'], ['scales']],
    ['DequantizeLinear', ['m', 'scales'], ['n'], { axis: 1 }],
    ['MatMul', ['x', 'n'], ['y']],
  ];
  const own = { eight: integers([8], [1], 'uint8') };
  const model = modelOf({ inputs: { x: [3, 4] }, constants: { ...constants, ...own }, nodes });
  const graph = withOwnDequantisation(simplify(toGraph(model)));
  expect(graph.nodes.map(({ op }) => op)).toEqual(['Gemm']);
  expect([...graph.constants.get(graph.nodes[0]!.inputs[1]!)!.data]).toEqual([2, 4, 6, 8]);
  const given: Written[] = [
    ['QuantizeLinear', ['x', 's', 'z'], ['q']],
    ['DynamicQuantizeLinear', ['x'], ['r', 'rs', 'rz']],
    ['QuantizeLinear', ['rs', 't', 'u'], ['sq']],
    ['DequantizeLinear', ['sq', 't', 'u'], ['scale']],
    ['DequantizeLinear', ['q', 'scale', 'z'], ['y']],
  ];
  expect(layersOf(given).at(-1)).toBe('elementwise float32');
});

describe('a product of bytes whose zero point is known only when the network runs', () => {
  const layersIn = (nodes: readonly Written[]) => {
    const k = integers([1, 2, 3, 4], [2, 2], 'int8');
    const model = modelOf({ inputs: { x: [1, 4, 2, 2] }, constants: { ...constants, k }, nodes });
    const graph = legalise(withOwnDequantisation(rewrite(simplify(toGraph(model)), dynamicProducts)));
    return lowerGraph(graph, ['NCHW']).layers;
  };
  const lowered = (nodes: readonly Written[]) => layersIn(nodes).map(({ forms }) => textOf(forms[0]!));
  const dynamic: Written = ['DynamicQuantizeLinear', ['x'], ['q', 'qs', 'qz']];

  test('is computed on the bytes, and corrected behind them', () => {
    const layers = lowered([dynamic, ['ConvInteger', ['q', 'w', 'qz'], ['y']]]);
    expect(layers).toContain('conv2d uint8 dequantize:0 [1,1]');
    expect(layers.at(-1)).toBe('elementwise int32');
  });

  test('has a border that one kernel of bytes makes', () => {
    const [plain, bordered] = [{}, { pads: [1, 1, 1, 1] }].map((attributes) =>
      lowered([dynamic, ['ConvInteger', ['q', 'w', 'qz'], ['y'], attributes]]),
    );
    const ofBytes = (layers: readonly string[]): number =>
      layers.filter((layer) => layer === 'elementwise uint8').length;
    expect(bordered).toHaveLength(plain!.length + 1);
    expect(ofBytes(bordered!)).toBe(ofBytes(plain!) + 1);
  });

  test('of a sequence, what follows is one kernel', () => {
    const nodes: Written[] = [
      dynamic,
      ['MatMulInteger', ['q', 'k', 'qz'], ['sums']],
      ['Cast', ['sums'], ['floats'], { to: 1 }],
      ['Mul', ['qs', 't'], ['unit']],
      ['Mul', ['floats', 'unit'], ['p']],
      ['Add', ['p', 'b'], ['a']],
      ['Relu', ['a'], ['y']],
    ];
    const behind = layersIn(nodes).findLast(({ forms: [form] }) => form!.kind === 'kernel')!;
    expect(behind.nodes).toEqual(expect.arrayContaining(['Cast_2', 'Mul_4', 'Relu_6']));
  });

  test('has its scales behind it, too', () => {
    const nodes: Written[] = [
      dynamic,
      ['DequantizeLinear', ['q', 'qs', 'qz'], ['d']],
      weights,
      ['Conv', ['d', 'f', 'b'], ['y'], { pads: [1, 1, 1, 1] }],
    ];
    expect(lowered(nodes)).toContain('conv2d uint8 dequantize:0 [0.5,0.125]');
  });
});

describe('a function of one byte', () => {
  const tabled = (nodes: readonly Written[]) =>
    dropDead(rewrite(simplify(toGraph(modelOf({ inputs: { x: [1, 4, 2, 2] }, constants, nodes }))), byteTables));
  const ops = (nodes: readonly Written[]): readonly string[] => tabled(nodes).nodes.map(({ op }) => op);
  const gate: Written[] = [
    ['Sigmoid', ['d'], ['g']],
    ['QuantizeLinear', ['g', 't', 'u'], ['gq']],
    ['DequantizeLinear', ['gq', 't', 'u'], ['gd']],
  ];
  const product: Written[] = [
    ['Mul', ['d', 'gd'], ['k']],
    ['QuantizeLinear', ['k', 't', 'v'], ['y']],
  ];

  test('is a table, of as many steps as there are', () => {
    expect(ops([...data, ...gate, ...product])).toEqual(['QuantizeLinear', 'Gather']);
  });

  test('has what the nodes make of each number', () => {
    const nodes = [...data, ...gate, ...product];
    const whole = simplify(toGraph(modelOf({ inputs: { x: [1, 4, 2, 2] }, constants, nodes })));
    const x = new Map([['x', Float64Array.from({ length: 16 }, (_, i) => 9 * i - 70)]]);
    expect(interpret(tabled(nodes), x)).toEqual(interpret(whole, x));
  });

  test('is none of two values, or where elements have scales of their own', () => {
    const other: Written[] = [
      ['QuantizeLinear', ['x', 't', 'u'], ['p']],
      ['DequantizeLinear', ['p', 't', 'u'], ['e']],
      ['Mul', ['d', 'e'], ['k']],
      ['QuantizeLinear', ['k', 't', 'u'], ['y']],
    ];
    expect(ops([...data, ...other])).not.toContain('Gather');
    const along: Written = ['QuantizeLinear', ['d', 'four', 'zeros'], ['y'], { axis: 1 }];
    const more = { four: floats([4], [1, 2, 3, 4]), zeros: integers([0, 0, 0, 0], [4], 'uint8') };
    const model = modelOf({
      inputs: { x: [1, 4, 2, 2] },
      constants: { ...constants, ...more },
      nodes: [...data, along],
    });
    expect(rewrite(simplify(toGraph(model)), byteTables).nodes.map(({ op }) => op)).not.toContain('Gather');
  });
});
