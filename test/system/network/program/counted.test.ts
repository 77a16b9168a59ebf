import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { simplify } from '../../../../src/network/graph/simplify/simplify.js';
import { toGraph } from '../../../../src/network/graph/to-graph.js';
import { legalise } from '../../../../src/network/program/legalise.js';
import { Random } from '../../../../src/space/random.js';
import { must, ownFolder } from '../../../products/export/fixtures.js';
import { modelOf } from '../../../support/graph-models.js';
import { randomProgram, writeLibrary } from '../../../support/network-library.js';
import { testWhere } from '../../../support/skips.js';

const library = join(ownFolder(), 'net');

beforeAll(async () => {
  const model = modelOf({
    inputs: { x: [2, 5] },
    nodes: [
      ['Relu', ['x'], ['positive']],
      ['NonZero', ['positive'], ['places']],
      ['Unique', ['positive'], ['values', 'first', 'inverse', 'counts']],
    ],
    outputs: ['places', 'values', 'inverse'],
  });
  const graph = legalise(simplify(toGraph(model)));
  const random = new Random(3);
  await writeLibrary(library, graph, randomProgram(graph, { random }).program, { random });
  must(library, 'make', '-j2', 'CFLAGS=-O0 -Werror', 'all', 'programs');
});

test('outputs whose extents depend on values pass the self-test under the sanitizers', () => {
  const strict = 'CFLAGS=-O0 -Werror -fsanitize=address,undefined -fno-sanitize-recover=all';
  expect(must(library, 'make', '-s', 'BUILD=strict', strict, 'test').match(/^ok/gm)).toHaveLength(15);
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
  const [places, values, inverse, ...counts] = JSON.parse(must(library, process.execPath, '-e', use)) as number[][];
  expect(places).toEqual([0, 0, 0, 1, 1, 0, 2, 4, 2, 4]);
  expect(values).toEqual([0, 1, 2, 5]);
  expect(inverse).toEqual([1, 0, 2, 0, 1, 0, 0, 3, 0, 2]);
  expect(counts.flat()).toEqual([5, 4]);
});
