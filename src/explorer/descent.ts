import type { Config } from '../space/config.js';
import type { Explorer, ExplorerContext, Observation } from './explorer.js';
import { fastest } from './fastest.js';
import { isBetter } from './is-better.js';
import { Steps } from './steps.js';

/** Points around the centre that are looked at to fill a batch; the rest of it is the other explorer's. */
const HORIZON = 4096;

export interface DescentOptions {
  /** The explorer that finds where descents start. */
  readonly storm: Explorer;
  /** Trials of the storm before the first descent, and before one that starts elsewhere. */
  readonly first: number;
  readonly again: number;
  /** Indices of the points that count as beside one, forbidden ones included. */
  readonly around: (steps: Steps, index: number) => readonly number[];
}

/**
 * Coordinate descent with a test of significance, after Droplet Search (Canesche et al., ACM TACO 2024): what is beside
 * the centre is tried, and the centre moves to what is significantly faster. A batch that asks for more goes on with
 * what is two steps away, then three, so that all of it is near. Where no step is better, the descent starts anew: from
 * the best trial that has an untried neighbour, or after a few more trials of the storm, as a coin decides.
 */
export class DescentExplorer implements Explorer {
  private readonly steps: Steps;
  private readonly visited = new Set<number>();
  private readonly observed = new Map<number, Observation>();
  /** Results that are awaited before the descent. */
  private awaited: number;
  private centre: number | undefined;

  constructor(
    readonly name: string,
    private readonly context: ExplorerContext,
    private readonly options: DescentOptions,
  ) {
    this.steps = new Steps(context.space);
    this.awaited = options.first;
  }

  async propose(n: number): Promise<readonly Config[]> {
    if (this.isFalling() && !this.hasUntried(this.centre!)) this.restart();
    const near = this.isFalling() ? this.near(this.centre!, n) : [];
    for (const { index } of near) this.visited.add(index);
    return [...near, ...(await this.stormBy(n - near.length))];
  }

  observe(observations: readonly Observation[]): void {
    for (const observation of observations) {
      const { index } = observation.config;
      this.visited.add(index);
      this.observed.set(index, observation);
      if (this.isBetterThanCentre(observation)) this.centre = index;
      this.awaited = Math.max(0, this.awaited - 1);
    }
    this.options.storm.observe(observations);
  }

  private isFalling(): boolean {
    return this.awaited === 0 && this.centre !== undefined;
  }

  private restart(): void {
    this.centre = this.context.random.int(2) === 0 ? this.bestOpen() : undefined;
    if (this.centre === undefined) this.awaited = this.options.again;
  }

  /** The fastest trial that has an untried neighbour. */
  private bestOpen(): number | undefined {
    return fastest(this.observed).find(({ config }) => this.hasUntried(config.index))?.config.index;
  }

  private hasUntried(index: number): boolean {
    return this.options.around(this.steps, index).some((step) => this.isNew(step));
  }

  private isNew(index: number): boolean {
    return !this.visited.has(index) && this.context.space.isValid(index);
  }

  /** Up to n new configs, those fewest steps from the centre first, in random order where they are equally many. */
  private near(centre: number, n: number): Config[] {
    const { space, random } = this.context;
    const found: number[] = [];
    const seen = new Set([centre]);
    let ring = [centre];
    while (ring.length > 0 && found.length < n && seen.size < HORIZON) {
      const next = new Set(ring.flatMap((index) => this.options.around(this.steps, index)));
      ring = [...next].filter((index) => !seen.has(index));
      for (const index of ring) seen.add(index);
      random.shuffle(ring);
      for (const index of ring) if (this.isNew(index)) found.push(index);
    }
    return found.slice(0, n).map((index) => space.get(index));
  }

  /** The storm does not know of steps until they are observed, so that it may have to be asked again. */
  private async stormBy(n: number): Promise<readonly Config[]> {
    const found: Config[] = [];
    while (found.length < n) {
      const proposed = await this.options.storm.propose(n - found.length);
      if (proposed.length === 0) break;
      found.push(...proposed.filter(({ index }) => !this.visited.has(index)));
      for (const { index } of proposed) this.visited.add(index);
    }
    return found;
  }

  private isBetterThanCentre(challenger: Observation): boolean {
    if (challenger.throughput <= 0) return false;
    const centre = this.centre === undefined ? undefined : this.observed.get(this.centre);
    return !centre || isBetter(challenger, centre);
  }
}
