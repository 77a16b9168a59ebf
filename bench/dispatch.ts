/**
 * `npm run bench:dispatch -- [--seed 1] LOG...`
 *
 * What a schedule for a shape comes to that the rule knows nothing of (leave one shape out), as the share of the best
 * throughput that the log has for it: by the classifier of `tune export --dispatch learned`, by the nearest shape, by
 * the one landmark that is best on the whole, and by the best landmark. Nothing is timed.
 */
import { parseArgs } from 'node:util';
import { TuneError, UsageError } from '../src/target/errors.js';
import { quality, rules } from '../src/transfer/dispatch/held-out.js';
import { dispatchIn } from './dispatch/held-out.js';
import { markdownTable } from './markdown-table.js';

const { values, positionals } = parseArgs({
  options: { seed: { type: 'string', default: '1' } },
  allowPositionals: true,
});

async function main(): Promise<void> {
  if (positionals.length === 0) throw new UsageError('Name logs: npm run bench:dispatch -- LOG...');
  const rows = [];
  for (const path of positionals) {
    for (const { title, size, heldOut } of await dispatchIn(path, Number(values.seed))) {
      rows.push([title, `${heldOut.length}`, size, ...rules.map((rule) => quality(heldOut, rule).toFixed(3))]);
      for (const row of heldOut)
        process.stderr.write(`${title} ${row.workload}: ${rules.map((rule) => row[rule].toFixed(3)).join(' ')}\n`);
    }
  }
  process.stdout.write(`${markdownTable(['log', 'shapes', 'classifier', ...rules], rows)}\n`);
}

try {
  await main();
} catch (error) {
  if (!(error instanceof TuneError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.exitCode;
}
