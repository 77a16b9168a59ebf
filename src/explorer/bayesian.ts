import { GaussianProcess } from '../model/gaussian-process/gaussian-process.js';
import type { Config } from '../space/config.js';
import type { ExplorerContext, Observation } from './explorer.js';
import { fastest } from './fastest.js';
import { ImprovementBatches } from './improvement-batches.js';

/** Trials that a process learns from: a fit takes their third power. */
const LEARNED = 160;

/** Chooses untried configs of a space by expected improvement over a Gaussian process on its trials. */
export class BayesianChoice {
  private readonly batches: ImprovementBatches;
  private readonly process: GaussianProcess;

  constructor(private readonly context: Pick<ExplorerContext, 'space' | 'random'>) {
    this.batches = new ImprovementBatches(context);
    this.process = new GaussianProcess(this.batches.dimensions);
  }

  /** Up to n configs that are not visited, spread over the space. */
  spread(n: number, visited: ReadonlySet<number>): Config[] {
    return this.batches.spread(n, visited);
  }

  /** Up to n configs that are not visited; none while the trials show no difference. */
  choose(n: number, observed: ReadonlyMap<number, Observation>, visited: ReadonlySet<number>): Config[] {
    if (n === 0 || !this.fit(observed)) return [];
    const centres = fastest(observed).map(({ config }) => config.index);
    return this.batches.choose(n, this.process, centres, visited);
  }

  private fit(observed: ReadonlyMap<number, Observation>): boolean {
    const trials = this.thinned(observed);
    const best = trials.reduce((most, { throughput }) => Math.max(most, throughput), 0);
    if (trials.every(({ throughput }) => throughput === best)) return false;
    const points = this.batches.points(trials.map(({ config }) => config.index));
    this.process.fit(
      points,
      Float64Array.from(trials, ({ throughput }) => throughput / best),
    );
    return true;
  }

  /** Trials that are learned from: of many the fastest, and a draw of the others. */
  private thinned(observed: ReadonlyMap<number, Observation>): readonly Observation[] {
    const trials = [...observed.values()];
    if (trials.length <= LEARNED) return trials;
    trials.sort((a, b) => b.throughput - a.throughput);
    const rest = trials.slice(LEARNED / 2);
    this.context.random.shuffle(rest);
    return [...trials.slice(0, LEARNED / 2), ...rest.slice(0, LEARNED / 2)];
  }
}
