import type { Config } from '../space/config.js';
import { anneal } from './anneal.js';
import { TopProposals, type Proposals, type Objective, type Maximiser } from './maximiser.js';

/** Chains a batch: a third each resumes where it stood, starts at the best trials, starts anywhere. */
const CHAINS = 12;

/** Hottest temperature, in the unit of the scores. */
const HOTTEST = 0.5;

/**
 * Simulated annealing over the cost model, as AutoTVM searches (Chen et al., NeurIPS 2018, section 3.2): chains walk
 * over configs with the model's score as energy, and resume where they stood after the next fit.
 */
export class Annealing implements Maximiser {
  private population: readonly Config[] = [];

  find(k: number, evaluations: number, objective: Objective): Proposals {
    const { space, random } = objective;
    const starts = this.starts(objective);
    const top = new TopProposals(k, objective);
    this.population = starts.map((start) =>
      anneal({
        start,
        steps: Math.ceil(evaluations / starts.length),
        hottest: HOTTEST,
        random,
        neighbour: (config) => space.neighbour(config, random),
        energy: (config) => -top.score(config),
      }),
    );
    return top.take();
  }

  private starts({ space, random, fastest }: Objective): Config[] {
    const third = CHAINS / 3;
    const [continued, best] = [this.population.slice(0, third), fastest.slice(0, third)];
    const fresh = Array.from({ length: CHAINS - best.length - continued.length }, () => space.sample(random));
    return [...continued, ...best, ...fresh.filter((config) => config !== undefined)];
  }
}
