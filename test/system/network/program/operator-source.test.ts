import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { stringify } from 'yaml';
import { loadOperatorSources } from '../../../../src/catalogue/operator-source/operator-source.js';
import type { Graph } from '../../../../src/network/graph/graph.js';
import { checkOwnOperators, operatorInC } from '../../../../src/network/graph/operator-in-c.js';
import type { Operator } from '../../../../src/network/graph/operators/operator.js';
import { simplify } from '../../../../src/network/graph/simplify/simplify.js';
import { toGraph } from '../../../../src/network/graph/to-graph.js';
import { legalise } from '../../../../src/network/program/legalise.js';
import { Random } from '../../../../src/space/random.js';
import { must, ownFolder } from '../../../products/export/fixtures.js';
import { randomProgram, randomPrograms, writeLibrary, writeLibraryOf } from '../../../support/network-library.js';
import { floats, model, node, value } from '../../../support/onnx-builder.js';
import { testWhere } from '../../../support/skips.js';

/** Picks an element for each index, and says how many were above zero; `helper` is a name of both files. */
const pickC = `#include <stdint.h>
int helper(int64_t at, int count) { return at >= 0 && at < count; }
int pick(const float *table, const int64_t *at, float *y, int64_t *above, int count, int size) {
  *above = 0;
  for (int i = 0; i < count; i++) {
    if (!helper(at[i], size)) return 7;
    y[i] = table[at[i]];
    *above += y[i] > 0;
  }
  return 0;
}
`;
const pickSpec = {
  operator: 'com.example.Pick',
  files: ['pick.c'],
  function: 'pick',
  arguments: [
    { name: 'table', shape: ['n'] },
    { name: 'at', type: 'int64', shape: ['k'] },
    { name: 'y', shape: 'at', direction: 'out' },
    { name: 'above', type: 'int64', shape: [], direction: 'out' },
    { name: 'count', type: 'int32', value: 'k' },
    { name: 'size', type: 'int32', value: 'n' },
  ],
  returns: 'status',
};
const shiftC = `int helper(float x) { return x > 0; }
static void shift(const float *x, float *y, int size, float by) {
  for (int i = 0; i < size; i++) y[i] = helper(x[i]) ? x[i] + by : x[i];
}
`;
const shiftSpec = {
  operator: 'Softsign',
  files: ['shift.c'],
  function: 'shift',
  attributes: { by: 1 },
  arguments: [
    { name: 'x' },
    { name: 'y', direction: 'out' },
    { name: 'size', type: 'int32', value: 'x_size' },
    { name: 'by', value: 'by' },
  ],
};

/** Between kernels, of a constant, of an input of the caller's, one that takes the place of an operator of ours. */
const source = {
  ...model({
    inputs: [
      { name: 'x', type: 'float32', shape: [2, 3, 'n'] },
      { name: 'at', type: 'int64', shape: [4] },
    ],
    outputs: ['y', 'z', 'count'].map((name) => ({ name, type: 'float32', shape: undefined })),
    constants: {
      w: floats([5, 3, 3], (i) => Math.cos(i) / 2),
      alpha: floats([5], (i) => 1 + i / 4),
      row: floats([6], (i) => i - 2.5),
      ones: floats([6], () => 1),
    },
    nodes: [
      node('Conv', ['x', 'w'], ['a'], { pads: [1, 1] }),
      node('com.example.Snake', ['a', 'alpha'], ['b']),
      node('Softsign', ['b'], ['c'], { by: 0.5 }),
      node('Relu', ['c'], ['y']),
      node('Softsign', ['row'], ['table'], { by: 0.25 }),
      node('Mul', ['table', 'ones'], ['scaled']),
      node('com.example.Pick', ['scaled', 'at'], ['z', 'count']),
    ],
  }),
  between: [value('b', 2, 5, 'n'), value('c', 2, 5, 'n'), value('table', 6)],
};

const folder = ownFolder();
const graphs: Graph[] = [];
let operators: ReadonlyMap<string, Operator> = new Map();
const library = (name: string): string => join(folder, name);

beforeAll(async () => {
  for (const [name, text, spec] of [
    ['pick', pickC, pickSpec],
    ['shift', shiftC, shiftSpec],
  ] as const) {
    writeFileSync(join(folder, `${name}.c`), text);
    writeFileSync(join(folder, `${name}.yaml`), stringify(spec));
  }
  const paths = ['examples/operator-source/snake.yaml', join(folder, 'pick.yaml'), join(folder, 'shift.yaml')];
  const sources = await loadOperatorSources(paths);
  operators = new Map(sources.map((one) => [one.function.operator, operatorInC(one)]));
  for (const width of [8, 11])
    graphs.push(legalise(simplify(toGraph(source, { shapes: new Map([['x', [2, 3, width]]]), operators }))));
  for (const { nodes } of graphs) checkOwnOperators(nodes);
  const random = new Random(4);
  await writeLibrary(library('float32'), graphs[0]!, randomProgram(graphs[0]!, { random }).program, { random });
  const narrow = randomProgram(graphs[0]!, { random, precision: 'bfloat16' });
  await writeLibrary(library('bfloat16'), graphs[0]!, narrow.program, { random, tolerance: 0.05 });
  await writeLibraryOf(library('shapes'), graphs, randomPrograms(graphs, { random }), { random });
});

test('a node is refused that does not go with its spec', () => {
  const graphOf = (op: string, inputs: readonly string[], outputs: readonly string[]) => () =>
    toGraph(
      model({
        inputs: [value('x', 4), value('t', 6)],
        outputs: [{ ...value('y'), shape: undefined }],
        nodes: [node(op, inputs, outputs, {}, 'n')],
      }),
      { operators },
    );
  expect(graphOf('com.example.Pick', ['t', 'x'], ['y', 'above'])).toThrow(
    /^Node "n" \(com\.example\.Pick\): input "at" is float32 in the model and int64 in \S*pick\.yaml; write type: float32 there\.$/,
  );
  expect(graphOf('com.example.Pick', ['t'], ['y', 'above'])).toThrow(/it has 1 inputs, and 2 are allowed/);
  expect(graphOf('Softsign', ['x'], ['y'])).toThrow(
    /^Node "n" \(Softsign\): the model declares no shape of its output 0, and neither does \S*shift\.yaml: give "y" a shape there\.$/,
  );
});

test('what is constant is computed when the network is built', () => {
  expect(graphs[0]!.nodes.map(({ op }) => op)).toEqual([
    'Conv',
    'com.example.Snake in C',
    'Softsign in C',
    'Relu',
    'com.example.Pick in C',
  ]);
});

test.each([
  ['float32', 9],
  ['bfloat16', 9],
  ['shapes', 18],
])('the library gives what the functions do, under sanitizers: %s', (name, right) => {
  const strict = 'CFLAGS=-O0 -Werror -fsanitize=address,undefined -fno-sanitize-recover=all';
  expect(must(library(name), 'make', '-s', '-j2', 'BUILD=strict', strict, 'test').match(/^ok/gm)).toHaveLength(right);
});

test('all that it defines begins with its name', () => {
  must(library('float32'), 'make', '-s', 'CFLAGS=-O0 -Werror', 'all');
  const symbols = must(library('float32'), 'nm', '-P', '-g', '--defined-only', 'build/libnet.a');
  const names = symbols.split('\n').flatMap((line) => /^(\w+) /.exec(line)?.[1] ?? []);
  expect(names).toContain('net_operator_pick_helper');
  expect(names.filter((name) => !name.startsWith('net_'))).toEqual([]);
});

test('an interpreter and a library agree with the definition', () => {
  const { nodes } = graphs[0]!;
  const snake = nodes[1]!;
  const x = Float32Array.from({ length: 2 * 5 * 8 }, (_, i) => Math.sin(i));
  const alpha = Float32Array.from({ length: 5 }, (_, i) => 1 + i / 4);
  const tensors = [x, alpha].map((data) => ({ type: 'float32', shape: [data.length], data }));
  const [got] = snake.own!.evaluate(snake, tensors, [{ type: 'float32', shape: [2, 5, 8] }]);
  const want = Array.from(x, (one, i) => {
    const a = alpha[Math.floor(i / 8) % 5]!;
    return one + Math.sin(a * one) ** 2 / a;
  });
  want.forEach((number, i) => {
    expect(got![i]).toBeCloseTo(number, 5);
  });
});

const hasNumpy = spawnSync('python3', ['-c', 'import numpy']).status === 0;
testWhere(hasNumpy, 'apt-get install python3-numpy')('Python calls it, and an index that is none is an error', () => {
  must(library('float32'), 'make', '-s', 'CFLAGS=-O0 -Werror', 'all');
  const text = `import net, numpy
x = numpy.zeros((2, 3, 8), numpy.float32)
y, z, count = net.run(x, numpy.array([0, 5, 3, 1]))
print(z.tolist(), int(count))
try: net.run(x, numpy.array([0, 6, 0, 0]))
except IndexError: print('refused')`;
  expect(must(join(library('float32'), 'python'), 'python3', '-B', '-c', text)).toBe(
    '[-2.5, 2.75, 0.75, -1.5] 2\nrefused\n',
  );
});

const headers = resolve(process.execPath, '..', '..', 'include', 'node');
testWhere(existsSync(join(headers, 'node_api.h')), 'the headers of Node')('Node calls it', () => {
  must(library('float32'), 'make', '-s', 'CFLAGS=-O0 -Werror', `NODE_HEADERS=${headers}`, 'node');
  const text = `const net = require(${JSON.stringify(resolve(library('float32'), 'node'))});
const [, z, count] = net.run([new Float32Array(48), BigInt64Array.of(0n, 5n, 3n, 1n)]);
console.log(JSON.stringify([...z]), Number(count[0]));`;
  expect(must(folder, process.execPath, '-e', text)).toBe('[-2.5,2.75,0.75,-1.5] 2\n');
});
