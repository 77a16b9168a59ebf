// Appends trials to a log and tells of each, until something ends it: append-until-killed.ts LOG
import { LogWriter } from '../../../../src/log/record/log.js';
import { take } from '../../../support/take.js';
import { ownRecord } from '../../../log/record/fixtures.js';

const [log] = take(process.argv.slice(2), 1);
const writer = await LogWriter.open(log);
for (let index = 0; ; index++) {
  // Records of several pages, in whose middle a write can be cut off.
  await writer.append([{ ...ownRecord, index, tune: { ...ownRecord.tune, flags: Array<string>(2000).fill('-O2') } }]);
  process.stdout.write(`${JSON.stringify({ event: 'trial', phase: 'search', index })}\n`);
}
