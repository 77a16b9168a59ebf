import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { ProgramSet } from '../../../../src/backend/program/program.js';
import type { Graph } from '../../../../src/network/graph/graph.js';
import { simplify } from '../../../../src/network/graph/simplify/simplify.js';
import { toGraph } from '../../../../src/network/graph/to-graph.js';
import { legalise } from '../../../../src/network/program/legalise.js';
import { Random } from '../../../../src/space/random.js';
import { must, ownFolder } from '../../../products/export/fixtures.js';
import { randomPrograms, writeLibraryOf } from '../../../support/network-library.js';
import { floats, model, node, tensor } from '../../../support/onnx-builder.js';
import { testWhere } from '../../../support/skips.js';

/** Tokens that pick rows, an image as wide as there are tokens, a convolution and a product over both. */
const source = model({
  inputs: [
    { name: 'ids', type: 'int64', shape: [1, 'n'] },
    { name: 'image', type: 'float32', shape: [1, 3, 4, 'n'] },
  ],
  outputs: [{ name: 'y', type: 'float32', shape: undefined }],
  constants: {
    table: floats([7, 8], (i) => Math.sin(i)),
    kernel: floats([8, 3, 3, 3], (i) => Math.cos(i) / 4),
    weights: floats([8, 24], (i) => Math.sin(3 * i) / 4),
    axes: tensor('int64', [1], [2]),
  },
  nodes: [
    node('Gather', ['table', 'ids'], ['rows']),
    node('Conv', ['image', 'kernel'], ['c'], { pads: [1, 1, 1, 1] }),
    node('Relu', ['c'], ['r']),
    node('ReduceMean', ['r'], ['m'], { axes: [2], keepdims: 0 }),
    node('Transpose', ['m'], ['t'], { perm: [0, 2, 1] }),
    node('Add', ['rows', 't'], ['s']),
    node('MatMul', ['s', 'weights'], ['y']),
  ],
});
const widths = [6, 12, 9];

function graphFor(width: number): Graph {
  const shapes = new Map([
    ['ids', [1, width]],
    ['image', [1, 3, 4, width]],
  ]);
  return legalise(simplify(toGraph(source, { shapes })));
}

const folder = ownFolder();
const [together, mapped] = [join(folder, 'together'), join(folder, 'mapped')];
const graphs = widths.map(graphFor);
const alone = (place: number): string => join(folder, `alone-${place}`);

beforeAll(async () => {
  const set = randomPrograms(graphs, { random: new Random(5) });
  await writeLibraryOf(together, graphs, set, { random: new Random(1) });
  await writeLibraryOf(mapped, graphs, set, { random: new Random(1), weights: 'file' });
  for (const [place, graph] of graphs.entries()) {
    const one: ProgramSet = { ...set, name: `net${place}`, programs: [set.programs[place]!] };
    await writeLibraryOf(alone(place), [graph], one, { random: new Random(1) });
  }
  for (const library of [together, mapped, ...widths.map((_, place) => alone(place))])
    must(library, 'make', '-s', '-j2', 'CFLAGS=-O0 -Werror', 'all');
});

const strict = 'CFLAGS=-O0 -Werror -fsanitize=address,undefined -fno-sanitize-recover=all';

test.each([
  ['linked in', together],
  ['mapped', mapped],
])('each shape gives what the interpreter does, under sanitizers, from weights that are %s', (_, library) => {
  const shown = must(library, 'make', '-s', '-j2', 'BUILD=strict', strict, 'test');
  expect(shown.match(/^ok {3}shape \d y/gm)).toHaveLength(3 * widths.length);
});

/** Calls all shapes in turns, twice, in one process, and beside each a library of its own. */
const alternating = `
#include <stdio.h>
#include <string.h>
#include "net.h"
${widths.map((_, place) => `#include "net${place}.h"`).join('\n')}
static char memory[NET_WORKSPACE] __attribute__((aligned(64)));
static int differs(int place, const int64_t *ids, const float *image) {
  static float ours[${24 * Math.max(...widths)}], theirs[${24 * Math.max(...widths)}];
  const size_t count = net_shapes[place].outputs[0].elements;
  if (net_run_for(net_shape_of(net_shapes[place].inputs[0].extents[1], net_shapes[place].inputs[1].extents[3]), ids,
                  image, ours, memory) != NET_OK) return 1;
${widths.map((_, place) => `  if (place == ${place} && net${place}_run(ids, image, theirs, memory) != 0) return 1;`).join('\n')}
  return memcmp(ours, theirs, count * sizeof *ours) != 0;
}
int main(void) {
  int64_t ids[${Math.max(...widths)}];
  float image[${12 * Math.max(...widths)}];
  for (int turn = 0; turn < 2; turn++)
    for (int place = 0; place < ${widths.length}; place++) {
      for (int i = 0; i < ${Math.max(...widths)}; i++) ids[i] = (turn + place + 3 * i) % 7;
      for (int i = 0; i < ${12 * Math.max(...widths)}; i++) image[i] = (float)((turn + i * 7) % 13) - 6;
      printf("%d", differs(place, ids, image));
    }
  return 0;
}
`;

/** Builds a program against libraries, by their folders and names; returns its path. */
function build(name: string, text: string, libraries: Readonly<Record<string, string>>): string {
  const file = join(folder, `${name}.c`);
  writeFileSync(file, text);
  const headers = Object.keys(libraries).map((library) => `-I${join(library, 'include')}`);
  const archives = Object.entries(libraries).map(([library, own]) => join(library, 'build', `lib${own}.a`));
  must(folder, 'gcc', '-O1', '-Werror', ...headers, file, ...archives, '-lm', '-o', name);
  return join(folder, name);
}

test('shapes in turns give what libraries of their own give, bit by bit', () => {
  const own = Object.fromEntries(widths.map((_, place) => [alone(place), `net${place}`]));
  expect(must(folder, build('alternating', alternating, { [together]: 'net', ...own }))).toBe('000000');
});

const weightsOf = (library: string, name = 'net'): Buffer => readFileSync(join(library, `${name}.weights`));

test('constants and what packs alike are stored once, whatever the shape', () => {
  const each = widths.map((_, place) => weightsOf(alone(place), `net${place}`).length);
  // One config of each kernel: the same packing for all shapes.
  expect(weightsOf(together).length).toBeLessThan(each.reduce((sum, bytes) => sum + bytes));
  const table = Buffer.from(Float32Array.from({ length: 56 }, (_, i) => Math.sin(i)).buffer);
  expect(weightsOf(together).indexOf(table)).toBeGreaterThanOrEqual(0);
  expect(weightsOf(together).indexOf(table)).toBe(weightsOf(together).lastIndexOf(table));
});

/** Prints statuses and their sentences. */
const statuses = `
#include <stdio.h>
#include "net.h"
static char memory[NET_WORKSPACE] __attribute__((aligned(64)));
static void say(int status) { printf("%d %s\\n", status, net_message(status)); }
int main(int count, char **given) {
  (void)count, (void)given;
  static int64_t ids[12];
  static float image[144], y[288];
#ifdef NET_WEIGHTS_FILE
  say(net_load(count > 1 ? given[1] : NULL));
#endif
  say(net_prepare(memory));
  say(net_run_for(net_shape_of(12, 12), ids, image, y, memory));
  say(net_run_for(net_shape_of(12, 6), ids, image, y, memory));
  say(net_run_for(NET_SHAPES, ids, image, y, memory));
  ids[3] = 7;
  say(net_run_for(net_shape_of(12, 12), ids, image, y, memory));
  return 0;
}
`;
const ok = '0 the call succeeded';
const badShape = '2 net has no such shape: net_shapes lists those that it has';
const badIndex = '1 a number of an input is no index of what it picks from';
const noWeights = '3 net.weights cannot be read: name its path by net_load, or by NET_WEIGHTS in the environment';
const wrongWeights = '4 net.weights is not the file that this library was made with: take the one from the same folder';

test('extents that no shape has, and numbers that are no index, have statuses of their own', () => {
  const lines = must(folder, build('statuses', statuses, { [together]: 'net' })).split('\n');
  expect(lines).toEqual([ok, ok, badShape, badShape, badIndex, '']);
});

describe('a file of weights', () => {
  let program = '';
  const run = (...words: readonly string[]): string[] => must(folder, program, ...words).split('\n');
  beforeAll(() => {
    program = build('mapping', statuses, { [mapped]: 'net' });
  });

  test('is found where it was built, by its path, and by the environment', () => {
    const copy = join(folder, 'copy.weights');
    writeFileSync(copy, weightsOf(mapped));
    const right = [ok, ok, ok, badShape, badShape, badIndex, ''];
    expect(run()).toEqual(right);
    expect(run(copy)).toEqual(right);
    expect(must(folder, 'env', `NET_WEIGHTS=${copy}`, program).split('\n')).toEqual(right);
    const { stdout } = spawnSync('env', ['NET_WEIGHTS=/nowhere', program], { encoding: 'utf8' });
    expect(stdout.split('\n').slice(0, 3)).toEqual([noWeights, noWeights, noWeights]);
  });

  test('is refused where it is missing, cut off, longer, or changed anywhere', () => {
    expect(run('/nowhere').slice(0, 1)).toEqual([noWeights]);
    expect(run(folder)[0]).toMatch(/^[34] /);
    const bytes = weightsOf(mapped);
    const negated = Buffer.from(bytes);
    for (let at = 3; at < negated.length; at += 4) negated[at]! ^= 0x80;
    const changed = [0, 1, bytes.length / 2, bytes.length - 1].map((at) => {
      const one = Buffer.from(bytes);
      one[at]! ^= 1;
      return one;
    });
    for (const wrong of [bytes.subarray(0, -64), Buffer.concat([bytes, Buffer.alloc(64)]), negated, ...changed]) {
      writeFileSync(join(folder, 'wrong.weights'), wrong);
      expect(run('wrong.weights').slice(0, 1)).toEqual([wrongWeights]);
    }
  });

  test('is not part of the code, and is installed beside the header', () => {
    const sizes = [together, mapped].map((library) => readFileSync(join(library, 'build', 'libnet.so')));
    const bytes = weightsOf(mapped).subarray(0, 1024);
    expect(sizes.map((code) => code.includes(bytes))).toEqual([true, false]);
    must(mapped, 'make', '-s', 'CFLAGS=-O0', `PREFIX=${join(folder, 'installed')}`, 'install');
    expect(existsSync(join(folder, 'installed', 'share', 'net', 'net.weights'))).toBe(true);
  });
});

const headers = resolve(process.execPath, '..', '..', 'include', 'node');
testWhere(existsSync(join(headers, 'node_api.h')), 'the headers of Node')(
  'Node takes the shape that arrays have',
  () => {
    must(mapped, 'make', 'CFLAGS=-O0 -Werror', `NODE_HEADERS=${headers}`, 'node');
    const use = `const net = require('./index.js');
    net.prepare();
    for (const { inputs } of net.shapes) {
      const [ids, image] = inputs.map(({ array, shape }) => new globalThis[array](shape.reduce((a, b) => a * b, 1)));
      console.log(inputs[0].shape.join('x'), net.run([ids, image])[0].length);
    }
    for (const wrong of [[new BigInt64Array(6), new Float32Array(7)], [new BigInt64Array(6).fill(9n), new Float32Array(72)]])
      try { net.run(wrong); } catch (error) { console.log(error.name + ': ' + error.message); }
    try { net.run([], 5); } catch (error) { console.log(error.message); }`;
    expect(must(join(mapped, 'node'), process.execPath, '-e', use)).toBe(
      `1x6 144\n1x12 288\n1x9 216\n` +
        'TypeError: image must be Float32Array of 72 elements (float32[1, 3, 4, 6]), and Float32Array of 7 was given\n' +
        `RangeError: ${badIndex.slice(2)}\n${badShape.slice(2)}\n`,
    );
  },
);

const hasNumpy = spawnSync('python3', ['-c', 'import numpy']).status === 0;
testWhere(hasNumpy, 'apt-get install python3-numpy')('Python takes the shape that arrays have', () => {
  must(mapped, 'make', 'CFLAGS=-O0 -Werror', 'all');
  const use = `import net, numpy
net.prepare()
for shape in net.SHAPES:
    y, = net.run(*(numpy.zeros(port.shape, port.dtype) for port in shape.inputs))
    print(y.shape)
try: net.run(numpy.zeros((1, 6), numpy.int64), numpy.zeros((1, 3, 4, 7), numpy.float32))
except ValueError as error: print(error)`;
  expect(must(join(mapped, 'python'), 'python3', '-B', '-c', use)).toBe(
    '(1, 6, 24)\n(1, 12, 24)\n(1, 9, 24)\n' +
      'image has the shape [1, 3, 4, 6] or [1, 3, 4, 12] or [1, 3, 4, 9], not [1, 3, 4, 7]\n',
  );
});
