/**
 * `farm-tuner.js URL LOG`: a search without an end on a farm of simulated devices, which resumes its log. Prints a line
 * `trial INDEX` for each trial that it acknowledges. SIGTERM ends it as Ctrl-C ends a run.
 */
import { existsSync } from 'node:fs';
import { readLog } from '../../src/log/record/log.js';
import { trialOf, trialsIn, type KnownTrial } from '../../src/log/record/trials.js';
import { KernelMeasurer } from '../../src/measure/kernels.js';
import { ErrorNo, type Trial } from '../../src/measure/measurement.js';
import type { FinalsMeasurer } from '../../src/tuner/finals.js';
import { openJournal } from '../../src/tuner/journal.js';
import { newRunName } from '../../src/tuner/log-listener.js';
import { tune } from '../../src/tuner/tuner.js';
import { batchSize, task } from '../support/farm/kill-toll.js';
import { kernelOf, target } from '../support/farm/simulated.js';
import { SimulatedTuner } from '../support/farm/simulated-farm.js';
import { take } from '../support/take.js';
import { settings, taskState } from '../tuner/fakes.js';

const [url, log] = take(process.argv.slice(2), 2);
const stop = new AbortController();
process.once('SIGTERM', () => {
  stop.abort();
});
const { farm, device } = await SimulatedTuner.open(url);
const kernels = await KernelMeasurer.create(() => Promise.resolve(device), { seed: 1 });
const measurer: FinalsMeasurer = {
  async *measure(_, configs, options) {
    const entries = configs.map(({ index }) => ({ make: () => kernelOf(index), tolerance: 1e-5 }));
    let place = 0;
    for await (const measured of kernels.measure({ reference: kernelOf(-1), target }, entries, options))
      yield { config: configs[place++]!, ...measured } satisfies Trial;
  },
  remeasure: () => Promise.resolve([]),
  close: () => kernels.close(),
};

/** What the log holds; trials without a verdict are tried again. */
async function resumed(): Promise<readonly KnownTrial[]> {
  const { records } = existsSync(log) ? await readLog(log) : { records: [] };
  const judged = records.filter(({ error }) => error !== ErrorNo.unknown);
  return trialsIn(task.space, judged).trials.map((trial) => ({
    ...trialOf(trial),
    tried: { line: trial.first.line, batch: `${trial.first.tune?.run} ${trial.first.tune?.proposal?.batch}` },
  }));
}

const seed = Date.now() % 1e6;
const provenance = { fingerprint: 'simulated', run: newRunName(), compiler: 'none', explorer: 'random', seed };
const taskStates = [taskState(task, { resumed: await resumed() })];
const journal = await openJournal(log, [task], { ...provenance, args: [], flags: [] });
const run = tune({
  taskStates,
  flops: 1e9,
  settings: { ...settings, seed, trials: 1e6, earlyStop: 1e6, batchSize, firstBatch: batchSize },
  measurer,
  journal,
  signal: stop.signal,
});
for await (const event of run)
  if (event.event === 'trial' && event.phase === 'search' && event.error !== ErrorNo.unknown)
    process.stdout.write(`trial ${event.index}\n`);
await journal.close();
await measurer.close();
await farm.close();
