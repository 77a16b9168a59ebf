/**
 * `farm-worker.js URL device|builder MILLISECONDS JOURNAL NAME...`: simulated workers, until a signal ends them.
 * Devices write into the file JOURNAL which jobs they start; `-` for none.
 */
import { startBuilder, startDevice, type Serving } from '../support/farm/simulated-farm.js';
import { delayOf } from '../support/farm/simulated.js';
import { withJournal } from '../support/farm/witness.js';

const [url = '', kind, milliseconds, journal = '-', ...names] = process.argv.slice(2);
const start = (name: string): Promise<Serving> => {
  if (kind === 'builder') return startBuilder(url, { name, milliseconds: Number(milliseconds) });
  const of = { name, milliseconds: (source: string) => delayOf(source, Number(milliseconds)) };
  return startDevice(url, of, (farm) => (journal === '-' ? farm : withJournal(farm, journal)));
};
const serving = await Promise.all(names.map(start));
console.log('ready');
process.once('SIGTERM', () => {
  void Promise.all(serving.map((one) => one.stop())).then(() => process.exit(0));
});
