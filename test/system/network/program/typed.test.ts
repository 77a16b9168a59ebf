import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { simplify } from '../../../../src/network/graph/simplify/simplify.js';
import { toGraph } from '../../../../src/network/graph/to-graph.js';
import { legalise } from '../../../../src/network/program/legalise.js';
import { Random } from '../../../../src/space/random.js';
import { ownFolder } from '../../../products/export/fixtures.js';
import { randomProgram, selfTest, writeLibrary } from '../../../support/network-library.js';
import { floats, model, node, tensor } from '../../../support/onnx-builder.js';

const folder = ownFolder();
const declared = (name: string, type: string, ...shape: readonly number[]) => ({ name, type, shape });

/** Tokens and their mask, and an output of each type that ONNX has. */
const ofAllTypes = model({
  inputs: [
    declared('ids', 'int64', 1, 6),
    declared('mask', 'bool', 1, 6),
    declared('bytes', 'uint8', 1, 6, 4),
    declared('half', 'float16', 1, 6, 4),
    declared('wide', 'float64', 1, 6, 4),
  ],
  outputs: ['sum', 'picked', 'positive', 'counts', 'eighth', 'double', 'halves', 'sixteenth', 'large'].map((name) =>
    declared(name, 'float32'),
  ),
  constants: {
    table: floats([3, 4], (i) => 3 * Math.sin(i)),
    two: tensor('int64', [], [2]),
    axes: tensor('int64', [1], [2]),
  },
  nodes: [
    node('Gather', ['table', 'ids'], ['rows']),
    node('Cast', ['mask'], ['weights'], { to: 1 }),
    node('Unsqueeze', ['weights', 'axes'], ['column']),
    node('Mul', ['rows', 'column'], ['kept']),
    node('Cast', ['bytes'], ['numbers'], { to: 1 }),
    node('Cast', ['half'], ['single'], { to: 1 }),
    node('Cast', ['wide'], ['narrow'], { to: 1 }),
    node('Sum', ['kept', 'numbers', 'single', 'narrow'], ['sum']),
    node('Gather', ['bytes', 'ids'], ['picked'], { axis: 1 }),
    node('Greater', ['single', 'narrow'], ['positive']),
    node('Div', ['ids', 'two'], ['counts']),
    node('Cast', ['rows'], ['eighth'], { to: 3 }),
    node('Cast', ['sum'], ['double'], { to: 11 }),
    node('Cast', ['kept'], ['halves'], { to: 10 }),
    node('Cast', ['bytes'], ['sixteenth'], { to: 5 }),
    node('Cast', ['numbers'], ['large'], { to: 13 }),
  ],
});

test.each([
  ['float32', 2e-3],
  ['bfloat16', 0.05],
])('inputs and outputs are of the types that the model has, in %s', async (precision, tolerance) => {
  const random = new Random(1);
  const graph = legalise(simplify(toGraph(ofAllTypes)));
  const { program } = randomProgram(graph, { random, precision });
  const library = join(folder, precision);
  await writeLibrary(library, graph, program, { random, tolerance });
  expect(selfTest(library, 'programs')).toEqual({ stderr: '', wrong: [], right: 3 * graph.outputs.length });
  const given = Buffer.alloc(6 * 8 + 6 + 24 + 48 + 192);
  const statusOf = (id: bigint): number | null => {
    given.writeBigInt64LE(id, 8);
    writeFileSync(join(library, 'given'), given);
    return spawnSync(join(library, 'build', 'run'), ['given', 'got'], { cwd: library }).status;
  };
  expect([statusOf(2n), statusOf(-3n), statusOf(3n), statusOf(-(2n ** 40n))]).toEqual([0, 0, 4, 4]);
});
