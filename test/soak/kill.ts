/**
 * `npm run soak:kill -- [--rounds 1000] [--real 60]`: ends runs at random moments and looks whether anything that they
 * had reported is lost: runs on a device that is none, which do nothing but append, by kill -9, and runs of `bin/tune`
 * with its compilers and kernels, by kill -9, by two signals within 20 ms, and as a closed terminal does. Exits with 1
 * when a trial was lost, a line torn into another, or a process or a file was left.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hungUp, interruptedTwice, killed, killRounds, total, type Ending, type Toll } from '../support/kill-rounds.js';
import { readSoakOptions } from '../support/soak-options.js';

const { rounds, real } = readSoakOptions({
  name: 'soak:kill',
  text: 'Ends runs at random moments and looks whether a trial that they had reported is lost.',
  options: {
    rounds: { default: 1000, text: 'runs on a simulated device' },
    real: { default: 60, text: 'runs of bin/tune with its compilers and kernels' },
  },
}).values;
/** Rounds on one log, so that reading it takes no time. */
const A_LOG = 20;

const folder = mkdtempSync(join(tmpdir(), 'tune-kill-'));
const temporary = join(folder, 'tmp');
mkdirSync(temporary);
let logs = 0;

/** Rounds on new logs, two at a time. */
async function endRuns(
  command: (log: string) => readonly [string, ...string[]],
  count: number,
  longest: number,
  ending: Ending,
): Promise<Toll> {
  let left = count;
  const lane = async (): Promise<readonly Toll[]> => {
    const tolls: Toll[] = [];
    while (left > 0) {
      const now = Math.min(left, A_LOG);
      left -= now;
      const log = join(folder, `${logs++}.jsonl`);
      tolls.push(await killRounds({ command, log, rounds: now, longest, ending, env: { TMPDIR: temporary } }));
    }
    return tolls;
  };
  return total((await Promise.all([lane(), lane()])).flat());
}

const fakeRun = (log: string): [string, ...string[]] => [
  process.execPath,
  fileURLToPath(new URL('fake-run.js', import.meta.url)),
  log,
];
const realRun = (log: string): [string, ...string[]] => [
  process.execPath,
  resolve('bin/tune'),
  ...'matmul -m 24 -n 24 -k 24 --threads 1 --explorer random --trials 100000 --early-stop 100000 --json --log'.split(
    ' ',
  ),
  log,
];

const rows: Record<string, Toll> = {
  'no device, kill -9': await endRuns(fakeRun, rounds, 60, killed),
  'bin/tune, kill -9': await endRuns(realRun, Math.ceil(real / 3), 1500, killed),
  'bin/tune, two signals within 20 ms': await endRuns(realRun, Math.ceil(real / 3), 1500, interruptedTwice),
  'bin/tune, terminal closed': await endRuns(realRun, Math.ceil(real / 3), 1500, hungUp),
};
console.table(rows);
const strays = readdirSync(folder).filter((name) => !/^\d+\.jsonl$|^tmp$/.test(name));
const leftovers = readdirSync(temporary);
console.log(`files beside the logs: ${strays.length}; in the folder for temporary files: ${leftovers.length}`);
if (leftovers.length > 0) console.log(leftovers.slice(0, 10).join('\n'));
rmSync(folder, { recursive: true });
const all = total(Object.values(rows));
if (all.lost + all.glued + all.orphans + strays.length + leftovers.length > 0) process.exitCode = 1;
