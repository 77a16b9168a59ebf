import { Rotation, type Entrant } from '../../../src/network/schedule/rotation.js';
import type { Scheduler } from '../../../src/network/schedule/schedulers/scheduler.js';
import { batchAfter } from '../../../src/tuner/batches.js';

/** A task without a space: its best seconds after so many trials are a function of their number. */
export interface FakeTask {
  readonly weight: number;
  /** Configs of its space. */
  readonly configs: number;
  /** Undefined while no trial worked. */
  readonly seconds: (trials: number) => number | undefined;
  readonly flops?: number;
  readonly kin?: string;
}

/** A batch that was given to a task, by its place. */
export interface Given {
  readonly task: number;
  readonly size: number;
}

/** A task that needs ever more trials for the same gain; `loss`: what it loses to its optimum at the first trial. */
export function learning(weight: number, optimum: number, loss: number, configs = 1000): FakeTask {
  return { weight, configs, seconds: (trials) => optimum * (1 + loss / trials) };
}

export function failing(weight = 1, configs = 1000): FakeTask {
  return { weight, configs, seconds: () => undefined };
}

export const FIRST = 8;

/** The rotation of some tasks, each its own place. */
export function rotationOf(tasks: readonly FakeTask[], scheduler: Scheduler, budget: number): Rotation<number> {
  const trials = tasks.map(() => 0);
  const entrants = tasks.map(({ weight, flops = 1e9, kin = '' }, arm): Entrant<number> => {
    return { arm, name: `task ${arm}`, weight, flops, kin: kin || `kin ${arm}` };
  });
  return new Rotation(entrants, {
    scheduler,
    budget,
    seed: 1,
    batchOf: (arm) => {
      const batch = trials[arm] === 0 ? FIRST : batchAfter(trials[arm]!);
      trials[arm]! += batch;
      return batch;
    },
  });
}

/** Carries a rotation out until it ends. */
export function carryOut(tasks: readonly FakeTask[], scheduler: Scheduler, budget: number): readonly Given[] {
  const rotation = rotationOf(tasks, scheduler, budget);
  const done = tasks.map(() => 0);
  const given: Given[] = [];
  for (let slice = rotation.next(); slice; slice = rotation.next()) {
    const { arm, size } = slice;
    const { configs, seconds } = tasks[arm]!;
    const tried = Math.min(size, configs - done[arm]!);
    done[arm]! += tried;
    if (tried > 0) given.push({ task: arm, size: tried });
    if (tried > 0) rotation.enter(arm, tried, seconds(done[arm]!));
    if (tried < size) rotation.close(arm);
  }
  return given;
}

/** Trials that each task got. */
export function trialsOf(tasks: readonly FakeTask[], given: readonly Given[]): readonly number[] {
  return tasks.map((_, task) => given.reduce((sum, one) => sum + (one.task === task ? one.size : 0), 0));
}

/** Weighted seconds after all that was given. */
export function latencyOf(tasks: readonly FakeTask[], given: readonly Given[]): number {
  const trials = trialsOf(tasks, given);
  return tasks.reduce((sum, { weight, seconds }, task) => sum + weight * (seconds(trials[task]!) ?? 0), 0);
}
