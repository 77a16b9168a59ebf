import { readLog } from '../../src/log/record/log.js';
import { byTask } from '../../src/log/record/trials.js';
import { fromEntities } from '../../src/space/entity.js';
import { toleranceOf } from '../../src/templates/tolerance.js';
import { rebuild } from '../../src/tuner/rebuild.js';

/** What right kernels of a template were off. */
export interface Errors {
  readonly template: string;
  readonly kernels: number;
  /** The largest error as a share of what was allowed. */
  readonly largestShare: number;
  readonly refused: number;
}

/** The errors of the kernels of a log, which were measured, against what `toleranceOf` allows each of them. */
export async function errorsIn(log: string): Promise<readonly Errors[]> {
  const { records } = await readLog(log);
  const shares = new Map<string, number[]>();
  for (const group of byTask(records.filter(({ error, tune }) => error === 0 && tune?.maxRelError !== undefined))) {
    const { task } = rebuild(group[0]!);
    const ofTemplate = shares.get(task.template.name) ?? [];
    shares.set(task.template.name, ofTemplate);
    for (const { entity, tune } of group)
      ofTemplate.push(tune!.maxRelError! / toleranceOf(task, fromEntities(task.space, entity)));
  }
  return [...shares].map(([template, all]) => ({
    template,
    kernels: all.length,
    largestShare: all.reduce((most, share) => Math.max(most, share), 0),
    refused: all.filter((share) => share > 1).length,
  }));
}
