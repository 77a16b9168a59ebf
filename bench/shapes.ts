/**
 * `npm run bench:shapes -- MODEL.onnx --shapes 'NAME=1x3x48x{160,320}'... [--threads 1] [--rounds 31]
 * [--history LOG]...`
 *
 * What a library of several shapes costs: its time of each shape beside that of a library of this shape alone, the two
 * in turns, without a trial; and its bytes of weights and of code beside those of the largest of these.
 */
import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { network } from '../src/api/network.js';
import { make } from '../src/backend/library/make.js';
import { inputShapes } from '../src/cli/commands/network-options.js';
import { Driver } from '../src/measure/driver.js';
import { interleave } from '../src/measure/rounds.js';
import { Scratch } from '../src/measure/scratch.js';
import { speedRatio, spread } from '../src/measure/statistics.js';
import { TuneError } from '../src/target/errors.js';
import { libraryShapes, type ShapeLists } from '../src/network/session/shape-lists.js';
import { markdownTable } from './markdown-table.js';

const NAME = 'net';
const ROUNDS = 31;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    shapes: { type: 'string', multiple: true, default: [] },
    threads: { type: 'string', default: '1' },
    rounds: { type: 'string', default: `${ROUNDS}` },
    history: { type: 'string', multiple: true, default: [] },
  },
});
const [model] = positionals;
if (model === undefined || values.shapes.length === 0) {
  process.stderr.write("Name a model and shapes: npm run bench:shapes -- MODEL.onnx --shapes 'x=1x3x48x{160,320}'\n");
  process.exit(2);
}
const threads = Number(values.threads);
const scratch = new Scratch();
try {
  await main(model);
} catch (error) {
  if (!(error instanceof TuneError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.exitCode;
} finally {
  scratch.close();
}

async function main(model: string): Promise<void> {
  const lists = values.shapes.reduce<ShapeLists>((before, text) => inputShapes(text, before), {});
  const shared = await build(model, { shapes: lists });
  const rows: string[][] = [];
  const alone: string[] = [];
  for (const [place, { shapes, label }] of libraryShapes({}, lists).entries()) {
    const own = await build(model, { shape: shapes });
    alone.push(own);
    const { seconds, ownSeconds, ratio } = await inTurns(shared, own, place);
    rows.push([label, milliseconds(ownSeconds), milliseconds(seconds), ratio]);
    process.stderr.write(`${rows.at(-1)!.join(' · ')}\n`);
  }
  const head = ['shape', 'its own library, ms', 'the shared one, ms', 'times as long'];
  const kinds = [`${NAME}.weights`, join('build', `lib${NAME}.so`)];
  const [weights, code] = kinds.map((file) =>
    bytesText(
      sizeOf(shared, file),
      alone.map((one) => sizeOf(one, file)),
    ),
  );
  process.stdout.write(
    `${basename(model)}, threads ${threads}\n\n${markdownTable(head, rows)}\n\nWeights: ${weights}. Code: ${code}.\n`,
  );
}

type Asked = Pick<Parameters<typeof network>[0], 'shape' | 'shapes'>;

/** The folder of a library whose weights are a file of their own, so that what remains is code. */
async function build(model: string, asked: Asked): Promise<string> {
  const out = scratch.path(`library-${scratch.number()}`);
  const { history } = values;
  const options = { network: model, threads, trials: 0, history, out, name: NAME, seed: 1, weights: 'file' as const };
  for await (const event of network({ ...options, ...asked, log: scratch.path('log.jsonl') }))
    if (event.event === 'note') process.stderr.write(`${event.text}\n`);
  await make(out, ['all', join('build', 'driver')]);
  return out;
}

/** Both on the inputs of the shape's own library. */
async function inTurns(shared: string, own: string, place: number) {
  const drivers: Driver[] = [];
  const inputs = join(own, 'test', 'inputs.bin');
  try {
    for (const [folder, shape] of [[shared, place] as const, [own, 0] as const]) {
      const args = [inputs, scratch.path('outputs.bin'), `${shape}`];
      drivers.push(await Driver.start({ name: folder, executable: join(folder, 'build', 'driver'), args, threads }));
    }
    const [one, two] = (await interleave(drivers, { rounds: Number(values.rounds) })).map(({ seconds }) => seconds);
    const { median, low, high } = speedRatio(two!, one!);
    const ratio = `${median.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`;
    return { seconds: spread(one!).median, ownSeconds: spread(two!).median, ratio };
  } finally {
    await Promise.all(drivers.map((driver) => driver.stop()));
  }
}

function sizeOf(folder: string, file: string): number {
  return statSync(join(folder, file)).size;
}

function bytesText(shared: number, alone: readonly number[]): string {
  const [largest, sum] = [Math.max(...alone), alone.reduce((a, b) => a + b, 0)];
  return `${shared} bytes, ${(shared / largest).toFixed(3)} of the largest library alone (all of these: ${sum})`;
}

function milliseconds(seconds: number): string {
  return (seconds * 1000).toPrecision(4);
}
