// Appends records to a log until that fails; then prints how many were acknowledged, and why it failed:
// append-until-full.ts LOG
import { LogWriter } from '../../../../src/log/record/log.js';
import { ownRecord } from '../../../log/record/fixtures.js';
import { take } from '../../../support/take.js';

const [log] = take(process.argv.slice(2), 1);
const writer = await LogWriter.open(log);
let acknowledged = 0;
try {
  for (; acknowledged < 1000; acknowledged++) await writer.append([{ ...ownRecord, index: acknowledged }]);
} catch (error) {
  console.log(`${acknowledged}\n${(error as Error).message}`);
}
