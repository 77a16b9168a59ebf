/**
 * `npm run soak:mutated-onnx -- FOLDER [--files 10000] [--seed 1]`: mutates the .onnx files in FOLDER, and a small
 * network of our own, so many times, and makes layers of each. Prints what came of it; exits with 1 when anything but
 * a network or a sentence for people came, a file took long, or memory grew beyond 3 GiB.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mobilenetLike } from '../../bench/networks/mobilenet.js';
import { operatorNames } from '../../src/network/graph/operators/registry.js';
import { simplify } from '../../src/network/graph/simplify/simplify.js';
import { toGraph } from '../../src/network/graph/to-graph.js';
import { readOnnx } from '../../src/network/onnx/read.js';
import { writeOnnx } from '../../src/network/onnx/write.js';
import { legalise } from '../../src/network/program/legalise.js';
import { lowerGraph } from '../../src/network/program/lowering.js';
import { Random } from '../../src/space/random.js';
import { UsageError } from '../../src/target/errors.js';
import { mutatedBytes } from '../support/onnx-mutations.js';
import { mutatedTree } from '../support/onnx-trees.js';
import { readSoakOptions } from '../support/soak-options.js';

const HANGS_MS = 5000;
/** Of the process, all models included; the constants of one graph may take 2 GiB. */
const MOST_MIB = 3072;

const {
  values: { files, seed },
  words: [models = ''],
} = readSoakOptions({
  name: 'soak:mutated-onnx',
  text: 'Mutates the .onnx files in FOLDER, and a small network of its own, and makes layers of each.',
  options: { files: { default: 10_000, text: 'that are mutated' }, seed: { default: 1, text: 'of the mutations' } },
  words: { usage: 'FOLDER', least: 1, most: 1 },
});
const random = new Random(seed);
const folder = mkdtempSync(join(tmpdir(), 'tune-onnx-'));
const path = join(folder, 'model.onnx');
const originals = [...given(models), ...own()];
const outcomes = new Map<string, number>();
const faults = new Map<string, number>();
for (const original of originals) check(original);

let slowest = 0;
for (let file = 0; file < files; file++) {
  const mutated = random.float() < 0.3 ? mutatedBytes : mutatedTree;
  const bytes = mutated(random.pick(originals), originals, random);
  const start = performance.now();
  tell(outcomes, check(bytes));
  const ms = performance.now() - start;
  slowest = Math.max(slowest, ms);
  if (ms > HANGS_MS) blame('a file took long', bytes);
}
const peak = process.resourceUsage().maxRSS / 1024;
if (peak > MOST_MIB) tell(faults, 'memory');

console.log(`${files} mutated files of ${originals.length} models, seed ${seed}`);
for (const [outcome, times] of [...outcomes].toSorted(([, a], [, b]) => b - a)) console.log(`${times} × ${outcome}`);
console.log(`slowest file: ${slowest.toFixed(0)} ms; memory: ${peak.toFixed(0)} MiB at most`);
for (const [fault, times] of faults) console.log(`FAULT: ${times} × ${fault}`);
if (faults.size === 0) rmSync(folder, { recursive: true });
else console.log(`the files are in ${folder}`);
process.exitCode = faults.size === 0 ? 0 : 1;

function given(place: string): Uint8Array[] {
  const files = readdirSync(place, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.onnx'));
  return files.map((name) => readFileSync(join(place, name)));
}

/** Weights inside and beside the file; the latter stay where every mutated file finds them. */
function own(): Uint8Array[] {
  const model = mobilenetLike({ width: 0.25, size: 32, classes: 4 });
  return [true, false].map((external) => {
    writeOnnx(path, model, { external });
    return readFileSync(path);
  });
}

/** What came of a file, in a few words. */
function check(bytes: Uint8Array): string {
  writeFileSync(path, bytes);
  try {
    const model = readOnnx(path, operatorNames);
    const { nodes, constants } = model;
    const sizes = [...constants.values()].map(({ shape, data }) => data.length - shape.reduce((a, b) => a * b, 1));
    if (sizes.some((difference) => difference !== 0)) blame('a constant is not as large as it says', bytes);
    if (nodes.length === 0) return 'a model without nodes';
    lowerGraph(legalise(simplify(toGraph(model))), ['NCHW', 'NHWC', 'NCHW8c']);
    return 'a network';
  } catch (error) {
    if (!(error instanceof UsageError)) blame(String((error as Error).stack), bytes);
    else if (!isSentence(error.message)) blame(`no clear sentence: ${error.message.slice(0, 300)}`, bytes);
    return kindOf((error as Error).message);
  }
}

/** One line, which names file, node or input, ends as a sentence, and has nothing that a terminal acts upon. */
function isSentence(message: string): boolean {
  const isNamed =
    message.startsWith(`Cannot read ${path}`) || /^(Node|Input) "|^Not supported in this model/.test(message);
  return isNamed && message.endsWith('.') && !/\p{Cc}/u.test(message);
}

/** The sentence without its names and numbers. */
function kindOf(message: string): string {
  return message
    .replaceAll(path, 'FILE')
    .replace(/(has unsupported parts,|not an ONNX file|reads|in a cycle:?) .*/, '$1 …')
    .replace(/(tensor|value|input|output|attribute) ".*"/g, '$1 "…"')
    .replace(/the node .* (reads|has) /g, 'the node … $1 ')
    .replace(/by the node .*/g, 'by the node …')
    .replace(/-?\d+/g, '#')
    .slice(0, 110);
}

function tell(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}

/** Keeps the file of the first of each kind. */
function blame(fault: string, bytes: Uint8Array): void {
  if (!faults.has(fault)) writeFileSync(join(folder, `fault-${faults.size}.onnx`), bytes);
  tell(faults, fault);
}
