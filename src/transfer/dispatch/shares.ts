import { Estimate } from '../../explorer/estimate.js';
import { Coordinates, Rebinding } from '../../explorer/rebind.js';
import type { Values } from '../../space/space.js';
import { areOfOneTemplate, knownTasks, type TaskHistory } from '../known-tasks.js';
import { refusal } from '../../templates/refusal.js';
import type { KnownShape } from './known-shapes.js';

/** A schedule: a config, and where it was tried. */
export interface Landmark {
  readonly history: TaskHistory;
  readonly values: Values;
}

/** How well schedules do on shapes: measured where the trials of a shape have them, otherwise estimated from these. */
export class Shares {
  readonly #judges = new Map<TaskHistory, (values: Values) => number>();

  /**
   * The share of the best throughput that is known of the shape; 0 where the template was not tried on it, undefined
   * where it does not serve it.
   */
  of({ history, values }: Landmark, shape: KnownShape): number | undefined {
    const own = shape.histories.find((one) => areOfOneTemplate(history, one));
    if (!own) return serves(history, shape) ? 0 : undefined;
    const judge = this.#judges.get(own) ?? judgeOf(own, shape);
    this.#judges.set(own, judge);
    return judge(values);
  }
}

/** A template of others serves what it was tried on. */
function serves({ isOurs, task: { template, target } }: TaskHistory, { workload }: KnownShape): boolean {
  return isOurs && refusal(template, workload, target) === undefined;
}

function judgeOf(history: TaskHistory, { histories }: KnownShape): (values: Values) => number {
  const { space } = history.task;
  const [known] = knownTasks(history, histories, [{ history, trials: history.trials }]);
  const measured = new Map(known!.trials.map(({ values, share }) => [space.indexOf(values), share]));
  const rebinding = new Rebinding(space);
  const coordinates = new Coordinates(space);
  const estimate = new Estimate(known!, rebinding, coordinates);
  const judge = (values: Values): number => {
    const config = rebinding.config(values);
    return config ? (measured.get(config.index) ?? estimate.shareAt(coordinates.of(config.values))) : 0;
  };
  // What is learned without some of the shapes asks for the same again.
  const judged = new Map<Values, number>();
  return (values) => {
    const share = judged.get(values) ?? judge(values);
    judged.set(values, share);
    return share;
  };
}
