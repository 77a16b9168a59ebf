/**
 * `npm run bench:pipelines -- collect --data FOLDER [--programs 40] [--first 0] [--trials 64]` `npm run bench:pipelines
 * -- judge --data FOLDER [--seed 1] [--visits 30000] [--weights FILE] [--search 0]`  What Halide's autoscheduler must
 * show here, on random pipelines: `collect` measures random schedules of each; `judge` trains the model of coefficients
 * on seven eighths of the programs, writes its weights, and says of the others how well it orders schedules and how the
 * beam by it does; `--search N` tunes N of them in three rounds of 32.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { NeuralModel } from '../src/model/neural/neural-model.js';
import { coefficients } from '../src/model/coefficients.js';
import { readMeasured, rowsOf, viewOfTable, type Measured } from './learned/tables.js';
import {
  beamsAgainstRandom,
  orderOfPrograms,
  passesAgainstOne,
  roundsAgainstBeam,
  type Verdict,
} from './pipelines/verdicts.js';
import { tuneToEnd } from './tune-run.js';

/** One in so many programs is held out. */
const HELD_OUT = 8;

const { values, positionals } = parseArgs({
  options: {
    data: { type: 'string' },
    programs: { type: 'string', default: '40' },
    first: { type: 'string', default: '0' },
    trials: { type: 'string', default: '64' },
    seed: { type: 'string', default: '1' },
    visits: { type: 'string', default: '30000' },
    weights: { type: 'string' },
    search: { type: 'string', default: '0' },
  },
  allowPositionals: true,
});
const [step] = positionals;
if (values.data === undefined || (step !== 'collect' && step !== 'judge')) {
  process.stderr.write('Say what to do: npm run bench:pipelines -- collect --data FOLDER, then judge --data FOLDER\n');
  process.exit(2);
}
await (step === 'collect' ? collect(values.data) : judge(values.data));

async function collect(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (let i = 0; i < Number(values.programs); i++) {
    const workload = `random-${Number(values.first) + i}`;
    const log = join(folder, `${workload}.jsonl`);
    const trials = Number(values.trials);
    const { best } = await tuneToEnd({ operator: 'pipeline', workload, explorer: 'random', trials, threads: 1, log });
    process.stdout.write(`${workload}: ${(1e6 * (best?.seconds ?? NaN)).toFixed(0)} µs is the best of ${trials}\n`);
  }
}

async function judge(folder: string): Promise<void> {
  const logs = readdirSync(folder).filter((name) => /^random-\d+\.jsonl$/.test(name));
  const seedOf = (name: string): number => Number(/\d+/.exec(name)![0]);
  const isHeldOut = (name: string): boolean => seedOf(name) % HELD_OUT === 0;
  const read = (names: readonly string[]): Promise<readonly Measured[]> =>
    readMeasured(names.map((name) => join(folder, name)));
  const [training, held] = [await read(logs.filter((name) => !isHeldOut(name))), await read(logs.filter(isHeldOut))];
  const [seed, visits] = [Number(values.seed), Number(values.visits)];
  const { layout } = viewOfTable(training[0]!, ['stages']);
  const model = new NeuralModel(coefficients, { layout, seed, visits });
  await model.fit(training.flatMap((one) => rowsOf(one, viewOfTable(one, ['stages']), seed)));
  if (values.weights !== undefined) {
    const file = model.save({ script: 'bench/pipelines.ts', data: logs, seed });
    writeFileSync(values.weights, `${JSON.stringify(file)}\n`);
  }
  process.stdout.write(`trained on ${training.length} programs, judged on ${held.length}\n`);
  say(orderOfPrograms(held, model));
  say(passesAgainstOne(held, model));
  say(await beamsAgainstRandom(held, model));
  const rounds = Number(values.search);
  if (rounds > 0 && values.weights !== undefined)
    say(await roundsAgainstBeam(held.slice(0, rounds), model, values.weights));
}

function say({ claim, figures, goal }: Verdict): void {
  const mean = figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
  const share = figures.filter((figure) => figure >= goal.least).length / figures.length;
  const each = figures.map((figure) => figure.toFixed(2)).join(' ');
  process.stdout.write(
    `${claim}\n  mean ${mean.toFixed(3)}; at least ${goal.least} on ${(100 * share).toFixed(0)} % (goal: ${100 * goal.share} %); each: ${each}\n`,
  );
}
