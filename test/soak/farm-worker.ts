/** `farm-worker.js URL device|builder MILLISECONDS NAME...`: simulated workers, until a signal ends them. */
import { startBuilder, startDevice } from '../support/farm/simulated-farm.js';

const [url = '', kind, milliseconds, ...names] = process.argv.slice(2);
const start = kind === 'device' ? startDevice : startBuilder;
const serving = await Promise.all(names.map((name) => start(url, { name, milliseconds: Number(milliseconds) })));
console.log('ready');
process.once('SIGTERM', () => {
  void Promise.all(serving.map((one) => one.stop())).then(() => process.exit(0));
});
