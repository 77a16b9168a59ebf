import { join } from 'node:path';
import { trainers } from '../../src/model/trainer/registry.js';
import { models } from '../../src/model/registry.js';
import { byTask, trialsIn } from '../../src/log/record/trials.js';
import { readLog } from '../../src/log/record/log.js';
import type { TuneRecord } from '../../src/log/record/record.js';
import { WorkError } from '../../src/target/errors.js';
import { packageRoot } from '../../src/target/root.js';
import type { Task } from '../../src/templates/template.js';
import { rebuild } from '../../src/tuner/rebuild.js';
import { spread } from '../../src/measure/statistics.js';
import { atMost, type Figure } from '../figures.js';
import { trialSeconds, fitSeconds } from '../searching.js';
import type { Section } from './section.js';

const RECORDS = 500;
const LOG = join('logs', 'shipped', 'gemm-zen4.jsonl.br');

/** What the search pays for its model when a run has become long: real records, of the log that the package ships. */
export const model: Section = {
  name: 'model',
  summary: `fit of each cost model on ${RECORDS} records, fit and proposal a trial with simulated annealing`,
  run: async ({ say }) => {
    const { task, records } = await longRun();
    const base = { section: 'model', unit: 'ms' } as const;
    const figures: Figure[] = [];
    const trainer = trainers.auto();
    for (const name of Object.keys(models)) {
      say(`fit ${name} on ${records.length} records, propose with it`);
      const [fits, trials] = [
        await fitSeconds(task, records, name, trainer),
        await trialSeconds(task, records, name, trainer),
      ];
      figures.push(
        { ...base, figure: `fit of ${name}`, over: `${fits.length} fits`, got: spread(fits.map(toMs)) },
        {
          ...base,
          figure: `fit and proposal a trial, sa, ${name}`,
          over: `${trials.length} batches`,
          got: spread(trials.map(toMs)),
          wanted: atMost(5),
        },
      );
    }
    await trainer.close();
    return figures;
  },
};

/** The task of the log with the most trials, and its first 500. Throws WorkError when no task has as many. */
async function longRun(): Promise<{ task: Task; records: readonly TuneRecord[] }> {
  const { records } = await readLog(join(packageRoot(), LOG));
  const runs = byTask(records).map((ofTask) => {
    const { task } = rebuild(ofTask[0]!);
    return { task, records: trialsIn(task.space, ofTask).trials.map(({ record }): TuneRecord => record) };
  });
  const longest = runs.reduce((a, b) => (b.records.length > a.records.length ? b : a));
  if (longest.records.length < RECORDS) throw new WorkError(`No task of ${LOG} has ${RECORDS} trials.`);
  return { task: longest.task, records: longest.records.slice(0, RECORDS) };
}

function toMs(seconds: number): number {
  return seconds * 1000;
}
