import type { Trial } from '../measure/measurement.js';
import type { Config } from '../space/config.js';
import type { Task } from '../templates/template.js';
import type { Companions } from './companions.js';

/**
 * Measures those of some configs that no other run on the same log has taken. One that joins meanwhile knows nothing of
 * what this run is about to measure, so that the rest is claimed anew (`shared-log.ts`).
 */
export async function* measureUnclaimed(
  task: Task,
  configs: readonly Config[],
  measure: (configs: readonly Config[]) => AsyncIterable<Trial>,
  companions: Companions | undefined,
): AsyncGenerator<Trial, void> {
  for (let left = configs; left.length > 0;) {
    const ours = companions ? await companions.claim(task, left) : left;
    let done = 0;
    for await (const trial of measure(ours)) {
      yield trial;
      done++;
      if (companions?.joined()) break;
    }
    left = companions?.joined() ? ours.slice(done) : [];
  }
}
