/**
 * `npm run bench:shipped-log -- OUT LOG...`
 *
 * Of logs of many trials one that is short enough to ship (`logs/shipped/`): of each workload, target and machine the
 * best of every template and layout, by which models are built without a trial, and what templates suggest first, which
 * tells what suggestions lose.
 */
import { effectiveRecords } from '../src/record/effective-records.js';
import { grouped, versionKey } from '../src/record/key.js';
import { recordsIn, type LineOfLog } from '../src/record/log.js';
import { taskOf } from '../src/record/task.js';
import { timeOf } from '../src/record/time.js';
import { writeWhole } from '../src/record/write-whole.js';
import { nearestConfigs } from '../src/transfer/nearest-config.js';

const [out, ...logs] = process.argv.slice(2);
if (out === undefined || logs.length === 0) {
  process.stderr.write(
    'Name the log that is written, and those that it is made of: npm run bench:shipped-log -- OUT LOG...\n',
  );
  process.exit(2);
}

/** A trial that works, and its line. */
type Trial = LineOfLog['record'] & { readonly text: string; readonly seconds: number };

async function trialsIn(log: string): Promise<Trial[]> {
  const trials: Trial[] = [];
  for await (const { record, text } of recordsIn(log, () => undefined)) {
    const time = timeOf(record);
    if (time) trials.push({ ...record, text, seconds: time.seconds });
  }
  return trials;
}

function layoutOf({ entity }: Trial): unknown {
  return entity.find(([name]) => name === 'layout')?.[2];
}

function fastest(trials: readonly [Trial, ...Trial[]]): Trial {
  return trials.reduce((a, b) => (b.seconds < a.seconds ? b : a));
}

function suggestedIn(trials: readonly [Trial, ...Trial[]]): Trial[] {
  const { template, workload, target, space } = taskOf(trials[0]);
  const [first] = template.suggestions?.(workload, target) ?? [];
  const config = first && nearestConfigs(space, first).next().value;
  return trials.filter(({ index }) => index === config?.index).slice(-1);
}

const kept = new Set<Trial>();
let all = 0;
for (const log of logs) {
  const trials = await trialsIn(log);
  all += trials.length;
  for (const ofTemplate of grouped(effectiveRecords(trials), versionKey).values())
    for (const ofLayout of grouped(ofTemplate, layoutOf).values()) kept.add(fastest(ofLayout));
  for (const ofTemplate of grouped(trials, versionKey).values())
    for (const trial of suggestedIn(ofTemplate)) kept.add(trial);
}
await writeWhole(
  out,
  Array.from(kept, ({ text }) => `${text}\n`),
  { force: true },
);
console.log(`${out}: ${kept.size} of ${all} trials`);
