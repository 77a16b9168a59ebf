/**
 * `npm run bench:trajectories -- --data FOLDER [--seeds N] [--resume FILE] [--jobs N]`: draws
 * docs/benchmarks/trajectories.svg, the best so far of the default search beside what AutoTVM's tuners visited on the
 * same spaces. FOLDER has logs and trajectories as `npm run bench:search` takes them; a table answers for the device.
 */
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { UsageError } from '../src/target/errors.js';
import { packageRoot } from '../src/target/root.js';
import { checkModel } from '../src/tuner/preflight.js';
import { searchDefaults } from '../src/tuner/settings.js';
import { CUTOFF } from './methodology.js';
import { readData } from './search/data.js';
import { Journal } from './search/journal.js';
import { allRows, isDefault } from './search/rows.js';
import { resultsOf, searchAll } from './search/scoreboard.js';
import { readTrajectories } from './search/trajectories.js';
import { panelsOf } from './trajectories/curves.js';
import { drawTrajectories } from './trajectories/picture.js';

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    seeds: { type: 'string', default: '10' },
    resume: { type: 'string' },
    jobs: { type: 'string', default: String(availableParallelism()) },
  },
});
const data = values.data ?? process.env['TUNE_DATA'];
if (data === undefined) throw new UsageError('There is nothing to search on: name a folder with --data or TUNE_DATA.');

await checkModel(searchDefaults);
const extent = { seeds: Number(values.seeds), cutoff: CUTOFF };
const journal = new Journal(values.resume);
const foreign = await readTrajectories(data, (await readData(data)).arenas);
const arenas = [...new Set(foreign.map(({ arena }) => arena))];
const ours = allRows(0).find(isDefault)!;
const say = (words: string): void => {
  process.stderr.write(`${words}\n`);
};
await searchAll([ours], arenas, { data, extent, jobs: Number(values.jobs), journal, say });
const groups = panelsOf(resultsOf(ours, arenas, extent, journal), foreign);
const path = join(packageRoot(), 'docs/benchmarks/trajectories.svg');
writeFileSync(path, drawTrajectories(groups, extent.seeds));
