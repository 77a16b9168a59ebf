import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { simplify } from '../../../../src/network/graph/simplify/simplify.js';
import { toGraph } from '../../../../src/network/graph/to-graph.js';
import { legalise } from '../../../../src/network/program/legalise.js';
import { Random } from '../../../../src/space/random.js';
import { must, ownFolder } from '../../../products/export/fixtures.js';
import { detector } from '../../../support/detector-model.js';
import { randomProgram, writeLibrary } from '../../../support/network-library.js';

const library = join(ownFolder(), 'net');

test('the end of a detector passes the self-test of its library under the sanitizers', async () => {
  const network = legalise(simplify(toGraph(detector)));
  const random = new Random(3);
  await writeLibrary(library, network, randomProgram(network, { random }).program, { random });
  const strict = 'CFLAGS=-O0 -Werror -fsanitize=address,undefined -fno-sanitize-recover=all';
  expect(must(library, 'make', '-s', 'BUILD=strict', strict, 'test')).toMatch(/^ok/m);
  expect(must(library, 'cat', 'include/net.h')).toMatch(
    /detected_boxes: float\[3\]\[4\], of which extent 0 is \*detected_boxes_count/,
  );
});
