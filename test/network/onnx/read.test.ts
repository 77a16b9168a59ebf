import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { BinaryWriter } from '@bufbuild/protobuf/wire';
import { describe, expect, test } from '@jest/globals';
import type { OnnxGraph } from '../../../src/network/onnx/model.js';
import { readOnnx } from '../../../src/network/onnx/read.js';
import { readTensor } from '../../../src/network/onnx/tensor.js';
import { withRandomWeights } from '../../../bench/networks/random-weights.js';
import { complaint, floatType, ownFolder, proto, written } from './files.js';
import { describeWhere } from '../../support/skips.js';

const folder = ownFolder();

/** Numbers as typed fields have them. */
function varints(...values: readonly (bigint | number)[]): Uint8Array {
  const writer = new BinaryWriter();
  for (const number of values) writer.int64(number);
  return writer.finish();
}

function dataOf(init: object): readonly number[] {
  const bytes = proto({ initializer: [{ name: 'c', ...init }] });
  return [...readOnnx(written(folder, bytes)).constants.get('c')!.data];
}

describe('a tensor', () => {
  test('has its numbers in the field of its type', () => {
    const { buffer } = Float32Array.of(1.5, -2);
    expect(dataOf({ dataType: 1, dims: [2n], floatData: [new Uint8Array(buffer)] })).toEqual([1.5, -2]);
    const doubles = new Uint8Array(Float64Array.of(1.1, -2).buffer);
    expect(dataOf({ dataType: 11, dims: [2n], doubleData: [doubles] })).toEqual([1.1, -2]);
    expect(dataOf({ dataType: 7, dims: [3n], int64Data: [varints(-1, 5, 2n ** 63n - 1n)] })).toEqual([-1, 5, 2 ** 63]);
    expect(dataOf({ dataType: 6, dims: [2n], int32Data: [varints(-7, 7)] })).toEqual([-7, 7]);
    expect(dataOf({ dataType: 3, dims: [2n], int32Data: [varints(-7, 127)] })).toEqual([-7, 127]);
    expect(dataOf({ dataType: 9, dims: [2n], int32Data: [varints(1, 0)] })).toEqual([1, 0]);
    expect(dataOf({ dataType: 10, dims: [2n], int32Data: [varints(0x3c00, 0xc000)] })).toEqual([1, -2]);
    expect(dataOf({ dataType: 16, dims: [2n], int32Data: [varints(0x3f80, 0xc000)] })).toEqual([1, -2]);
    // Of a few bits two or four elements are one number, and the last is filled up.
    expect(dataOf({ dataType: 22, dims: [3n], int32Data: [varints(0x7f, 0x08)] })).toEqual([-1, 7, -8]);
    expect(dataOf({ dataType: 21, dims: [3n], rawData: Uint8Array.of(0x7f, 0x08) })).toEqual([15, 7, 8]);
    expect(dataOf({ dataType: 26, dims: [5n], int32Data: [varints(0b11_10_01_00, 2)] })).toEqual([0, 1, -2, -1, -2]);
    expect(dataOf({ dataType: 25, dims: [2n], rawData: Uint8Array.of(0b1110) })).toEqual([2, 3]);
    expect(dataOf({ dataType: 12, dims: [1n], uint64Data: [varints(4294967295)] })).toEqual([4294967295]);
    expect(dataOf({ dataType: 13, dims: [1n], uint64Data: [varints(9)] })).toEqual([9]);
  });

  test('may have them in parts', () => {
    const [one, two] = [Float32Array.of(1), Float32Array.of(2, 3)].map(({ buffer }) => new Uint8Array(buffer));
    expect(dataOf({ dataType: 1, dims: [3n], floatData: [one, two] })).toEqual([1, 2, 3]);
    expect(dataOf({ dataType: 7, dims: [3n], int64Data: [varints(1, 2), varints(3)] })).toEqual([1, 2, 3]);
  });
});

describe('a model', () => {
  test('has initializers that it lists as inputs as constants', () => {
    const raw = new Uint8Array(8);
    const input = ['x', 'w'].map((name) => ({ name, type: floatType(2n) }));
    const initializer = [{ name: 'w', dims: [2n], dataType: 1, rawData: raw }];
    const { inputs, constants } = readOnnx(written(folder, proto({ input, initializer })));
    expect([inputs.map(({ name }) => name), [...constants.keys()]]).toEqual([['x'], ['w']]);
  });

  test('gets names of nodes that no two share', () => {
    const names = ['', 'a', 'a', 'Relu_0', ''];
    const node = names.map((name, index) => ({
      ...{ name, opType: 'Relu' },
      input: ['x'],
      output: [index === 0 ? 'y' : `y${index}`],
    }));
    const found = readOnnx(written(folder, proto({ node }))).nodes.map(({ name }) => name);
    expect(found).toEqual(['Relu_0_0', 'a', 'a_2', 'Relu_0', 'Relu_4']);
  });

  test('gets each node behind those that it reads, else in the order of the file', () => {
    const edges = ['x>b', 'd>y', 'x>c', 'b>d', 'c>e'].map((edge) => edge.split('>'));
    const node = edges.map(([from, to]) => ({ opType: 'Relu', input: [from!], output: [to!] }));
    const { nodes } = readOnnx(written(folder, proto({ node })));
    expect(nodes.map(({ outputs }) => outputs[0])).toEqual(['b', 'c', 'd', 'y', 'e']);
  });

  test('of the first versions has attributes without types', () => {
    const attribute = [
      { name: 'alpha', f: 0 },
      { name: 'axis', i: -1n },
      { name: 'mode', s: new TextEncoder().encode('edge') },
      { name: 'pads', ints: [1n] },
      { name: 'scales', floats: [2] },
      { name: 'names', strings: [new Uint8Array()] },
    ];
    const node = [{ opType: 'Any', input: ['x'], output: ['y'], attribute }];
    const [only] = readOnnx(written(folder, proto({ node }))).nodes;
    expect(Object.fromEntries(only!.attributes)).toEqual({
      ...{ alpha: 0, axis: -1, mode: 'edge', pads: [1], scales: [2], names: [''] },
    });
  });

  test('is told everything that is not supported at once, with the nodes', () => {
    const node = [
      { opType: 'FusedConv', domain: 'com.microsoft', name: 'f1', input: ['x'], output: ['a'] },
      { opType: 'FusedConv', domain: 'com.microsoft', input: ['x'], output: ['b'] },
      { opType: 'If', input: ['x'], output: ['c'], attribute: [{ name: 'bodies', type: 10 }] },
      { opType: 'Scatter', input: ['x'], output: ['y'] },
      { opType: 'Relu', domain: 'ai.onnx', input: ['x'], output: ['z'] },
    ];
    const initializer = [{ name: 'words', dims: [1n], dataType: 8 }];
    const sparseInitializer = [{ values: { name: 'thin' } }];
    const path = written(folder, proto({ node, initializer, sparseInitializer }));
    expect(complaint(path, () => readOnnx(path, new Set(['Relu', 'If'])))).toBe(
      'the model has unsupported parts, a tensor of string (words), a sparse tensor (thin), ' +
        'com.microsoft.FusedConv (f1, FusedConv_1), If with the list of graphs "bodies" (If_2), Scatter (Scatter_3); ' +
        'docs/reference/onnx.md lists what is supported.',
    );
  });

  test('may hold graphs in its nodes, which read what is around them', () => {
    const inner = { node: [{ opType: 'Add', input: ['x', 'half'], output: ['sum'] }], output: [{ name: 'sum' }] };
    const half = { name: 'half', dims: [], dataType: 1, floatData: [new Uint8Array(Float32Array.of(0.5).buffer)] };
    const graphs = [
      { name: 'then_branch', type: 5, g: { ...inner, initializer: [half] } },
      { name: 'else_branch', type: 5, g: { output: [{ name: 'x' }] } },
    ];
    const node = [
      // Read within a branch, so it comes first.
      { opType: 'If', input: ['c'], output: ['y'], attribute: graphs },
      { opType: 'Not', input: ['x'], output: ['c'] },
    ];
    const { nodes } = readOnnx(written(folder, proto({ node })), new Set(['If', 'Not']));
    expect(nodes.map(({ op }) => op)).toEqual(['Not', 'If']);
    const [yes, no] = ['then_branch', 'else_branch'].map((name) => nodes[1]!.attributes.get(name) as OnnxGraph);
    expect(yes).toMatchObject({ inputs: [], outputs: ['sum'], outer: ['x'] });
    expect(yes!.nodes.map(({ name }) => name)).toEqual(['If_0/Add_0']);
    expect([...yes!.constants.get('half')!.data]).toEqual([0.5]);
    expect(no).toMatchObject({ nodes: [], outputs: ['x'], outer: ['x'] });
  });

  test('whose graphs read what nothing defines, or are nested too deep, is refused', () => {
    const nested = (depth: number): object => ({
      node: [
        depth === 0
          ? { opType: 'Relu', input: ['z'], output: ['y'] }
          : { opType: 'If', input: ['x'], output: ['y'], attribute: [{ name: 'then_branch', g: nested(depth - 1) }] },
      ],
      output: [{ name: 'y' }],
    });
    const complaintOf = (depth: number): string => {
      const path = written(folder, proto({ node: (nested(depth) as { node: object[] }).node }));
      return complaint(path, () => readOnnx(path, new Set(['If', 'Relu'])));
    };
    expect(complaintOf(2)).toMatch(/^the node If_0 reads "z", which nothing defines; export/);
    expect(complaintOf(10)).toMatch(/^the node If_0 reads "z", which nothing defines; export/);
    expect(complaintOf(100)).toMatch(/its graphs are nested too deep: graph\.node\[0\]\.attribute\[0\]\.g/);
  });

  test('keeps nodes that it cannot read for a caller who names them with others', () => {
    const node = [
      {
        opType: 'FusedConv',
        domain: 'com.microsoft',
        input: ['x'],
        output: ['a'],
        attribute: [{ name: 'alpha', f: 1 }],
      },
      { opType: 'If', input: ['a'], output: ['y'], attribute: [{ name: 'bodies', type: 10 }] },
    ];
    const path = written(folder, proto({ node }));
    const { nodes } = readOnnx(path, new Set(['If']));
    expect(nodes.map(({ op }) => op)).toEqual(['com.microsoft.FusedConv', 'If with the list of graphs "bodies"']);
    expect(nodes.map(({ attributes }) => attributes.size)).toEqual([0, 0]);
    expect(complaint(path, () => readOnnx(path))).toContain(
      'unsupported parts, com.microsoft.FusedConv (FusedConv_0), If',
    );
  });

  test('has the attributes of operators of another domain that its reader knows', () => {
    const attribute = [{ name: 'alpha', f: 0.5 }];
    const node = [{ opType: 'QLinearLeakyRelu', domain: 'com.microsoft', input: ['x'], output: ['y'], attribute }];
    const path = written(folder, proto({ node }));
    const [only] = readOnnx(path, new Set(['com.microsoft.QLinearLeakyRelu'])).nodes;
    expect(only).toMatchObject({ op: 'com.microsoft.QLinearLeakyRelu', attributes: new Map([['alpha', 0.5]]) });
  });

  test.each([
    [8n, [{ domain: 'ai.onnx.ml', version: 2n }], 'it does not say which version'],
    [2n, [], 'it uses version 1 of the standard operators (opset), and 6 to 28 are supported'],
    [8n, [{ domain: '', version: 29n }], 'it uses version 29'],
    [8n, [{ version: 9n }, { domain: 'ai.onnx', version: 10n }], 'it imports two versions'],
  ])('of IR %s with operators %j is refused', (irVersion, opsetImport, expected) => {
    const path = written(folder, proto({}, { irVersion, opsetImport }));
    expect(complaint(path, () => readOnnx(path))).toContain(expected);
  });
});

/** ONNX's light models and operator tests, in a folder of TUNE_DATA: they are not in the repository. */
const given = join(process.env['TUNE_DATA'] ?? '.', 'onnx');
const isGiven = process.env['TUNE_DATA'] !== undefined && existsSync(given);
const when = describeWhere(isGiven, 'TUNE_DATA, a folder with models in onnx/');

when('the models of TUNE_DATA', () => {
  const files = existsSync(given) ? readdirSync(given, { recursive: true, encoding: 'utf8' }) : [];

  test('are read', () => {
    const models = files.filter((name) => name.endsWith('.onnx')).map((name) => readOnnx(join(given, name)));
    expect(models.length).toBeGreaterThan(0);
    for (const { nodes, outputs } of models) expect([nodes.length, outputs.length].every(Boolean)).toBe(true);
  });

  test('have tensors beside them', () => {
    for (const name of files.filter((name) => name.endsWith('.pb'))) {
      const { shape, data } = readTensor(join(given, name));
      expect(data).toHaveLength(shape.reduce((product, extent) => product * extent, 1));
    }
  });

  test('keep their graphs when their weights become random', () => {
    const light = files.filter((name) => name.startsWith('light/') && name.endsWith('.onnx'));
    // The largest two have hundreds of megabytes of weights.
    for (const name of light.filter((name) => !/vgg|alexnet/.test(name))) {
      const model = withRandomWeights(readOnnx(join(given, name)), 1);
      expect(model.nodes.some(({ op }) => op === 'ConstantOfShape')).toBe(false);
      expect(model.nodes.length).toBeGreaterThan(60);
    }
  });
});
