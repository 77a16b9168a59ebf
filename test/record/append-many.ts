// Appends batches of records to a log, as one of several processes at once: append-many.ts LOG SEED BATCHES SIZE
import { LogWriter } from '../../src/record/log.js';
import { ownRecord } from './fixtures.js';
import { take } from '../support/take.js';

const [log, seed, batches, size] = take(process.argv.slice(2), 4);
const writer = await LogWriter.open(log);
for (let batch = 0; batch < Number(batches); batch++) {
  const indices = Array.from({ length: Number(size) }, (_, place) => batch * Number(size) + place);
  await writer.append(
    indices.map((index) => ({ ...ownRecord, index, tune: { ...ownRecord.tune, seed: Number(seed) } })),
  );
}
