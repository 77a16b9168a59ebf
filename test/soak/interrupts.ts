/**
 * `npm run soak:interrupts -- [--rounds 30] [--seed 1]`: interrupts each phase of each command at random moments, by
 * Ctrl-C, a closed terminal and SIGTERM in turns, and prints how it ended. Exits with 1 where a run ended in another
 * way than exit 130, lost a trial that it had reported, or did not print the best so far, and where no round of a
 * phase was interrupted before its end.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { machine } from '../../src/target/machine.js';
import { Random } from '../../src/space/random.js';
import { interruptPhase, phases, prepare, type Outcome } from '../support/interrupts.js';
import { readSoakOptions } from '../support/soak-options.js';

const { rounds, seed } = readSoakOptions({
  name: 'soak:interrupts',
  text: 'Interrupts each phase of each command at random moments.',
  options: { rounds: { default: 30, text: 'of each phase' }, seed: { default: 1, text: 'of the moments' } },
}).values;
const folder = mkdtempSync(join(tmpdir(), 'tune-interrupts-'));
const random = new Random(seed);
await prepare(folder, process.env);
const rows: Record<string, Omit<Outcome, 'said'>> = {};
let isBad = false;
for (const phase of phases) {
  const { said, ...found } = await interruptPhase(phase, folder, {
    rounds,
    env: process.env,
    random: () => random.float(),
  });
  rows[phase.name] = { ...found, slowest: Number(found.slowest.toFixed(2)) };
  if (said !== '') console.log(`${phase.name}: ${said}`);
  isBad ||= found.wrong + found.lost + found.untold > 0 || found.interrupted === 0;
}
rmSync(folder, { recursive: true });
console.log(`${rounds} rounds a phase, seed ${seed}, ${machine().cores} cores; slowest: seconds from the signal`);
console.table(rows);
if (isBad) process.exitCode = 1;
