import type { Config } from '../space/config.js';
import { indexFrom } from '../space/odometer.js';
import type { Random } from '../space/random.js';
import type { Space } from '../space/space.js';
import { Matrix } from '../learning/matrix.js';
import { ActorCritic } from './actor-critic.js';
import { TopProposals, type Maximiser, type Objective, type Proposals } from './maximiser.js';
import { Steps } from './steps.js';
import { UnitCube } from './unit-cube.js';

/**
 * Tracks at first, a quarter of what is asked for where that is more; the steps after which the half that promises
 * least stops; and the share of the first tracks below which all do.
 */
const TRACKS = 32;
const TRACKS_PER_PROPOSAL = 1 / 4;
const STEPS_BETWEEN_STOPS = 8;
const LAST_SHARE = 1 / 4;

const DISCOUNT = 0.9;
const EPOCHS = 2;
const MINIBATCH = 64;

/** A step of a track. */
interface Transition {
  /** A point of the unit cube. */
  readonly state: Float64Array;
  readonly action: number;
  /** Of the action, when it was taken. */
  readonly probability: number;
  /** Of the state, as the critic saw it. */
  readonly value: number;
  readonly reward: number;
}

interface Track {
  config: Config;
  score: number;
  readonly transitions: Transition[];
}

/** What tracks are chosen by. */
interface Promising {
  readonly score: number;
  readonly transitions: readonly Pick<Transition, 'value'>[];
}

/**
 * Proximal policy optimisation of steps over configs, after HARL (Zhang et al., ICPP 2022), of which no code is public:
 * an action moves one knob to its next lower or next higher value, the reward is the gain of the model's score, and
 * tracks that promise least stop early, so that the others go further. Sizes and rates are ours.
 */
export class ProximalPolicy implements Maximiser {
  private readonly cube: UnitCube;
  private readonly steps: Steps;
  private net: ActorCritic | undefined;

  constructor(private readonly space: Space) {
    this.cube = new UnitCube(space);
    this.steps = new Steps(space);
  }

  find(k: number, evaluations: number, objective: Objective): Proposals {
    const top = new TopProposals(k, objective);
    const { random } = objective;
    const net = (this.net ??= new ActorCritic(this.cube.dimensions, 2 * this.steps.places.length, random.int(2 ** 31)));
    const all = this.starts(Math.max(TRACKS, Math.ceil(TRACKS_PER_PROPOSAL * k)), objective, top);
    let tracks: readonly Track[] = all;
    for (let left = evaluations - all.length, step = 1; left > 0 && tracks.length > 0; step++) {
      this.advance(tracks.slice(0, left), net, objective, top);
      left -= tracks.length;
      if (step % STEPS_BETWEEN_STOPS === 0) tracks = survivors(tracks, LAST_SHARE * all.length);
    }
    this.learn(net, all, random);
    return top.take();
  }

  private starts(count: number, { space, random, fastest }: Objective, top: TopProposals): readonly Track[] {
    if (this.steps.places.length === 0) return [];
    const best = fastest.slice(0, count / 2);
    const drawn = Array.from({ length: count - best.length }, () => space.sample(random));
    const configs = [...best, ...drawn.filter((config) => config !== undefined)];
    return configs.map((config) => ({ config, score: top.score(config), transitions: [] }));
  }

  /** All tracks one step further. */
  private advance(tracks: readonly Track[], net: ActorCritic, { random }: Objective, top: TopProposals): void {
    const { dimensions } = this.cube;
    const points = this.cube.points(tracks.map(({ config }) => config.index));
    const { probabilities, values } = net.consider(new Matrix(tracks.length, dimensions, points));
    for (const [row, track] of tracks.entries()) {
      const shares = rowOf(probabilities, row);
      const action = draw(shares, random);
      const next = this.step(track.config, action, random);
      const score = next ? top.score(next) : track.score;
      const state = points.subarray(row * dimensions, (row + 1) * dimensions);
      const reward = score - track.score;
      track.transitions.push({ state, action, probability: shares[action]!, value: values[row]!, reward });
      if (next) [track.config, track.score] = [next, score];
    }
  }

  /** The knob of the action one value lower or higher; undefined where that is not allowed. */
  private step({ index }: Config, action: number, random: Random): Config | undefined {
    const { space, steps } = this;
    const place = steps.places[action >> 1]!;
    const digits = space.digits(index);
    const digit = digits[place]!;
    const towards = steps
      .neighbours(place, digit)
      .filter((other) => (action % 2 === 0 ? other < digit : other > digit));
    if (towards.length === 0) return undefined;
    const moved = indexFrom(space.knobs, digits.with(place, random.pick(towards)));
    return space.isValid(moved) ? space.get(moved) : undefined;
  }

  private learn(net: ActorCritic, tracks: readonly Track[], random: Random): void {
    const lessons = tracks.flatMap(({ transitions }) => lessonsOf(transitions));
    if (lessons.length === 0) return;
    const scale = Math.sqrt(lessons.reduce((sum, { advantage }) => sum + advantage ** 2, 0) / lessons.length) || 1;
    for (let epoch = 0; epoch < EPOCHS; epoch++) {
      random.shuffle(lessons);
      for (let at = 0; at < lessons.length; at += MINIBATCH) teach(net, lessons.slice(at, at + MINIBATCH), scale);
    }
  }
}

/**
 * The half that promises most, by its score and what the critic expected where its last step began; none when that is
 * fewer than `least`.
 *
 * @internal Tests choose among tracks.
 */
export function survivors<T extends Promising>(tracks: readonly T[], least: number): readonly T[] {
  const keep = Math.ceil(tracks.length / 2);
  if (keep < least) return [];
  const promise = ({ transitions, score }: Promising): number => score + transitions.at(-1)!.value;
  return tracks.toSorted((a, b) => promise(b) - promise(a)).slice(0, keep);
}

/** A transition with what came of it. */
interface Lesson extends Transition {
  readonly gain: number;
  readonly advantage: number;
}

function lessonsOf(transitions: readonly Transition[]): Lesson[] {
  let gain = 0;
  return [...transitions].reverse().map((transition) => {
    gain = transition.reward + DISCOUNT * gain;
    return { ...transition, gain, advantage: gain - transition.value };
  });
}

/** `scale`: the advantage that counts as 1. */
function teach(net: ActorCritic, lessons: readonly Lesson[], scale: number): void {
  const states = new Matrix(lessons.length, net.inputs);
  lessons.forEach(({ state }, row) => {
    states.data.set(state, row * net.inputs);
  });
  net.learn(states, {
    actions: lessons.map(({ action }) => action),
    likely: lessons.map(({ probability }) => probability),
    advantages: lessons.map(({ advantage }) => advantage / scale),
    gains: lessons.map(({ gain }) => gain),
  });
}

function rowOf({ data, columns }: Matrix, row: number): Float64Array {
  return data.subarray(row * columns, (row + 1) * columns);
}

function draw(probabilities: Float64Array, random: Random): number {
  let left = random.float();
  const place = probabilities.findIndex((probability) => (left -= probability) < 0);
  return place < 0 ? probabilities.length - 1 : place;
}
