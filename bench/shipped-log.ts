/**
 * `npm run bench:shipped-log -- OUT LOG...`
 *
 * Of logs of many trials one that is short enough to ship (`logs/shipped/`): of each workload, target and machine the
 * best of every template and layout, in the caches and on cold weights, by which models are built without a trial, and
 * what templates suggest first, which shows the loss of suggestions; of repeats what each came to.
 */
import { ownKernels } from '../src/backend/own-kernels.js';
import { effectiveRecords } from '../src/log/record/effective-records.js';
import { versionKey } from '../src/log/record/key.js';
import { grouped } from '../src/target/grouped.js';
import { recordsIn, type LineOfLog } from '../src/log/record/log.js';
import { taskOf } from '../src/log/record/task.js';
import { timeOf } from '../src/log/record/time.js';
import { writeWhole } from '../src/log/record/write-whole.js';
import { firstSuggested } from '../src/transfer/suggestions.js';

const [out, ...logs] = process.argv.slice(2);
if (out === undefined || logs.length === 0) {
  process.stderr.write(
    'Name the log that is written, and those that it is made of: npm run bench:shipped-log -- OUT LOG...\n',
  );
  process.exit(2);
}

/** A trial that works, and its line. */
type Trial = LineOfLog['record'] & { readonly text: string; readonly log: string; readonly seconds: number };

async function trialsIn(log: string): Promise<Trial[]> {
  const trials: Trial[] = [];
  const warn = (line: number, reason: string): void => {
    process.stderr.write(`${log}:${line}: ${reason}\n`);
  };
  for await (const { record, text } of recordsIn(log, warn)) {
    const time = timeOf(record);
    if (time) trials.push({ ...record, text, log, seconds: time.seconds });
  }
  return trials;
}

/** A line without the single repeats, which take most of it. */
function shortened(text: string): string {
  const line = JSON.parse(text) as { readonly tune?: object };
  return JSON.stringify({ ...line, ...(line.tune && { tune: { ...line.tune, repeats: undefined } }) });
}

function layoutOf({ entity }: Trial): unknown {
  return entity.find(([name]) => name === 'layout')?.[2];
}

function fastest(trials: readonly Trial[], secondsOf = ({ seconds }: Trial): number => seconds): Trial | undefined {
  return trials.toSorted((a, b) => secondsOf(a) - secondsOf(b)).at(0);
}

/** Of what stands, or, where finals were among others, of what the search saw. */
function bestOf(trials: readonly Trial[]): readonly Trial[] {
  const standing = trials.filter((trial) => effective.has(trial));
  const cold = standing.filter(({ tune }) => tune?.cold !== undefined);
  const best = [fastest(standing.length > 0 ? standing : trials), fastest(cold, ({ tune }) => tune!.cold!)];
  return best.filter((trial) => trial !== undefined);
}

function suggestedIn(trials: readonly [Trial, ...Trial[]]): Trial[] {
  const config = firstSuggested(taskOf(trials[0], ownKernels));
  return trials.filter(({ index }) => index === config?.index).slice(-1);
}

const trials = (await Promise.all(logs.map(trialsIn))).flat();
const effective = new Set(effectiveRecords(trials));
const kept = new Set<string>();
for (const ofTemplate of grouped(trials, versionKey).values()) {
  for (const ofLayout of grouped(ofTemplate, layoutOf).values())
    for (const { text } of bestOf(ofLayout)) kept.add(text);
  for (const { text } of suggestedIn(ofTemplate)) kept.add(text);
}
await writeWhole(
  out,
  Array.from(kept, (text) => `${shortened(text)}\n`),
);
console.log(`${out}: ${kept.size} of ${trials.length} trials`);
