import type { Random } from '../space/random.js';
import type { Space } from '../space/space.js';
import { Steps } from './steps.js';
import { UnitCube } from './unit-cube.js';

/** Combinations of a space that is asked for its exact size, and configs of one that is looked at whole. */
const COUNTABLE = 2 ** 17;
const WHOLE = 2 ** 13;

/** Draws from a larger space, and trials around which it is looked at more closely. */
const DRAWS = 2 ** 11;
const CENTRES = 8;

/** Configs by index, with their points of the unit cube in the same order. */
export interface Candidates {
  readonly indices: readonly number[];
  readonly points: Float64Array;
}

/**
 * Configs for a model that scores them one by one: all of a small space, visited ones included; of a larger one draws,
 * and what is one or two steps from the fastest trials.
 */
export class CandidateSource {
  readonly cube: UnitCube;
  private readonly steps: Steps;
  private whole: Candidates | undefined;

  constructor(
    private readonly space: Space,
    private readonly random: Random,
  ) {
    this.cube = new UnitCube(space);
    this.steps = new Steps(space);
  }

  /** `fastest`: indices of trials, the fastest first. */
  near(fastest: readonly number[]): Candidates {
    const { space } = this;
    if (space.rawSize <= COUNTABLE && space.size <= WHOLE) return (this.whole ??= this.withPoints(allOf(space)));
    return this.withPoints([...new Set([...this.around(fastest), ...this.draws()])]);
  }

  private withPoints(indices: readonly number[]): Candidates {
    return { indices, points: this.cube.points(indices) };
  }

  private around(fastest: readonly number[]): number[] {
    const { space, steps } = this;
    const near = fastest.slice(0, CENTRES).flatMap((centre) => steps.around(centre));
    const further = fastest.slice(0, 1).flatMap((centre) => steps.around(centre).flatMap((i) => steps.around(i)));
    return [...near, ...further].filter((index) => space.isValid(index));
  }

  private draws(): number[] {
    const drawn = Array.from({ length: DRAWS }, () => this.space.sample(this.random));
    return drawn.flatMap((config) => (config ? [config.index] : []));
  }
}

function allOf(space: Space): number[] {
  const indices: number[] = [];
  for (let index = space.nextValid(0); index !== undefined; index = space.nextValid(index + 1)) indices.push(index);
  return indices;
}
