import type { Config } from '../space/config.js';
import type { Explorer, ExplorerContext, Observation } from './explorer.js';
import { isBetter } from './is-better.js';
import { Steps } from './steps.js';

/** Trials without a better one after which the best is taken for the centre of a descent. */
const PATIENCE = 16;

/**
 * A storm, then a raindrop (Canesche et al., arXiv 2406.20037): another explorer looks for a good config, and
 * coordinate descent with a test of significance goes on from the best that it found. Their storm ends after a number
 * of trials that is given; an explorer does not know its budget, so that this one ends when the best has stood still
 * for some trials. Then every knob of the best is changed by one step, and the centre moves to what is significantly
 * faster. Places that the descent does not fill go to the storm, as do all of them when no step is left, until its best
 * has stood still again.
 */
export class RaindropExplorer implements Explorer {
  readonly name = 'raindrop';
  private readonly context: ExplorerContext;
  private readonly steps: Steps;
  private readonly storm: Explorer;
  private readonly visited = new Set<number>();
  private best: Observation | undefined;
  /** Trials since the best one. */
  private still = 0;
  private isFalling = false;

  constructor(context: ExplorerContext, storm: Explorer) {
    this.context = context;
    this.steps = new Steps(context.space);
    this.storm = storm;
  }

  async propose(n: number): Promise<readonly Config[]> {
    this.isFalling ||= this.still >= PATIENCE;
    const drops = this.isFalling ? this.drops(n) : [];
    this.isFalling = drops.length > 0;
    for (const { index } of drops) this.visited.add(index);
    return [...drops, ...(await this.stormBy(n - drops.length))];
  }

  observe(observations: readonly Observation[]): void {
    for (const observation of observations) {
      this.visited.add(observation.config.index);
      this.still++;
      if (observation.throughput <= 0 || (this.best && !isBetter(observation, this.best))) continue;
      this.best = observation;
      this.still = 0;
    }
    this.storm.observe(observations);
  }

  /** Up to n untried configs that are one step from the best, in random order. */
  private drops(n: number): Config[] {
    const { space, random } = this.context;
    const untried = this.best === undefined ? [] : this.steps.untried(this.best.config.index, this.visited);
    random.shuffle(untried);
    return untried.slice(0, n).map((index) => space.get(index));
  }

  /** The storm does not know of drops until they are observed, so that it may have to be asked again. */
  private async stormBy(n: number): Promise<readonly Config[]> {
    const found: Config[] = [];
    while (found.length < n) {
      const proposed = await this.storm.propose(n - found.length);
      if (proposed.length === 0) break;
      found.push(...proposed.filter(({ index }) => !this.visited.has(index)));
      for (const { index } of proposed) this.visited.add(index);
    }
    return found;
  }
}
