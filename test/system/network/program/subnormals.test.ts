import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { simplify } from '../../../../src/network/graph/simplify/simplify.js';
import { toGraph } from '../../../../src/network/graph/to-graph.js';
import { legalise } from '../../../../src/network/program/legalise.js';
import { Random } from '../../../../src/space/random.js';
import { ownFolder } from '../../../products/export/fixtures.js';
import { randomProgram, writeLibrary } from '../../../support/network-library.js';
import { modelOf } from '../../../support/graph-models.js';

const folder = ownFolder();

const program = `#include <stdio.h>
#include "NAME.h"
static volatile float small = 1e-30f;
int main(void) {
  const float x[] = {1e-30f, 2}, y[] = {1e-10f, 3};
  float z[2];
  if (NAME_run(x, y, z, NULL) != NAME_OK) return 1;
  printf("%g %g %d", (double)z[0], (double)z[1], small * 1e-10f > 0);
  return 0;
}
`;

test('numbers below the least normal one are 0 in a network, and in its caller as they were', async () => {
  const random = new Random(1);
  const graph = legalise(
    simplify(toGraph(modelOf({ inputs: { x: [2], y: [2] }, constants: {}, nodes: [['Mul', ['x', 'y'], ['z']]] }))),
  );
  const { program: set } = randomProgram(graph, { random });
  await writeLibrary(folder, graph, set, { random });
  const { name } = set;
  writeFileSync(
    join(folder, 'main.c'),
    program.replaceAll('NAME_OK', `${name.toUpperCase()}_OK`).replaceAll('NAME', name),
  );
  execFileSync('make', ['-s'], { cwd: folder });
  const library = join('build', `lib${name}.a`);
  execFileSync('gcc', ['-O1', 'main.c', '-Iinclude', library, '-lm', '-o', 'main'], { cwd: folder });
  const isFlushed = process.arch === 'x64';
  expect(execFileSync(join(folder, 'main'), { encoding: 'utf8' })).toBe(`${isFlushed ? '0' : '1e-40'} 6 1`);
});
