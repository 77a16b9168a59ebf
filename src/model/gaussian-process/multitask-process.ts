import { Coregionalisation, LATENTS, parametersOf, partsOf, sharedBy } from './coregionalisation.js';
import { NOISE } from './gaussian-process.js';
import { logScale } from './length-scales.js';
import type { Belief } from './likelihood.js';
import { matern } from './matern.js';
import { Surrogate } from './surrogate.js';

/** Before anything is known, tasks are alike in the first latent function; a fifth of each is its own. */
const [ALIKE, OTHERS]: readonly [Belief, Belief] = [
  { mean: 1, deviation: 0.5 },
  { mean: 0, deviation: 0.5 },
];
const OWN: Belief = { mean: Math.log(0.2), deviation: 1 };

/** Steps of a fit. */
const ROUNDS = 10;

/** Observations of some tasks, and of which of them each is; task 0 is the one that is asked for. */
export interface TaskObservations {
  /** A row for each observation, of numbers in [0, 1]. */
  readonly points: Float64Array;
  readonly targets: Float64Array;
  readonly tasks: Int32Array;
}

/** Of one latent function, for predictions of task 0. */
interface Latent {
  readonly inverseScales: Float64Array;
  /** What task 0 shares with each task. */
  readonly shares: Float64Array;
}

/** A Gaussian process over several tasks of one space, by linear coregionalisation. */
export class MultitaskProcess extends Surrogate {
  private known: Float64Array = new Float64Array();
  private tasks = new Int32Array();
  private latents: readonly Latent[] = [];

  constructor(
    dimensions: number,
    private readonly count: number,
  ) {
    const of = (latent: number): Belief[] => [
      ...Array.from({ length: dimensions }, () => logScale(dimensions)),
      ...Array.from({ length: count }, () => (latent === 0 ? ALIKE : OTHERS)),
      ...Array.from({ length: count }, () => OWN),
    ];
    super(dimensions, [...Array.from({ length: LATENTS }, (_, latent) => of(latent)).flat(), NOISE], ROUNDS);
  }

  /** Learns anew; the mean of each task is taken for what is expected of it far from all observations. */
  fit({ points, targets, tasks }: TaskObservations): void {
    this.known = points;
    this.tasks = Int32Array.from(tasks);
    const centres = this.centresOf(targets, tasks);
    const centred = targets.map((target, i) => target - centres[tasks[i]!]!);
    this.learn(new Coregionalisation(points, this.dimensions, tasks, this.count), centred, centres[0]!);
  }

  /** The correlation that was found between two tasks. */
  correlation(task: number, other: number): number {
    const shared = (one: number, two: number): number =>
      this.parts().reduce((sum, { a, b }) => sum + sharedBy(a, b, one, two), 0);
    return shared(task, other) / Math.sqrt(shared(task, task) * shared(other, other));
  }

  protected ofPoints(points: Float64Array, at: number, others: Float64Array, other: number): number {
    return this.covariance(points, at, others, other, 0);
  }

  protected withObservation(points: Float64Array, at: number, observation: number): number {
    return this.covariance(points, at, this.known, observation * this.dimensions, this.tasks[observation]!);
  }

  protected read(parameters: Float64Array): void {
    const parts = this.parts(parameters);
    this.variance = parts.reduce((sum, { a, b }) => sum + sharedBy(a, b, 0, 0), 0);
    this.latents = parts.map(({ scales, a, b }) => ({
      inverseScales: Float64Array.from(scales, (scale) => Math.exp(-scale)),
      shares: Float64Array.from({ length: this.count }, (_, task) => sharedBy(a, b, 0, task)),
    }));
  }

  private parts(parameters = this.parameters): readonly ReturnType<typeof partsOf>[] {
    const own = parameters.subarray(0, parametersOf(this.dimensions, this.count));
    return Array.from({ length: LATENTS }, (_, latent) => partsOf(own, latent, this.dimensions, this.count));
  }

  /** The mean of the targets of each task; of one without, the mean of all. */
  private centresOf(targets: Float64Array, tasks: Int32Array): Float64Array {
    const [sums, counts] = [new Float64Array(this.count), new Float64Array(this.count)];
    targets.forEach((target, i) => {
      sums[tasks[i]!]! += target;
      counts[tasks[i]!]!++;
    });
    const all = targets.reduce((sum, target) => sum + target, 0) / targets.length;
    return sums.map((sum, task) => (counts[task] === 0 ? all : sum / counts[task]!));
  }

  private covariance(points: Float64Array, at: number, others: Float64Array, other: number, task: number): number {
    let covariance = 0;
    for (const { inverseScales, shares } of this.latents) {
      let sum = 0;
      for (let i = 0; i < inverseScales.length; i++) {
        const difference = (points[at + i]! - others[other + i]!) * inverseScales[i]!;
        sum += difference * difference;
      }
      covariance += shares[task]! * matern(Math.sqrt(sum));
    }
    return covariance;
  }
}
