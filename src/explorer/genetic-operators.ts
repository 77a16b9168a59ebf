import type { Config } from '../space/config.js';
import { indexFrom } from '../space/odometer.js';
import type { Random } from '../space/random.js';
import type { Space } from '../space/space.js';
import { Steps } from './steps.js';

/** Share of mutations that go to a neighbour of the present value; the others go anywhere. */
const NEAR = 0.65;

/** Share of children that have two parents before they mutate. */
const CROSSED = 1 / 2;

/**
 * The operators of a genetic algorithm over the digits of indices; whether what comes out is valid is for the caller to
 * see.
 */
export class GeneticOperators {
  private readonly steps: Steps;

  constructor(private readonly space: Space) {
    this.steps = new Steps(space);
  }

  /**
   * A child that has every knob from one of its parents, either with the same chance (uniform crossover; Syswerda, ICGA
   * 1989).
   */
  crossover(mother: Int32Array, father: Int32Array, random: Random): Int32Array {
    return mother.map((digit, place) => (random.int(2) === 0 ? digit : father[place]!));
  }

  /** A mutated child of one or two parents; undefined where it would not be valid. */
  breed(parents: readonly Config[], random: Random): Config | undefined {
    const { space } = this;
    const digits = (): Int32Array => space.digits(random.pick(parents).index);
    const child = random.float() < CROSSED ? this.crossover(digits(), digits(), random) : digits();
    this.mutate(child, random);
    const index = indexFrom(space.knobs, child);
    return space.isValid(index) ? space.get(index) : undefined;
  }

  /** Changes one knob, mostly to a neighbouring value. */
  mutate(child: Int32Array, random: Random): void {
    if (this.steps.places.length === 0) return;
    const place = random.pick(this.steps.places);
    const beside = this.steps.neighbours(place, child[place]!);
    child[place] = random.float() < NEAR ? random.pick(beside) : random.int(this.space.knobs[place]!.values.length);
  }
}
