/**
 * `npm run bench:train -- --model tlp --out FILE [--seed 1] [--visits 20000] LOG...`
 *
 * Trains a model that is a net on complete logs, a head for each file, and writes its weights for `--pretrained`.
 */
import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { gnn } from '../src/model/gnn.js';
import { NeuralModel } from '../src/model/neural/neural-model.js';
import { pacm } from '../src/model/pacm.js';
import { models } from '../src/model/registry.js';
import { tlp } from '../src/model/tlp.js';
import { treeGru } from '../src/model/tree-gru.js';
import { readMeasured, rowsOf, viewOfTable } from './learned/tables.js';

const { values, positionals: logs } = parseArgs({
  options: {
    model: { type: 'string', default: 'tlp' },
    out: { type: 'string' },
    seed: { type: 'string', default: '1' },
    visits: { type: 'string', default: '20000' },
  },
  allowPositionals: true,
});
const nets = [treeGru, gnn, tlp, pacm];
const net = nets.find(({ name }) => name === values.model);
if (!net || values.out === undefined || logs.length === 0) {
  const names = nets.map(({ name }) => name).join(' or ');
  process.stderr.write(`Name a net, a file and logs: npm run bench:train -- --model ${names} --out FILE LOG...\n`);
  process.exit(2);
}
const seed = Number(values.seed);
const reads = new Map(Object.entries(models)).get(net.name)?.reads ?? 'knobs';
const measured = (await readMeasured(logs)).filter(({ hasNests }) => hasNests || reads === 'trace');
const rows = measured.flatMap((one) => rowsOf(one, viewOfTable(one, [reads]), seed, one.machine));
const [first] = measured;
if (!first) {
  process.stderr.write(`None of these logs has what ${net.name} reads: name logs of templates of tune.\n`);
  process.exit(2);
}
const { layout } = viewOfTable(first, [reads]);
const model = new NeuralModel(net, { layout, seed, visits: Number(values.visits) });
await model.fit(rows);
const data = logs.map((log) => basename(log));
writeFileSync(values.out, `${JSON.stringify(model.save({ script: 'bench/train.ts', data, seed }))}\n`);
process.stdout.write(`${values.out}: ${net.name} after ${rows.length} rows of ${measured.length} tables\n`);
