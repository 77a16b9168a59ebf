// Appends batches of records to a log, as one of two processes, of seeds 1 and 2, that begin when both are there:
// append-many.ts LOG SEED BATCHES SIZE
import { existsSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { LogWriter } from '../../../../src/log/record/log.js';
import { ownRecord } from '../../../log/record/fixtures.js';
import { take } from '../../../support/take.js';

const [log, seed, batches, size] = take(process.argv.slice(2), 4);
writeFileSync(`${log}.${seed}`, '');
while (!existsSync(`${log}.${3 - Number(seed)}`)) await setTimeout(1);
const writer = await LogWriter.open(log);
for (let batch = 0; batch < Number(batches); batch++) {
  const indices = Array.from({ length: Number(size) }, (_, place) => batch * Number(size) + place);
  await writer.append(
    indices.map((index) => ({ ...ownRecord, index, tune: { ...ownRecord.tune, seed: Number(seed) } })),
  );
}
