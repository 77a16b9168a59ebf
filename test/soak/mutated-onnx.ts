/**
 * `npm run soak:mutated-onnx -- FOLDER [--files 10000] [--seed 1]`: mutates the .onnx files in FOLDER, and a small
 * network of our own, so many times, and has another process make layers of each. Prints what came of it; exits with 1
 * when anything but a network or a sentence for people came, a file took long, or one that is refused more memory than
 * 500 MB beside what it holds itself.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mobilenetLike } from '../../bench/networks/mobilenet.js';
import { writeOnnx } from '../../src/network/onnx/write.js';
import { Random } from '../../src/space/random.js';
import { mutatedBytes } from '../support/onnx-mutations.js';
import { mutatedTree } from '../support/onnx-trees.js';
import { readSoakOptions } from '../support/soak-options.js';
import type { Outcome } from './onnx-reader.js';

const HANGS_MS = 5000;
/** Beyond what an idle reader takes, and so many bytes for each of a file, as src/network/onnx/read-file.ts allows. */
const [MOST_MIB, FOR_EACH_BYTE] = [500e6 / 2 ** 20, 8];
/** A reader keeps garbage of files before: it has so many. */
const FILES_A_READER = 200;

const {
  values: { files, seed },
  words: [models = ''],
} = readSoakOptions({
  name: 'soak:mutated-onnx',
  text: 'Mutates the .onnx files in FOLDER, and a small network of its own, and has another process make layers of each.',
  options: { files: { default: 10_000, text: 'that are mutated' }, seed: { default: 1, text: 'of the mutations' } },
  words: { usage: 'FOLDER', least: 1, most: 1 },
});
const random = new Random(seed);
const folder = mkdtempSync(join(tmpdir(), 'tune-onnx-'));
const path = join(folder, 'model.onnx');
const originals = [...given(models), ...own()];
const outcomes = new Map<string, number>();
const faults = new Map<string, number>();

/** A process that reads files. */
class Reader {
  private left = FILES_A_READER;
  private answered: (outcome: Outcome | undefined) => void = () => undefined;

  private constructor(
    private readonly child: ChildProcess,
    /** MiB that it took before any file. */
    idle: number,
  ) {
    child.on('message', (outcome: Outcome) => {
      this.answered({ ...outcome, peak: outcome.peak - idle });
    });
    child.on('exit', () => {
      this.answered(undefined);
    });
  }

  static async start(): Promise<Reader> {
    const child = fork(join(import.meta.dirname, 'onnx-reader.js'));
    const [idle] = (await once(child, 'message')) as [number];
    return new Reader(child, idle);
  }

  get isWorn(): boolean {
    return this.left === 0;
  }

  /** What came of a file, with the most that this process ever took beyond its start. Undefined where it ends. */
  read(file: string): Promise<Outcome | undefined> {
    this.left--;
    return new Promise((resolve) => {
      this.answered = resolve;
      this.child.send(file);
    });
  }

  stop(): void {
    this.child.kill();
  }
}

let reader = await Reader.start();
let [slowest, highest, highestNetwork] = [0, 0, 0];
for (const original of originals) await check(original);
for (let file = 0; file < files; file++) {
  const mutated = random.float() < 0.3 ? mutatedBytes : mutatedTree;
  const bytes = mutated(random.pick(originals), originals, random);
  tell(outcomes, await check(bytes));
}
reader.stop();

console.log(`${files} mutated files of ${originals.length} models, seed ${seed}`);
for (const [outcome, times] of [...outcomes].toSorted(([, a], [, b]) => b - a)) console.log(`${times} × ${outcome}`);
const most = (mib: number): string => `${mib.toFixed(0)} MiB`;
console.log(
  `slowest file: ${slowest.toFixed(0)} ms; memory beside a file's own: ${most(highest)} at most of those refused`,
);
console.log(`and ${most(highestNetwork)} of networks, which may be large`);
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

/** What came of a file, in a few words. Only a reader of its own says what memory a file took. */
async function check(bytes: Uint8Array): Promise<string> {
  writeFileSync(path, bytes);
  const holds = (FOR_EACH_BYTE * bytes.length) / 2 ** 20;
  let outcome = await readAgain(reader.isWorn);
  if (outcome && outcome.peak > MOST_MIB) outcome = await readAgain(true);
  if (!outcome) {
    blame('the reader ended', bytes);
    reader = await Reader.start();
    return 'the reader ended';
  }
  const { kind, fault, ms, peak } = outcome;
  slowest = Math.max(slowest, ms);
  if (fault !== undefined) blame(fault, bytes);
  if (ms > HANGS_MS) blame('a file took long', bytes);
  if (kind === 'a network') highestNetwork = Math.max(highestNetwork, peak - holds);
  else {
    highest = Math.max(highest, peak - holds);
    if (peak - holds > MOST_MIB) blame(`memory: ${kind}`, bytes);
  }
  return kind;
}

async function readAgain(afresh: boolean): Promise<Outcome | undefined> {
  if (afresh) {
    reader.stop();
    reader = await Reader.start();
  }
  return reader.read(path);
}

function tell(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}

/** Keeps the file of the first of each kind. */
function blame(fault: string, bytes: Uint8Array): void {
  if (!faults.has(fault)) writeFileSync(join(folder, `fault-${faults.size}.onnx`), bytes);
  tell(faults, fault);
}
