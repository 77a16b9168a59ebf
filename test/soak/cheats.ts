/**
 * `npm run soak:cheats -- --rounds 10 --right 10000`: kernels that seem faster than they are, each kind so many times,
 * and right ones of templates. Ends with status 1 when a cheat is believed or a right kernel is refused.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCpu } from '../../src/backend/cpu/device.js';
import { LocalMeasurer } from '../../src/backend/measurer.js';
import { parseTarget } from '../../src/backend/registry.js';
import { KernelMeasurer } from '../../src/measure/kernels.js';
import { Random } from '../../src/space/random.js';
import { cheats, measureCheat, withKeptAnswers, type Cheat } from '../measure/cheats.js';
import { readSoakOptions } from '../support/soak-options.js';
import { measureRight } from './right-kernels.js';

const { rounds, right } = readSoakOptions({
  name: 'soak:cheats',
  text: 'Measures kernels that seem faster than they are, and right ones of templates.',
  options: {
    rounds: { default: 10, text: 'of each kind' },
    right: { default: 10_000, text: 'right kernels' },
  },
}).values;
const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** How many of the rounds believed each cheat. */
async function measureCheats(kinds: readonly Cheat[], folder: string): Promise<number> {
  const measurer = await LocalMeasurer.create({ seed: Date.now() % 1e6 });
  let believed = 0;
  try {
    for (const { name, sentence } of kinds) {
      let found = 0;
      let refused = 0;
      for (let round = 0; round < rounds; round++) {
        const outcome = await measureCheat(measurer, name, folder, parseTarget('llvm', 1));
        found += Number(outcome.isFound);
        refused += Number(outcome.message !== undefined);
        if (!outcome.isFound) print(`  ${name}: believed to take ${outcome.share.toFixed(2)} of the honest time`);
      }
      print(
        `${found} of ${rounds} found (${refused} refused, ${found - refused} timed as slow as they are): ${sentence}`,
      );
      believed += rounds - found;
    }
  } finally {
    await measurer.close();
  }
  return believed;
}

async function refusedOfRight(): Promise<number> {
  const measurer = await KernelMeasurer.create(openCpu, { seed: Date.now() % 1e6 });
  try {
    return await measureRight(measurer, right, new Random(31), print);
  } finally {
    await measurer.close();
  }
}

const folder = mkdtempSync(join(tmpdir(), 'tune-cheats-'));
try {
  const keeping = cheats.filter(({ name }) => name.startsWith('kept-'));
  print('without a sandbox:');
  let believed = await withKeptAnswers(folder, () => measureCheats(keeping, folder));
  print('with it:');
  believed += await measureCheats(cheats, folder);
  const refused = right > 0 ? await refusedOfRight() : 0;
  print(`on ${cpus().length} cores of ${cpus()[0]?.model ?? 'an unknown CPU'}`);
  const measured = (cheats.length + keeping.length) * rounds;
  print(`${cheats.length} kinds of cheats, ${rounds} rounds: ${measured - believed} of ${measured} found`);
  print(`right kernels: ${refused} of ${right} refused`);
  process.exitCode = believed + refused > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
