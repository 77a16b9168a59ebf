import type { Config } from '../space/config.js';
import { indexFrom } from '../space/odometer.js';
import type { Space } from '../space/space.js';
import { Breeding } from './breeding.js';
import { Finds, type Landscape, type Maximiser } from './maximiser.js';
import type { Candidate } from './selection/selection.js';

/** Parents of a generation, and the share of them that were measured. */
const PARENTS = 64;
const MEASURED = 1 / 2;

const GENERATIONS = 8;

/** Share of children that have two parents before they mutate. */
const CROSSED = 1 / 2;

/**
 * Evolution over the cost model, as Ansor and MetaSchedule search (Zheng et al., OSDI 2020, section 5.1): the fastest trials and what
 * the last search ended with are the first parents, every generation keeps the configs of highest worth, and children differ from their
 * parents in few knobs.
 */
export class Evolution implements Maximiser {
  private standing: readonly Config[] = [];
  private readonly breeding: Breeding;

  constructor(space: Space) {
    this.breeding = new Breeding(space);
  }

  find(k: number, effort: number, landscape: Landscape): Candidate[] {
    const finds = new Finds(k, landscape);
    let parents = this.ancestors(landscape);
    for (let generation = 0; generation < GENERATIONS && parents.length > 0; generation++) {
      const known = new Map(parents.map((config) => [config.index, { config, worth: finds.weigh(config) }]));
      for (let child = 0; child < effort / GENERATIONS; child++) {
        const config = this.breed(parents, landscape);
        if (config && !known.has(config.index)) known.set(config.index, { config, worth: finds.weigh(config) });
      }
      const ranked = [...known.values()].sort((a, b) => b.worth - a.worth);
      parents = ranked.slice(0, PARENTS).map(({ config }) => config);
    }
    this.standing = parents;
    return finds.take();
  }

  private ancestors({ space, random, fastest }: Landscape): Config[] {
    const measured = fastest.slice(0, PARENTS * MEASURED);
    const standing = this.standing.slice(0, PARENTS - measured.length);
    const fresh = Array.from({ length: PARENTS - measured.length - standing.length }, () => space.sample(random));
    return [...measured, ...standing, ...fresh.filter((config) => config !== undefined)];
  }

  /** A child of one or two parents, undefined where it would not be valid. */
  private breed(parents: readonly Config[], { space, random }: Landscape): Config | undefined {
    const digits = (): Int32Array => space.digits(random.pick(parents).index);
    const child = random.float() < CROSSED ? this.breeding.cross(digits(), digits(), random) : digits();
    this.breeding.mutate(child, random);
    const index = indexFrom(space.knobs, child);
    return space.isValid(index) ? space.get(index) : undefined;
  }
}
