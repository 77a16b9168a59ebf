// A tuning run that never ends on a device that is none: fake-run.js LOG. It tells of its trials on stdout.
import { openJournal } from '../../src/tuner/journal.js';
import { newRunName } from '../../src/tuner/log-listener.js';
import { tune } from '../../src/tuner/tuner.js';
import { take } from '../support/take.js';
import { FakeMeasurer, fakeTask, settings, taskState } from '../tuner/fakes.js';

const [log] = take(process.argv.slice(2), 1);
const task = fakeTask('fake.one', 1000);
const seed = Math.floor(1e6 * Math.random());
const journal = await openJournal(log, [task], {
  fingerprint: 'machine-1',
  run: newRunName(),
  compiler: 'none',
  seed,
  explorer: 'random',
  args: [],
  flags: [],
});
const run = tune({
  taskStates: [taskState(task)],
  flops: 1e9,
  settings: { ...settings, seed, trials: 1e6, earlyStop: 1e6 },
  measurer: new FakeMeasurer(),
  journal,
});
for await (const event of run) {
  if (event.event !== 'trial') continue;
  const { phase, index, durable } = event;
  process.stdout.write(`${JSON.stringify({ event: 'trial', phase, index, durable })}\n`);
}
