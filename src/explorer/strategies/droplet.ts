import type { Config } from '../../space/config.js';
import type { Observation } from '../explorer.js';
import { fastest } from '../fastest.js';
import { isBetter } from '../is-better.js';
import { Steps } from '../steps.js';
import { defineExplorer } from '../declaration.js';
import { VisitingExplorer } from '../visiting.js';

export const droplet = defineExplorer({
  name: 'droplet',
  summary: 'coordinate descent: steps of one knob from the fastest, as far as they are significantly faster',
  create: (context) => new DropletExplorer(context),
});

/** Trials from the best of which a descent starts. */
const STARTS = 8;

/** Points around the centre that are looked at to fill a batch; the rest of it is drawn at random. */
const HORIZON = 4096;

/**
 * Coordinate descent with a test of significance, after Droplet Search (Canesche et al., ACM TACO 2024): every knob of
 * the centre is changed by one step, and the centre moves to what is significantly faster. A batch that asks for more
 * goes on with what is two steps away, then three, so that all of it is near. Where no step is better, the descent
 * starts again: from the best trial that has an untried neighbour, or from the best of a few random ones, as a coin
 * decides.
 */
class DropletExplorer extends VisitingExplorer {
  readonly name = 'droplet';
  private readonly steps = new Steps(this.context.space);
  private readonly observed = new Map<number, Observation>();
  /** Results that are awaited before the descent. */
  private starts = STARTS;
  private centre: number | undefined;

  propose(n: number): Promise<readonly Config[]> {
    if (this.starts === 0 && this.centre !== undefined && !this.hasUntriedStep(this.centre)) this.restart();
    const near = this.starts === 0 && this.centre !== undefined ? this.around(this.centre, n) : [];
    return Promise.resolve(this.filled(near, n));
  }

  override observe(observations: readonly Observation[]): void {
    super.observe(observations);
    for (const observation of observations) {
      const { index } = observation.config;
      this.observed.set(index, observation);
      if (this.isBetterThanCentre(observation)) this.centre = index;
      this.starts = Math.max(0, this.starts - 1);
    }
  }

  private restart(): void {
    this.centre = this.context.random.int(2) === 0 ? this.bestOpen() : undefined;
    if (this.centre === undefined) this.starts = STARTS;
  }

  /** The fastest trial that has an untried neighbour. */
  private bestOpen(): number | undefined {
    return fastest(this.observed).find(({ config }) => this.hasUntriedStep(config.index))?.config.index;
  }

  private hasUntriedStep(index: number): boolean {
    return this.steps.untried(index, this.visited).length > 0;
  }

  private isNew(index: number): boolean {
    return !this.visited.has(index) && this.context.space.isValid(index);
  }

  /** Up to n new configs, those fewest steps from the centre first, in random order where they are equally many. */
  private around(centre: number, n: number): Config[] {
    const { space, random } = this.context;
    const found: number[] = [];
    const seen = new Set([centre]);
    let ring = [centre];
    while (ring.length > 0 && found.length < n && seen.size < HORIZON) {
      const next = new Set(ring.flatMap((index) => this.steps.around(index)));
      ring = [...next].filter((index) => !seen.has(index));
      for (const index of ring) seen.add(index);
      random.shuffle(ring);
      for (const index of ring) if (this.isNew(index)) found.push(index);
    }
    return found.slice(0, n).map((index) => space.get(index));
  }

  private isBetterThanCentre(challenger: Observation): boolean {
    if (challenger.throughput <= 0) return false;
    const centre = this.centre === undefined ? undefined : this.observed.get(this.centre);
    return !centre || isBetter(challenger, centre);
  }
}
