import type { Config } from '../../space/config.js';
import { indexFrom } from '../../space/odometer.js';
import { GeneticOperators } from '../genetic-operators.js';
import type { Observation } from '../explorer.js';
import { fastest } from '../fastest.js';
import { drawLatinHypercube } from '../latin-hypercube.js';
import { defineExplorer } from '../declaration.js';
import { VisitingExplorer } from '../visiting.js';

export const genetic = defineExplorer({
  name: 'genetic',
  summary: 'crossover and mutation over what was measured',
  create: (context) => new GeneticExplorer(context),
});

/** Trials that are drawn before any is bred. */
const FOUNDERS = 8;

/** The fastest trials, which alone are parents. */
const POPULATION = 12;

/** Trials that compete to be a parent. */
const TOURNAMENT = 3;

/** Children that are bred for one place of a batch before it is drawn at random. */
const TRIES = 64;

/**
 * Failed tries after which a child mutates once more, so that a population that has converged looks further and further
 * around itself.
 */
const PATIENCE = 8;

/**
 * A steady-state genetic algorithm on measurements alone (Whitley, GENITOR, ICGA 1989): the population is the fastest
 * trials so far, two tournaments choose the parents, uniform crossover mixes their knobs, and mutation mostly steps to
 * a neighbouring value. Every child is valid and new. An epsilon share of each batch is drawn at random.
 */
class GeneticExplorer extends VisitingExplorer {
  readonly name = 'genetic';
  private readonly operators = new GeneticOperators(this.context.space);
  private readonly observed = new Map<number, Observation>();

  propose(n: number): Promise<readonly Config[]> {
    const { space, random } = this.context;
    const population = this.population();
    const founders = this.observed.size < FOUNDERS || population.length < 2;
    const chosen = founders ? drawLatinHypercube(space, random, this.visited, n) : this.breedAll(population, n);
    return Promise.resolve(this.filled(chosen, n));
  }

  override observe(observations: readonly Observation[]): void {
    super.observe(observations);
    for (const observation of observations) {
      this.observed.set(observation.config.index, observation);
    }
  }

  /** The parents, each as the digits of its index. */
  private population(): Int32Array[] {
    const parents = fastest(this.observed).slice(0, POPULATION);
    return parents.map(({ config }) => this.context.space.digits(config.index));
  }

  private breedAll(population: readonly Int32Array[], n: number): Config[] {
    const { epsilon, random } = this.context;
    const bred = new Map<number, Config>();
    for (let place = 0; place < n; place++) {
      const child = random.float() < epsilon ? undefined : this.breed(population, bred);
      if (child) bred.set(child.index, child);
    }
    return [...bred.values()];
  }

  /** A valid child that is new. */
  private breed(population: readonly Int32Array[], siblings: ReadonlyMap<number, Config>): Config | undefined {
    const { space, random } = this.context;
    for (let tries = 0; tries < TRIES; tries++) {
      const child = this.operators.crossover(this.chooseParent(population), this.chooseParent(population), random);
      for (let mutations = Math.floor(tries / PATIENCE); mutations >= 0; mutations--)
        this.operators.mutate(child, random);
      const index = indexFrom(space.knobs, child);
      if (!this.visited.has(index) && !siblings.has(index) && space.isValid(index)) return space.get(index);
    }
    return undefined;
  }

  private chooseParent(population: readonly Int32Array[]): Int32Array {
    let rank = population.length;
    for (let entry = 0; entry < TOURNAMENT; entry++) rank = Math.min(rank, this.context.random.int(population.length));
    return population[rank]!;
  }
}
