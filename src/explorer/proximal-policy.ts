import type { Config } from '../space/config.js';
import { indexFrom } from '../space/odometer.js';
import type { Random } from '../space/random.js';
import type { Space } from '../space/space.js';
import { ActorCritic, type Opinion } from './actor-critic.js';
import { TopProposals, type Maximiser, type Objective, type Proposals } from './maximiser.js';
import { Steps } from './steps.js';
import { UnitCube } from './unit-cube.js';

/** Tracks at first and at last, and the steps after which half of those of least advantage stop. */
const TRACKS = 32;
const LAST_TRACKS = 8;
const STEPS_BETWEEN_STOPS = 8;

const DISCOUNT = 0.9;
/** Of the clipped objective (Schulman et al., arXiv:1707.06347). */
const CLIP = 0.2;
const EPOCHS = 2;
const MINIBATCH = 64;
const [VALUE_WEIGHT, ENTROPY_WEIGHT] = [0.5, 0.01];

/** A step of a track. */
interface Transition {
  readonly opinion: Opinion;
  readonly action: number;
  readonly reward: number;
}

interface Track {
  config: Config;
  score: number;
  readonly transitions: Transition[];
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
    const net = (this.net ??= new ActorCritic(this.cube.dimensions, 2 * this.steps.places.length, random));
    let tracks = this.starts(objective, top);
    const all = [...tracks];
    for (let left = evaluations - tracks.length, step = 1; left > 0 && tracks.length > 0; step++) {
      for (const track of tracks.slice(0, left)) this.advance(track, net, objective, top);
      left -= tracks.length;
      if (step % STEPS_BETWEEN_STOPS === 0) tracks = this.survivors(tracks);
    }
    this.learn(net, all, random);
    return top.take();
  }

  private starts({ space, random, fastest }: Objective, top: TopProposals): Track[] {
    if (this.steps.places.length === 0) return [];
    const best = fastest.slice(0, TRACKS / 2);
    const drawn = Array.from({ length: TRACKS - best.length }, () => space.sample(random));
    const configs = [...best, ...drawn.filter((config) => config !== undefined)];
    return configs.map((config) => ({ config, score: top.score(config), transitions: [] }));
  }

  private advance(track: Track, net: ActorCritic, { random }: Objective, top: TopProposals): void {
    const opinion = net.consider(this.cube.points([track.config.index]));
    const action = draw(opinion.probabilities, random);
    const next = this.step(track.config, action, random);
    const score = next ? top.score(next) : track.score;
    track.transitions.push({ opinion, action, reward: score - track.score });
    if (next) [track.config, track.score] = [next, score];
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

  /** The half whose last steps gained most, compared with what the critic expected. */
  private survivors(tracks: Track[]): Track[] {
    const keep = Math.max(LAST_TRACKS, Math.ceil(tracks.length / 2));
    if (keep >= tracks.length) return tracks;
    const promise = ({ transitions, score }: Track): number => score + transitions.at(-1)!.opinion.value;
    return [...tracks].sort((a, b) => promise(b) - promise(a)).slice(0, keep);
  }

  private learn(net: ActorCritic, tracks: readonly Track[], random: Random): void {
    const lessons = tracks.flatMap(({ transitions }) => lessonsOf(transitions));
    if (lessons.length === 0) return;
    const scale = Math.sqrt(lessons.reduce((sum, { advantage }) => sum + advantage ** 2, 0) / lessons.length) || 1;
    for (let epoch = 0; epoch < EPOCHS; epoch++) {
      random.shuffle(lessons);
      for (let at = 0; at < lessons.length; at += MINIBATCH) {
        const batch = lessons.slice(at, at + MINIBATCH);
        for (const lesson of batch) teach(net, lesson, scale, batch.length);
        net.update();
      }
    }
  }
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
    return { ...transition, gain, advantage: gain - transition.opinion.value };
  });
}

/** Adds the gradient of the clipped objective, of the value's error and of the entropy of one step. */
function teach(net: ActorCritic, { opinion, action, gain, advantage }: Lesson, scale: number, of: number): void {
  const now = net.consider(opinion.state);
  const ratio = now.probabilities[action]! / opinion.probabilities[action]!;
  const worth = advantage / scale;
  const isClipped = worth > 0 ? ratio > 1 + CLIP : ratio < 1 - CLIP;
  const entropy = now.probabilities.reduce((sum, p) => sum - p * Math.log(p), 0);
  const logits = now.probabilities.map((p, other) => {
    const policy = isClipped ? 0 : -worth * ratio * ((other === action ? 1 : 0) - p);
    return (policy + ENTROPY_WEIGHT * p * (Math.log(p) + entropy)) / of;
  });
  net.teach(now, logits, (VALUE_WEIGHT * 2 * (now.value - gain)) / of);
}

function draw(probabilities: Float64Array, random: Random): number {
  let left = random.float();
  const place = probabilities.findIndex((probability) => (left -= probability) < 0);
  return place < 0 ? probabilities.length - 1 : place;
}
