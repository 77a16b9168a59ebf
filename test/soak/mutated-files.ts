/**
 * `npm run soak:mutated-files -- [--files 2000] [--seed 1]`: mutates manifests, specs, lists of layers, weights and
 * other files that people pass around, so many of each kind, and gives them to all that reads them before a candidate
 * is built. Prints what came of it; exits with 1 when anything but a plan or a sentence for people came.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Random } from '../../src/space/random.js';
import { giveMutated, hostileFiles } from '../support/hostile-files.js';
import { readSoakOptions } from '../support/soak-options.js';

const { files, seed } = readSoakOptions({
  name: 'soak:mutated-files',
  text: 'Gives mutated files of each kind to all that reads them.',
  options: {
    files: { default: 2000, text: 'of each kind that are mutated' },
    seed: { default: 1, text: 'of the mutations' },
  },
}).values;
const folder = mkdtempSync(join(tmpdir(), 'tune-files-'));
const rows: Record<string, object> = {};
let faults = 0;
for (const kind of hostileFiles) {
  const found = await giveMutated(kind, join(folder, kind.name), files, new Random(seed));
  rows[kind.name] = { ...found, faults: found.faults.size, slowest: `${found.slowest.toFixed(0)} ms` };
  for (const [fault, bytes] of found.faults) {
    faults++;
    writeFileSync(join(folder, `fault-${faults}`), bytes);
    console.log(`${kind.name}, fault-${faults}: ${fault}`);
  }
}
console.log(`${files} mutated files of each kind, seed ${seed}`);
console.table(rows);
if (faults === 0) rmSync(folder, { recursive: true });
else console.log(`the files are in ${folder}`);
process.exitCode = faults === 0 ? 0 : 1;
