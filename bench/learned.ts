/**
 * `npm run bench:learned -- [--only tree-gru,gnn] [--seed 1] LOG...`
 *
 * Whether the learned models and the static analyser show on complete tables what their systems must show here. Tables
 * of one work on several machines are compared by the names of their files.
 */
import { parseArgs } from 'node:util';
import { trainers } from '../src/model/trainer/registry.js';
import { claims, summary } from './learned/claims.js';
import { readMeasured } from './learned/tables.js';

const { values, positionals } = parseArgs({
  options: { only: { type: 'string' }, seed: { type: 'string', default: '1' }, each: { type: 'boolean' } },
  allowPositionals: true,
});
const names = values.only?.split(',') ?? Object.keys(claims);
const unknown = names.find((name) => claims[name] === undefined);
if (positionals.length === 0 || unknown !== undefined) {
  const what = unknown === undefined ? 'Name complete logs' : `There is no claim "${unknown}"`;
  process.stderr.write(`${what}: npm run bench:learned -- --only ${Object.keys(claims).join(',')} LOG...\n`);
  process.exit(2);
}
const trainer = trainers.auto();
try {
  const measured = await readMeasured(positionals);
  for (const name of names) {
    const findings = await claims[name]!(measured, { trainer, seed: Number(values.seed) });
    for (const claim of new Set(findings.map((finding) => finding.claim))) {
      const own = findings.filter((finding) => finding.claim === claim);
      process.stdout.write(`${name}, ${claim}: ${summary(own)}\n`);
      if (!values.each) continue;
      for (const { where, figures, holds } of own)
        process.stdout.write(
          `  ${holds ? 'holds' : 'fails'}  ${where}  ${Object.entries(figures)
            .map(([what, value]) => `${what} ${value.toFixed(3)}`)
            .join('  ')}\n`,
        );
    }
  }
} finally {
  await trainer.close();
}
