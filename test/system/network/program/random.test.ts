import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { simplify } from '../../../../src/network/graph/simplify/simplify.js';
import { toGraph } from '../../../../src/network/graph/to-graph.js';
import { legalise } from '../../../../src/network/program/legalise.js';
import { Random } from '../../../../src/space/random.js';
import { ownFolder } from '../../../products/export/fixtures.js';
import { randomProgram, selfTest, writeLibrary } from '../../../support/network-library.js';
import { randomNetwork, together } from '../../../support/random-network.js';

const folder = ownFolder();

/** `npm run soak:programs` does the same with hundreds. */
test.each([
  [1, 'float32', 2e-4],
  [2, 'float32', 2e-4],
  [1, 'float16', 0.05],
])('random networks compute what the interpreter does, on %i threads in %s', async (threads, precision, tolerance) => {
  const random = new Random(threads);
  const pieces = Array.from({ length: 3 }, (_, i) => randomNetwork(random, `p${i}`, 7));
  const graph = legalise(simplify(toGraph(together(pieces))));
  const { program, leastBytes } = randomProgram(graph, { random, threads, precision });
  expect(program.programs[0]!.arenaBytes).toBeLessThanOrEqual(1.2 * leastBytes);
  const library = join(folder, `library-${threads}-${precision}`);
  await writeLibrary(library, graph, program, { random, tolerance });
  expect(selfTest(library)).toEqual({ stderr: '', wrong: [], right: 3 * graph.outputs.length });
});
