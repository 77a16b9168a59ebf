import type { Config } from '../space/config.js';
import type { Random } from '../space/random.js';
import type { Space } from '../space/space.js';
import type { Proposal } from './proposal.js';

/** Draws for every place before it stays empty: values of a knob may have no proposal left. */
const DRAWS = 16;

/**
 * The best proposal with each value of each knob, an archive as MAP-Elites keeps one (Mouret and Clune,
 * arXiv:1504.04909), with a model's scores for measurements. So a basin that the model thinks little of is known at the
 * place where it thinks most of it.
 */
export class Elites {
  /** Of each knob with a choice, its place and the best of each of its values. */
  readonly #knobs: readonly { readonly place: number; readonly best: (Proposal | undefined)[] }[];
  readonly #space: Space;

  constructor(space: Space) {
    this.#space = space;
    this.#knobs = space.knobs.flatMap(({ values: { length } }, place) =>
      length > 1 ? [{ place, best: new Array<Proposal | undefined>(length).fill(undefined) }] : [],
    );
  }

  offer(proposal: Proposal): void {
    const digits = this.#space.digits(proposal.config.index);
    for (const { place, best } of this.#knobs) {
      const known = best[digits[place]!];
      if (known === undefined || known.score < proposal.score) best[digits[place]!] = proposal;
    }
  }

  /**
   * Up to n different configs, each the best with a random value of a random knob, among the values that `incumbent`
   * does not have.
   */
  draw(n: number, incumbent: Config | undefined, random: Random): Config[] {
    const drawn = new Map<number, Config>();
    if (this.#knobs.length === 0) return [];
    const own = incumbent && this.#space.digits(incumbent.index);
    for (let draw = 0; draw < DRAWS * n && drawn.size < n; draw++) {
      const { place, best } = random.pick(this.#knobs);
      const value = random.int(best.length);
      const elite = own?.[place] === value ? undefined : best[value];
      if (elite) drawn.set(elite.config.index, elite.config);
    }
    return [...drawn.values()];
  }
}
