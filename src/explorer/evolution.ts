import type { Config } from '../space/config.js';
import type { Space } from '../space/space.js';
import { GeneticOperators } from './genetic-operators.js';
import { TopProposals, type Proposals, type Objective, type Maximiser } from './maximiser.js';

/** Parents of a generation, and the share of them that were measured. */
const PARENTS = 64;
const MEASURED = 1 / 2;

const GENERATIONS = 8;

/**
 * Evolution over the cost model, as Ansor and MetaSchedule search (Zheng et al., OSDI 2020, section 5.1): the fastest
 * trials and what the last search ended with are the first parents, every generation keeps the configs of highest
 * score, and children differ from their parents in few knobs.
 */
export class Evolution implements Maximiser {
  private population: readonly Config[] = [];
  private readonly operators: GeneticOperators;

  constructor(space: Space) {
    this.operators = new GeneticOperators(space);
  }

  find(k: number, evaluations: number, objective: Objective): Proposals {
    const top = new TopProposals(k, objective);
    let parents = this.ancestors(objective);
    for (let generation = 0; generation < GENERATIONS && parents.length > 0; generation++) {
      const known = new Map(parents.map((config) => [config.index, { config, score: top.score(config) }]));
      for (let child = 0; child < evaluations / GENERATIONS; child++) {
        const config = this.operators.breed(parents, objective.random);
        if (config && !known.has(config.index)) known.set(config.index, { config, score: top.score(config) });
      }
      const ranked = [...known.values()].sort((a, b) => b.score - a.score);
      parents = ranked.slice(0, PARENTS).map(({ config }) => config);
    }
    this.population = parents;
    return top.take();
  }

  private ancestors({ space, random, fastest }: Objective): Config[] {
    const measured = fastest.slice(0, PARENTS * MEASURED);
    const population = this.population.slice(0, PARENTS - measured.length);
    const fresh = Array.from({ length: PARENTS - measured.length - population.length }, () => space.sample(random));
    return [...measured, ...population, ...fresh.filter((config) => config !== undefined)];
  }
}
