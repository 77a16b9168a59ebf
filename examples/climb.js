// An explorer of your own: hill climbing. From the fastest config so far it tries all that differ from it in one step
// of one knob; where none of them is faster, it starts again from a random one.
//
//   bin/tune matmul --explorer examples/climb.js
import { defineExplorer, Steps } from 'tune';

class Climb {
  name = 'climb';
  /** Indices of all configs that were proposed or observed: none is proposed twice. */
  #tried = new Set();
  /** Where the climb is; undefined: somewhere random is next. */
  #top;
  #topThroughput = 0;

  /** `space` and `random` are the only ones of the search: the same seed gives the same search. */
  constructor({ space, random }) {
    this.space = space;
    this.random = random;
    // Which values of a knob are neighbours: the next smaller and the next larger one of numbers.
    this.steps = new Steps(space);
  }

  /** Up to n configs; fewer only when the space has no more. */
  async propose(n) {
    const near = this.#top === undefined ? [] : this.#around(this.#top);
    // Nothing left to try around the top: it stays behind, and the climb starts again.
    if (near.length === 0) this.#top = undefined;
    const proposed = near.slice(0, n).map((index) => this.space.get(index));
    for (const { index } of proposed) this.#tried.add(index);
    while (proposed.length < n) {
      const config = this.space.sample(this.random, this.#tried);
      if (!config) break;
      this.#tried.add(config.index);
      proposed.push(config);
    }
    return proposed;
  }

  /** What came of configs: FLOP/s, 0 where it failed. Those of earlier runs come here, too. */
  observe(observations) {
    for (const { config, throughput } of observations) {
      this.#tried.add(config.index);
      const isHigher = this.#top === undefined || throughput > this.#topThroughput;
      if (throughput <= 0 || !isHigher) continue;
      this.#top = config.index;
      this.#topThroughput = throughput;
    }
  }

  /** The valid neighbours that were not tried yet, in random order. */
  #around(index) {
    const near = this.steps.around(index).filter((step) => !this.#tried.has(step) && this.space.isValid(step));
    this.random.shuffle(near);
    return near;
  }
}

export const explorer = defineExplorer({
  name: 'climb',
  summary: 'hill climbing, from a random config again where no step is faster',
  create: (context) => new Climb(context),
});
