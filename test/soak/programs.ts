/**
 * Random networks as libraries against the interpreter (`npm run soak:programs -- [--networks 10] [--folder programs]
 * [--seed 1]`): networks of several pieces, with kernels, configs and layouts drawn at random, on one and two threads.
 * Prints what failed and was refused, and how many passed; a piece that failed is kept in the folder as PIECE.onnx.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { simplify } from '../../src/network/graph/simplify/simplify.js';
import { toGraph } from '../../src/network/graph/to-graph.js';
import type { OnnxModel } from '../../src/network/onnx/model.js';
import { writeOnnx } from '../../src/network/onnx/write.js';
import { legalise } from '../../src/network/program/legalise.js';
import { lowerGraph } from '../../src/network/program/lowering.js';
import { Random } from '../../src/space/random.js';
import { UsageError } from '../../src/target/errors.js';
import { anyLayout, randomProgram, writeLibrary } from '../support/network-library.js';
import { randomNetwork, together } from '../support/random-network.js';
import { readSoakOptions } from '../support/soak-options.js';

/** Pieces of one library. */
const PIECES = 12;
const NODES = 10;

const {
  networks: count,
  folder,
  seed: firstSeed,
} = readSoakOptions({
  name: 'soak:programs',
  text: 'Compares random networks as libraries with the interpreter; a piece that fails is kept.',
  options: {
    networks: { default: 10, text: 'that are drawn' },
    folder: { default: 'programs', text: 'for the libraries' },
    seed: { default: 1, text: 'of the first network' },
  },
}).values;
const told = { passed: 0, failed: 0, refused: 0 };
mkdirSync(folder, { recursive: true });

for (let seed = firstSeed; seed < firstSeed + count; seed++) await check(seed);
console.log(`${told.passed} pieces passed, ${told.failed} failed, ${told.refused} were refused`);
process.exitCode = told.failed > 0 ? 1 : 0;

async function check(seed: number): Promise<void> {
  const random = new Random(seed);
  const pieces = Array.from({ length: PIECES }, (_, i) => randomNetwork(random, `s${seed}p${i}`, NODES));
  const usable = pieces.filter(isLowered);
  if (usable.length === 0) return;
  try {
    const graph = legalise(simplify(toGraph(together(usable))));
    const { program } = randomProgram(graph, { random, threads: 1 + (seed % 2) });
    const library = join(folder, 'library');
    await writeLibrary(library, graph, program, { random });
    const strict = ['CFLAGS=-O0 -Werror', '-s', '-j2', '-C', library, 'test'];
    const { stdout, stderr, status } = spawnSync('make', strict, { encoding: 'utf8' });
    const lines = stdout.split('\n').filter((line) => line.startsWith('FAIL'));
    const wrong = usable.filter((piece) => lines.some((line) => line.startsWith(`FAIL ${prefixOf(piece)}_`)));
    for (const line of lines) console.log(line);
    for (const piece of wrong) keep(piece);
    if (status !== 0 && lines.length === 0) throw new Error(stderr.slice(0, 2000) || `make ended with ${status}`);
    told.failed += wrong.length;
    told.passed += usable.length - wrong.length;
  } catch (error) {
    console.log(`FAIL all of seed ${seed}: ${(error as Error).stack ?? String(error)}`);
    for (const piece of usable) keep(piece);
    told.failed += usable.length;
  }
}

function isLowered(piece: OnnxModel): boolean {
  try {
    lowerGraph(legalise(simplify(toGraph(piece))), anyLayout);
    return true;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    told.refused++;
    console.log(`refused ${prefixOf(piece)}: ${error.message}`);
    return false;
  }
}

function prefixOf({ outputs }: OnnxModel): string {
  return outputs[0]!.name.split('_')[0]!;
}

function keep(piece: OnnxModel): void {
  writeOnnx(join(folder, `${prefixOf(piece)}.onnx`), piece);
}
