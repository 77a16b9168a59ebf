import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { simplify } from '../../../../src/network/graph/simplify/simplify.js';
import { toGraph } from '../../../../src/network/graph/to-graph.js';
import { legalise } from '../../../../src/network/program/legalise.js';
import { Random } from '../../../../src/space/random.js';
import { must, ownFolder } from '../../../products/export/fixtures.js';
import { floats, integers, modelOf } from '../../../support/graph-models.js';
import { graph } from '../../../support/graphs-in-nodes.js';
import { randomProgram, writeLibrary } from '../../../support/network-library.js';
import { testWhere } from '../../../support/skips.js';

const library = join(ownFolder(), 'net');

/** Doubles the state, and counts, while its sum is below 60. */
const body = graph(
  [
    ['Add', ['state', 'state'], ['next']],
    ['Add', ['count', 'one'], ['more']],
    ['ReduceSum', ['next'], ['sum'], { keepdims: 0 }],
    ['Less', ['sum', 'limit'], ['again']],
  ],
  ['again', 'next', 'more', 'sum'],
  { inputs: ['i', 'go', 'state', 'count'], constants: { limit: floats([], [60]), one: integers([1]) } },
);

beforeAll(async () => {
  const model = modelOf({
    inputs: { x: [2, 5] },
    constants: { most: integers([4], []), zero: integers([0]), second: integers([1]) },
    nodes: [
      ['Relu', ['x'], ['positive']],
      ['NonZero', ['positive'], ['places']],
      ['Unique', ['positive'], ['values', 'first', 'inverse', 'counts']],
      ['Loop', ['most', '', 'positive', 'zero'], ['last', 'steps', 'sums'], { body }],
      ['Slice', ['positive', 'zero', 'steps', 'second'], ['part']],
      ['Softmax', ['part'], ['shares'], { axis: 0 }],
      ['Transpose', ['places'], ['tuples']],
      ['GatherND', ['x', 'tuples'], ['picked']],
      ['Exp', ['picked'], ['powers']],
      ['Add', ['powers', 'picked'], ['both']],
    ],
    outputs: ['places', 'values', 'inverse', 'sums', 'shares', 'both'],
  });
  const network = legalise(simplify(toGraph(model)));
  const random = new Random(3);
  await writeLibrary(library, network, randomProgram(network, { random }).program, { random });
  must(library, 'make', '-j2', 'CFLAGS=-O0 -Werror', 'all', 'programs');
});

test('outputs whose extents depend on values pass the self-test under the sanitizers', () => {
  const strict = 'CFLAGS=-O0 -Werror -fsanitize=address,undefined -fno-sanitize-recover=all';
  expect(must(library, 'make', '-s', 'BUILD=strict', strict, 'test').match(/^ok/gm)).toHaveLength(30);
});

test('the header says which output has the extent of another', () => {
  const header = must(library, 'cat', 'include/net.h');
  expect(header).toMatch(/places: int64_t\[2\]\[10\], of which extent 1 is \*places_count/);
  expect(header).toMatch(/values: float\[10\], of which extent 0 is \*values_count/);
});

const headers = resolve(process.execPath, '..', '..', 'include', 'node');
testWhere(existsSync(join(headers, 'node_api.h')), 'the headers of Node')('Node gives what is there', () => {
  must(library, 'make', 'CFLAGS=-O0 -Werror', `NODE_HEADERS=${headers}`, 'node');
  const use = `const net = require(${JSON.stringify(resolve(library, 'node'))});
const x = Float32Array.of(1, -1, 2, 0, 1, -3, -4, 5, 0, 2);
process.stdout.write(JSON.stringify(net.run([x]).map((array) => Array.from(array, Number))));`;
  const [places, values, inverse, sums, shares, both, ...counts] = JSON.parse(
    must(library, process.execPath, '-e', use),
  ) as number[][];
  expect(places).toEqual([0, 0, 0, 1, 1, 0, 2, 4, 2, 4]);
  expect(values).toEqual([0, 1, 2, 5]);
  expect(inverse).toEqual([1, 0, 2, 0, 1, 0, 0, 3, 0, 2]);
  expect(sums).toEqual([22, 44, 88]);
  [1 / (1 + Math.exp(-1)), 0.5, 1 / (1 + Math.exp(3))].forEach((share, i) => {
    expect(shares![i]).toBeCloseTo(share, 6);
    expect(shares![3 + i]).toBeCloseTo(1 - share, 6);
  });
  expect(both!.map((x) => Math.round(100 * x))).toEqual(
    [1, 2, 1, 5, 2].map((x) => Math.round(100 * (Math.exp(x) + x))),
  );
  expect(counts.flat()).toEqual([5, 4, 3, 3]);
});
