/**
 * `farm-tuner.js URL FILE COUNT`: measures kernels 0 to COUNT that the file does not have, and appends each, `NUMBER
 * SECONDS`, as it comes. Numbers of trials that came to no verdict are tried again.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { KernelMeasurer } from '../../src/measure/kernels.js';
import { kernelOf, target } from '../support/farm/simulated.js';
import { SimulatedTuner } from '../support/farm/simulated-farm.js';

const [url = '', file = '', count] = process.argv.slice(2);
const BATCH = 64;
const tuner = await SimulatedTuner.open(url);
const measurer = await KernelMeasurer.create(() => Promise.resolve(tuner.device), { seed: 1 });
const numbers = Array.from({ length: Number(count) }, (_, number) => number);
for (;;) {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const done = new Set(text.split('\n').map((line) => Number(line.split(' ')[0] || NaN)));
  const batch = numbers.filter((number) => !done.has(number)).slice(0, BATCH);
  if (batch.length === 0) break;
  const entries = batch.map((number) => ({ make: () => kernelOf(number), tolerance: 1e-5 }));
  let place = 0;
  for await (const { error, costs } of measurer.measure({ reference: kernelOf(-1), target }, entries)) {
    const number = batch[place++]!;
    if (error === 0) appendFileSync(file, `${number} ${costs[0]}\n`);
  }
}
console.log(tuner.happenings.summary());
await measurer.close();
await tuner.farm.close();
